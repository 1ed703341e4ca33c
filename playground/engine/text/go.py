"""Formats values and strings as Go does.

Go's ``encoding/json`` (escaping HTML) and ``strconv.Quote``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from json.encoder import encode_basestring
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")
_JSON_STRING_OR_SPACE = re.compile(r'("(?>(?:[^"\\]++|\\.)*)")|[ \t\r\n]+', re.DOTALL)
# For ``str.translate``: the escapes that make JSON safe in HTML.
_HTML = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})
_HTML |= dict.fromkeys(range(0xD800, 0xE000), "\\ufffd")  # half of a surrogate pair is no text
GO_KINDS: Mapping[type, str] = {
    type(None): "null",
    bool: "bool",
    str: "string",
    int: "number",
    float: "number",
    list: "array",
    dict: "object",
}
_SHORT_ESCAPES = {
    '"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v",
}  # fmt: skip


def without_surrogates(text: str) -> str:
    """``text`` with U+FFFD in place of each half of a surrogate pair, which is no text in Go.

    >>> without_surrogates("a\\ud800b")
    'a\ufffdb'
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def kind_of(value: Any) -> str:
    """The type of a JSON value, in the words of Go's decoder."""
    return GO_KINDS[type(value)]


def to_json(value: Any, *, sort_keys: bool = True) -> str:
    """``value`` as ``json.Marshal`` writes it: compact, `<`, `>` and `&` escaped, numbers as Go prints them.

    >>> to_json({"b": "<", "a": [1.5, 1e21, 100000000000000000000.0, None]})
    '{"a":[1.5,1e+21,100000000000000000000,null],"b":"\\\\u003c"}'
    """
    if isinstance(value, dict):
        items = sorted(value.items()) if sort_keys else value.items()
        return "{" + ",".join(f"{_string(key)}:{to_json(item, sort_keys=sort_keys)}" for key, item in items) + "}"
    if isinstance(value, list):
        return "[" + ",".join(to_json(item, sort_keys=sort_keys) for item in value) + "]"
    if isinstance(value, str):
        return _string(value)
    return _double(value) if isinstance(value, float) else json.dumps(value)


def _string(text: str) -> str:
    # `json.dumps(text, ensure_ascii=False)` calls this function, too, but first makes an encoder for each text.
    return encode_basestring(text).translate(_HTML)


def _double(number: float) -> str:
    """``number`` as ``json.Marshal`` writes it, with an exponent below 1e-6 and from 1e21; `e-07` becomes `e-7`."""
    text = repr(number)
    if 1e-6 <= abs(number) < 1e21:
        return f"{Decimal(text):f}".removesuffix(".0")
    return re.sub(r"e-0", "e-", text).removesuffix(".0")


def plain_double(number: float) -> str:
    """``number`` as ``%v`` prints it: with an exponent if the exponent is below -4 or above 5.

    >>> plain_double(123456.0), plain_double(1234567.5), plain_double(-0.00001)
    ('123456', '1.2345675e+06', '-1e-05')
    """
    exact = Decimal(repr(number)).normalize()
    power = exact.adjusted()
    if -4 <= power < 6:
        return f"{exact:f}"
    sign, digits, _ = exact.as_tuple()
    mantissa = "".join(map(str, digits))
    point = f"{mantissa[0]}.{mantissa[1:]}" if mantissa[1:] else mantissa
    return f"{'-' if sign else ''}{point}e{'-' if power < 0 else '+'}{abs(power):02d}"


def compact_json(text: str) -> str:
    """JSON text without white space between its tokens, with `<`, `>` and `&` escaped (``json.Compact``)."""
    return _JSON_STRING_OR_SPACE.sub(lambda match: match[1] or "", text).translate(_HTML)


_NOT_PLAIN = re.compile(r"[^ !#-\[\]-~]")  # plain characters, which ``quote`` keeps, are most of a text


def quote(text: str) -> str:
    """``text`` as ``%q`` prints it.

    >>> print(quote('a"b\\n'))
    "a\\"b\\n"
    """
    return f'"{_NOT_PLAIN.sub(lambda match: _quoted(match[0]), text)}"'


def _quoted(character: str) -> str:
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    return character if character.isprintable() else escaped_by_code(character)


def escaped_by_code(character: str) -> str:
    """The escape with the code of ``character``, as ``%q`` prints characters that cannot be seen.

    >>> escaped_by_code(chr(0x7F)), escaped_by_code(chr(0xAD)), escaped_by_code(chr(0xE0001))
    ('\\\\x7f', '\\\\u00ad', '\\\\U000e0001')
    """
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
