"""Runs the command line as a program."""

from __future__ import annotations

import importlib
import io
import os
import sys
from pathlib import Path

from playground.cli import main
from playground.cli.streams import fail

INTERRUPTED = 130  # 128 and the signal's number, as a shell counts it
NEEDED_BY_LSP = ("pygls", "lsprotocol", "attrs", "cattrs")


def run() -> int:
    """Run the process's own arguments and return the exit status.

    The output is UTF-8 in every locale. Its reader may close it early, as `head` does.
    """
    if sys.stderr is None:  # the shell's `2>&-`
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - it stays open to the end
    if sys.stdout is None:
        return fail("error: the standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Bytes of a file that are not UTF-8 were read as lone surrogates, which only an escape can write.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        status = _status()
        sys.stdout.flush()
    except OSError as error:
        # The pipe was closed (`| head`), or the disk is full. Python would report it again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1 if isinstance(error, BrokenPipeError) else fail(f"error: {error.strerror}")
    return status


def _status() -> int:
    """Run the command and return its exit status, also after `--help` or a usage error: `run` flushes the output."""
    try:
        return main(serve_editor=_serve_editor)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1


def _serve_editor() -> int:
    """Run the language server and return its exit status.

    Only this command imports pygls: the import takes half a second of CPU, and the package's users may not have it.
    """
    try:
        server = importlib.import_module(".lsp", __package__)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in NEEDED_BY_LSP:
            raise
        advice = "Install again with the extra `lsp`, from the repository: pipx install --force '.[lsp]'"
        return fail(f"error: `lsp` needs the package {package}. {advice}", 2)
    status: int = server.serve()
    return status


if __name__ == "__main__":
    sys.exit(run())
