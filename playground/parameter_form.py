"""The form that a Template's Parameters make: one control each, and what is wrong with its value beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from playground.engine import LONGEST_NAME
from playground.fields import VALUE_CHARACTERS


@dataclass(frozen=True, slots=True)
class ParameterField:
    """What the form of a Template needs to know of one Parameter."""

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
    def id(self) -> str:
        """A short id that any name can have: names hold what ids cannot, and could collide with other ids."""
        return field_id(self.name)


def fits(name: str, value: str) -> bool:
    """Whether a form that shows this field is one that ``DraftForm`` takes back."""
    return len(name) <= LONGEST_NAME and len(value) <= VALUE_CHARACTERS and "\0" not in name + value


def field_id(name: str) -> str:
    """The id of the field for the Parameter ``name``."""
    return "p-" + hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()[:8]


class ParametersForm(forms.Form):
    """The form made of a Template's Parameters: one field ``value.NAME`` each, in the order of their declaration.

    What is wrong with a value is found by the engine, never here: the form shows it beside its field.
    """

    use_required_attribute = False  # the browser's own bubble would speak another language than the page

    def __init__(self, parameters: Sequence[ParameterField]) -> None:
        names = {parameter.name: f"value.{parameter.name}" for parameter in parameters}
        super().__init__({names[item.name]: item.value for item in parameters}, auto_id=False)
        for parameter in parameters:
            self.fields[names[parameter.name]] = _field(parameter)
        self.full_clean()
        for parameter in parameters:
            for message in parameter.errors:
                self.add_error(names[parameter.name], message)

    def control(self, name: str) -> forms.BoundField:
        """The field of the Parameter ``name``."""
        return self[f"value.{name}"]


def _field(parameter: ParameterField) -> forms.Field:
    """The control that fits the Parameter's kind.

    Whole numbers are typed as text: a number control hides bad text. So are secrets, which the style sheet masks: for
    password fields browsers offer to keep what is typed, and take two of them for a form that changes a password.
    """
    attributes = _attributes(parameter)
    if parameter.kind == "bool":
        choices = [("true", "true"), ("false", "false"), *([] if parameter.required else [("", "not set")])]
        return forms.CharField(required=False, strip=False, widget=forms.RadioSelect(attributes, choices))
    widget: forms.Widget
    if parameter.kind in ("lines", "base64"):
        widget = forms.Textarea({**attributes, "rows": 4})
    elif parameter.kind == "int":
        widget = forms.TextInput({**attributes, "inputmode": "numeric"})
    else:
        widget = forms.TextInput(attributes)
    return forms.CharField(label=parameter.label, required=False, strip=False, widget=widget)


def _attributes(parameter: ParameterField) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        "id": parameter.id,
        "autocomplete": "off",
        "autocapitalize": "none",
        "autocorrect": "off",
        "spellcheck": "false",
        "data-parameter": parameter.name,
    }
    ends = (*parameter.described_by, *(["error"] if parameter.errors else []))
    if ends:
        attributes["aria-describedby"] = " ".join(f"{parameter.id}-{end}" for end in ends)
    if parameter.errors:
        attributes["aria-invalid"] = "true"
    if parameter.secret:
        attributes["data-secret"] = True  # never kept in the browser
    if parameter.required:
        attributes["aria-required"] = "true"
    if parameter.placeholder or parameter.secret:
        attributes["placeholder"] = parameter.placeholder or " "  # by it the style sheet knows that the field is empty
    return attributes
