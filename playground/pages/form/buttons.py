"""The buttons beside a Parameter's field: each changes the submitted Draft."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from playground.pages.form.draft import Draft
from playground.pages.form.fields import VALUE_CHARACTERS

_Value = TypeVar("_Value")
_BASE64 = re.compile(r"[A-Za-z0-9+/]+")


def press(
    draft: Draft, pressed: Mapping[str, Iterable[str]], defaults: Mapping[str, str]
) -> tuple[Draft, tuple[str, ...]]:
    """``draft`` changed by each pressed button, and a message for each change that would make a value too long.

    ``pressed`` are the names of Parameters by the name of the button. ``defaults`` are the texts of the fields without
    a given value; a button changes them as if the user had typed them.
    """
    refused = []
    for verb, change in BUTTONS.items():
        for name in dict.fromkeys(pressed.get(verb, ())):
            changed = change(draft, name, draft.values.get(name, defaults.get(name, "")))
            size = len(changed.values.get(name, ""))
            if size > VALUE_CHARACTERS:
                refused.append(f"The value of `{name}` would have {size} characters; the limit is {VALUE_CHARACTERS}.")
            else:
                draft = changed
    return draft, tuple(refused)


def _regenerate(draft: Draft, name: str, _text: str) -> Draft:
    """Forget the generated value of ``name``; ``*``: all of them."""
    return replace(draft, generated={} if name == "*" else _without(draft.generated, name))


def _reset(draft: Draft, name: str, _text: str) -> Draft:
    return replace(draft, values=_without(draft.values, name), expressions=_without(draft.expressions, name))


def _clear(draft: Draft, name: str, _text: str) -> Draft:
    return replace(draft, values={**draft.values, name: ""})


def _multiple_lines(draft: Draft, name: str, _text: str) -> Draft:
    return replace(draft, multiline=draft.multiline | {name})


def _one_line(draft: Draft, name: str, text: str) -> Draft:
    values = {**draft.values, name: " ".join(text.split("\n"))} if "\n" in text else draft.values
    return replace(draft, values=values, multiline=draft.multiline - {name})


def _encode(draft: Draft, name: str, text: str) -> Draft:
    """The text in the field of ``name`` as base64."""
    encoded = base64.b64encode(text.encode()).decode()
    return replace(draft, values={**draft.values, name: encoded})


def _convert(draft: Draft, name: str, text: str) -> Draft:
    standard = standard_base64(text)
    return draft if standard is None else replace(draft, values={**draft.values, name: standard})


def standard_base64(text: str) -> str | None:
    """``text`` as standard base64, if it is base64 in the alphabet of URLs or lacks its padding; else None.

    >>> standard_base64("_-8")
    '/+8='
    """
    bare = text.strip().rstrip("=").replace("-", "+").replace("_", "/")
    if not _BASE64.fullmatch(bare) or len(bare) % 4 == 1:
        return None
    standard = bare + "=" * (-len(bare) % 4)
    return standard if standard != text else None


def _without(texts: Mapping[str, _Value], name: str) -> dict[str, _Value]:
    return {key: text for key, text in texts.items() if key != name}


BUTTONS = {
    "regenerate": _regenerate,
    "reset": _reset,
    "clear": _clear,
    "lengthen": _multiple_lines,
    "shorten": _one_line,
    "encode": _encode,
    "convert": _convert,
}
