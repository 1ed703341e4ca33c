"""Fixes for values that the API server cannot decode: a missing dash, a missing key, text instead of a list.

The errors are recognised by the words of Go's ``encoding/json`` for the types of core/v1 (Kubernetes v1.36).
"""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.decoding import base64_error
from playground.engine.kubernetes.pods import field_at, mapping_at
from playground.engine.kubernetes.schema import fields_of
from playground.engine.model.diagnostics import Edit, Fix, write
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.rules.fixes.command_words import in_brackets, words_of
from playground.engine.rules.fixes.env_entries import as_entries, as_entry
from playground.engine.rules.fixes.indentation import add_dash, remove_dash
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.server_errors import ENTRIES_REQUIRED, ENTRY_REQUIRED, is_base64_error, only_field
from playground.engine.text.base64 import padded
from playground.engine.text.nearest import nearest
from playground.engine.text.yaml import double_quoted, scalar

_LIST_REQUIRED: Final = re.compile(r"cannot unmarshal object into .* of type \[\]v1\.\w+\Z")
_WORDS_REQUIRED: Final = re.compile(r"cannot unmarshal string into .* of type \[\]string\Z")
_AMOUNT: Final = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?) ?(?P<unit>[kmgtKMGT]i?[bB]?)")
_LINE_WITHOUT_SPACE: Final = re.compile(r"[ ]*\w+:[^\s:#][^\s#]*\r?")
_PORTS: Final = ("containerPort", "port")  # fields whose value is a port number
_PORT: Final = re.compile(r"[1-9][0-9]{0,4}")
_MOST_VOLUMES: Final = 30  # volumes of a pod with which the name of a mount is compared
_COLON_WITHOUT_SPACE: Final = re.compile(r"(?m)^([ ]*\w+):(?=[^\s/:])")
_NAMELESS: Final = re.compile(r"\.(?:env|containers|initContainers)\[\d+\]\.name: Required value\Z")


def write_instead(evaluation: Evaluation, problem: Problem, instead: str) -> Fix | None:
    """The Fix that writes ``instead`` in place of the refused value."""
    return write_whole(evaluation.document(problem.document), evaluation.span(problem), instead)


def fix_of_type_error(evaluation: Evaluation, problem: Problem) -> Fix | None:
    """The Fix for a common mistake in a list, entry, amount, volume name or base64; None for other problems."""
    document, place, error = evaluation.document(problem.document), problem.path, problem.error
    if error.endswith(ENTRIES_REQUIRED):
        return add_dash(document, place) if _is_entry(document, place) else as_entries(document, place)
    if error.endswith(ENTRY_REQUIRED):
        return as_entry(document, place) or _spaced(document, place)
    if _LIST_REQUIRED.search(error):
        return add_dash(document, place)
    if _WORDS_REQUIRED.search(error):
        return _as_words(document, place)
    if field := only_field(error):
        return _as_mapping(document, place, field)
    if _NAMELESS.search(error):
        return _joined(document, place.parent)
    if amount := amount_of(field_at(document.value, place)) if problem.pattern == "invalid-quantity" else "":
        return write_whole(document, document.span(place), amount)
    if problem.pattern == "absent-volume":
        return _nearest_volume(document, place)
    return _padded(document, place, error) or _as_string_data(evaluation, problem)


def dash_advice(evaluation: Evaluation, problem: Problem) -> str:
    """Advice on a superfluous dash, a sentence and a space; "" for other problems."""
    document, place = evaluation.document(problem.document), problem.path.parent
    above = _split_from(document, place) if _NAMELESS.search(problem.error) else ""
    return f"The dash begins a new entry; without the dash, these fields belong to `{above}`. " if above else ""


