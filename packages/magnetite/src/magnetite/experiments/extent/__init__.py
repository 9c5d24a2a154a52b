"""Extent: how much of the passage is needed to answer?"""
