"""Parses the string, character and number literals of a Go template.

Go ``strconv.Unquote``, and ``newNumber`` of ``text/template/parse/node.go``.
"""

from __future__ import annotations

import math
import re
from typing import Final

from playground.cli.output.gotemplate.errors import GoTemplateError
from playground.cli.output.gotemplate.values import Int
from playground.engine import go_quote

_SIMPLE: Final = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\", "'": "'", '"': '"',
}  # fmt: skip
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))", re.DOTALL)
_INTEGER = re.compile(r"([+-]?)(?:0[xX]_?([0-9a-fA-F]+(?:_[0-9a-fA-F]+)*)|0[bB]_?([01]+(?:_[01]+)*)"
                      r"|0[oO]?_?([0-7]+(?:_[0-7]+)*)|([1-9][0-9]*(?:_[0-9]+)*|0))")  # fmt: skip
_DIGITS: Final = "[0-9]+(?:_[0-9]+)*"
_FLOAT = re.compile(rf"[+-]?(?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?")
_HEX_FLOAT = re.compile(r"[+-]?0[xX](?=\.?[0-9a-fA-F])[0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][+-]?[0-9]+")
_INT64 = range(-(2**63), 2**63)
_LONGEST_INTEGER: Final = 400  # digits; a longer one is beyond 64 bits


def unquoted(written: str) -> str:
    """The value of a string in double quotes or back quotes; raises GoTemplateError."""
    if written.startswith("`"):
        return written[1:-1].replace("\r", "")
    parts, done = [], 1
    for match in _ESCAPE.finditer(written, 1, len(written) - 1):
        parts += [written[done : match.start()], _unescaped(match, '"')]
        done = match.end()
    text = "".join((*parts, written[done:-1]))
    # Bytes may have been written one by one.
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _unescaped(match: re.Match[str], mark: str) -> str:
    """The value of an escape in a literal quoted by ``mark``; a byte beyond ASCII becomes a lone surrogate."""
    byte, short, long, octal, simple = match.groups()
    if byte or octal:
        code = int(byte, 16) if byte else int(octal, 8)
        if code > 0xFF:
            raise GoTemplateError("invalid syntax")
        return chr(code) if code < 0x80 else chr(0xDC00 + code)
    if short or long:
        code = int(short or long, 16)
        if code > 0x10FFFF or 0xD800 <= code < 0xE000:
            raise GoTemplateError("invalid syntax")
        return chr(code)
    if simple not in _SIMPLE or (simple in "'\"" and simple != mark):
        raise GoTemplateError("invalid syntax")
    return _SIMPLE[simple]


def character(written: str) -> Int:
    """The code point of a character literal; raises GoTemplateError."""
    inside = written[1:]
    match = _ESCAPE.match(inside) if inside.startswith("\\") else None
    if inside.startswith("'") or (inside.startswith("\\") and not match):
        raise GoTemplateError("invalid syntax")
    meant = _unescaped(match, "'") if match else inside[0]
    if inside[match.end() if match else 1 :] != "'":
        raise GoTemplateError(f"malformed character constant: {written}")
    code = ord(meant)
    return Int(code - 0xDC00 if 0xDC80 <= code <= 0xDCFF else code)


def number(written: str) -> Int | float | None:
    """The value of a number literal; None if it overflows an int. Raises GoTemplateError if it is malformed.

    Complex numbers are not supported and count as malformed.
    """
    match = _INTEGER.fullmatch(written)
    if match and len(written) <= _LONGEST_INTEGER:
        sign, hexadecimal, binary, octal, decimal = match.groups()
        digits, base = next((text, base) for text, base in
                            ((hexadecimal, 16), (binary, 2), (octal, 8), (decimal, 10)) if text)  # fmt: skip
        whole = int(digits.replace("_", ""), base) * (-1 if sign == "-" else 1)
        if whole in _INT64:
            return Int(whole)
        if whole in range(2**64):
            return None
    value = _double(written)
    if value is None or not math.isfinite(value):
        raise GoTemplateError(f"illegal number syntax: {go_quote(written)}")
    if not re.search("[.eEpP]", written):
        raise GoTemplateError(f"integer overflow: {go_quote(written)}")
    return value


def _double(written: str) -> float | None:
    plain = written.replace("_", "")
    if _FLOAT.fullmatch(written):
        return float(plain)
    if not _HEX_FLOAT.fullmatch(written):
        return None
    try:
        return float.fromhex(plain)
    except OverflowError:
        return math.inf
