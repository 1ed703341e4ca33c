"""One control of the form: its field, its id, and the notes beside it."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.forms.utils import flatatt
from django.utils.safestring import SafeString

from playground.engine import LONGEST_NAME, ParameterReference
from playground.pages.form.fields import VALUE_CHARACTERS
from playground.pages.markup import Panel, counted

_PREVIEW = 200  # characters of a decoded text


@dataclass(frozen=True, slots=True)
class ParameterField(Panel):
    """One Parameter in the form of a Template, and its control.

    Whole numbers are typed as text, because a number control hides bad text. Secrets are typed as text too, and the
    style sheet masks them: browsers offer to keep the content of password fields, and take two of these for a form
    that changes a password.
    """

    name: str
    label: str
    kind: str  # "text", "lines", "int", "bool" or "base64"
    value: str  # what the field shows
    required: bool = False
    secret: bool = False
    placeholder: str = ""
    described_by: tuple[str, ...] = ()  # ends of the ids of the texts that describe the field
    errors: tuple[str, ...] = ()

    @property
    def attributes(self) -> SafeString:
        """The attributes of the control that depend on the Parameter.

        A secret has a placeholder, at least a space: without one the style sheet could not tell whether it is empty.
        """
        described_by = (*self.described_by, "error") if self.errors else self.described_by
        return flatatt(
            {
                "data-parameter": self.name,
                "aria-describedby": " ".join(f"{self.id}-{end}" for end in described_by) or None,
                "aria-invalid": "true" if self.errors else None,
                "data-secret": self.secret,
                "aria-required": "true" if self.required else None,
                "placeholder": self.placeholder or (" " if self.secret else None),
                "inputmode": "numeric" if self.kind == "int" else None,
            }
        )

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The values of the radio buttons of a `bool`, and the words beside them."""
        return (("true", "true"), ("false", "false"), *(() if self.required else (("", "not set"),)))

    @property
    def id(self) -> str:
        """A short id for any name: a name itself may be no valid id, or the id of something else."""
        return field_id(self.name)


def fits(name: str, value: str) -> bool:
    """Whether ``read_draft`` accepts a form with a field of this name and value."""
    return len(name) <= LONGEST_NAME and len(value) <= VALUE_CHARACTERS and "\0" not in name + value


def field_id(name: str) -> str:
    """The id of the field for the Parameter ``name``."""
    return "p-" + hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()[:8]


def notes(field: ParameterField, uses: Sequence[ParameterReference], *, generated: bool) -> Iterator[str]:
    """How the value will be written, if its type matters, and where a masked value can be read."""
    if field.secret and uses and (field.value or generated):
        yield "Masked here, visible in the output."
    if field.kind in ("int", "bool") and not field.errors and field.value:
        # ``whole``: a text that is nothing but the reference.
        if any(use.whole for use in uses):
            yield f"Will be written as `{field.value.strip()}`, without quotes."
        if any(not use.whole for use in uses):
            yield "Used inside text, so written as text there."
    if field.kind == "base64" and not field.errors and field.value:
        yield _content_note(field.value, secret=field.secret)


def _content_note(text: str, *, secret: bool) -> str:
    """The text that a base64 value holds, or its size if it is a secret or no text."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        return ""
    size = f"Holds {counted(len(data), 'byte')}."
    if secret:
        return size
    try:
        decoded = data.decode()
    except UnicodeDecodeError:
        return size
    return f"Holds the text {decoded[:_PREVIEW]}" + ("…" if len(decoded) > _PREVIEW else "")


def space_warning(text: str, *, generates: bool) -> str:
    """The warning that a value is only space; "" when it is not."""
    if not only_space(text):
        return ""
    size = counted(len(text), "space") if text.strip(" ") == "" else counted(len(text), "white-space character")
    warning = f"The value is {size}, which is not empty."
    return f"{warning} This will prevent a value from being generated." if generates else warning


def only_space(text: str) -> bool:
    """Whether a value looks empty and is not."""
    return text != "" and text.isspace()
