"""What the commands print: Objects in many formats, diagnostics, refusals."""
