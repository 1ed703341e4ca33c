"""Rules about the text itself: what cannot be read, or is read in an unexpected way."""
