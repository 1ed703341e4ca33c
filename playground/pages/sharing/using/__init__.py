"""The page's "Use it": the files of a text, and what uses them elsewhere."""
