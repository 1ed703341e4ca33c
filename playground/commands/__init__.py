"""The commands of the command line, one module per subject; `cli` defines their options."""
