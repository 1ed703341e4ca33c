"""Notes beside a Parameter's value: how it will be written, what it contains, whether it is only white space."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Sequence

from playground.engine import ParameterReference
from playground.parameter_form import ParameterField
from playground.views.panels.words import counted

_PREVIEW = 200  # characters of a decoded text


def only_space(text: str) -> bool:
    """Whether a value looks empty and is not."""
    return text != "" and text.isspace()


def space_warning(text: str, *, generates: bool) -> str:
    """The warning that a value is only space; "" when it is not."""
    if not only_space(text):
        return ""
    what = counted(len(text), "space") if text.strip(" ") == "" else counted(len(text), "white-space character")
    warning = f"The value is {what}, which is not empty."
    return f"{warning} This will prevent a value from being generated." if generates else warning


def notes(field: ParameterField, uses: Sequence[ParameterReference], *, generated: bool) -> Iterator[str]:
    """How the value will be written, if its type matters, and where a masked value can be read."""
    if field.secret and uses and (field.value or generated):
        yield "Masked here, visible in the output."
    if field.kind in ("int", "bool") and not field.errors and field.value:
        if any(use.whole for use in uses):
            yield f"Will be written as `{field.value.strip()}`, without quotes."
        if any(not use.whole for use in uses):
            yield "Used inside text, so written as text there."
    if field.kind == "base64" and not field.errors and field.value:
        yield _decoded(field.value, secret=field.secret)


def _decoded(text: str, *, secret: bool) -> str:
    """What a base64 text holds, if it is text that may be read; otherwise how much."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        return ""
    size = f"Holds {counted(len(data), 'byte')}."
    if secret:
        return size
    try:
        words = data.decode()
    except UnicodeDecodeError:
        return size
    return f"Holds the text {words[:_PREVIEW]}" + ("…" if len(words) > _PREVIEW else "")
