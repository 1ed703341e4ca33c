"""The Template Playground. CONTRIBUTING.md says what its folders are; everything may import the names below."""

from typing import Final

__version__: Final = "0.1.0"
COMMAND: Final = "template-playground"  # of the installed package
# What starts the command line. deploy/package.py gives the installed package another name, and a command.
PROGRAM: Final = f"python -m {__name__}" if __name__ == "playground" else COMMAND
