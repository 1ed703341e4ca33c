"""Validation of the volumes of a pod: their sources, and how containers mount them."""
