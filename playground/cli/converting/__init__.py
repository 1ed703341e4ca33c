"""`convert`: writes the files of another tool, made of a Template."""
