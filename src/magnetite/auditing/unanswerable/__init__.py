"""Un-answerable training: what is asked for, the systems of the table, and the run that reports them."""
