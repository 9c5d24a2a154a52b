"""Change items in pure, named ways."""
