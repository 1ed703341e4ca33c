"""The words of `oc` for unreadable YAML and JSON, exactly, as they follow ``error parsing FILE: ``.

Go's ``encoding/json`` (``scanner.go``) and goyaml, as apimachinery ``util/yaml/decoder.go`` uses them.
"""

from __future__ import annotations

import re
from typing import Any

from playground.engine.reading.libyaml import libyaml
from playground.engine.reading.scalars import unsigned
from playground.engine.text.go import quote, to_json

_BAD_NUMBERS = (
    (re.compile(r"-(?![0-9])"), "in numeric literal"),
    (re.compile(r"-?(?:0|[1-9][0-9]*+)\.(?![0-9])"), "after decimal point in numeric literal"),
    (re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?[eE][-+]?+(?![0-9])"), "in exponent of numeric literal"),
)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_STRING = re.compile(r'"(?>(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*)')
_HALF_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,3}")
_SPACE = re.compile(r"[ \t\r\n]*+")
_WORDS = {"t": "true", "f": "false", "n": "null"}
_CLOSERS = {"{": "}", "[": "]"}
_VALUE, _KEY = "looking for beginning of value", "looking for beginning of object key string"
_END = {"{": "after object key:value pair", "[": "after array element"}


def json_words(text: str) -> str:
    """The error of Go's decoder for the first unreadable place of a stream; "" if there is none.

    >>> json_words('{"a": 1,}'), json_words('{"a": [1')
    ("json: offset 9: invalid character '}' looking for beginning of object key string", 'unexpected EOF')
    """
    at, values = _after_space(text, 0), 0
    while at < len(text):
        at, context = _value(text, at)
        if context:
            return _words(text, at, context, values)
        values += 1
        at = _after_space(text, at)
    return ""


def _words(text: str, at: int, context: str, values: int) -> str:
    if at >= len(text):
        return "unexpected EOF"
    byte = text[at].encode("utf-8", "surrogatepass")[0]  # Go looks at bytes
    shown = {0x22: '"', 0x27: "\\'"}.get(byte) or quote(chr(byte))[1:-1]
    words = f"invalid character '{shown}' {context}"
    # After two values it is certain that the text is meant as JSON; then the place is not said.
    offset = len(text[:at].encode("utf-8", "surrogatepass")) + 1
    return words if values > 1 else f"json: offset {offset}: {words}"


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _value(text: str, at: int) -> tuple[int, str]:  # long: one state machine
    """The end of the value at ``at``, or the first invalid character and what was expected."""
    around: list[str] = []  # the opening brackets
    waits = "value"
    while True:
        at = _after_space(text, at)
        char = text[at : at + 1]
        if not char:
            return at, "EOF"
        closes = around and char == _CLOSERS[around[-1]] and waits in ("end", "first key", "first value")
        if closes:
            around.pop()
            at, waits = at + 1, "end"
        elif waits == "end" and char == ",":
            at, waits = at + 1, "key" if around[-1] == "{" else "value"
        elif waits == "end":
            return at, _END[around[-1]]
        elif waits == "colon" and char != ":":
            return at, "after object key"
        elif waits == "colon":
            at, waits = at + 1, "value"
        elif waits in ("key", "first key") and char != '"':
            return at, _KEY
        elif char in _CLOSERS:
            around.append(char)
            at, waits = at + 1, "first key" if char == "{" else "first value"
        else:
            at, context = _scalar(text, at)
            if context:
                return at, context
            waits = "colon" if waits in ("key", "first key") else "end"
        if waits == "end" and not around:
            return at, ""


def _scalar(text: str, at: int) -> tuple[int, str]:
    """The end of the string, number or literal at ``at``, or the error in it."""
    char = text[at]
    if char == '"':
        return _string(text, at)
    if char in _WORDS:
        word = _WORDS[char]
        for index, wanted in enumerate(word):
            if text[at + index : at + index + 1] != wanted:
                return at + index, f"in literal {word} (expecting '{wanted}')"
        return at + len(word), ""
    for pattern, context in _BAD_NUMBERS:
        bad = pattern.match(text, at)
        if bad:
            return bad.end(), context
    number = _NUMBER.match(text, at)
    return (number.end(), "") if number else (at, _VALUE)


def _string(text: str, at: int) -> tuple[int, str]:
    match = _STRING.match(text, at)
    end = match.end() if match else at
    if text[end : end + 1] == '"':
        return end + 1, ""
    half = _HALF_ESCAPE.match(text, end)
    if half:
        return half.end(), "in \\u hexadecimal character escape"
    if text[end : end + 1] == "\\":
        return end + 1, "in string escape code"
    return end, "in string literal"


_NOT_FINITE = {"inf": "+Inf", "-inf": "-Inf", "nan": "NaN"}


def yaml_words(problem: str, line: int = 0) -> str:
    """goyaml's ``problem`` as `oc` prints it; ``line`` counts from 1, 0: it is not said."""
    return f"error converting YAML to JSON: yaml: {f'line {line}: ' if line else ''}{problem}"


def syntax_words(error: Any, lines_before: int) -> str:
    """libyaml's error as goyaml puts it: its scanner's line counts from 1, its parser's from 0, and 0 is not said.

    ``lines_before``: how many lines more Kubernetes hands to goyaml, before the text that was parsed.
    """
    line = 0
    if error.problem_mark is not None:
        line = error.problem_mark.line + lines_before
        line += line > 0 and isinstance(error, libyaml().scanner_error)
    if not line and error.context_mark is not None:
        line = error.context_mark.line + lines_before
    return yaml_words(error.problem or "unknown problem parsing YAML content", line)


def number_words(value: float) -> str:
    """A number that JSON does not have."""
    return f"error converting YAML to JSON: json: unsupported value: {_NOT_FINITE[str(value)]}"


def key_words(value: Any) -> str:
    """A mapping or list in a key's place."""
    return yaml_words(f"invalid map key: {_go_syntax(value)}")


def scalar_key_words(key: str, under: Any) -> str:
    """A null, or a number that only 64 bits without a sign hold, in a key's place; ``under``: the value under it."""
    number = unsigned(key)
    kind, shown = ("%!s(<nil>)", "<nil>") if number is None else ("uint64", f"{number:#x}")
    words = f"unsupported map key of type: {kind}, key: {shown}, value: {_go_syntax(under)}"
    return f"error converting YAML to JSON: {words}"


def directive_words(line: str, number: int, lines: int) -> str:
    """A directive without its document, as ``line`` of that number (from 0) in a text of so many ``lines``."""
    version = re.match(r"%YAML[ \t]+(\S+)", line)
    if version and version[1] != "1.1":
        return yaml_words("found incompatible YAML document", number)
    known = version or line.startswith("%TAG ")
    return yaml_words("did not find expected <document start>", lines) if known else ""


def _go_syntax(value: Any) -> str:
    """A value as ``%#v`` prints it."""
    if isinstance(value, dict):
        entries = ", ".join(f"{quote(key)}:{_go_syntax(value[key])}" for key in sorted(value))
        return f"map[interface {{}}]interface {{}}{{{entries}}}"
    if isinstance(value, list):
        return f"[]interface {{}}{{{', '.join(map(_go_syntax, value))}}}"
    if isinstance(value, str):
        return quote(value)
    return "interface {}(nil)" if value is None else to_json(value)
