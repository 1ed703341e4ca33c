"""Values as Go's ``fmt.Sprint`` and ``fmt.Sprintf`` print them, with all verbs, flags, widths and precisions.

Go ``fmt``, for the types that decoded JSON has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from playground.cli.output.gotemplate.errors import GoTemplateError
from playground.cli.output.gotemplate.values import text_bytes, type_name
from playground.cli.output.gotemplate.verbs import GO_SYNTAX, Verb, floating, integer, quoted

_VERB = re.compile(r"%([-+# 0]*)(\*|[0-9]+)?(?:\.(\*|[0-9]*))?(?:\[([0-9]+)\])?(.?)", re.DOTALL)
_LARGEST: Final = 1_000_000  # a width or precision


_PLAIN: Final = Verb("v")


def sprint(values: Iterable[Any]) -> str:
    """``fmt.Sprint``: with spaces between two values neither of which is a string.

    >>> sprint(["a", 1, 2, {"b": [1.5, None], "a": 1e6}])
    'a1 2 map[a:1e+06 b:[1.5 <nil>]]'
    """
    parts: list[str] = []
    after_text = True
    for value in values:
        is_text = isinstance(value, str)
        parts += ["" if is_text or after_text else " ", _printed(value, _PLAIN)]
        after_text = is_text
    return "".join(parts)


def sprintln(values: Iterable[Any]) -> str:
    """``fmt.Sprintln``: with a space between any two values, and a line end."""
    return f"{' '.join(_printed(value, _PLAIN) for value in values)}\n"


def sprintf(form: str, values: Sequence[Any], longest: int) -> str:
    """``fmt.Sprintf``; raises GoTemplateError for more than ``longest`` characters.

    >>> sprintf("%-4s|%05.1f|%x|%q|%d%%", ["a", 2.25, "hi", "b", "c"], 100)
    'a   |002.2|6869|"b"|%!d(string=c)%'
    """
    parts: list[str] = []
    done = length = at = used = 0
    for match in _VERB.finditer(form):
        parts.append(form[done : match.start()])
        done = match.end()
        text, at = _directive(match, values, at)
        used = max(used, at) if not match[4] else len(values)
        parts.append(text)
        length += len(text)
        if length > longest:
            raise GoTemplateError(f"more than {longest:,} characters, which is the limit")
    parts.append(form[done:])
    if used < len(values):
        extra = ", ".join(
            "<nil>" if value is None else f"{type_name(value)}={_printed(value, _PLAIN)}" for value in values[used:]
        )
        parts.append(f"%!(EXTRA {extra})")
    return "".join(parts)


def _directive(match: re.Match[str], values: Sequence[Any], at: int) -> tuple[str, int]:
    """The text of one `%…`, and the index of the next value."""
    flags, width, precision, index, letter = match.groups()
    wrong = ""
    sizes: list[int | None] = []
    for kind, size in (("WIDTH", width), ("PREC", precision)):
        if size != "*":
            number = int(size[:8]) if size else (None if size is None else 0)
            sizes.append(number if number is None or number <= _LARGEST else None)
            continue
        given = values[at] if at < len(values) else None
        at += at < len(values)
        least = 0 if kind == "PREC" else -_LARGEST
        if not isinstance(given, int) or isinstance(given, bool) or not least <= given <= _LARGEST:
            wrong += f"%!(BAD{kind})"
            sizes.append(None)
        else:
            flags += "-" if given < 0 else ""
            sizes.append(abs(int(given)))
    if index is not None:
        if not 0 < int(index[:8]) <= len(values):
            return f"{wrong}%!{letter}(BADINDEX)", at
        at = int(index) - 1
    if not letter:
        return f"{wrong}%!(NOVERB)", at
    if letter == "%":
        return f"{wrong}%", at
    if at >= len(values):
        return f"{wrong}%!{letter}(MISSING)", at
    flags = flags.replace("0", "") if "-" in flags else flags
    if letter == "v":
        flags = flags.replace("+", "").replace("#", GO_SYNTAX)
    return wrong + _printed(values[at], Verb(letter, flags, *sizes)), at + 1


def _printed(value: Any, verb: Verb, *, inside: bool = False) -> str:
    """``value`` printed by ``verb``; ``inside``: it is in a map or list."""
    if value is None:
        if inside:
            return "interface {}(nil)" if verb.is_go_syntax else "<nil>"
        return verb.padded("<nil>") if verb.letter in "vT" else f"%!{verb.letter}(<nil>)"
    if verb.letter == "T":
        return verb.padded(type_name(value)[: verb.precision])
    if isinstance(value, dict | list):
        return _collection(value, verb)
    if isinstance(value, str):
        text = _string(value, verb)
    elif isinstance(value, bool):
        text = verb.padded("true" if value else "false") if verb.letter in "tv" else None
    else:
        text = floating(value, verb) if isinstance(value, float) else integer(int(value), verb)
    if text is None:
        return f"%!{verb.letter}({type_name(value)}={_printed(value, verb.plain)})"
    return text


def _collection(value: dict[str, Any] | list[Any], verb: Verb) -> str:
    if verb.letter == "p":
        return f"%!p({type_name(value)}={_printed(value, verb.plain)})"
    if isinstance(value, dict):
        parts = [f"{_printed(key, verb)}:{_printed(value[key], verb, inside=True)}" for key in sorted(value)]
        left, right = "map[", "]"
    else:
        parts = [_printed(item, verb, inside=True) for item in value]
        left, right = "[", "]"
    if verb.is_go_syntax:
        return f"{type_name(value)}{{{', '.join(parts)}}}"
    return f"{left}{' '.join(parts)}{right}"


def _string(text: str, verb: Verb) -> str | None:
    letter, flags, precision = verb.letter, verb.flags, verb.precision
    if letter in "xX":
        data = text_bytes(text)[:precision]
        prefix = f"0{letter}" if "#" in flags and data else ""
        written = data.hex(" ") if " " in flags else data.hex()
        if letter == "X":
            written = written.upper()
        return verb.padded(prefix + (written.replace(" ", f" {prefix}") if prefix else written))
    text = text if precision is None else text[:precision]
    if letter == "q" or verb.is_go_syntax:
        return verb.padded(quoted(text, flags if letter == "q" else ""))
    return verb.padded(text) if letter in "sv" else None
