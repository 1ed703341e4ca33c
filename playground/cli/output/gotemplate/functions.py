"""The functions of Go templates: those of ``text/template``, and kubectl's two.

Go ``text/template/funcs.go``, ``net/url``, ``encoding/base64``; k8s.io/cli-runtime ``printers/template.go``.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import quote_plus

from playground.cli.output.gotemplate.go_values import (
    NOTHING,
    Box,
    Byte,
    GoTemplateError,
    Int,
    byte_text,
    is_true,
    text_bytes,
    type_name,
    unboxed,
)
from playground.cli.output.gotemplate.printing import sprint, sprintf, sprintln

_LINE_BREAKS = re.compile(rb"[\r\n]+")
_BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_DIGIT = re.compile(rb"[A-Za-z0-9+/]")
_LONGEST_VALUE = 65_536  # characters of a value in a message
_HTML: Final = str.maketrans({"\0": "\ufffd", '"': "&#34;", "'": "&#39;", "&": "&amp;", "<": "&lt;", ">": "&gt;"})
_JS_SPECIAL = re.compile(r"[\\'\"<>&=\x00-\x1f]|[^\x00-\x7f]")
_JS_SHORT: Final = {"\\": "\\\\", "'": "\\'", '"': '\\"'}
LONGEST: Final = 16_777_216  # characters of one text, and of the whole output
Parameter = Literal["value", "any", "string"]  # the Go type of a parameter: reflect.Value, interface {}, string


def base64decode(text: str) -> str:
    """Decode base64, ignoring line breaks; raises GoTemplateError."""
    data = text_bytes(text)
    if _BASE64.fullmatch(encoded := _LINE_BREAKS.sub(b"", data)):
        return byte_text(binascii.a2b_base64(encoded))
    raise GoTemplateError(f"base64 decode failed: illegal base64 data at input byte {_wrong_byte(data)}")


def _wrong_byte(data: bytes) -> int:
    """The offset of the first invalid byte, as Go reports it."""
    offsets = [offset for offset in range(len(data)) if data[offset] not in b"\r\n"]  # of the encoded characters
    digits = 0  # how many characters from the start are digits of base64
    while digits < len(offsets) and _DIGIT.match(data, offsets[digits]):
        digits += 1
    in_last_group = digits % 4
    if digits == len(offsets):  # the end comes too early
        return len(data) - in_last_group
    if data[offsets[digits]] != ord("=") or in_last_group < 2:
        return offsets[digits]
    if in_last_group == 3:  # the padding is right, but something follows
        return offsets[digits + 1]
    if digits + 1 == len(offsets):  # the second `=` is missing
        return len(data)
    return offsets[digits + 1] - 1 if data[offsets[digits + 1]] != ord("=") else offsets[digits + 2]


def equal(first: Any, second: Any) -> bool:
    """Whether two values are equal; raises GoTemplateError if they cannot be compared."""
    kinds = _kind(first), _kind(second)
    if kinds[0] != kinds[1]:
        if NOTHING in (first, second):
            return False
        raise GoTemplateError(f"incompatible types for comparison: {type_name(first)} and {type_name(second)}")
    if kinds[0]:
        return bool(first == second)
    if NOTHING in (first, second):
        return first is second
    if type(first) is type(second):
        raise GoTemplateError(f"non-comparable type {_value_text(second)}: {type_name(second)}")
    names = type_name(first), type_name(second)
    raise GoTemplateError(
        f"non-comparable types {_value_text(first)}: {names[0]}, {names[1]}: {_value_text(second, '%v')}"
    )


def less(first: Any, second: Any) -> bool:
    """Whether ``first`` is less than ``second``. Raises GoTemplateError for values without an order."""
    kinds = _kind(first), _kind(second)
    if "" in kinds:
        raise GoTemplateError("invalid type for comparison")
    if kinds[0] != kinds[1]:
        raise GoTemplateError(f"incompatible types for comparison: {type_name(first)} and {type_name(second)}")
    if kinds[0] == "bool":
        raise GoTemplateError("invalid type for comparison")
    return text_bytes(first) < text_bytes(second) if kinds[0] == "string" else bool(first < second)


def _kind(value: Any) -> str:
    """The basic kind of a value, or ""; only values of the same basic kind can be compared."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    return "string" if isinstance(value, str) else "float" if isinstance(value, float) else ""


