"""Reads the files that the arguments name, and evaluates their texts.

k8s.io/cli-runtime ``resource/builder.go`` (FilenameParam, Path) and ``visitor.go`` (ExpandPathsToFileVisitors).
"""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from playground.cli.arguments import STANDARD_INPUT, ClusterOptions, RequestError
from playground.cli.input.patterns import PatternError, matching_files
from playground.cli.streams import progress
from playground.engine import Evaluation, Inputs, Limits, SourceError, evaluate, go_quote, read_plain

# On the user's own machine the limits are sixteen times those of the site for input, four times for output.
LIMITS = Limits(
    text_bytes=16_777_216,
    events=3_200_000,
    nodes=2_400_000,
    expanded_nodes=6_400_000,
    expanded_characters=134_217_728,
    documents=16_000,
    scalar_characters=4_194_304,
    objects=16_000,
    parameters=6_400,
    value_characters=1_048_576,
    generated_characters=65_536,
    all_generated_characters=4_194_304,
    text_characters=4_194_304,
    reference_levels=4_000_000,
    output_characters=16_777_216,
    beyond="",
)
MOST_BYTES = LIMITS.text_bytes  # read from a file; some files, such as devices, are endless
_EXTENSIONS: Final = (".json", ".yaml", ".yml")
UNREAD: Final = "failed to read input object (not a Template?): "
_ADDRESSES: Final = ("http://", "https://")


def display_name(file: str) -> str:
    """The name of ``file`` for messages."""
    return "<stdin>" if file == STANDARD_INPUT else file


def read_text(file: str) -> str:
    """The text of ``file``, or of standard input for `-`, with its line ends unchanged.

    UTF-16 needs a byte order mark; anything else is read as UTF-8. Invalid bytes become lone surrogates, whose places
    the engine reports. Raises FileNotFoundError, and RequestError if the file cannot be read or is too long.
    """
    try:
        content = _content(file)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise RequestError(f'cannot read "{file}": {getattr(error, "strerror", None) or error}') from None
    if len(content) > MOST_BYTES:
        raise RequestError(f'"{display_name(file)}" has more than {MOST_BYTES:,} bytes, which is the limit')
    return content if isinstance(content, str) else _decode(content)


def read_existing(file: str) -> str:
    """The text of ``file``, like ``read_text``; raises RequestError also for a missing file."""
    try:
        return read_text(file)
    except FileNotFoundError:
        raise RequestError(f'the path "{file}" does not exist') from None


def input_files(named: str) -> tuple[str, ...]:
    """The files to read for ``named``: a file, the files that match a pattern, or the JSON and YAML files of a folder.

    They are sorted by name; subfolders of a folder are skipped; a link in a folder may lead nowhere.
    Raises RequestError for a URL, and in `oc`'s words if there is no such file.
    """
    if named.startswith(_ADDRESSES):
        raise RequestError(f'"{named}" is not downloaded; save it to a file and name that file with -f')
    if named == STANDARD_INPUT:
        return (named,)
    paths = _existing_paths(named)
    errors = list(filter(None, map(_why_inaccessible, paths)))
    if errors:
        raise RequestError(f"{UNREAD}{errors[0] if len(errors) == 1 else '[' + ', '.join(errors) + ']'}")
    files = tuple(file for path in paths for file in _files_of(path))
    if not files:
        extensions = " ".join(_EXTENSIONS)
        raise RequestError(f"{UNREAD}error reading [{' '.join(paths)}]: recognized file extensions are [{extensions}]")
    return files


def _existing_paths(named: str) -> list[str]:
    """``named`` itself if it exists, else the paths that it matches as a pattern. Raises RequestError."""
    try:
        os.stat(named)  # noqa: PTH116 - not a Path: Path("") is the current folder
    except FileNotFoundError:
        pass
    except OSError:
        return [named]
    else:
        return [named]
    try:
        paths = matching_files(named)
    except PatternError as error:
        raise RequestError(f"{UNREAD}pattern {go_quote(named)} is not valid: {error}") from None
    if not paths:
        raise RequestError(f"{UNREAD}the path {go_quote(named)} does not exist")
    return paths


def _why_inaccessible(path: str) -> str:
    """`oc`'s error for a path that it cannot look at, or ""."""
    try:
        os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        return f"the path {go_quote(path)} does not exist"
    except OSError as error:
        return f"the path {go_quote(path)} cannot be accessed: stat {path}: {(error.strerror or '').lower()}"
    return ""


def _files_of(path: str) -> tuple[str, ...]:
    """The JSON and YAML files of a folder, sorted by name; any other path itself."""
    if not Path(path).is_dir():
        return (path,)
    files = (file for file in Path(path).iterdir() if file.suffix in _EXTENSIONS and not file.is_dir())
    return tuple(os.path.normpath(file) for file in sorted(files))


def _decode(content: bytes) -> str:
    """Decode UTF-16 if ``content`` begins with its byte order mark, as go-yaml does, else UTF-8."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        try:
            if text := content.decode("utf-16"):
                return text
        except UnicodeDecodeError:
            pass  # the engine reports bytes that are not UTF-8 either
    return content.decode("utf-8", "surrogateescape")


def _content(file: str) -> bytes | str:
    """The first MOST_BYTES + 1 bytes of ``file``; characters, if standard input is a text stream."""
    if file != STANDARD_INPUT:
        with Path(file).open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    if sys.stdin is None:
        raise RequestError("the standard input is closed")
    # A test or an embedding program may have replaced standard input by a text stream without a buffer.
    content: bytes | str = getattr(sys.stdin, "buffer", sys.stdin).read(MOST_BYTES + 1)
    return content


def pairs(assignments: Iterable[str], option: str) -> dict[str, str]:
    """Parse ``NAME=VALUE`` arguments; the last value of a name wins. Raises RequestError if `=` is missing."""
    values = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise RequestError(f'{option} needs NAME=VALUE, got "{assignment}"')
        values[name] = value
    return values


def evaluate_file(options: ClusterOptions) -> Evaluation:
    """Evaluate the file that ``options`` name, with the values and the cluster in ``options``. Raises RequestError."""
    text = read_existing(options.filename)
    inputs = Inputs(
        values=pairs(options.assignments, "-p"),
        expressions=pairs(options.expressions, "--from"),
        dialect=options.dialect,
        cluster=_cluster(options.cluster),
        kubernetes=options.kubernetes_version,
    )
    with progress(f"reading {display_name(options.filename)}"):
        return evaluate(text, inputs, limits=LIMITS)


def _cluster(file: str | None) -> dict[str, Any] | None:
    if file is None:
        return None
    text = read_existing(file)
    try:
        cluster = read_plain(text)
    except SourceError as error:
        raise RequestError(f'cannot read the cluster file "{file}": {error}') from None
    if not isinstance(cluster, dict):
        raise RequestError(f'the cluster file "{file}" must be a mapping with keys such as `services`')
    return cluster
