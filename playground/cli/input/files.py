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

from playground.cli.input.patterns import PatternError, matching_files
from playground.cli.options import STANDARD_INPUT, ClusterOptions, ExpandOptions, RequestError
from playground.cli.streams import progress
from playground.engine import CLUSTER_KEYS, Evaluation, Inputs, Limits, SourceError, evaluate, go_quote, read_plain

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
    beyond="",  # hints about a limit name no program that takes more
)
CLUSTER_FILE_KEYS: Final = (*CLUSTER_KEYS, "pod")  # the file may also hold the pod, which is taken from the text only
MOST_BYTES = LIMITS.text_bytes  # of a file; the limit is checked while reading, because a device may be endless
_EXTENSIONS: Final = (".json", ".yaml", ".yml")
READ_FAILURE: Final = "failed to read input object (not a Template?): "  # `oc`'s words; the reason follows
_ADDRESSES: Final = ("http://", "https://")


class UnreadableError(RequestError):
    """A file cannot be read; ``reason`` says why, without the file's name."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


def display_name(file: str) -> str:
    """The name of ``file`` for messages."""
    return "<stdin>" if file == STANDARD_INPUT else file


def read_text(file: str) -> str:
    """The text of ``file``, or of standard input for `-`, with its line ends unchanged.

    UTF-16 needs a byte order mark; anything else is read as UTF-8. Invalid bytes become lone surrogates, whose places
    the engine reports. Raises FileNotFoundError, and UnreadableError if the file cannot be read or is too long.
    """
    return decoded(file, read_content(file))


def read_content(file: str) -> bytes | str:
    """The bytes of ``file``, or the characters of a standard input that is a text stream.

    Raises FileNotFoundError, and UnreadableError if the file cannot be read.
    """
    try:
        return _content(file)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(f'cannot read "{file}": {reason}', reason) from None


def decoded(file: str, content: bytes | str) -> str:
    """The text of ``content``, which was read from ``file``. Raises UnreadableError if the text is too long."""
    if len(content) > MOST_BYTES:
        reason = f"has more than {MOST_BYTES:,} bytes, which is the limit"
        raise UnreadableError(f'"{display_name(file)}" {reason}', f"the file {reason}")
    return content if isinstance(content, str) else _decode(content)


def existing_content(file: str) -> bytes | str:
    """The content of ``file``, like ``read_content``; raises UnreadableError also for a missing file."""
    try:
        return read_content(file)
    except FileNotFoundError:
        raise UnreadableError(f'the path "{file}" does not exist', "no such file") from None


def read_existing(file: str) -> str:
    """The text of ``file``, like ``read_text``; raises UnreadableError also for a missing file."""
    return decoded(file, existing_content(file))


def input_files(filename: str) -> tuple[str, ...]:
    """The files to read for ``-f filename``.

    ``filename`` is a file, a pattern that matches files, or a folder with JSON and YAML files. The files are sorted by
    name. Subfolders of a folder are skipped. A link that leads nowhere is listed as a file, and reading it fails.
    Raises RequestError for a URL, and in `oc`'s words if there is no such file.
    """
    if filename.startswith(_ADDRESSES):
        raise RequestError(f'"{filename}" is not downloaded; save it to a file and name that file with -f')
    if filename == STANDARD_INPUT:
        return (filename,)
    paths = _existing_paths(filename)
    errors = list(filter(None, map(_why_inaccessible, paths)))
    if errors:
        raise RequestError(f"{READ_FAILURE}{errors[0] if len(errors) == 1 else '[' + ', '.join(errors) + ']'}")
    files = tuple(file for path in paths for file in _files_of(path))
    if not files:
        extensions = " ".join(_EXTENSIONS)
        why = f"error reading [{' '.join(paths)}]: recognized file extensions are [{extensions}]"
        raise RequestError(f"{READ_FAILURE}{why}")
    return files


def _existing_paths(filename: str) -> list[str]:
    """``filename`` itself if it exists, else the paths that it matches as a pattern. Raises RequestError."""
    try:
        os.stat(filename)  # noqa: PTH116 - not a Path: Path("") is the current folder
    except (FileNotFoundError, ValueError):  # ValueError: a NUL character in the name
        pass
    except OSError:
        return [filename]  # ``_why_inaccessible`` reports the error
    else:
        return [filename]
    try:
        paths = matching_files(filename)
    except PatternError as error:
        raise RequestError(f"{READ_FAILURE}pattern {go_quote(filename)} is not valid: {error}") from None
    if not paths:
        raise RequestError(f"{READ_FAILURE}the path {go_quote(filename)} does not exist")
    return paths


def _why_inaccessible(path: str) -> str:
    """`oc`'s error for a path that it cannot find or may not access, or ""."""
    try:
        os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        return f"the path {go_quote(path)} does not exist"
    except OSError as error:
        return f"the path {go_quote(path)} cannot be accessed: stat {path}: {(error.strerror or '').lower()}"
    return ""


def _files_of(path: str) -> tuple[str, ...]:
    """The JSON and YAML files of a folder, sorted by name; any other path itself. RequestError in `oc`'s words."""
    if not Path(path).is_dir():
        return (path,)
    try:
        files = sorted(file for file in Path(path).iterdir() if file.suffix in _EXTENSIONS and not file.is_dir())
    except OSError as error:
        why = f"error reading {go_quote(path)}: open {path}: {(error.strerror or '').lower()}"
        raise RequestError(f"{READ_FAILURE}{why}") from None
    return tuple(map(os.path.normpath, files))


def _decode(content: bytes) -> str:
    """Decode UTF-16 if ``content`` begins with its byte order mark, as go-yaml does, else UTF-8.

    A mark without a text, and bytes that are not UTF-16, are decoded as UTF-8: the engine then reports their places.
    """
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        try:
            if text := content.decode("utf-16"):
                return text
        except UnicodeDecodeError:
            pass
    return content.decode("utf-8", "surrogateescape")


def encoded(text: str, like: bytes) -> bytes:
    """``text`` in the encoding of a content ``like`` this, with its byte order mark. The reverse of ``decoded``."""
    for mark, encoding in ((BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be")):
        if like.startswith(mark) and mark + _decode(like).encode(encoding, "surrogatepass") == like:
            return mark + text.encode(encoding, "surrogatepass")
    return text.encode("utf-8", "surrogateescape")


def _content(file: str) -> bytes | str:
    """At most MOST_BYTES + 1 bytes of ``file``, so that the caller sees whether the file is too long.

    If standard input is a text stream, its characters instead of its bytes.
    """
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
            form = "NAME=REGEX" if option == "--from" else "NAME=VALUE"
            raise RequestError(f'{option} needs {form}, got "{assignment}"')
        values[name] = value
    return values


def inputs_of(options: ClusterOptions) -> Inputs:
    """The values, the dialect, the cluster and its version in ``options``. Raises RequestError."""
    return Inputs(
        values=pairs(options.assignments, "-p"),
        expressions=pairs(options.expressions, "--from"),
        dialect=options.dialect,
        cluster=read_cluster(options.cluster),
        kubernetes=options.kubernetes_version,
    )


def evaluate_file(options: ExpandOptions) -> Evaluation:
    """Evaluate the file that ``options`` name, with the values and the cluster in ``options``. Raises RequestError."""
    text = read_existing(options.filename)
    inputs = inputs_of(options)
    with progress(f"reading {display_name(options.filename)}"):
        return evaluate(text, inputs, limits=LIMITS)


def read_cluster(file: str | None) -> dict[str, Any] | None:
    """The cluster that the file of `--cluster` describes. Raises RequestError."""
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
