"""Text that libyaml accepts and Kubernetes' own scanner refuses or reads differently.

goyaml.v2 ``scannerc.go`` is a port of an older libyaml; a plain search comes first, so a check of other texts is cheap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.reading.errors.oc_words import directive_error, yaml_error
from playground.engine.reading.problem import RawProblem
from playground.engine.reading.tape import DOUBLE, FLOW, PLAIN, Tape
from playground.engine.text.invisible import code_of

_SLASH_ESCAPE = re.compile(r"(?:[^\\]++|\\[^/])*+(\\/)", re.DOTALL)
_DIRECTIVE = re.compile(r"(?>(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n?|\n))*)(%[^\r\n]*+)")
_NOT_YAML = re.compile(
    "[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
)  # listing the allowed characters, `[^…]`, is slower

_YAML_ASCII = bytes((*b"\t\n\r", *range(0x20, 0x7F)))  # the ASCII characters that YAML allows


def invalid_character(chunk: str) -> RawProblem | None:
    """The first character that YAML does not allow: control characters and halves of surrogate pairs."""
    if chunk.isascii() and not chunk.encode().translate(None, _YAML_ASCII):
        return None  # takes an eighth of the time of the search below
    match = _NOT_YAML.search(chunk)
    return invalid_character_at(match.start(), match[0]) if match else None


def invalid_character_at(offset: int, char: str) -> RawProblem:
    """A character that no text for Kubernetes can hold."""
    code = ord(char)
    message = f"YAML text cannot contain the character {code_of(char)}."
    escape = f', or write `"\\x{code:02X}"` in double quotes' if code <= 0xFF else ""
    hint = f"Remove the character{escape}."
    error = "" if 0xD800 <= code < 0xE000 else yaml_error("control characters are not allowed")
    return RawProblem("invalid-character", offset, offset + 1, message, hint, error=error)


def directive(chunk: str) -> RawProblem | None:
    """A directive such as ``%YAML 1.2``, which Kubernetes separates from its document."""
    match = _DIRECTIVE.match(chunk)
    if match is None:
        return None
    message = "Kubernetes refuses this directive: it cuts the text at `---`, so no document follows the directive."
    line, lines = chunk.count("\n", 0, match.start(1)), chunk.count("\n")
    error = directive_error(match[1], line, lines)
    return RawProblem("directive", match.start(1), match.end(1), message, "Remove this line.", error=error)


def byte_order_marks(chunk: str) -> Iterator[RawProblem]:
    """U+FEFF inside the text, where it is an invisible character like any other."""
    offset = chunk.find("\ufeff")
    while offset >= 0:
        message = "An invisible U+FEFF (byte order mark) is part of the text here."
        yield RawProblem(
            "byte-order-mark",
            offset,
            offset + 1,
            message,
            "Remove the character. Files that were joined often contain this mark.",
        )
        offset = chunk.find("\ufeff", offset + 1)


def refused_by_kubernetes(chunk: str, tape: Tape, lines_before: int) -> Iterator[RawProblem]:
    """The errors that only Kubernetes' scanner would report, in text that libyaml accepted.

    ``lines_before``: see ``Chunk``.
    """
    yield from slash_escapes(chunk, tape, lines_before)
    if "?" in chunk and FLOW in tape.styles:
        yield from _question_marks(chunk, tape)


def slash_escapes(chunk: str, tape: Tape, lines_before: int) -> Iterator[RawProblem]:
    """The escapes ``\\/`` of JSON in the double quotes of a ``tape``."""
    if "\\/" not in chunk:
        return
    for start, end, style in zip(tape.starts, tape.ends, tape.styles, strict=True):
        match = _SLASH_ESCAPE.match(chunk, start, end) if style == DOUBLE else None
        if match is not None:
            message = "Kubernetes does not know the escape `\\/` in YAML, only in JSON."
            line = chunk.count("\n", 0, match.start(1)) + lines_before
            error = yaml_error("found unknown escape character", line + 1 if line else 0)  # goyaml names no first line
            hint = "Write `/` without a backslash."
            yield RawProblem("invalid-escape", match.start(1), match.end(1), message, hint, error=error)


def _question_marks(chunk: str, tape: Tape) -> Iterator[RawProblem]:
    flow_end = 0  # the first node after the outermost open flow mapping or list
    for node, style in enumerate(tape.styles):
        if style == FLOW:
            flow_end = max(flow_end, tape.skips[node])
        elif style == PLAIN and node < flow_end:
            offset = chunk.find("?", tape.starts[node], tape.ends[node])
            if offset >= 0:
                message = "Kubernetes refuses text with `?` inside brackets, unless the text is in quotes."
                yield RawProblem("flow-question-mark", offset, offset + 1, message, "Put quotes around the text.")
