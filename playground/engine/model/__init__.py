"""What every stage speaks of: places, diagnostics, problems, inputs, limits of time, records."""
