"""The language server: what the engine says of a text, in an editor. `server.serve` runs it on standard streams.

Language Server Protocol 3.17.
"""
