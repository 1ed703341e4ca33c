"""A request's form, or the query of a link, as a Draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from playground.engine import KUBERNETES_VERSIONS, LONGEST_NAME, SUGGESTION_RULES, SYNTAXES
from playground.pages.form.buttons import BUTTONS, press
from playground.pages.form.draft import DIALECTS, OUTPUTS, SEVERITIES, STAGES, VIEWS, Draft, GeneratedValue
from playground.pages.form.fields import (
    MOST_SET_NAME,
    FixField,
    NamedTextsField,
    NamesField,
    OneOfField,
    SetsField,
    SourceField,
    well_formed,
)
from playground.pages.form.sets import press_set_button
from playground.storage.models import TITLE_CHARACTERS


@dataclass(frozen=True, slots=True)
class Reading:
    """The Draft of a request, and the request's errors."""

    draft: Draft
    errors: tuple[str, ...] = ()
    status: int = 200
    source_bytes: int = 0  # of a source that is too large, so the page has not sent it


def read_draft(data: QueryDict) -> Reading:
    """Parse a request's form into a Draft, and apply the button that was pressed to it."""
    data = _renamed(data)
    clean, wrong = _cleaned(data)
    pressed = {verb: clean[verb] for verb in BUTTONS if verb in clean}
    draft, refused = press(_draft(data, clean), pressed, clean.get("default", {}))
    draft, why_no_set = press_set_button(draft, data, clean.get("default", {}))
    messages = (*(str(message) for error in wrong.values() for message in error.messages), *refused)
    messages += (why_no_set,) if why_no_set else ()
    too_large = "source" in wrong and wrong["source"].code == "too_large"
    status = 413 if too_large else 400 if messages else 200
    return Reading(draft, messages, status, clean.get("source-bytes") or 0)


def read_link(data: QueryDict) -> Reading:
    """Parse the query of a link. It may set values and how the text is shown, never the text itself."""
    allowed = data.copy()
    for name in data:
        if name not in _IN_LINKS and not name.startswith("param."):
            del allowed[name]
    return read_draft(allowed)


_IN_LINKS = ("set", "dialect", "kubernetes", "view", "stage", "syntax", "shape")
_FORMER = {"assume.fact:": "cluster.", "assume.": "assumed.", "from.": "expression."}
# The fields of the page's form, by name. Fields with a dot, `value.NAME`, are collected under their prefix.
_FIELDS: Mapping[str, forms.Field] = {
    "source": SourceField(),
    "source-bytes": forms.IntegerField(min_value=0, max_value=2**53, required=False),
    "title": forms.CharField(max_length=TITLE_CHARACTERS, required=False),
    "dialect": OneOfField(DIALECTS),
    "kubernetes": OneOfField(KUBERNETES_VERSIONS),
    "view": OneOfField(VIEWS),
    "view-by-text": OneOfField(VIEWS),
    "stage": OneOfField(STAGES),
    "syntax": OneOfField(SYNTAXES),
    "shape": OneOfField(OUTPUTS),
    "severity": OneOfField(SEVERITIES),
    "lines": forms.CharField(max_length=8, required=False),
    "value": NamedTextsField(),
    "default": NamedTextsField(),
    "generated": NamedTextsField(),
    "assumed": NamedTextsField(),
    "cluster": NamedTextsField(),
    "param": NamedTextsField(),
    "against": forms.CharField(max_length=MOST_SET_NAME, required=False),
    "set": forms.CharField(max_length=MOST_SET_NAME, required=False),
    "sets": SetsField(),
    "multiline": NamesField(),
    "fix": FixField(),
    "define": forms.CharField(max_length=LONGEST_NAME, required=False),
    "shown": forms.CharField(max_length=64, required=False),
    "shown-inputs": forms.CharField(max_length=64, required=False),
    "take": NamedTextsField(),
    **{
        verb: forms.MultipleChoiceField(choices=[(rule, rule) for rule in SUGGESTION_RULES], required=False)
        for verb in ("take-all", "take-none")
    },
    "expression": NamedTextsField(),
    "generated-from": NamedTextsField(),
    **{verb: NamesField() for verb in BUTTONS},
}


def _renamed(data: QueryDict) -> QueryDict:
    """``data`` with today's names of fields: a page or draft that was open during an upgrade has the former names."""
    former = [name for name in data if name.startswith(tuple(_FORMER))]
    renamed = data.copy() if former else data
    for name in former:
        prefix = next(prefix for prefix in _FORMER if name.startswith(prefix))
        renamed.setlist(_FORMER[prefix] + name.removeprefix(prefix), renamed.pop(name))
    return renamed


def _cleaned(data: QueryDict) -> tuple[dict[str, Any], dict[str, ValidationError]]:
    """The cleaned values of the fields in ``data``, and the errors of the others.

    Django's own Form would copy every field for every request, and clean missing fields too.
    """
    clean, wrong = {}, {}
    prefixes = {name.partition(".")[0] for name in data}
    for name, form_field in _FIELDS.items():
        value = form_field.widget.value_from_datadict(data, {}, name) if name in prefixes else None
        if value:
            try:
                clean[name] = form_field.clean(value)
            except ValidationError as error:
                wrong[name] = error
    return clean, wrong


def _draft(data: QueryDict, clean: Mapping[str, Any]) -> Draft:
    """A Draft from the cleaned fields, with defaults for invalid and missing ones.

    An invalid source is kept: the page shows it again with the error.
    """
    texts = {name: clean.get(name, {}) for name in ("value", "default", "expression", "generated", "generated-from")}
    view = "template" if data.get("action") == "make-template" else _chosen_view(clean)
    return Draft(
        source=clean["source"] if "source" in clean else well_formed(data.get("source", "")),
        title=clean.get("title", ""),
        dialect=clean.get("dialect", DIALECTS[0]),
        kubernetes=clean.get("kubernetes", KUBERNETES_VERSIONS[0]),
        # ``param.NAME`` comes from a link. A field with the text that it was filled with gives no value: see Draft.
        values=clean.get("param", {})
        | {name: text for name, text in texts["value"].items() if text != texts["default"].get(name, "")},
        expressions={name: text for name, text in texts["expression"].items() if text},
        generated={
            name: GeneratedValue(text, texts["generated-from"].get(name, ""))
            for name, text in texts["generated"].items()
        },
        assumed={name: text for name, text in clean.get("assumed", {}).items() if text},
        cluster={name: text for name, text in clean.get("cluster", {}).items() if text},
        sets=clean.get("sets", {}),
        set=clean.get("set", ""),
        against=clean.get("against", ""),
        multiline=frozenset(clean.get("multiline", ())),
        view="" if view == "sets" and not clean.get("sets") else view,
        stage=clean.get("stage", STAGES[0]),
        syntax=clean.get("syntax", SYNTAXES[0]),
        shape=clean.get("shape", OUTPUTS[0]),
        severity=clean.get("severity", SEVERITIES[0]),
        taken={key: text == "on" for key, text in clean.get("take", {}).items()},
        take_all=frozenset(clean.get("take-all", ())),
        take_none=frozenset(clean.get("take-none", ())),
        adopts=data.get("action") == "use-template",
        whole=clean.get("lines") == "all",
        fix=clean.get("fix"),
        define=clean.get("define", ""),
        shown_digest=clean.get("shown", ""),
        shown_inputs=clean.get("shown-inputs", ""),
    )


def _chosen_view(clean: Mapping[str, Any]) -> str:
    """The view that the user chose; "" if it is the one that the page chose by the text, which may change with it."""
    view: str = clean.get("view", "")
    return "" if view == clean.get("view-by-text") else view
