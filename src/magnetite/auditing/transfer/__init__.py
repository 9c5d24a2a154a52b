"""Systems trained on one dataset answer others."""
