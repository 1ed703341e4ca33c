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
_STRING = re.compile(r'"(?>(?:[^"\\\x00-\x1f]++|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*)')
_HALF_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{0,3}")
_SPACE = re.compile(r"[ \t\r\n]*+")
_WORDS = {"t": "true", "f": "false", "n": "null"}
_CLOSERS = {"{": "}", "[": "]"}
_VALUE, _KEY = "looking for beginning of value", "looking for beginning of object key string"
_END = {"{": "after object key:value pair", "[": "after array element"}


def json_error(text: str) -> str:
    """The error of Go's decoder at the first unreadable place of a stream; "" if there is none.

    >>> json_error('{"a": 1,}'), json_error('{"a": [1')
    ("json: offset 9: invalid character '}' looking for beginning of object key string", 'unexpected EOF')
    """
    offset, values = _after_space(text, 0), 0
    while offset < len(text):
        offset, context = _scan_value(text, offset)
        if context:
            return _error_message(text, offset, context, values)
        values += 1
        offset = _after_space(text, offset)
    return ""


def _error_message(text: str, offset: int, context: str, values: int) -> str:
    """The message about the character at ``offset``, after as many complete ``values`` of the stream."""
    if offset >= len(text):
        return "unexpected EOF"
    byte = text[offset].encode("utf-8", "surrogatepass")[0]  # Go looks at bytes
    character = {0x22: '"', 0x27: "\\'"}.get(byte) or quote(chr(byte))[1:-1]
    message = f"invalid character '{character}' {context}"
    # After two values, Go's decoder is sure that the text is JSON, and no longer names the place.
    byte_offset = len(text[:offset].encode("utf-8", "surrogatepass")) + 1
    return message if values > 1 else f"json: offset {byte_offset}: {message}"


def _after_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def _scan_value(text: str, offset: int) -> tuple[int, str]:  # long: one state machine
    """The end of the value at ``offset`` and "", or the first invalid character and what was expected."""
    openers: list[str] = []  # the opening brackets
    expected = "value"
    while True:
        offset = _after_space(text, offset)
        char = text[offset : offset + 1]
        if not char:
            return offset, "EOF"
        closes = openers and char == _CLOSERS[openers[-1]] and expected in ("end", "first key", "first value")
        if closes:
            openers.pop()
            offset, expected = offset + 1, "end"
        elif expected == "end" and char == ",":
            offset, expected = offset + 1, "key" if openers[-1] == "{" else "value"
        elif expected == "end":
            return offset, _END[openers[-1]]
        elif expected == "colon" and char != ":":
            return offset, "after object key"
        elif expected == "colon":
            offset, expected = offset + 1, "value"
        elif expected in ("key", "first key") and char != '"':
            return offset, _KEY
        elif char in _CLOSERS:
            openers.append(char)
            offset, expected = offset + 1, "first key" if char == "{" else "first value"
        else:
            offset, context = _scan_scalar(text, offset)
            if context:
                return offset, context
            expected = "colon" if expected in ("key", "first key") else "end"
        if expected == "end" and not openers:
            return offset, ""


def _scan_scalar(text: str, offset: int) -> tuple[int, str]:
    """The end of the string, number or literal at ``offset`` and "", or the place of its error and the error."""
    char = text[offset]
    if char == '"':
        return _scan_string(text, offset)
    if char in _WORDS:
        word = _WORDS[char]
        for index, letter in enumerate(word):
            if text[offset + index : offset + index + 1] != letter:
                return offset + index, f"in literal {word} (expecting '{letter}')"
        return offset + len(word), ""
    for pattern, context in _BAD_NUMBERS:
        bad = pattern.match(text, offset)
        if bad:
            return bad.end(), context
    number = _NUMBER.match(text, offset)
    return (number.end(), "") if number else (offset, _VALUE)


def _scan_string(text: str, offset: int) -> tuple[int, str]:
    match = _STRING.match(text, offset)
    end = match.end() if match else offset
    if text[end : end + 1] == '"':
        return end + 1, ""
    half = _HALF_ESCAPE.match(text, end)
    if half:
        return half.end(), "in \\u hexadecimal character escape"
    if text[end : end + 1] == "\\":
        return end + 1, "in string escape code"
    return end, "in string literal"


_NOT_FINITE = {"inf": "+Inf", "-inf": "-Inf", "nan": "NaN"}


def yaml_error(problem: str, line: int = 0) -> str:
    """goyaml's ``problem`` as `oc` prints it; ``line`` counts from 1; 0 names no line."""
    return f"error converting YAML to JSON: yaml: {f'line {line}: ' if line else ''}{problem}"


def syntax_error(error: Any, lines_before: int) -> str:
    """libyaml's error as goyaml prints it: the scanner's line counts from 1, the parser's from 0; line 0 is not named.

    ``lines_before``: how many lines Kubernetes hands to goyaml before the parsed text.
    """
    line = 0
    if error.problem_mark is not None:
        line = error.problem_mark.line + lines_before
        line += line > 0 and isinstance(error, libyaml().scanner_error)
    if not line and error.context_mark is not None:
        line = error.context_mark.line + lines_before
    return yaml_error(error.problem or "unknown problem parsing YAML content", line)


def number_error(value: float) -> str:
    """The error for a number that JSON does not have."""
    return f"error converting YAML to JSON: json: unsupported value: {_NOT_FINITE[str(value)]}"


def key_error(value: Any) -> str:
    """The error for a mapping or list as a key."""
    return yaml_error(f"invalid map key: {_go_syntax(value)}")


def scalar_key_error(key: str, value: Any) -> str:
    """The error for null, or an integer that needs 64 bits without a sign, as a key with ``value``."""
    number = unsigned(key)
    kind, shown_key = ("%!s(<nil>)", "<nil>") if number is None else ("uint64", f"{number:#x}")
    shown_value = "<nil>" if value is None else _go_syntax(value)
    message = f"unsupported map key of type: {kind}, key: {shown_key}, value: {shown_value}"
    return f"error converting YAML to JSON: {message}"


def directive_error(line: str, number: int, lines: int) -> str:
    """The error for the directive ``line`` without its document; ``number`` counts from 0, the text has ``lines``."""
    version = re.match(r"%YAML[ \t]+(\S+)", line)
    if version and version[1] != "1.1":
        return yaml_error("found incompatible YAML document", number)
    is_known = version or line.startswith("%TAG ")
    return yaml_error("did not find expected <document start>", lines) if is_known else ""


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
