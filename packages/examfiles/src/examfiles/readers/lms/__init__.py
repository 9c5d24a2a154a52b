"""Files of learning platforms and question banks."""
