"""`--watch`: runs a command again after each change of its files, until Ctrl+C."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from playground.cli.check.files import named_files
from playground.cli.check.settings import SETTINGS_FILES, read_settings, settings_file
from playground.cli.input.files import input_files
from playground.cli.input.values_file import read_values
from playground.cli.options import (
    STANDARD_INPUT,
    CheckOptions,
    ClusterOptions,
    ExpandOptions,
    ProcessOptions,
    RequestError,
    TextOptions,
)
from playground.cli.streams import fail, say

PAUSE: Final = 0.25  # seconds between two polls
Stamp = tuple[int, int, int] | None  # time of modification in ns, size in bytes, inode; None for a missing file


def watch(options: TextOptions, run: Callable[[], int]) -> int:
    """Run the command, and again after each change, until Ctrl+C; return the status of the last complete run.

    Files are polled, because many editors replace a file by a new one when they save.
    """
    if isinstance(options, ProcessOptions) and options.interactive:
        return fail("error: --watch cannot be used with --interactive", options.usage_status)
    if STANDARD_INPUT in _files(options):
        return fail("error: --watch cannot be used with standard input; name a file with -f", options.usage_status)
    status = 0
    try:
        while True:
            before = _stamps(options)
            status = run()
            sys.stdout.flush()
            say(f"-- {', '.join(_wait_for_change(options, before))} changed")
    except KeyboardInterrupt:
        return status


def _wait_for_change(options: TextOptions, before: dict[str, Stamp]) -> list[str]:
    """Wait until a stamp differs from ``before``; return the names of the changed files."""
    while True:
        time.sleep(PAUSE)
        now = _stamps(options)
        changed = [name for name in {**before, **now} if before.get(name) != now.get(name)]
        if changed:
            return changed


def _files(options: TextOptions) -> tuple[str, ...]:
    """The names of the files and folders in ``options``."""
    names: tuple[str | None, ...] = ()
    if isinstance(options, ProcessOptions | ExpandOptions):
        names += (options.filename,)
    if isinstance(options, ProcessOptions):
        set_files = (assignment.partition("=")[2] for assignment in options.sets)
        names += (*options.parameter_files, *set_files, options.values_file)
    if isinstance(options, ClusterOptions):
        names += (options.cluster,)
    if isinstance(options, CheckOptions):
        names += (*options.filenames, *options.positionals, *_settings_files())
    return tuple(name for name in names if name)


def _settings_files() -> tuple[str, ...]:
    """The file of the settings and the files that it names; of wrong settings, which the command reports, the file."""
    try:
        file = settings_file()
    except RequestError:
        return SETTINGS_FILES
    try:
        return read_settings(file).files if file else ()
    except RequestError:
        return (file,)


def _stamps(options: TextOptions) -> dict[str, Stamp]:
    return {str(path): _stamp(path) for name in _files(options) for path in _paths(options, name)}


def _paths(options: TextOptions, name: str) -> Iterator[Path]:
    """All paths to poll for the file, folder or pattern ``name``.

    They are ``name`` itself, the files of a folder or pattern, and the files that a values file names.
    """
    yield Path(name)
    if isinstance(options, CheckOptions):
        yield from (Path(file.name) for file in named_files([], [name]))
    if not isinstance(options, ProcessOptions):
        return
    try:
        if name == options.filename:
            yield from map(Path, input_files(name))
        elif name == options.values_file:
            yield from map(Path, input_files(read_values(name).template))
    except RequestError:
        return  # the command reports the error


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
