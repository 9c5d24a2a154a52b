"""Hold the systems that give cells their scores."""
