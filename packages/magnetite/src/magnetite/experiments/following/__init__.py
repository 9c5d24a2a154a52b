"""Whether a system that reads follows the one that cannot."""
