"""Rules about Templates: Parameters, their values and references, Objects."""