def _joined(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that joins a nameless entry to the entry above, if the entry above lacks these fields; else None."""
    above = place.parent / (int(place[-1]) - 1)
    return remove_dash(document, place, above) if _split_from(document, place) else None


def _split_from(document: Document, place: FieldPath) -> str:
    """The name of the nearest entry above that has a name, if the nameless entry at ``place`` continues it; else "".

    It does if no field appears twice in the entries from the one with a name down to the nameless one.
    """
    number, allowed = place[-1], fields_of(f"core.v1.{'EnvVar' if place[-2] == 'env' else 'Container'}")
    fields: set[str] = set()
    for above in range(number, -1, -1) if isinstance(number, int) else ():
        entry = field_at(document.value, place.parent / above)
        if not isinstance(entry, dict) or not entry or not fields.isdisjoint(entry) or not entry.keys() <= allowed:
            return ""  # this also bounds the loop: every entry has a new field
        if "name" in entry:
            return str(entry["name"])
        fields |= entry.keys()
    return ""


def _is_entry(document: Document, place: FieldPath) -> bool:
    """Whether the value is an entry of `env`, not a mapping of names to values."""
    value = field_at(document.value, place)
    return isinstance(value, dict) and "name" in value and value.keys() <= fields_of("core.v1.EnvVar")


def _spaced(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that writes a space after each colon of `name:A` and `value:b`, which YAML reads as one text.

    None unless each line has the form `name:text`, and all lines begin in the same column.
    """
    raw = document.raw(place)
    spaced = _COLON_WITHOUT_SPACE.sub(r"\1: ", raw)
    if document.style(place) != "plain" or document.style(place.parent) != "block" or not raw.startswith("name:"):
        return None
    indent = document.span(place).start.column - 1
    first, *later = raw.split("\n")
    if not all(_LINE_WITHOUT_SPACE.fullmatch(line) for line in (" " * indent + first, *later)) or any(
        len(line) - len(line.lstrip(" ")) != indent for line in later
    ):
        return None
    return Fix("Write a space after each colon", (Edit(document.span(place), spaced),)) if spaced != raw else None


def _as_words(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that writes a command line as a list of the words into which a shell splits it."""
    text = field_at(document.value, place)
    words = words_of(text) or [text]
    if document.syntax != "yaml" or "\n" in text or any(sign in text for sign in "|&;<>`$*"):
        return None  # the line needs a shell, and only its author knows which
    return Fix("Write a list of words", (Edit(document.span(place), in_brackets(words)),))


def _as_mapping(document: Document, place: FieldPath, field: str) -> Fix | None:
    """The Fix that makes a mapping of the value at ``place``: `{field: value}`; None if a port is not a number."""
    raw = document.raw(place)
    if "\n" in raw or document.syntax != "yaml":
        return None
    value = field_at(document.value, place)
    if isinstance(value, str) and field in _PORTS:
        inside = value if _PORT.fullmatch(value) else ""
    else:
        bare = document.style(place) == "plain" and isinstance(value, str)
        inside = scalar(raw, flow=True) if bare else raw
    if not inside:
        return None
    return Fix(f"Write {field}: {inside}", (Edit(document.span(place), f"{{{field}: {inside}}}"),))


def _nearest_volume(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that writes the name of the pod's volume that is nearest to the name of a mount."""
    pod_spec = place[:-5]  # of `containers[0].volumeMounts[0].name`
    volumes = field_at(document.value, (*pod_spec, "volumes"))
    names = [volume.get("name") for volume in volumes if isinstance(volume, dict)] if isinstance(volumes, list) else []
    mount_name = field_at(document.value, place)
    candidates = [name for name in names[:_MOST_VOLUMES] if isinstance(name, str)]
    near = nearest(mount_name, candidates) if isinstance(mount_name, str) else ""
    is_literal = document.raw(place).strip("\"'") == mount_name and scalar(near, flow=True) == near
    return write(near, document.span(place)) if near and is_literal and document.syntax == "yaml" else None


def amount_of(amount: Any) -> str:
    """The Kubernetes quantity for an amount in informal writing; "" if the amount is not clear.

    >>> [amount_of(text) for text in ("512MB", "1 Gi", "2gb", "500Mib", "100mb", "0.5 cpu", "1,5Gi")]
    ['512M', '1Gi', '2G', '500Mi', '100M', '', '']
    """
    match = _AMOUNT.fullmatch(amount) if isinstance(amount, str) else None
    if match is None:
        return ""
    unit = match["unit"].lower()
    letter = "k" if unit[0] == "k" and "i" not in unit else unit[0].upper()
    return f"{match['number']}{letter}{'i' if 'i' in unit else ''}"


def _padded(document: Document, place: FieldPath, error: str) -> Fix | None:
    """The Fix that pads base64, and writes it in the standard alphabet instead of the URL alphabet."""
    text, span = field_at(document.value, place), document.span(place)
    if not is_base64_error(error) or not isinstance(text, str) or document.raw(place).strip("\"'") != text:
        return None
    standard = padded(text)
    return Fix("Write standard base64", (Edit(span, double_quoted(standard)),)) if standard else None


def _as_string_data(evaluation: Evaluation, problem: Problem) -> Fix | None:
    """The Fix that writes `stringData` in place of a Secret's `data`, if no value there is base64."""
    if not is_base64_error(problem.error):
        return None
    document = evaluation.document(problem.document)
    data_path = problem.path.parent  # the path of the Problem ends with `data` and the key of the value
    secret = mapping_at(document.value, data_path.parent)
    span, data = document.key_span(data_path), secret["data"]
    all_text = evaluation.once((_as_string_data, id(data)), lambda: all(map(_is_text, data.values())))
    # A single value is the value of the Problem, which is known not to be base64.
    is_plain = (len(data) == 1 or all_text) and "stringData" not in secret
    movable = is_plain and evaluation.source.text.slice(span).strip("\"'") == "data"
    return write_whole(document, span, "stringData") if movable else None


def _is_text(value: Any) -> bool:
    """Whether a value under a Secret's `data` is text that is not base64."""
    return isinstance(value, str) and base64_error(value) is not None