def _value_text(value: Any, verb: str = "%s") -> str:
    return sprintf(verb, [value], _LONGEST_VALUE)


def _joined(arguments: Sequence[Any]) -> str:
    """The arguments as one string, not yet escaped."""
    return sprint("<no value>" if value is None else value for value in arguments)


def html(arguments: Sequence[Any]) -> str:
    """The arguments escaped for HTML."""
    return _joined(arguments).translate(_HTML)


def js(arguments: Sequence[Any]) -> str:
    """The arguments escaped for a JavaScript string."""
    return _JS_SPECIAL.sub(_js_escape, _joined(arguments))


def _js_escape(match: re.Match[str]) -> str:
    character = match[0]
    if character in _JS_SHORT:
        return _JS_SHORT[character]
    if "\udc80" <= character <= "\udcff" or (character > "\x7f" and character.isprintable()):
        return character
    return f"\\u{ord(character):04X}"


def urlquery(arguments: Sequence[Any]) -> str:
    """The arguments escaped for the query of a URL."""
    return quote_plus(text_bytes(_joined(arguments)))


class Signature(NamedTuple):
    """A function: the types of its parameters, the type of any further arguments (None: no more), its code."""

    parameters: tuple[Parameter, ...]
    variadic: Parameter | None
    call: Callable[[Sequence[Any]], Any]


def _length(arguments: Sequence[Any]) -> Int:
    item = arguments[0]
    if isinstance(item, Box) and item.value is None:
        raise GoTemplateError("len of nil pointer")
    item = unboxed(item)
    if item is NOTHING:
        raise GoTemplateError("reflect: call of reflect.Value.Type on zero Value")
    if isinstance(item, str):
        return Int(len(text_bytes(item)))
    if isinstance(item, dict | list):
        return Int(len(item))
    raise GoTemplateError(f"len of type {type_name(item)}")


def _index(arguments: Sequence[Any]) -> Any:
    item: Any = unboxed(arguments[0])
    if item is NOTHING:
        raise GoTemplateError("index of untyped nil")
    for key in map(unboxed, arguments[1:]):
        if isinstance(item, Box) and item.value is None:
            raise GoTemplateError("index of nil pointer")
        item = _entry(unboxed(item), key)
    return item


def _entry(item: Any, key: Any) -> Any:
    if isinstance(item, dict):
        if key is NOTHING:
            raise GoTemplateError("value is nil; should be of type string")
        if not isinstance(key, str):
            raise GoTemplateError(f"value has type {type_name(key)}; should be string")
        return Box(item.get(key))
    if not isinstance(item, list | str):
        raise GoTemplateError(f"can't index item of type {type_name(item)}")
    entries: Any = text_bytes(item) if isinstance(item, str) else item
    index = _index_argument(key, len(entries))
    if index == len(entries):
        raise GoTemplateError(f"reflect: {'string' if isinstance(item, str) else 'slice'} index out of range")
    return Byte(entries[index]) if isinstance(item, str) else Box(entries[index])


def _index_argument(key: Any, most: int) -> int:
    if key is NOTHING:
        raise GoTemplateError("cannot index slice/array with nil")
    if isinstance(key, bool) or not isinstance(key, int):
        raise GoTemplateError(f"cannot index slice/array with type {type_name(key)}")
    if not 0 <= key <= most:
        raise GoTemplateError(f"index out of range: {int(key)}")
    return int(key)


