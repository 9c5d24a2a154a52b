"""Uncertainty: is a system less sure when the key is gone, and right where it is sure?"""
