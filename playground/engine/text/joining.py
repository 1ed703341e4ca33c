"""Joins files to one text, in which each file's first line is a comment with its name, and finds the names again.

The files are separated by `---`. A comment `# file: NAME` right after a `---`, or at the beginning of the text, is a
name by definition, whoever wrote it; elsewhere it is a comment like any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

from playground.engine.text.invisible import escaped
from playground.engine.text.yaml import json_escapes

LONGEST_FILE_NAME = 200  # characters of a name that are written and shown
_NAME = re.compile(r"(?:\A\ufeff?|(?:\A\ufeff?|\n)---[^\n]*\n)(?=# file: (\S[^\r\n]*))")
_JSON = re.compile(r"\s*[{\[]")


class NamedPart(NamedTuple):
    """A part of a joined text that came from one file."""

    name: str
    start: int  # the offset of its comment; its own first line follows


def joined(files: Iterable[tuple[str, str]]) -> str:
    """One text of all ``files``, each given as its name and its text; the order stays. "" without a file.

    Every line of a file stays one line, so ``SourceText.file_line`` finds it again.

    >>> joined([("web.yaml", "kind: Pod"), ("db/service.yaml", "kind: Service\\n")])
    '# file: web.yaml\\nkind: Pod\\n---\\n# file: db/service.yaml\\nkind: Service\\n'
    """
    return "---\n".join(f"# file: {_shown(name)}\n{_ended(_as_yaml(text))}" for name, text in files)


def named_parts(text: str) -> tuple[NamedPart, ...]:
    """The parts of a joined text that have a name, in order; each ends where the next begins.

    >>> named_parts(joined([("a.yaml", "kind: Pod"), ("b.yaml", "")]))
    (NamedPart(name='a.yaml', start=0), NamedPart(name='b.yaml', start=29))
    """
    return tuple(NamedPart(_shown(match[1]), match.end()) for match in _NAME.finditer(text))


def _shown(name: str) -> str:
    """A name on one line, with escapes in place of invisible characters, and with its end cut off if it is long."""
    name = escaped(name[: LONGEST_FILE_NAME + 1]).replace("\n", "\\n").replace("\t", "\\t").strip() or "unnamed"
    return name if len(name) <= LONGEST_FILE_NAME else f"{name[: LONGEST_FILE_NAME - 1]}…"


def _ended(text: str) -> str:
    """A text whose last line has its line break, without the mark of its encoding, which only begins a stream."""
    text = text.removeprefix("\ufeff")
    return text if not text or text.endswith("\n") else f"{text}\n"


def _as_yaml(text: str) -> str:
    """A JSON text with the escapes that YAML knows, on the same lines; any other text unchanged.

    After a comment, Kubernetes reads a text as YAML.
    """
    if "\\" not in text or not _JSON.match(text):
        return text
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return text
    parts, position = [], 0
    for start, end, character in json_escapes(text, 0, len(text)):
        parts += [text[position:start], character]
        position = end
    return "".join([*parts, text[position:]])
