"""Code actions: the fixes of diagnostics, and what makes a value a Parameter."""
