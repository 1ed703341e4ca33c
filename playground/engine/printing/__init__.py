"""Printing what the engine knows: as text, and as the plain values of JSON."""
