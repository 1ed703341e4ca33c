"""Rules about text in fields that need a number or boolean, and about values that `${{NAME}}` changes.

A text of digits does not fit all fields that may also have a name or a percentage (``kubernetes.decoding``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.decoding import findings_of_items
from playground.engine.kubernetes.pods import field_at, mapping
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity, write
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.rules.registry import rule
from playground.engine.rules.unsettled import unsettled_names
from playground.engine.rules.walks import all_problems, hidden_by, kinds_of
from playground.engine.text.go import to_json

_TEXT_FOR_VALUE = re.compile(r"cannot unmarshal string into .* of type (?:u?int\d*|bool)\Z")
_NO_LETTER = "must contain at least one letter (a-z)"  # the end of the error about a port's name
_REFERENCE = re.compile(r"\$\{(\w+)\}", re.ASCII)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)  # the grammar of JSON
_SHORT_NUMBER = 16  # digits; a float of 64 bits holds every whole number with fewer digits exactly
_LONGEST_NUMBER = 400  # characters; a longer number is infinite as a float, or has a long fraction
_QUOTES = "\"'"
_NULL = "inserts null, so the field disappears"


@rule("POD605", Severity.ERROR)
def text_not_value(evaluation: Evaluation) -> Iterator[Finding]:
    """A field that needs a number or boolean contains text.

    The API server refuses text in `replicas`, ports, periods and similar fields. A value in quotes is text. In a
    Template, `${NAME}` always inserts text, even if the value is a number; `${{NAME}}` inserts the number itself. Some
    fields also accept a name or a percentage, such as the port of a probe or `maxSurge`: there the API server takes
    digits in quotes for an invalid name or percentage.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: REPLICAS, value: "2"}
        objects:
        - apiVersion: v1
          kind: ReplicationController
          metadata: {name: web}
          spec:
            replicas: ${REPLICAS}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: REPLICAS, value: "2"}
        objects:
        - apiVersion: v1
          kind: ReplicationController
          metadata: {name: web}
          spec:
            replicas: ${{REPLICAS}}
    """
    misplaced = {  # by place: the text, whether a number is required there, and the error that hides this one
        (problem.document, problem.path): (
            str(problem.detail["value"]),
            "bool" not in problem.error,
            hidden_by(evaluation, problem),
        )
        for problem in all_problems(evaluation)
        if is_text_for_value(problem)
    }
    for item in evaluation.objects:
        for path, value, findings in findings_of_items(item, kinds_of(evaluation)):
            for digits in findings.digits if mapping(value).get("kind") != "Route" else ():
                digits_place = item.document.index, item.where(path.join(digits))
                misplaced.setdefault(digits_place, (str(field_at(value, digits)), True, ()))
    for (index, place), (text, is_number, related) in misplaced.items():
        # Other rules report a reference that was not replaced, and a value that is wrong.
        if "$" not in text and not unsettled_names(evaluation, index, place):
            yield replace(_misplaced(evaluation.document(index), place, text, is_number), related=related)


def is_text_for_value(problem: Problem) -> bool:
    """Whether POD605 reports the Problem: the API server refuses text in a field for a number or boolean.

    For a port, the API server takes digits in quotes for a name, which must contain a letter.
    """
    if problem.detail.get("stage") == "decode":
        return _TEXT_FOR_VALUE.search(problem.error) is not None
    of_port = problem.path[-1:] == ("port",) and problem.error.endswith(_NO_LETTER)
    return of_port and str(problem.detail.get("value")).isdecimal()


def _misplaced(document: Document, place: FieldPath, text: str, is_number: bool) -> Finding:
    """The Finding about the ``text`` at ``place``, where a number is required, or else a boolean."""
    expected = "a number" if is_number else "`true` or `false`"
    is_reference = _REFERENCE.fullmatch(document.raw(place).strip(_QUOTES)) is not None
    advice = _advice_on_reference if is_reference else _advice_on_literal
    if document.raw(place).startswith("*") and not document.style(place):  # only an alias has a place and no style
        advice = _advice_on_alias
    hint, fix = advice(document, place, text, is_number)
    return Finding(
        f"The API server refuses this object: `{place[-1]}` must be {expected}, but the value is text.",
        document.span(place),
        hint=hint,
        field=str(place),
        fix=fix,
    )


def _fits(text: str, is_number: bool) -> bool:
    """Whether the text would be a whole number, or else a boolean, without quotes."""
    return re.fullmatch(r"-?[0-9]+", text) is not None if is_number else text in ("true", "false")


def _advice_on_reference(document: Document, place: FieldPath, text: str, is_number: bool) -> tuple[str, Fix | None]:
    """The hint and the Fix for a value `${NAME}`, which inserts ``text``."""
    raw = document.raw(place)
    quote = raw[0] if raw[0] in "\"'" else ""
    reference = f"${{{raw.strip(_QUOTES)[1:]}}}"  # `${{NAME}}` from `${NAME}`
    new_text = f"{quote}{reference}{quote}"
    if _fits(text, is_number):
        fix = Fix(f"Write {reference}", (Edit(document.span(place), new_text),))
        return f"Write `{reference}`, which inserts {'a number' if is_number else '`true` or `false`'}.", fix
    advice = "a number as its value" if is_number else "the value `true` or `false`"
    return f"Give the parameter {advice}, and write `{new_text}`.", None


def _advice_on_literal(document: Document, place: FieldPath, text: str, is_number: bool) -> tuple[str, Fix | None]:
    """The hint and the Fix for a value without a reference."""
    raw = document.raw(place)
    if not _fits(text, is_number):
        return f"Write {'a number' if is_number else '`true` or `false`'}.", None
    if raw == text:
        return "Remove the tag before the value, which makes it text.", None
    if raw.strip(_QUOTES) != text:  # a reference of another form, such as `$(NAME)`, inserts the text
        return "Give the parameter the type `int` or `bool`.", None
    return "Remove the quotes.", Fix("Remove the quotes", (Edit(document.span(place), text),))


def _advice_on_alias(document: Document, place: FieldPath, text: str, is_number: bool) -> tuple[str, Fix | None]:
    """The hint and the Fix for an alias; none if its text comes from a parameter."""
    alias, expected = document.raw(place), "a number" if is_number else "`true` or `false`"
    can_fix = _fits(text, is_number) and field_at(document.value, place) == text
    fix = Fix(f"Write {text}", (Edit(document.span(place), text),)) if can_fix else None
    return f"Write {expected} in place of the alias `{alias}`: the value that it repeats is text.", fix


@rule("REF405", Severity.WARNING)
def value_rewritten(evaluation: Evaluation) -> Iterator[Finding]:
    """`${{NAME}}` changes the value, because it reads the value as a number or as null.

    A version `1.10` becomes 1.1, and a commit `1e5` becomes 100000. A field with the value `null` disappears. `${NAME}`
    inserts the value unchanged. In the Template's own labels and message, both forms insert it unchanged.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: VERSION, value: "1.10"}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {version: "${{VERSION}}"}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: VERSION, value: "1.10"}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {version: "${VERSION}"}}
    """
    if evaluation.processed is None:
        return
    substituted = (reference for reference in evaluation.processed.references if reference.fate == "substituted")
    references = [reference for reference in substituted if reference.form == "${{}}"]
    names = {reference.name for reference in references}
    values = (value for value in evaluation.processed.values if value.parameter.name in names)
    texts = {value.parameter.name: value.text for value in values}
    effects = {name: _effect(text) for name, text in texts.items()}
    document = evaluation.processed.template.document
    for reference in references:
        effect = effects[reference.name]
        if not effect:
            continue
        if reference.object is None or reference.in_key or (effect == _NULL and isinstance(reference.path[-1], int)):
            continue  # labels and the message get the unchanged text; another rule says where `oc` crashes
        if not document.raw(reference.path):
            continue  # in the `kind` of a List, which processing copies into each item: reported at the List itself
        span = document.text_span(reference.path, reference.start, reference.end)
        yield Finding(
            f"`${{{{{reference.name}}}}}` {effect}; the value of the parameter is `{texts[reference.name].strip()}`.",
            span,
            hint=f"Write `${{{reference.name}}}`, which inserts the value unchanged.",
            field=str(reference.path),
            fix=write(f"${{{reference.name}}}", span),
        )


def _effect(text: str) -> str:
    """How `${{NAME}}` changes a value, as the verb of a sentence; "" if the value stays the same."""
    number = _as_number(text)
    return f"inserts the number {number}" if number else _NULL if text.strip(" \t\r\n") == "null" else ""


def _as_number(text: str) -> str:
    """The number as `${{NAME}}` writes it; "" if it does not change the number, or the text is no number.

    `oc process` reads every number as a float of 64 bits, so long numbers lose digits.

    >>> _as_number("1.10"), _as_number("1e5"), _as_number("8080"), _as_number("007"), _as_number("9007199254740993")
    ('1.1', '100000', '', '', '9007199254740992')
    """
    if len(text) < _SHORT_NUMBER and text.isdecimal() and text.isascii():
        return ""  # a short whole number, the usual case: a float holds it exactly
    if len(text) > _LONGEST_NUMBER or not _NUMBER.fullmatch(text) or math.isinf(float(text)):
        return ""
    number_text = to_json(float(text))
    return "" if number_text == text else number_text
