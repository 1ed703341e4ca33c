"""The output on the page: its lines, marks and traces."""
