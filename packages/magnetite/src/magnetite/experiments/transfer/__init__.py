"""Systems on exams they were not trained on."""
