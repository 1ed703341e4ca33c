"""The page with the editor, the form and the results."""
