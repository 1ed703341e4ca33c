"""Faults: the ranges of the output that an issue is about, and the references that stay there as text."""
