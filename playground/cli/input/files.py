"""Reads the files that the arguments name, and evaluates their texts.

k8s.io/cli-runtime ``resource/builder.go`` (Path) and ``visitor.go`` (ExpandPathsToFileVisitors) for folders.
"""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from playground.cli.arguments import STANDARD_INPUT, ClusterOptions, RequestError
from playground.cli.streams import progress
from playground.engine import Evaluation, Inputs, Limits, SourceError, evaluate, read_plain

# The user's own machine may read sixteen times as much as the site, and produce four times as much.
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
    output_characters=16_777_216,
    beyond="",
)
MOST_BYTES = LIMITS.text_bytes  # that are read; some files, such as devices, are endless
_EXTENSIONS: Final = (".json", ".yaml", ".yml")
_ADDRESSES: Final = ("http://", "https://")


def display_name(file: str) -> str:
    """The name of ``file`` in messages."""
    return "<stdin>" if file == STANDARD_INPUT else file


def read_text(file: str) -> str:
    """The text of ``file``, or of standard input for `-`, with its line ends.

    UTF-16 with a byte order mark is decoded; otherwise bytes that are not UTF-8 become lone surrogates, so that the
    engine can say where they are. Raises FileNotFoundError, and RequestError if the file cannot be read or is too long.
    """
    try:
        content = _content(file)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise RequestError(f'cannot read "{file}": {getattr(error, "strerror", None) or error}') from None
    if len(content) > MOST_BYTES:
        raise RequestError(f'"{display_name(file)}" has more than {MOST_BYTES:,} bytes, which is the limit')
    return content if isinstance(content, str) else _decoded(content)


def read_existing(file: str) -> str:
    """The text of ``file``, as of ``read_text``; RequestError also if there is no such file."""
    try:
        return read_text(file)
    except FileNotFoundError:
        raise RequestError(f'the path "{file}" does not exist') from None


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
    files = tuple(os.path.normpath(path) for path in sorted(paths))
    if not files:
        why = f"error reading [{named}]: recognized file extensions are [{' '.join(_EXTENSIONS)}]"
        raise RequestError(f"failed to read input object (not a Template?): {why}")
    return files


def _decoded(content: bytes) -> str:
    """Decode a file: UTF-16 if it has a byte order mark, as in go-yaml, else UTF-8."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        try:
            if text := content.decode("utf-16"):
                return text
        except UnicodeDecodeError:
            pass  # the engine reports bytes that are not UTF-8 either
    return content.decode("utf-8", "surrogateescape")


def _content(file: str) -> bytes | str:
    """The content of ``file``, at most MOST_BYTES + 1."""
    if file != STANDARD_INPUT:
        with Path(file).open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    if sys.stdin is None:
        raise RequestError("the standard input is closed")
    # A test, or a program that embeds this, may have replaced it by a text stream without a buffer.
    content: bytes | str = getattr(sys.stdin, "buffer", sys.stdin).read(MOST_BYTES + 1)
    return content


def pairs(words: Iterable[str], option: str) -> dict[str, str]:
    """Parse ``NAME=VALUE`` words; the last one of a name wins. Raises RequestError for a word without `=`."""
    values = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise RequestError(f'{option} needs NAME=VALUE, got "{word}"')
        values[name] = value
    return values


def evaluate_file(options: ClusterOptions) -> Evaluation:
    """The Evaluation of the file and the inputs that ``options`` name; raises RequestError."""
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
        raise RequestError(f'cannot read the cluster in "{file}": {error}') from None
    if not isinstance(cluster, dict):
        raise RequestError(f'the cluster in "{file}" is no mapping')
    return cluster
