"""Systems trained on questions that nobody could answer."""
