"""Writes the files of a conversion: all of them or none, and never over a file without consent."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playground.cli.check.cores import interrupts_held
from playground.cli.options import RequestError

_CONSENT: Final = "--force replaces files of the same names"
_PREFIX: Final = ".template-playground-"  # of the folder in which files wait until all are complete
_OWNER_ONLY: Final = 0o600


@dataclass(frozen=True, slots=True)
class NewFile:
    """The content of a file. A ``secret`` file is for its owner only, and is kept if it exists: it may be in use.

    A file that is kept becomes one for its owner only, too.
    """

    content: str | bytes
    secret: bool = False


@dataclass(frozen=True, slots=True)
class WrittenFiles:
    """The names of the files that were written, and of those that replaced another; the texts of kept secret ones."""

    names: tuple[str, ...]
    replaced: tuple[str, ...]
    kept: Mapping[str, str]


def write_folder(folder: str, files: Mapping[str, NewFile], *, force: bool) -> WrittenFiles:
    """Write ``files``, by their names below ``folder``, which is made if it is missing.

    RequestError, and nothing is changed, if the folder is not empty, unless ``force`` allows to replace files of the
    same names, or if a file cannot be written.
    """
    with _failures_named(folder):
        target = Path(folder)
        if not force and target.is_dir() and any(target.iterdir()):
            raise RequestError(f'the folder "{folder}" is not empty; {_CONSENT}')
        return _write(target, files)


def write_beside(file: str, files: Mapping[str, NewFile], *, force: bool) -> WrittenFiles:
    """Write ``files`` into the folder of ``file``. RequestError as with ``write_folder``, and if one exists."""
    with _failures_named(file):
        target = Path(file).parent
        existing = next((name for name in files if (target / name).exists()), "")
        if existing and not force:
            raise RequestError(f'"{target / existing}" exists already; {_CONSENT}')
        return _write(target, files)


@contextmanager
def _failures_named(place: str) -> Iterator[None]:
    """While the block runs, an error of the system becomes a RequestError that names ``place``."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the name
        raise RequestError(f'cannot write "{place}": {getattr(error, "strerror", None) or error}') from None


def _write(target: Path, files: Mapping[str, NewFile]) -> WrittenFiles:
    """Write ``files`` below the folder ``target``, all of them or none. Raises OSError, RequestError."""
    existing = {name for name in files if _exists_below(target, name)}
    kept = {
        name: (target / name).read_text(encoding="utf-8", errors="replace")
        for name in sorted(existing)
        if files[name].secret
    }
    new = {name: file for name, file in files.items() if name not in kept}
    with interrupts_held(), ExitStack() as new_folders:  # what fails in the middle is undone, from its end
        _make_folder(target, new_folders)
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=target) as waiting, ExitStack() as new_files:
            for number, file in enumerate(new.values()):
                _write_file(Path(waiting, str(number)), file)
            for number, name in enumerate(new):
                _move(Path(waiting, str(number)), target / name, Path(waiting, f"{number}.old"), new_files)
            for name in kept:
                _close_to_others(target / name)
            new_files.pop_all()
        new_folders.pop_all()
    return WrittenFiles(tuple(new), tuple(name for name in new if name in existing), kept)


def _exists_below(target: Path, name: str) -> bool:
    """Whether a file ``name`` is below ``target``. RequestError if writing it would leave ``target``, or lose more."""
    path = target
    for part in Path(name).parts:
        path /= part
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            return False
        is_right = stat.S_ISREG(mode) if path == target / name else stat.S_ISDIR(mode)
        if not is_right:
            raise RequestError(f'"{path}" is a link, or no {"file" if path == target / name else "folder"}; remove it')
    return True


def _make_folder(folder: Path, undo: ExitStack) -> None:
    """Make ``folder``, and those above it; ``undo`` removes those that were missing."""
    if not folder.is_dir():
        _make_folder(folder.parent, undo)
        folder.mkdir()
        undo.callback(folder.rmdir)


def _write_file(path: Path, file: NewFile) -> None:
    content = file.content if isinstance(file.content, bytes) else file.content.encode()
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY if file.secret else 0o666)
    with open(descriptor, "wb") as stream:  # noqa: PTH123 - an open file has no Path
        stream.write(content)


def _close_to_others(path: Path) -> None:
    """Take the rights of all but the owner from the file at ``path``."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & ~stat.S_IRWXU:
        path.chmod(mode & stat.S_IRWXU)


def _move(new: Path, place: Path, old: Path, undo: ExitStack) -> None:
    """Move the file ``new`` to its ``place``; a file that is there moves to ``old``. ``undo`` takes both back."""
    _make_folder(place.parent, undo)
    if place.exists():
        place.rename(old)
        undo.callback(old.rename, place)
    new.rename(place)
    undo.callback(place.unlink)
