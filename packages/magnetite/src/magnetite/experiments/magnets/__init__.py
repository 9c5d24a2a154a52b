"""Magnet options (Lin et al. 2021): the screen, the attack, and what findings say of them."""
