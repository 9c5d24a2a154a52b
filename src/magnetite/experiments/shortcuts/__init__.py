"""Shortcut systems (Liusie et al. 2022): what is answered with parts missing, and who follows the shortcut."""
