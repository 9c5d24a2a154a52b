"""Training a system as one call: its data, its training, its temperature, its page."""
