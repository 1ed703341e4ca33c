"""Which files `check` reads: those that the arguments name, and the JSON and YAML files of named folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from stat import S_ISREG
from typing import Final

from playground.cli.options import STANDARD_INPUT

EXTENSIONS: Final = (".json", ".template", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file to check."""

    name: str
    is_chosen: bool  # it is checked whatever it holds; any other file is passed over if it is no Kubernetes text
    error: str = ""  # why the folder of this name cannot be listed

    @property
    def is_stream(self) -> bool:
        """Whether the file is standard input, a pipe or a device: it can be read once, and by this process alone."""
        return self.name == STANDARD_INPUT or not _is_regular(self.name)


def named_files(chosen: Iterable[str], names: Iterable[str]) -> tuple[NamedFile, ...]:
    """The files that ``chosen``, the values of `-f`, and ``names``, the other arguments, stand for; each file once.

    A folder stands for its files with one of EXTENSIONS, and those of its subfolders, in the order of their names.
    Hidden files and folders are left out, and so are pipes and devices. Links to folders are not followed: they may
    lead in a circle. A link that leads nowhere is listed, and reading it fails.
    """
    named = {_path(name): NamedFile(name, is_chosen=True) for name in chosen if not _is_folder(name)}
    for name in (*chosen, *names):
        for file in _files_in(name) if _is_folder(name) else (NamedFile(name, name == STANDARD_INPUT),):
            named.setdefault(_path(file.name), file)
    return tuple(named.values())


def _path(name: str) -> str:
    """The path by which two names of one file are recognised."""
    return name if name == STANDARD_INPUT else os.path.normpath(name)


def _is_folder(name: str) -> bool:
    return name != STANDARD_INPUT and bool(name) and os.path.isdir(name)  # noqa: PTH112 - Path("") is a folder


def _files_in(folder: str) -> Iterator[NamedFile]:
    """The files of a folder, then those of its subfolders. No recursion, so no `os.walk`: folders may be very deep."""
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            with os.scandir(path) as scanned:
                entries = sorted((entry for entry in scanned if not entry.name.startswith(".")), key=attrgetter("name"))
        except OSError as error:
            yield NamedFile(path, is_chosen=False, error=error.strerror or str(error))
            continue
        waiting += reversed([entry.path for entry in entries if entry.is_dir(follow_symlinks=False)])
        for entry in entries:
            if Path(entry.name).suffix.lower() in EXTENSIONS and not entry.is_dir() and _is_regular(entry.path):
                yield NamedFile(os.path.normpath(entry.path), is_chosen=False)


def _is_regular(path: str) -> bool:
    """Whether ``path`` is a regular file, or nothing at all: reading that fails in any process."""
    try:
        return S_ISREG(os.stat(path).st_mode)  # noqa: PTH116 - not a Path: Path("") is the current folder
    except (OSError, ValueError):  # ValueError: a NUL character in the name
        return True
