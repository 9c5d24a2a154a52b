"""Tables: questions in rows, of CSV, JSON, Parquet, Arrow and workbooks."""
