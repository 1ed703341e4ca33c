"""Prints values for the page, not as `oc` does: block-style YAML or indented JSON, with the field of every line.

Keys keep their order, multi-line text becomes a literal block, nothing is anchored or folded; Kubernetes reads back the
same values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from math import inf
from typing import Any, NamedTuple

from playground.engine.text.yaml import double_quoted, fits_block, literal_block, longest_escape, scalar

# Characters. Readers look for the `:` of a key in its first 1024 characters only; a longer key needs the form `? KEY`.
_LONGEST_SIMPLE_KEY = 1000
_SHORT_KEY = _LONGEST_SIMPLE_KEY // 10  # always short enough, even if an escape takes the place of each character

# Bytes of memory, as ``printed_size`` counts them.
_LINE = 128  # of a line, without the characters of its text: Python's objects for the text and the path
_INDENTATION = 2  # of a line, for each level of its value
_STEP = 8  # of the path of a line, for each level; the lines of one text share their path
_WIDE = 4  # of a character, if any character of its text is not ASCII; each character of an escape counts

Steps = tuple[str | int, ...]  # what a FieldPath is made of
_Entries = Iterator[tuple[str | int, Any]]  # the remaining entries of a mapping or list

# Kubernetes keeps integers of this range, and reads all other integers as doubles.
_INTEGERS = range(-(2**63), 2**63)


Line = tuple[str, Steps]  # a line without its end, and the path of the field that it shows


class Lines(NamedTuple):
    """Lines without their ends, and the path of the field that each line shows, from the root of the printed value."""

    texts: list[str]
    paths: list[Steps]
    complete: bool = True  # no line is missing at the end


def _is_branch(value: Any) -> bool:
    """Whether ``value`` needs lines of its own: a non-empty mapping or list."""
    return bool(value) and isinstance(value, (dict, list))


class _Forms(dict[Any, str]):
    """A cache of keys, indexes or strings as ``form`` prints them."""

    def __init__(self, form: Callable[[Any], str]) -> None:
        self._form = form

    def __missing__(self, key: str | int) -> str:
        printed = self[key] = self._form(key)
        return printed


class PrintCache(NamedTuple):
    """A cache of printed keys and strings, as these repeat, also from one Object to the next."""

    keys: _Forms
    scalars: _Forms
    json_keys: _Forms
    json_strings: _Forms

    @classmethod
    def new(cls) -> PrintCache:
        """An empty cache."""
        return cls(_Forms(_key), _Forms(_scalar_beside_key), _Forms(_json_key), _Forms(double_quoted))


def yaml_lines(value: Any, cache: PrintCache | None = None, most: int | None = None, characters: float = inf) -> Lines:
    """``value`` as the lines of block-style YAML; raises ValueError for a number that Kubernetes cannot hold.

    ``cache``: shared by values that are printed together. At most ``most`` lines are printed, and only as long as their
    texts have no more than ``characters`` characters together.
    """
    return _first(_yaml(value, cache or PrintCache.new()), most, characters)


def _first(lines: Iterator[Line], most: int | None, characters: float) -> Lines:
    """The first ``most`` lines, or fewer: their texts have no more than ``characters`` characters together."""
    texts: list[str] = []
    paths: list[Steps] = []
    for text, path in islice(lines, most):
        characters -= len(text)
        if characters < 0:
            return Lines(texts, paths, complete=False)
        texts.append(text)
        paths.append(path)
    return Lines(texts, paths, complete=next(lines, None) is None)


def _yaml(value: Any, cache: PrintCache) -> Iterator[Line]:  # long: one loop, few calls
    if not _is_branch(value):
        yield scalar(value) if isinstance(value, str) else _leaf(value), ()
        return
    keys, scalars = cache.keys, cache.scalars
    above: Steps = ()
    entries, lead, pad = _entries(value), "", ""  # ``lead`` begins the next line, ``pad`` all others
    waiting: list[tuple[_Entries, Steps, str]] = []  # instead of recursion, which deep values would exhaust
    while True:
        for name, child in entries:
            path, key = above + (name,), keys[name]  # noqa: RUF005 (takes less time than unpacking)
            if not key:  # too long to stand before a `:` on its line
                yield f"{lead}? {scalar(str(name))}", path
                lead, key = pad, ":"
            if isinstance(child, str):
                text = scalars[child]
            elif child and isinstance(child, (dict, list)):
                break  # its entries come next
            else:
                text = _leaf(child)
            if text:
                yield f"{lead}{key} {text}", path
            else:  # text of several lines
                for line in literal_block(f"{lead}{key}", f"{pad}  ", child):
                    yield line, path
            lead = pad
        else:  # the mapping or list has no more entries
            if not waiting:
                return
            entries, above, pad = waiting.pop()
            lead = pad
            continue
        waiting.append((entries, above, pad))
        entries, above = _entries(child), path
        if key == "-":  # the first entry of the child is on the line of the `-`
            lead, pad = f"{lead}- ", f"{pad}  "
            continue
        yield f"{lead}{key}", path
        # A list is not indented below its key, as kubectl prints it.
        lead = pad = pad if isinstance(child, list) else f"{pad}  "


def count_yaml_lines(value: Any, cache: PrintCache | None = None) -> int:
    """How many lines ``yaml_lines`` prints for ``value``, counted in a third of its time."""
    if not _is_branch(value):
        return 1
    cache = cache or PrintCache.new()
    keys, scalars = cache.keys, cache.scalars
    count = 0
    branches = [value]
    for branch in branches:  # the loop appends to them
        count += len(branch)
        if isinstance(branch, dict):
            shared_lines, children = 0, branch.values()
            for name in branch:
                if len(name) > _SHORT_KEY and not keys[name]:
                    count += 1  # a long key has a line of its own
        else:
            shared_lines, children = 1, branch  # the `-` of an item is on the first line of the item
        for child in children:
            if isinstance(child, str):
                if "\n" in child and not scalars[child]:
                    count += child.removesuffix("\n").count("\n") + 1
            elif child and isinstance(child, (dict, list)):
                branches.append(child)
                count -= shared_lines
    return count


def printed_size(value: Any, most: int) -> int:
    """About how many bytes of memory the lines of ``value`` take: their texts, their indentation and their paths.

    Stops once there are more than ``most``. Deep in a value, a text of short lines grows a hundredfold by indentation.
    """
    # The bytes besides its characters of the line of a key or item, and of each further line of a text: all lines of a
    # text share one path.
    line_size, further_line_size = _LINE, _LINE
    size, branches = 0, [value]
    while branches and size <= most:
        inner: list[Any] = []
        for branch in branches:
            if isinstance(branch, dict):
                children: Iterable[Any] = branch.values()
                size += sum(map(len, branch))
            else:
                children = branch if isinstance(branch, list) else (branch,)
            size += len(branch) * line_size if isinstance(branch, (dict, list)) else line_size
            for child in children:
                if isinstance(child, str):
                    width = longest_escape(child) * (1 if child.isascii() else _WIDE)
                    size += child.count("\n") * further_line_size + len(child) * width
                elif child and isinstance(child, (dict, list)):
                    inner.append(child)
            if size > most:
                break
        branches = inner
        line_size, further_line_size = line_size + _INDENTATION + _STEP, further_line_size + _INDENTATION
    return size


def _entries(branch: Any) -> _Entries:
    """The entries of a mapping or list."""
    return iter(branch.items()) if isinstance(branch, dict) else enumerate(branch)


def _key(name: str | int) -> str:
    """The text before the value of a key or index; "" if the key is too long for one line."""
    if isinstance(name, int):
        return "-"
    key = scalar(name)
    return f"{key}:" if len(key) <= _LONGEST_SIMPLE_KEY else ""


def _scalar_beside_key(text: str) -> str:
    """``text`` as printed beside its key; "" if it is printed below the key as a block of lines."""
    return "" if "\n" in text and fits_block(text) else scalar(text)


def _leaf(value: Any) -> str:
    """A value that YAML and JSON write alike: a number, true, false, null, an empty mapping or list."""
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


def json_lines(value: Any, cache: PrintCache | None = None, most: int | None = None, characters: float = inf) -> Lines:
    """``value`` as the lines of indented JSON; arguments and errors as for ``yaml_lines``."""
    return _first(_json(value, cache or PrintCache.new()), most, characters)


def _json(value: Any, cache: PrintCache) -> Iterator[Line]:  # long: one loop, few calls
    keys, strings = cache.json_keys, cache.json_strings
    if not _is_branch(value):
        yield strings[value] if isinstance(value, str) else _leaf(value), ()
        return
    opened, closed = "{}" if isinstance(value, dict) else "[]"
    above: Steps = ()
    yield opened, above
    entries, rest, pad = _entries(value), len(value), "  "  # ``rest``: how many entries follow
    waiting: list[tuple[_Entries, int, Steps, str]] = []
    while True:
        for name, child in entries:
            path = above + (name,)  # noqa: RUF005 (takes less time than unpacking)
            rest -= 1
            if child and isinstance(child, (dict, list)):
                waiting.append((entries, rest, above, closed))
                opened, closed = "{}" if isinstance(child, dict) else "[]"
                yield f"{pad}{keys[name]}{opened}", path
                entries, rest, above, pad = _entries(child), len(child), path, f"{pad}  "
                break
            text = strings[child] if isinstance(child, str) else _leaf(child)
            yield (f"{pad}{keys[name]}{text}," if rest else f"{pad}{keys[name]}{text}"), path
        else:
            pad = pad[2:]
            if not waiting:
                yield closed, above
                return
            path, end = above, closed
            entries, rest, above, closed = waiting.pop()
            yield (f"{pad}{end}," if rest else f"{pad}{end}"), path


def count_json_lines(value: Any, _cache: PrintCache | None = None) -> int:
    """How many lines ``json_lines`` prints for ``value``, counted in a quarter of its time.

    ``_cache`` is not used; ``count_yaml_lines``, which is called in the same place, needs one.
    """
    if not _is_branch(value):
        return 1
    branches = [value]
    for branch in branches:  # the loop appends to them
        children = branch.values() if isinstance(branch, dict) else branch
        branches += [child for child in children if child and isinstance(child, (dict, list))]
    return 1 + sum(len(branch) + 1 for branch in branches)  # each has its entries and a closing bracket


def _json_key(name: str | int) -> str:
    """The text before the value of a key or index."""
    return f"{double_quoted(name)}: " if isinstance(name, str) else ""