def _slice(arguments: Sequence[Any]) -> Any:
    item, keys = unboxed(arguments[0]), arguments[1:]  # as in Go, a key is not unboxed, so an entry is no index
    if item is NOTHING:
        raise GoTemplateError("slice of untyped nil")
    if len(keys) > 3:
        raise GoTemplateError(f"too many slice indexes: {len(keys)}")
    if not isinstance(item, list | str):
        raise GoTemplateError(f"can't slice item of type {type_name(item)}")
    if isinstance(item, str) and len(keys) == 3:
        raise GoTemplateError("cannot 3-index slice a string")
    entries: Any = text_bytes(item) if isinstance(item, str) else item
    indexes = [_index_argument(key, len(entries)) for key in keys]  # begin, end, capacity
    begin, end = indexes[0] if indexes else 0, indexes[1] if len(indexes) > 1 else len(entries)
    if begin > end:
        raise GoTemplateError(f"invalid slice index: {begin} > {end}")
    if len(indexes) == 3 and end > indexes[2]:
        raise GoTemplateError(f"invalid slice index: {end} > {indexes[2]}")
    return byte_text(entries[begin:end]) if isinstance(item, str) else entries[begin:end]


def _call(arguments: Sequence[Any]) -> Any:
    """`call` always fails: no value of the data is a function."""
    value = unboxed(arguments[1])
    if value is NOTHING:
        raise GoTemplateError("call of nil")
    raise GoTemplateError(f"non-function {arguments[0]} of type {type_name(value)}")


def _exists(arguments: Sequence[Any]) -> bool:
    """kubectl's `exists`: whether `index` with these arguments gives a value that is not null."""
    item: Any = NOTHING if arguments[0] is None else arguments[0]
    for key in arguments[1:]:
        if isinstance(item, list | str):
            length = len(text_bytes(item)) if isinstance(item, str) else len(item)
            if isinstance(key, bool) or not isinstance(key, int) or not 0 <= key < length:
                return False
            item = Byte(0) if isinstance(item, str) else item[key]  # a byte is not null, whatever its value
        elif isinstance(item, dict) and isinstance(key, str | None):
            item = item.get(key or "")  # as in Go, nil stands for the empty key
        else:
            return False
        if item is None:
            return False
    return True


def _equal(arguments: Sequence[Any]) -> bool:
    first, *candidates = map(unboxed, arguments)
    if not candidates:
        raise GoTemplateError("missing argument for comparison")
    return any(equal(first, candidate) for candidate in candidates)


def _less_or_equal(arguments: Sequence[Any]) -> bool:
    first, second = map(unboxed, arguments)
    return less(first, second) or equal(first, second)


def _comparison(test: Callable[[Any, Any], bool]) -> Signature:
    return Signature(("value", "value"), None, lambda arguments: test(unboxed(arguments[0]), unboxed(arguments[1])))


def _of_any(function: Callable[[Sequence[Any]], str]) -> Signature:
    """The Signature of a function of any number of arguments of any type."""
    return Signature((), "any", function)


FUNCTIONS: Final[Mapping[str, Signature]] = {
    "and": Signature(("value",), "value", lambda arguments: arguments[-1]),  # the executor stops early
    "or": Signature(("value",), "value", lambda arguments: arguments[-1]),
    "not": Signature(("value",), None, lambda arguments: not is_true(arguments[0])),
    "len": Signature(("value",), None, _length),
    "index": Signature(("value",), "value", _index),
    "slice": Signature(("value",), "value", _slice),
    "call": Signature(("value",), "value", _call),
    "print": _of_any(sprint),
    "println": _of_any(sprintln),
    "printf": Signature(("string",), "any", lambda arguments: sprintf(arguments[0], arguments[1:], LONGEST)),
    "html": _of_any(html),
    "js": _of_any(js),
    "urlquery": _of_any(urlquery),
    "eq": Signature(("value",), "value", _equal),
    "ne": _comparison(lambda first, second: not equal(first, second)),
    "lt": _comparison(less),
    "le": Signature(("value", "value"), None, _less_or_equal),
    "gt": Signature(("value", "value"), None, lambda arguments: not _less_or_equal(arguments)),
    "ge": _comparison(lambda first, second: not less(first, second)),
    "exists": Signature(("any",), "any", _exists),
    "base64decode": Signature(("string",), None, lambda arguments: base64decode(arguments[0])),
}
