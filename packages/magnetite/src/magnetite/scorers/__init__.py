"""The systems that give cells their scores."""
