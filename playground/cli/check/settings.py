"""The settings of a project: `.template-playground.toml`, or `[tool.template-playground]` of `pyproject.toml`.

docs/command-line.md has the keys. Paths and patterns are relative to the folder of the file.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from playground.cli.check.selection import codes_in
from playground.cli.input.assignments import ParameterFileError, checked_assignments
from playground.cli.input.values_file import read_values
from playground.cli.options import DIALECTS, STANDARD_INPUT, RequestError
from playground.cli.streams import printable
from playground.engine import KUBERNETES_VERSIONS, Inputs, Source, did_you_mean, first_template

FILE: Final = ".template-playground.toml"
PYPROJECT: Final = "pyproject.toml"
SETTINGS_FILES: Final = (FILE, PYPROJECT)
TABLE: Final = "template-playground"  # of `[tool]` in PYPROJECT
KEYS: Final = ("kubernetes-version", "dialect", "values", "ignore")
_VALUES_FILES: Final = (".yaml", ".yml", ".json")  # any other file of values has lines of NAME=VALUE
_TOML_PLACE = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)  # of tomllib's errors


@dataclass(frozen=True, slots=True)
class FileSettings:
    """The settings for one file."""

    values: Mapping[str, str] = field(default_factory=dict)  # of Parameters; the Template may lack some of them
    expressions: Mapping[str, str] = field(default_factory=dict)  # of Parameters, as ``values``
    dialect: str = "auto"
    ignored: frozenset[str] = frozenset()  # codes


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """The settings of a project; empty without a file."""

    folder: str = ""  # of the file
    files: tuple[str, ...] = ()  # all files that were read, the file of the settings first
    kubernetes_version: str = ""
    dialect: str = "auto"
    values: tuple[tuple[str, FileSettings], ...] = ()  # by pattern
    ignored: tuple[tuple[str, frozenset[str]], ...] = ()  # codes, by pattern

    def for_file(self, file: str) -> FileSettings:
        """The settings for the path ``file``. All patterns that match it hold, and the last has priority."""
        path = self._relative(file)
        given = [settings for pattern, settings in self.values if _matches(pattern, path)]
        ignored = (codes for pattern, codes in self.ignored if _matches(pattern, path))
        dialects = [settings.dialect for settings in given if settings.dialect != "auto"]
        return FileSettings(
            values={name: value for settings in given for name, value in settings.values.items()},
            expressions={name: value for settings in given for name, value in settings.expressions.items()},
            dialect=dialects[-1] if dialects else self.dialect,
            ignored=frozenset().union(*ignored),
        )

    def inputs_for(self, file: str, given: Inputs, source: Source) -> Inputs:
        """The Inputs for the text ``source`` of ``file``: what is ``given`` has priority over the settings."""
        settings = self.for_file(file)
        if settings.values or settings.expressions:
            # The values of the settings are for several Templates: each takes what it declares.
            template = first_template(source)
            declared = {parameter.name for parameter in template.parameters} if template else set()
            values = {name: text for name, text in settings.values.items() if name in declared}
            expressions = {name: text for name, text in settings.expressions.items() if name in declared}
            given = replace(given, values={**values, **given.values}, expressions={**expressions, **given.expressions})
        return replace(
            given,
            dialect=settings.dialect if given.dialect == "auto" else given.dialect,
            kubernetes=given.kubernetes or self.kubernetes_version,
        )

    def _relative(self, file: str) -> str:
        """``file`` relative to the folder of the settings; "" for a file outside, and for standard input."""
        if file == STANDARD_INPUT or not self.folder:
            return ""
        path = Path(os.path.realpath(Path(file).parent)) / Path(file).name
        return path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else ""


def find_settings(folder: str = ".") -> ProjectSettings:
    """The settings that hold in ``folder``: of the nearest file in it or above it. Raises RequestError for an error."""
    file = settings_file(folder)
    return read_settings(file) if file else ProjectSettings()


def settings_file(folder: str = ".") -> str:
    """The nearest file with settings in ``folder`` or above it; "" if there is none. Raises RequestError."""
    start = Path(os.path.realpath(folder))
    for place in (start, *start.parents):
        if (place / FILE).is_file():
            return str(place / FILE)
        if (
            (place / PYPROJECT).is_file()
            and TABLE in _text(place / PYPROJECT)
            and _table(place / PYPROJECT) is not None
        ):
            return str(place / PYPROJECT)
    return ""


def read_settings(file: str) -> ProjectSettings:
    """The settings in ``file``. Raises RequestError, with the file's name and the nearest name for an unknown key."""
    path = Path(file)
    table = _table(path) or {}
    shown = os.path.relpath(path)
    _refuse_unknown(table, shown)
    folder = os.path.realpath(path.parent)
    values = {
        pattern: [
            os.path.normpath(Path(folder) / name) for name in _texts(names, f'{shown}: values."{printable(pattern)}"')
        ]
        for pattern, names in _patterns(table, "values", path).items()
    }
    return ProjectSettings(
        folder=folder,
        files=(file, *dict.fromkeys(name for names in values.values() for name in names)),
        kubernetes_version=_choice(table, "kubernetes-version", KUBERNETES_VERSIONS, shown),
        dialect=_choice(table, "dialect", DIALECTS, shown) or "auto",
        values=tuple(
            (pattern, _values(name, f'{shown}: values."{printable(pattern)}"'))
            for pattern, names in values.items()
            for name in names
        ),
        ignored=tuple(
            (pattern, codes_in(_texts(codes, where := f'{shown}: ignore."{printable(pattern)}"'), where))
            for pattern, codes in _patterns(table, "ignore", path).items()
        ),
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise RequestError(f'cannot read "{path}": {error.strerror}') from None
    except UnicodeDecodeError:
        raise RequestError(f"{os.path.relpath(path)} is not UTF-8, as TOML must be") from None


def _table(path: Path) -> dict[str, Any] | None:
    """Our table of a file; None if a PYPROJECT has none. Raises RequestError, with the place of an error in TOML."""
    shown = os.path.relpath(path)
    try:
        content = tomllib.loads(_text(path))
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.fullmatch(str(error))
        raise RequestError(f"{shown}:{place[2]}:{place[3]}: {place[1]}" if place else f"{shown}: {error}") from None
    except ValueError:  # of int(): TOMLDecodeError is one, too
        raise RequestError(f"{shown}: an integer has more digits than can be read") from None
    except RecursionError:
        raise RequestError(f"{shown}: the tables and lists are nested too deep") from None
    if path.name != PYPROJECT:
        return content
    tool = content.get("tool")
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    if not isinstance(table, dict | None):
        raise RequestError(f"{shown}: `tool.{TABLE}` must be a table")
    return table


def _refuse_unknown(table: Mapping[str, Any], shown: str) -> None:
    for key in table:
        if key not in KEYS:
            advice = did_you_mean(key, KEYS) or f" The keys are {', '.join(f'`{name}`' for name in KEYS)}."
            raise RequestError(f"{shown}: there is no setting `{printable(key)}`.{advice}")


def _choice(table: Mapping[str, Any], key: str, choices: Sequence[str], shown: str) -> str:
    value = table.get(key, "")
    if key in table and value not in choices:
        raise RequestError(f"{shown}: `{key}` must be one of {', '.join(choices)}, as a text in quotes")
    return str(value)


def _patterns(table: Mapping[str, Any], key: str, file: Path) -> Mapping[str, Any]:
    """The table ``key`` of the settings in ``file``. Raises RequestError, also for a folder without its `/`."""
    value = table.get(key, {})
    shown = os.path.relpath(file)
    if not isinstance(value, dict):
        raise RequestError(f"{shown}: `{key}` must be a table whose keys are patterns of paths")
    for pattern in value:
        if pattern and not pattern.endswith("/") and _is_folder(file.parent / pattern):
            raise RequestError(f'{shown}: {key}."{pattern}" is a folder. Write "{pattern}/" for all that is in it')
    return value


def _is_folder(path: Path) -> bool:
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir fails for a name that is too long


def _texts(value: Any, where: str) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise RequestError(f"{where} must be a text or a list of texts")
    return texts


def _values(file: str, where: str) -> FileSettings:
    """The values in a file: a file of values of `process`, or lines of NAME=VALUE. ``where`` is the setting."""
    if not os.path.exists(file):  # noqa: PTH110 - Path.exists fails for a name that is too long
        name = printable(os.path.relpath(file))
        raise RequestError(f'{where}: there is no file "{name}". The setting names files with lines of NAME=VALUE')
    if Path(file).suffix.lower() in _VALUES_FILES:
        values = read_values(file)
        return FileSettings(values.values, values.expressions, values.dialect)
    try:
        return FileSettings(checked_assignments(file))
    except ParameterFileError as error:
        raise RequestError(f"{where}: {error}") from None


def _matches(pattern: str, path: str) -> bool:
    """Whether a ``pattern`` describes a relative ``path``; "" is described by none.

    `*` stands for any characters, also for `/`; `?` for one character. A pattern that ends with `/` describes all that
    is in this folder. A pattern without `/` describes names of files in any folder.

    >>> _matches("*.yaml", "a/b.yaml"), _matches("a/", "a/b/c.yaml"), _matches("**/c.yaml", "c.yaml")
    (True, True, True)
    >>> _matches("a/*.yml", "b/a/c.yml"), _matches("b.yaml", "a/ab.yaml"), _matches("*", "")
    (False, False, False)
    """
    if not path:
        return False
    if "/" not in pattern:
        return fnmatchcase(path.rpartition("/")[2], pattern)
    whole = f"{pattern}*" if pattern.endswith("/") else pattern
    return fnmatchcase(f"/{path}", whole if whole.startswith("**/") else f"/{whole.removeprefix('./')}")
