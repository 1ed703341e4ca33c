"""The page's form: its fields, the Draft they make, and the buttons that change it."""
