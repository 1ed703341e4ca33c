"""Code actions: the fixes of diagnostics."""
