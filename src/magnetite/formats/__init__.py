"""Read datasets and exams into items."""
