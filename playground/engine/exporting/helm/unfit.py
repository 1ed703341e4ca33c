"""Templates that no chart fits: the shape of an Object depends on a value, or a value is not of its type."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from playground.engine.exporting.helm.writer import ChartWriter
from playground.engine.exporting.parts import LABELS, own_pieces
from playground.engine.exporting.refusal import RefusedError
from playground.engine.kubernetes.pods import field_at, mapping
from playground.engine.model.location import ROOT
from playground.engine.model.refusal import Refusal
from playground.engine.reading.objects import TracedObject
from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.objects import GROUPS
from playground.engine.templates.substitution import Dialect, parameter_tokens
from playground.engine.templates.types import DROP, decode

_METADATA: Final = LABELS.parent
_ANNOTATIONS: Final = _METADATA / "annotations"
_KIND: Final = ROOT / "kind"
_VERSION: Final = ROOT / "apiVersion"


def refuse_unfit(processed: ProcessedTemplate, probed: ProcessedTemplate, writer: ChartWriter) -> None:
    """Raise RefusedError for a Template, ``processed`` with its values and ``probed``, that no chart fits."""
    _refuse_wrong_values(processed, writer)
    _refuse_varying(probed, writer)
    _refuse_unreadable(processed)


def _refuse_wrong_values(processed: ProcessedTemplate, writer: ChartWriter) -> None:
    """Raise RefusedError if a value is not of its Parameter's type, or if Helm would lose it."""
    for problem in processed.problems:
        if problem.pattern == "conversion-failed":
            reason = f"The value of `{problem.detail['parameter']}` is not of type {problem.detail['type']}"
            place = processed.template.document.span(problem.path)
            raise RefusedError(Refusal(f"{reason}: {problem.detail['message']}.", "Give it another value.", place))
    for value in processed.values:
        name, document = value.parameter.name, processed.template.document
        if name in writer.values and writer.values[name].is_json and _has_null(decode(value.text)):
            reason = f"The value of `{name}` is or has a `null`, and Helm removes a `null` from values."
            raise RefusedError(Refusal(reason, "Give it another value.", document.span(value.parameter.path)))


def _has_null(value: Any) -> bool:
    """Whether a JSON value is `null`, or a mapping that has one. Helm looks into no list."""
    if isinstance(value, dict):
        return any(item is None or _has_null(item) for item in value.values())
    return value is DROP


def _refuse_unreadable(processed: ProcessedTemplate) -> None:
    """Raise RefusedError for an Object whose head Helm cannot decode (its type SimpleHead): it would render nothing.

    Helm takes any scalar for a text.
    """
    for item in processed.objects:
        head, annotations = mapping(item.value), field_at(item.value, _ANNOTATIONS)
        shapes = ((_METADATA, head.get("metadata")), (_ANNOTATIONS, annotations))
        wrong = next((path for path, value in shapes if value is not None and not isinstance(value, dict)), None)
        if wrong:
            reason = f"`{wrong}` is no mapping, and Helm renders no such object."
            raise RefusedError(Refusal(reason, "Write a mapping.", item.span(wrong)))
        texts = [(path, field_at(item.value, path)) for path in (_VERSION, _KIND, _METADATA / "name")]
        texts += ((_ANNOTATIONS / key, text) for key, text in mapping(annotations).items())
        wrong = next((path for path, text in texts if isinstance(text, dict | list)), None)
        if wrong:
            reason = f"`{wrong}` is no text, and Helm renders no such object."
            raise RefusedError(Refusal(reason, "Write a text.", item.span(wrong)))


def refuse_null(probed: ProcessedTemplate) -> None:
    """Raise RefusedError for an Object that is null."""
    for item in probed.objects:
        if item.value is None:
            raise RefusedError(Refusal("An object is `null`.", "Remove it.", item.span(ROOT)))


def _refuse_varying(probed: ProcessedTemplate, writer: ChartWriter) -> None:
    """Raise RefusedError for an Object that processing builds in another way for some values."""
    for item in probed.objects:
        for refusal in chain(_varying_keys(item, writer), _varying_groups(item, writer), _varying_labels(item, writer)):
            raise RefusedError(refusal)


def _varying_keys(item: TracedObject, writer: ChartWriter) -> Iterator[Refusal]:
    """Keys that some values turn into no text, at which `oc` crashes."""
    for path, written in item.keys.items():
        token, *_ = parameter_tokens(written, writer.dialect)
        if token.form == "${{}}" and written == written[token.start : token.end]:
            yield Refusal("A key is a JSON value, which may be no text.", "Write `${NAME}`.", item.key_span(path))


def _varying_groups(item: TracedObject, writer: ChartWriter) -> Iterator[Refusal]:
    """A kind or apiVersion whose values decide about the Object's group.

    `oc process` writes the group of OpenShift's kinds, which were part of `v1` once.
    """
    if writer.dialect is not Dialect.OPENSHIFT:
        return
    written = field_at(item.document.value, item.path)
    kind, version = written.get("kind"), written.get("apiVersion")
    varies = _has_value(version, writer)
    has_group = isinstance(version, str) and "/" in (version.partition("$")[0] if varies else version)
    if _has_value(kind, writer):
        place = item.document.span(item.path / "kind")
        if _KIND in item.pieces and writer.is_json_reference(item, _KIND):
            yield Refusal("The kind is a JSON value, which may be no text.", "Write `${NAME}`.", place)
        if not has_group:
            yield Refusal("The kind decides about the group of the apiVersion.", "Write the kind.", place)
    elif varies and not has_group and kind in GROUPS:
        place = item.document.span(item.path / "apiVersion")
        yield Refusal(f"Some apiVersions of {kind} get a group.", f"Write `{GROUPS[kind]}/v1`.", place)


def _has_value(text: Any, writer: ChartWriter) -> bool:
    """Whether a field as the author wrote it is text that contains a Parameter."""
    return isinstance(text, str) and any(piece.parameter is not None for piece in writer.pieces_of(text))


def _varying_labels(item: TracedObject, writer: ChartWriter) -> Iterator[Refusal]:
    """JSON values in place of labels: those of the Template are set only where there is a mapping of texts."""
    if writer.labels is None:
        return
    for path, _ in own_pieces(item, writer.labels):
        if path not in (_METADATA, LABELS) and path.parent != LABELS:
            continue
        if writer.is_json_reference(item, path):
            hint = "Write `${NAME}`." if path.parent == LABELS else "Write the mapping."
            reason = "The Template's labels depend on what this JSON value is."
            yield Refusal(reason, hint, item.document.span(item.where(path)))
