"""The commands of the command line, one module per family; `cli` knows their arguments."""
