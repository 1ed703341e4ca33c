"""Values to text: the page's printers, block-style YAML and indented JSON, every line with the field it shows.

What YAML a reader must take for which value: YAML 1.1 as Kubernetes reads it (sigs.k8s.io/yaml on go-yaml v2).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from playground.engine.location import ROOT, FieldPath

# A string stays bare only when it has this shape and is none of the words below; all others are quoted. Digits
# first would be numbers, dates or base-60 to one reader or another. A comma at the end is refused because a line
# of this printer that ends in one is always JSON's (see ``output.diff_lines``).
_PLAIN = re.compile(
    r"(?:--?(?=[A-Za-z])|(?=[A-Za-z/$(]))"
    r"[A-Za-z0-9_./$(){}\[\]=+,@%~^*&!?;<>|'\\-]++(?:[ :][A-Za-z0-9_./$(){}\[\]=+,@%~^*&!?;<>|'\\-]++)*+(?<!,)",
    re.ASCII,
)
# The same inside `[…]` and `{…}`, where brackets, commas and question marks end a bare string.
_PLAIN_IN_FLOW = re.compile(
    r"(?=[A-Za-z/$(])[A-Za-z0-9_./$()=+@%~^*&!;<>|'\\-]++(?: [A-Za-z0-9_./$()=+@%~^*&!;<>|'\\-]++)*+",
    re.ASCII,
)
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"))
_LONGEST_WORD = 5

# What YAML may not hold, takes for a line break, or a reader could not see: controls, NEL, NBSP, LS, PS, the marks
# that turn the direction of writing, the byte order mark, surrogates. Tab and newline have their own treatment.
_UNSAFE_CHARACTERS = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\xa0\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ud800-\\udfff\\ufeff\\ufffe\\uffff"
)
_UNSAFE = re.compile(f"[{_UNSAFE_CHARACTERS}]")
_ESCAPED = re.compile(f'[{_UNSAFE_CHARACTERS}\\t\\n"\\\\]')
_NAMED_ESCAPES = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}

# Readers stop looking for the `:` of a key after 1024 characters; a longer one needs the `? ` form.
_LONGEST_SIMPLE_KEY = 1000

Line = tuple[str, FieldPath]  # its text, without line end, and the field it shows, relative to what is printed

# Kubernetes keeps integers of this range; it reads all others as doubles.
_INTEGERS = range(-(2**63), 2**63)


def to_yaml(value: Any) -> str:
    """``value`` as block-style YAML that Kubernetes reads back as the same value; ends with a newline.

    Keys stay in their order, text of several lines becomes a literal block, nothing is anchored or folded.

    >>> print(to_yaml({"port": "8080", "script": "a\\nb\\n", "args": []}), end="")
    port: "8080"
    script: |
      a
      b
    args: []
    """
    return "".join(f"{text}\n" for text, _ in yaml_lines(value))


def to_json(value: Any) -> str:
    """``value`` as JSON with two spaces of indentation, keys in their order; ends with a newline."""
    return "".join(f"{text}\n" for text, _ in json_lines(value))


def scalar(text: str, *, flow: bool = False) -> str:
    """``text`` as a YAML scalar on one line, bare where every reader takes it for this string, else quoted.

    Put ``flow`` where the place is inside ``[…]`` or ``{…}``.

    >>> scalar("http://$(HOST):80"), scalar("yes"), scalar('say "x"')
    ('http://$(HOST):80', '"yes"', '\\'say "x"\\'')
    """
    pattern = _PLAIN_IN_FLOW if flow else _PLAIN
    if pattern.fullmatch(text) and not _is_word(text):
        return text
    return _quoted(text)


@dataclass(slots=True)
class _Level:
    """A mapping or list that is being printed. A stack of them, not recursion: deep values would exhaust that."""

    entries: Iterator[tuple[Any, Any]]  # what is left of it
    path: FieldPath
    mapping: bool
    indent: str
    left: int  # how many entries that is
    lead: str  # what its next line starts with: the indent, but for the line that follows a list's `- `


def _level(branch: Any, path: FieldPath, indent: str, lead: str) -> _Level:
    if isinstance(branch, dict):
        return _Level(iter(branch.items()), path, True, indent, len(branch), lead)
    return _Level(iter(enumerate(branch)), path, False, indent, len(branch), lead)


def _is_branch(value: Any) -> bool:
    """Whether ``value`` takes lines of its own: a mapping or list that holds something."""
    return bool(value) and isinstance(value, (dict, list))


class _Forms(dict[str, str]):
    """Strings as they are printed."""

    def __init__(self, form: Callable[[str], str]) -> None:
        self.form = form

    def __missing__(self, text: str) -> str:
        printed = self[text] = self.form(text)
        return printed


class Printed(NamedTuple):
    """Strings that were printed already: names and values repeat a lot, also from one Object to the next."""

    keys: _Forms
    scalars: _Forms
    json: _Forms

    @classmethod
    def new(cls) -> Printed:
        """Nothing yet."""
        return cls(_Forms(_key), _Forms(scalar), _Forms(double_quoted))


def yaml_lines(value: Any, printed: Printed | None = None) -> Iterator[Line]:
    """``value`` as the lines of block-style YAML; raises ValueError for a number that Kubernetes cannot hold.

    Of several values that are printed together, all may be given the same ``printed``.
    """
    if not _is_branch(value):
        yield (scalar(value) if isinstance(value, str) else _leaf(value)), ROOT
        return
    keys, scalars, _ = printed or Printed.new()
    stack = [_level(value, ROOT, "", "")]
    while stack:
        level = stack[-1]
        for name, child in level.entries:
            path = FieldPath((*level.path, name))
            head, level.lead = level.lead + (keys[name] if level.mapping else "-"), level.indent
            if "\n" in head:
                yield head[:-2], path
                head = f"{level.indent}:"
            if isinstance(child, str):
                if "\n" in child and _fits_block(child):
                    yield from _block(head, f"{level.indent}  ", child, path)
                else:
                    yield f"{head} {scalars[child]}", path
            elif _is_branch(child):
                if level.mapping:
                    yield head, path
                stack.append(_below(level, child, path, head))
                break
            else:
                yield f"{head} {_leaf(child)}", path
        else:
            stack.pop()


def _below(level: _Level, child: Any, path: FieldPath, head: str) -> _Level:
    """The level of a mapping or list in ``level``, whose entry begins with ``head``."""
    if not level.mapping:
        return _level(child, path, f"{level.indent}  ", f"{head} ")
    # A list stands right under its key, as kubectl prints it.
    indent = level.indent if isinstance(child, list) else f"{level.indent}  "
    return _level(child, path, indent, indent)


def _key(text: str) -> str:
    """What stands before a mapping's value, in two lines where the key is too long for one."""
    key = scalar(text)
    return f"{key}:" if len(key) <= _LONGEST_SIMPLE_KEY else f"? {key}\n:"


