"""The command line: a module for each command, what they read, what they print."""

from playground.cli.arguments import main

__all__ = ["main"]
