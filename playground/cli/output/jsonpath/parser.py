"""`-o jsonpath=…`: parses the text and the paths in braces.

k8s.io/client-go ``util/jsonpath/parser.go``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from playground.cli.output.gotemplate import code_point

Kind = Literal[
    "text",
    "field",
    "existing",
    "wildcard",
    "recursive",
    "slice",
    "union",
    "filter",
    "number",
    "truth",
    "range",
    "end",
    "word",
]  # "text" and "number" are literals: the Step's value is the result; "existing": a field that may not be missing
_NUMBER = re.compile(r"[+-]?[0-9.]*")
_NAME = re.compile(r"(?:\\.?|[^\\ \t\r\n.,\[\]$@{}])*", re.DOTALL)
_WORD = re.compile(r"[^ \t\r\n.,\[\]$@{}]*")
_SLICE = re.compile(r"(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?")
_KEY = re.compile(r"'([^']*)'")
_COMPARISON = re.compile(r"([^!<>=]+)([!<>=]+)(.+)")
_ESCAPE = re.compile(
    r"\\(?:([abfnrtv\\])|x([0-9a-fA-F]{2})|([0-3][0-7]{2})|(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))|(['\"]))|([\\'\"])"
)
_LETTERS: Final = dict(zip("abfnrtv\\", "\a\b\f\n\r\t\v\\", strict=True))
_TRUTHS: Final = {"true": True, "false": False}
_LONGEST_NUMBER: Final = 18  # digits of an index: no list is so long


class Bounds(NamedTuple):
    """The bounds of a slice; if ``single``, the slice is one index, and ``end`` is the next index."""

    start: int | None
    end: int | None
    step: int | None = None
    single: bool = False


class JsonPathError(Exception):
    """An expression cannot be parsed or evaluated. The message is client-go's; ``reached`` has the results that
    client-go returns together with the error.
    """

    def __init__(self, message: str, reached: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.reached = reached


class Step(NamedTuple):
    """One step of a path and its operand: a name, number, text, bounds or other paths."""

    kind: Kind
    value: Any = None


Path = tuple[Step, ...]


def parsed(template: str) -> tuple[str | Path, ...]:
    """Parse ``template`` into texts and paths, in order; raises JsonPathError."""
    parts: list[str | Path] = []
    offset = 0
    while offset < len(template):
        start = template.find("{", offset)
        end = len(template) if start < 0 else start
        if end > offset:
            parts.append(template[offset:end])
        offset = end
        if start >= 0:
            steps = _Steps(template, start + 1)
            parts.append(tuple(steps))
            offset = steps.offset
    return tuple(parts)


class _Steps:
    """The parser of one path from ``offset`` to its closing brace; at the end, ``offset`` is after that brace."""

    def __init__(self, template: str, offset: int) -> None:
        self.template, self.offset = template, offset

    def __iter__(self) -> Iterator[Step]:
        while not self._takes("}"):
            yield from self._step()

    def _takes(self, start: str) -> bool:
        """Consume ``start`` if the rest of the template begins with it; whether it does."""
        if self.template.startswith(start, self.offset):
            self.offset += len(start)
            return True
        return False

    def _step(self) -> Iterator[Step]:
        sign = self.template[self.offset : self.offset + 1]
        if not sign or sign in "\r\n":
            raise JsonPathError("unclosed action")
        if self._takes("[?("):
            yield self._filter()
        elif self._takes(".."):
            yield from self._descent()
        elif sign in "'\"":
            yield Step("text", self._quoted(sign))
        elif sign in "+-0123456789":
            yield self._number()
        elif sign == "[":
            yield from self._brackets()
        elif sign == ".":
            self.offset += 1
            yield self._field()
        elif sign.isalnum() or sign == "_":
            yield self._word()
        elif sign in " @$":  # as in client-go, `@` and `$` change nothing
            self.offset += 1
        else:
            raise JsonPathError(f"unrecognized character in action: {code_point(sign)}")

    def _taken(self, pattern: re.Pattern[str]) -> str:
        """Consume and return the text that ``pattern`` matches here, which may be empty."""
        match = pattern.match(self.template, self.offset)
        text = match[0] if match else ""
        self.offset += len(text)
        return text

    def _field(self) -> Step:
        name = self._taken(_NAME)
        return Step("wildcard") if name == "*" else Step("field", name.replace("\\", ""))

    def _descent(self) -> Iterator[Step]:
        yield Step("recursive")
        sign = self.template[self.offset : self.offset + 1]
        if self.template.startswith("..", self.offset):
            raise JsonPathError("invalid multiple recursive descent")
        if sign.isalnum() or sign == "_":
            yield self._field()

    def _word(self) -> Step:
        word = self._taken(_WORD)
        if word in _TRUTHS:
            return Step("truth", _TRUTHS[word])
        return Step("range") if word == "range" else Step("end") if word == "end" else Step("word", word)

    def _number(self) -> Step:
        text = self._taken(_NUMBER)
        try:
            whole = "." not in text and len(text) <= _LONGEST_NUMBER
            return Step("number", int(text) if whole else float(text))
        except ValueError:
            raise JsonPathError(f"cannot parse number {text}") from None

    def _quoted(self, quote: str) -> str:
        """The text between quotes; a quote after a backslash does not close it."""
        end = self.offset + 1
        while (end := self.template.find(quote, end)) > 0 and self.template[end - 1] == "\\":
            end += 1
        inside = self.template[self.offset + 1 : end]
        if end < 0 or "\n" in inside:
            raise JsonPathError("unterminated quoted string")
        self.offset = end + 1
        return _unquoted(f"{quote}{inside}{quote}")

    def _brackets(self) -> Iterator[Step]:
        end = self.template.find("]", self.offset)
        inside = self.template[self.offset + 1 : end]
        if end < 0 or "\n" in inside:
            raise JsonPathError("unterminated array")
        self.offset = end + 1
        if "," in inside:
            paths = (self._inner(f"[{index.strip(' ')}]") for index in inside.split(","))
            yield Step("union", tuple(paths))
        elif key := _KEY.fullmatch(inside):
            yield from self._inner(f".{key[1]}")
        else:
            yield Step("slice", _bounds(":" if inside == "*" else inside))

    def _filter(self) -> Step:
        """The condition between `[?(` and `)]`. As in client-go, a `)` in the first quoted text belongs to that text,
        and a `)` in a later quoted text ends the condition.
        """
        start, quote, closed = self.offset, "", False
        while (sign := self.template[self.offset : self.offset + 1]) != ")" or bool(quote) != closed:
            if not sign or sign == "\n":
                raise JsonPathError("unterminated filter")
            if sign in "'\"" and not quote:
                quote = sign
            elif sign == quote and self.template[self.offset - 1] != "\\":
                closed = True
            self.offset += 1
        inside = self.template[start : self.offset]
        if not self._takes(")]"):
            raise JsonPathError("unclosed array expect ]")
        comparison = _COMPARISON.fullmatch(inside)
        if comparison is None:
            return Step("filter", (self._inner(inside), "exists", ()))
        return Step("filter", (self._inner(comparison[1]), comparison[2], self._inner(comparison[3])))

    def _inner(self, text: str) -> Path:
        """Parse ``text`` as the inside of braces."""
        # The recursion is never deep: a filter ends at the first `)`, a union at the first `]`.
        first = parsed(f"{{{text}}}")[0]
        return first if isinstance(first, tuple) else ()


def _bounds(text: str) -> Bounds:
    match = _SLICE.fullmatch(text)
    if match is None:
        raise JsonPathError(f"invalid array index {text}")
    start, end, step = (_bound((bound or "").removeprefix(":")) for bound in match.groups())
    return Bounds(start, (start or 0) + 1, None, single=True) if match[2] is None else Bounds(start, end, step)


def _bound(text: str) -> int | None:
    if text == "-" or len(text) > _LONGEST_NUMBER:
        raise JsonPathError(f"array index {text} is not a number")
    return int(text) if text else None


def _unquoted(literal: str) -> str:
    """The text between quotes, unescaped (``strconv.UnquoteChar``); bytes that are not UTF-8 become lone surrogates."""
    quote, inside = literal[0], literal[1:-1]

    def resolved(match: re.Match[str]) -> str:
        letter, byte, octal, short, long, escaped, bare = match.groups()
        code = int(short or long or "0", 16)
        if (
            bare == "\\"  # a backslash before nothing that it escapes
            or (bare or "") == quote  # the quote that surrounds the text, not escaped
            or (escaped or quote) != quote  # the other quote, escaped
            or 0xD800 <= code < 0xE000  # a surrogate
            or code > 0x10FFFF  # beyond Unicode
        ):
            raise JsonPathError(f"unquote string {literal} error invalid syntax")
        if byte or octal:
            value = int(byte, 16) if byte else int(octal, 8)
            return chr(value if value < 0x80 else 0xDC00 + value)
        return _LETTERS[letter] if letter else escaped or bare or chr(code)

    text = _ESCAPE.sub(resolved, inside)
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