def _leaf(value: Any) -> str:
    """What YAML and JSON write alike: numbers, true, false, null, and the empty mapping and list."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value in _INTEGERS:
        return str(value)
    if isinstance(value, (int, float)):
        if not math.isfinite(value):
            raise ValueError(f"{value} has no place in an Object")
        return repr(float(value))
    if value in ({}, []):
        return "{}" if isinstance(value, dict) else "[]"
    raise TypeError(f"{type(value).__name__} has no place in an Object")


def _is_word(text: str) -> bool:
    """Whether some YAML 1.1 reader takes the bare text for a bool, null or number."""
    return len(text) <= _LONGEST_WORD and text.lower() in _WORDS


def _quoted(text: str) -> str:
    """Double quotes, but single ones where they spare escapes of quotes and backslashes."""
    spares = ('"' in text or "\\" in text) and "'" not in text
    if spares and "\n" not in text and "\t" not in text and not _UNSAFE.search(text):
        return f"'{text}'"
    return double_quoted(text)


def double_quoted(text: str) -> str:
    """``text`` in double quotes, with escapes that YAML and JSON share."""
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    """The escape of one character, in YAML's double quotes as in JSON's."""
    character = match[0]
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"  # half a pair is no text: Go reads the replacement character, and YAML refuses its escape
    return _NAMED_ESCAPES.get(character) or f"\\u{ord(character):04x}"


def _fits_block(text: str) -> bool:
    """Whether text of several lines can stand in a literal block unchanged."""
    return _UNSAFE.search(text) is None and not text.isspace()


def _block(head: str, indent: str, text: str, path: FieldPath) -> Iterator[Line]:
    """``text`` as a literal block under ``head``."""
    # The indent is found from the first line, so it is told where that starts with a blank or is empty.
    told = "2" if text[0] in " \t\n" else ""
    body = text.removesuffix("\n")
    kept = "-" if body == text else "+" if body.endswith("\n") else ""
    yield f"{head} |{told}{kept}", path
    for line in body.split("\n"):
        yield f"{indent}{line}" if line else "", path


def json_lines(value: Any, printed: Printed | None = None) -> Iterator[Line]:
    """``value`` as the lines of indented JSON; the same holds as for ``yaml_lines``."""
    _, _, strings = printed or Printed.new()
    if not _is_branch(value):
        yield (strings[value] if isinstance(value, str) else _leaf(value)), ROOT
        return
    stack = [_level(value, ROOT, "  ", "")]
    yield ("{" if stack[0].mapping else "["), ROOT
    while stack:
        level = stack[-1]
        for name, child in level.entries:
            level.left -= 1
            path = FieldPath((*level.path, name))
            head = f"{level.indent}{strings[name]}: " if level.mapping else level.indent
            if _is_branch(child):
                yield head + ("{" if isinstance(child, dict) else "["), path
                stack.append(_level(child, path, f"{level.indent}  ", ""))
                break
            leaf = strings[child] if isinstance(child, str) else _leaf(child)
            yield f"{head}{leaf},"[: None if level.left else -1], path
        else:
            stack.pop()
            comma = "," if stack and stack[-1].left else ""
            yield f"{level.indent[2:]}{'}' if level.mapping else ']'}{comma}", level.path
