"""Finds test files."""

from __future__ import annotations

from collections.abc import Sequence

from playground.cli.check.files import named_files
from playground.cli.options import RequestError
from playground.cli.testing.suites import SUFFIXES


def suite_files(names: Sequence[str]) -> list[str]:
    """The test files among ``names``, each once: a file counts whatever its name, a folder is searched as by `check`.

    Raises RequestError for a folder that cannot be read, and if there is no test file.
    """
    files = named_files(names, ())
    for file in files:
        if file.error:
            raise RequestError(f'cannot read "{file.name}": {file.error}')
    test_files = [file.name for file in files if file.is_chosen or file.name.endswith(SUFFIXES)]
    if not test_files:
        where = " ".join(f'"{name}"' for name in names)
        raise RequestError(f"there is no test file in {where}; the names of test files end in {SUFFIXES[0]}")
    return test_files
