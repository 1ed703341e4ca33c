"""The output of the commands: Objects in many formats, diagnostics, refusals."""
