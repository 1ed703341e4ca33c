"""`--watch`: runs a command again whenever one of its files has changed, until it is interrupted."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from playground.cli.input.files import STANDARD_INPUT, RequestError, fail
from playground.cli.input.values_file import read_values

PAUSE: Final = 0.25  # seconds between two polls
Stamp = tuple[int, int, int] | None  # time of change, size, inode; None: there is no file


def watch(options: Namespace, run: Callable[[Namespace], int]) -> int:
    """Run the command, and again after each change; Ctrl+C ends it, with the status of the last whole run.

    The files are polled: that also works if an editor replaces the file by a new one.
    """
    if options.command == "process" and options.interactive:
        raise RequestError("--watch cannot be used with --interactive")
    if STANDARD_INPUT in _named(options):
        raise RequestError("--watch needs files, not the standard input")
    status = 0
    try:
        while True:
            before = _stamps(options)
            status = _run(options, run)
            sys.stdout.flush()
            fail(f"-- {', '.join(_changed(options, before))} changed")
    except KeyboardInterrupt:
        return status


def _run(options: Namespace, run: Callable[[Namespace], int]) -> int:
    try:
        return run(options)
    except RequestError as error:
        return fail(f"error: {error}", options.parser.usage_status)


def _changed(options: Namespace, before: dict[str, Stamp]) -> list[str]:
    """Wait for a change; return the files that changed."""
    while True:
        time.sleep(PAUSE)
        now = _stamps(options)
        changed = [name for name in {**before, **now} if before.get(name) != now.get(name)]
        if changed:
            return changed


def _named(options: Namespace) -> list[str]:
    """The files that the options name."""
    names = [options.filename, *getattr(options, "param_file", [])]
    names += [getattr(options, name, None) for name in ("values", "cluster")]
    return [name for name in names if name]


def _stamps(options: Namespace) -> dict[str, Stamp]:
    return {str(path): _stamp(path) for name in _named(options) for path in _files(options, name)}


def _files(options: Namespace, name: str) -> Iterator[Path]:
    """The file, and the Template that a values file names; for a folder, the files in it."""
    path = Path(name)
    yield path
    if path.is_dir():
        yield from sorted(path.iterdir())
    elif name == getattr(options, "values", None):
        try:
            yield Path(read_values(name).template)
        except RequestError:
            return  # the command itself reports the error


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
