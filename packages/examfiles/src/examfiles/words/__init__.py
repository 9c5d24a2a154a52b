"""Words of readers and writers: a folder for each language."""
