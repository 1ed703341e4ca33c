"""The input of the commands: files, assignments, answers at a terminal."""
