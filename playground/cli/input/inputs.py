"""The input files of `-f`: a file, standard input, or the files of a folder.

k8s.io/cli-runtime ``resource/builder.go`` (Path) and ``visitor.go`` (ExpandPathsToFileVisitors).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from playground.cli.input.files import STANDARD_INPUT, RequestError

_EXTENSIONS: Final = (".json", ".yaml", ".yml")
_ADDRESSES: Final = ("http://", "https://")


def input_files(named: str) -> tuple[str, ...]:
    """The files to read for ``named``; whether they exist is checked when they are read.

    For a folder these are its text files, sorted by name, without subfolders. RequestError for
    an address, and in `oc`'s words for a folder without texts.
    """
    if named.startswith(_ADDRESSES):
        raise RequestError(f'nothing is fetched from the network: save "{named}" and name its file')
    if named == STANDARD_INPUT or not Path(named).is_dir():
        return (named,)
    paths = (path for path in Path(named).iterdir() if path.suffix in _EXTENSIONS and not path.is_dir())
    found = tuple(os.path.normpath(path) for path in sorted(paths))
    if not found:
        words = f"error reading [{named}]: recognized file extensions are [{' '.join(_EXTENSIONS)}]"
        raise RequestError(f"failed to read input object (not a Template?): {words}")
    return found
