"""Prints values as KYAML, as `kubectl` and `oc` do: braces, strings always quoted, keys where needed.

sigs.k8s.io/yaml ``kyaml``: the value becomes JSON, the JSON is read as YAML, and the result is printed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from playground.engine.printing.oc.yaml import ESCAPES
from playground.engine.reading.scalars import means_its_text
from playground.engine.text.go import escaped_by_code, to_json, without_surrogates

_STEP: Final = "  "
_FOLD: Final = "\\\n"  # a line end that is not part of the text
_LONGEST_SIMPLE_KEY: Final = 1024 - 2  # characters; a longer key, with its quotes, is written after `? `
_UNUSUAL = re.compile(r"[^\t !#-\[\]-~]")  # a character that may need an escape
_BARE_KEY = re.compile(r"\w(?:[\w./-]*\w)?")
_WORDS: Final = frozenset("null true false yes no on off y n t f".split())  # keys that are not bare
# What Go reads as a number: decimal, named or with a hexadecimal fraction, and with a base.
_DECIMAL = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e-?[0-9]+)?", re.IGNORECASE)
_NAMED_NUMBER = re.compile(
    r"nan|-?(?:inf|infinity|0x(?=\.?[0-9a-f])[0-9a-f]*\.?[0-9a-f]*p-?[0-9]+)", re.ASCII | re.IGNORECASE
)
_BASED_NUMBER = re.compile(r"-?0(?:b[01]+|o[0-7]+|x[0-9a-f]+)", re.ASCII | re.IGNORECASE)
_INT64 = range(-(2**63), 2**63)


def printed_kyaml(value: Any, *, in_order: bool = False) -> str:
    """``value`` as `-o kyaml` prints it, a document with its `---`; ``in_order``: the keys of the root are not sorted.

    >>> print(printed_kyaml({"b": [1.50, "x: y"], "a": [{"no": None}, {}]}), end="")
    ---
    {
      a: [{
        "no": null,
      }, {}],
      b: [
        1.5,
        "x: y",
      ],
    }
    """
    keys = _Keys()
    if isinstance(value, dict):
        return f"---\n{_mapping(value, value if in_order else sorted(value), '', keys)}\n"
    return f"---\n{_node(value, '', keys)}\n"


class _Keys(dict[str, str]):
    """A cache of printed keys, as these repeat in a text."""

    def __missing__(self, key: str) -> str:
        text = key if _is_bare(key) else _line(key).replace("\t", "\\t")
        text = self[key] = text if len(text) <= _LONGEST_SIMPLE_KEY else f"? {text}"
        return text


def _node(value: Any, indent: str, keys: _Keys) -> str:
    """``value`` as printed after a key or bracket, in a line that is indented by ``indent``."""
    if isinstance(value, str):
        return _string(value, indent + _STEP)
    if isinstance(value, dict):
        return _mapping(value, sorted(value), indent, keys)
    if not isinstance(value, list):
        return to_json(value)
    if all(isinstance(item, dict | list) for item in value):
        return f"[{', '.join([_node(item, indent, keys) for item in value])}]"
    inner = indent + _STEP
    return "[\n" + "".join([f"{inner}{_node(item, inner, keys)},\n" for item in value]) + f"{indent}]"


def _mapping(value: Mapping[str, Any], order: Iterable[str], indent: str, keys: _Keys) -> str:
    if not value:
        return "{}"
    inner = indent + _STEP
    return (
        "{\n" + "".join([f"{inner}{keys[key]}: {_node(value[key], inner, keys)},\n" for key in order]) + f"{indent}}}"
    )


def _string(text: str, indent: str) -> str:
    """A string in quotes; if it has several lines, each of them on its own line."""
    if "\n" not in text:
        return _line(text)
    *lines, last = text.split("\n")
    printed = [f"{indent}{_after_indent(line)}\\n{_FOLD}" for line in lines]
    if last:
        printed.append(f"{indent}{_after_indent(last)}{_FOLD}")
    return f'"{_FOLD}{"".join(printed)}{indent}"'


def _after_indent(line: str) -> str:
    """A line as printed after its indent. A backslash keeps a leading space or tab from counting as indent."""
    return ("\\" if line.startswith((" ", "\t")) else " ") + _escaped(line)


def _line(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    return _UNUSUAL.sub(_escape, without_surrogates(text))


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character in ESCAPES:
        return ESCAPES[character]
    return character if character.isprintable() else escaped_by_code(character)


def _is_bare(key: str) -> bool:
    """Whether a key needs no quotes: every reader of YAML takes it for text.

    Unlike `oc`, this also quotes a key that only goyaml.v2 takes for a number.
    """
    if not _BARE_KEY.fullmatch(key) or key.lower() in _WORDS:
        return False
    return not _is_number(key.replace("_", "")) and means_its_text(key)


def _is_number(plain: str) -> bool:
    """Whether Go's ``ParseInt(plain, 0, 64)`` or ``ParseFloat`` reads ``plain``, and does not find it too large."""
    if _DECIMAL.fullmatch(plain):
        return math.isfinite(float(plain))
    if _BASED_NUMBER.fullmatch(plain):
        return int(plain, 0) in _INT64
    return _NAMED_NUMBER.fullmatch(plain) is not None
