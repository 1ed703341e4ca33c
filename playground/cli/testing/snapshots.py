"""The snapshots of a test file, in a file beside it: a mapping from tests to subjects to values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playground.cli.input.files import LIMITS, read_text
from playground.cli.options import RequestError
from playground.engine import Position, output_lines, read

SUFFIX: Final = ".snapshots.yaml"
_HEAD: Final = "# Written by `test --update`. Review the changes, and keep this file with the tests.\n"

Key = tuple[str, str]  # the test's name, and what the snapshot is about


def snapshot_file(test_file: str) -> Path:
    """The file with the snapshots of ``test_file``: `shop.test.snapshots.yaml` for `shop.test.yaml`."""
    path = Path(test_file)
    return path.with_name(f"{path.stem}{SUFFIX}")


@dataclass(slots=True)
class Snapshots:
    """The snapshots of one test file. ``stored`` are those in the file, ``taken`` those that replace them."""

    file: Path
    stored: Mapping[Key, Any]
    taken: dict[Key, Any] = field(default_factory=dict)

    def obsolete(self, wanted: Collection[Key]) -> list[Key]:
        """The stored snapshots that no test wants."""
        return [key for key in self.stored if key not in wanted]

    def write(self, wanted: Collection[Key]) -> bool:
        """Write the file: the ``wanted`` ones, in their order; without any, remove it. Whether something changed.

        Raises RequestError if the file cannot be written.
        """
        latest = {**self.stored, **self.taken}
        kept = {key: latest[key] for key in wanted if key in latest}
        if list(kept.items()) == list(self.stored.items()):
            return False
        tests: dict[str, dict[str, Any]] = {}
        for (test, subject), value in kept.items():
            tests.setdefault(test, {})[subject] = value
        try:
            if self.file.is_symlink():
                raise RequestError(f'"{self.file}" is a link. Snapshots are only written beside their test file')
            if not tests:
                self.file.unlink()
            else:
                text = _HEAD + "".join(f"{line}\n" for line in output_lines([tests]).texts)
                self.file.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise RequestError(f'cannot write "{self.file}": {error.strerror}') from None
        return True


def read_snapshots(test_file: str) -> Snapshots:
    """The snapshots of ``test_file``; none if it has no snapshot file. Raises RequestError for an unreadable file."""
    file = snapshot_file(test_file)
    try:
        source = read(read_text(str(file)), LIMITS)
    except FileNotFoundError:
        return Snapshots(file, {})
    for problem in source.errors(unique=True):
        raise RequestError(
            f"{file}:{problem.span.start}: {problem.message} Mend the file, or delete it and use --update"
        )
    tests = source.documents[0].value if source.documents else {}
    if (
        len(source.documents) > 1
        or not isinstance(tests, dict)
        or not all(isinstance(subjects, dict) for subjects in tests.values())
    ):
        raise RequestError(f"{file}:{Position(1, 1)}: This is no snapshot file. Delete it, and use --update")
    return Snapshots(file, dict(_entries(tests)))


def _entries(tests: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[Key, Any]]:
    for test, subjects in tests.items():
        for subject, value in subjects.items():
            yield (test, subject), value
