"""What the commands read: files, assignments, answers at a terminal."""
