"""Documents of word processors, whose paragraphs and tables are read as typed exams."""
