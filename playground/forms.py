"""Reads the page's form, or a link to the page, into a Draft, and applies the button that was pressed.

Request limits: a form that breaks one is answered with 400 or 413 and keeps what was typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from playground.buttons import BUTTONS, press
from playground.draft import DIALECTS, SEVERITIES, SHAPES, STAGES, SYNTAXES, VIEWS, Draft, Pin
from playground.engine import KUBERNETES_VERSIONS, LONGEST_NAME
from playground.fields import FixField, NamedTextsField, NamesField, OneOfField, SourceField, well_formed
from playground.storage.models import TITLE_CHARACTERS


@dataclass(frozen=True, slots=True)
class Reading:
    """The Draft of a request, and the request's errors."""

    draft: Draft
    errors: tuple[str, ...] = ()
    status: int = 200


def read_draft(data: QueryDict) -> Reading:
    """Parse a request's form into a Draft, and apply the button that was pressed to it."""
    clean, wrong = _cleaned(data)
    pressed = {verb: clean[verb] for verb in BUTTONS if verb in clean}
    draft, refused = press(_draft(data, clean), pressed, clean.get("default", {}))
    messages = (*(str(message) for error in wrong.values() for message in error.messages), *refused)
    too_large = "source" in wrong and wrong["source"].code == "too_large"
    return Reading(draft, messages, 413 if too_large else 400 if messages else 200)


def read_link(data: QueryDict) -> Reading:
    """Parse the query of a link, which may set how the text is shown, and values; never the text itself."""
    allowed = data.copy()
    for name in data:
        if name not in _IN_LINKS and not name.startswith("param."):
            del allowed[name]
    return read_draft(allowed)


_IN_LINKS = ("dialect", "kubernetes", "view", "stage", "syntax", "shape")
# The fields of the page's form, by name. Fields with a dot, `value.NAME`, are collected under their prefix.
_FIELDS: Mapping[str, forms.Field] = {
    "source": SourceField(),
    "title": forms.CharField(max_length=TITLE_CHARACTERS, required=False),
    "dialect": OneOfField(DIALECTS),
    "kubernetes": OneOfField(KUBERNETES_VERSIONS),
    "view": OneOfField(VIEWS),
    "stage": OneOfField(STAGES),
    "syntax": OneOfField(SYNTAXES),
    "shape": OneOfField(SHAPES),
    "severity": OneOfField(SEVERITIES),
    "lines": forms.CharField(max_length=8, required=False),
    "value": NamedTextsField(),
    "default": NamedTextsField(),
    "generated": NamedTextsField(),
    "assume": NamedTextsField(),
    "param": NamedTextsField(),
    "multiline": NamesField(),
    "fix": FixField(),
    "define": forms.CharField(max_length=LONGEST_NAME, required=False),
    "shown": forms.CharField(max_length=64, required=False),
    "from": NamedTextsField(),
    "generated-from": NamedTextsField(),
    **{verb: NamesField() for verb in BUTTONS},
}


def _cleaned(data: QueryDict) -> tuple[dict[str, Any], dict[str, ValidationError]]:
    """The cleaned values of the fields in ``data``, and the errors of the others.

    Like Django's own Form, which would copy every field for every request and clean missing fields, too.
    """
    clean, wrong = {}, {}
    sent = {name.partition(".")[0] for name in data}
    for name, each in _FIELDS.items():
        value = each.widget.value_from_datadict(data, {}, name) if name in sent else None
        if value:
            try:
                clean[name] = each.clean(value)
            except ValidationError as error:
                wrong[name] = error
    return clean, wrong


def _draft(data: QueryDict, clean: Mapping[str, Any]) -> Draft:
    """A Draft from the cleaned fields, with defaults for invalid and missing ones."""
    texts = {name: clean.get(name, {}) for name in ("value", "default", "from", "generated", "generated-from")}
    return Draft(
        source=clean["source"] if "source" in clean else well_formed(data.get("source", "")),
        title=clean.get("title", ""),
        dialect=clean.get("dialect", DIALECTS[0]),
        kubernetes=clean.get("kubernetes", KUBERNETES_VERSIONS[0]),
        values=clean.get("param", {})
        | {name: text for name, text in texts["value"].items() if text != texts["default"].get(name, "")},
        expressions={name: text for name, text in texts["from"].items() if text},
        pinned={name: Pin(text, texts["generated-from"].get(name, "")) for name, text in texts["generated"].items()},
        assumed={name: text for name, text in clean.get("assume", {}).items() if text},
        multiline=frozenset(clean.get("multiline", ())),
        view=clean.get("view", VIEWS[0]),
        stage=clean.get("stage", STAGES[0]),
        syntax=clean.get("syntax", SYNTAXES[0]),
        shape=clean.get("shape", SHAPES[0]),
        severity=clean.get("severity", SEVERITIES[0]),
        whole=clean.get("lines") == "all",
        fix=clean.get("fix"),
        define=clean.get("define", ""),
        shown_digest=clean.get("shown", ""),
    )
