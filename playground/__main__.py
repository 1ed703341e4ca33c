"""`python -m playground`: the command line as a program."""

from __future__ import annotations

import io
import os
import sys

from playground.cli import main


def run() -> int:
    """Run the process's own arguments; the output is UTF-8 whatever the locale, and may be cut off by its reader."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away (`| head`). Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(run())
