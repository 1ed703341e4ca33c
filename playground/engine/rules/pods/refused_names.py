"""The rule about names, keys, labels and annotations that the API server refuses.

apimachinery v1.36 ``pkg/api/validation`` (ValidateObjectMeta, NameIsDNSSubdomain), ``pkg/util/validation``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.names import (
    config_key_errors,
    label_errors,
    label_value_errors,
    qualified_name_errors,
    service_name_errors,
    subdomain_errors,
)
from playground.engine.kubernetes.pods import mapping
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import known_objects, pods, problems
from playground.engine.text.go import quote

_LONGEST_CRON_NAME = 52  # characters; the CronJob adds eleven for the name of each Job (batch/validation)
_KEYED = {"ConfigMap": ("data", "binaryData"), "Secret": ("data", "stringData")}  # the fields whose keys are checked
_KEY = re.compile(r"(?!\.)[-._a-zA-Z0-9]{1,253}")  # keys that are surely valid; the others are checked in full
_NO_DOTS = "must not contain dots"  # one of the errors that ``label_errors`` returns
_NOT_IN_NAMES = re.compile(r"[^a-z0-9.-]+")


@rule("POD611", Severity.ERROR)
def invalid_name(evaluation: Evaluation) -> Iterator[Finding]:
    """A name, a label, an annotation, or a key of a ConfigMap or Secret has invalid characters or too many.

    A name has lower-case letters, digits, `-`, and mostly also `.`. A label's value has at most 63 characters and no
    spaces. A key of a ConfigMap or Secret is the name of a file, without spaces and slashes. The value of a parameter
    must fit, too: `oc process` accepts any value, and the API server refuses the object later.

    Example::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: My_Settings}

    Instead::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: my-settings}
    """
    reported: set[tuple[SourceSpan, str]] = set()  # a label of the Template is refused in every object
    for finding in _findings(evaluation):
        if (finding.span, finding.message) not in reported:
            reported.add((finding.span, finding.message))
            yield finding


def _findings(evaluation: Evaluation) -> Iterator[Finding]:
    """The findings about each Object, and about the labels of its pods; a Template's labels are found repeatedly."""
    checks = _Checks(_Errors(qualified_name_errors), _Errors(label_value_errors))
    unfinished, every_pod = _with_missing_values(evaluation), pods(evaluation)
    for item, path, value in known_objects(evaluation):
        if id(item) in unfinished:
            continue
        kind, metadata = value["kind"], mapping(value.get("metadata"))
        yield from _check_name(evaluation, item, path, kind, metadata)
        if kind in _KEYED:
            yield from _check_keys(item, path, kind, value)
        yield from _check_labels(evaluation, item, path / "metadata", FieldPath(("metadata",)), metadata, checks)
        _, pod = every_pod.get((id(item), path), (item, None))
        if pod is not None and kind != "Pod":  # the metadata of a Pod is the metadata of its Object, checked above
            # The API server prints `spec.template.labels`, without `metadata`.
            printed = FieldPath(pod.template_path[len(path) :])
            yield from _check_labels(evaluation, item, pod.template_path / "metadata", printed, pod.metadata, checks)


def _with_missing_values(evaluation: Evaluation) -> frozenset[int]:
    """The ``id`` of each Object of a Template with a missing value: the names in it are not final."""
    missing = problems(evaluation, "required-parameter-missing")
    count = len(evaluation.processed.objects) if missing and evaluation.processed else 0
    return frozenset(map(id, evaluation.objects[:count]))


def _check_name(
    evaluation: Evaluation, item: TracedObject, path: FieldPath, kind: str, metadata: Mapping[str, Any]
) -> Iterator[Finding]:
    """The finding about the name of the Object at ``path``."""
    name = metadata.get("name")
    if not isinstance(name, str) or not name or "$" in name:
        return
    errors = _name_errors(evaluation, kind, name)
    if not errors:
        return
    place = path / "metadata" / "name"
    span, mended = item.span(place), _NOT_IN_NAMES.sub("-", name.lower()).strip("-.")
    if _NO_DOTS in _name_errors(evaluation, kind, mended):
        mended = mended.replace(".", "-")
    is_literal = evaluation.source.text.slice(span).strip("\"'") == name
    is_mended = is_literal and not _name_errors(evaluation, kind, mended)
    yield Finding(
        f"The API server refuses the name `{name}`.",
        span,
        hint=f"The API server says: metadata.name: Invalid value: {quote(name)}: {errors[0]}",
        field=str(item.where(place)),
        fix=write_whole(item.document, span, mended) if is_mended else None,
    )


def _check_keys(item: TracedObject, path: FieldPath, kind: str, value: Mapping[str, Any]) -> Iterator[Finding]:
    """The errors in the keys of a ConfigMap or Secret."""
    for field in _KEYED[kind]:
        for key in mapping(value.get(field)):
            errors = [] if _KEY.fullmatch(key) or "$" in key else config_key_errors(key)
            if errors:
                place = path.join((field, key))
                yield Finding(
                    f"The API server refuses the key `{key}` under `{field}`.",
                    item.key_span(place),
                    hint=f"The API server says: {field}[{key}]: Invalid value: {quote(key)}: {errors[0]}",
                    field=str(item.where(place)),
                )


def _name_errors(evaluation: Evaluation, kind: str, name: str) -> list[str]:
    """The errors of the API server about the name of an Object of this ``kind``."""
    if kind == "CronJob" and len(name) > _LONGEST_CRON_NAME:
        return [f"must be no more than {_LONGEST_CRON_NAME} characters"]
    if kind == "StatefulSet":  # its pods are called after it (apps/validation ValidateStatefulSetName, since v1.27)
        return label_errors(name)
    if kind != "Service":
        return subdomain_errors(name)
    if evaluation.cluster.version.relaxed_service_names:
        return label_errors(name)
    # POD602 reports a name that begins with a digit.
    return [] if name[:1].isdigit() else service_name_errors(name)


class _Errors(dict[str, list[str]]):
    """The errors of each text, which is checked once: the same few keys and labels are in every object."""

    def __init__(self, check: Callable[[str], list[str]]) -> None:
        self._check = check

    def __missing__(self, text: str) -> list[str]:
        errors = self[text] = self._check(text)
        return errors


class _Checks(NamedTuple):
    """The errors in keys, and in the values of labels."""

    key: _Errors
    value: _Errors


def _check_labels(
    evaluation: Evaluation,
    item: TracedObject,
    path: FieldPath,
    printed: FieldPath,
    metadata: Mapping[str, Any],
    checks: _Checks,
) -> Iterator[Finding]:
    """The findings about the labels and annotations of the ``metadata`` at ``path``.

    ``printed`` is that path as the API server prints it.
    """
    for key, value in mapping(metadata.get("labels")).items():
        if (errors := checks.key[key]) and "$" not in key:
            place = path.join(("labels", key))
            yield _finding(
                evaluation, item, place, printed / "labels", f"key `{key}` under `labels`", key, errors[0], in_key=True
            )
        if isinstance(value, str) and "$" not in value and (errors := checks.value[value]):
            place = path.join(("labels", key))
            yield _finding(evaluation, item, place, printed / "labels", f"value of the label `{key}`", value, errors[0])
    for key in mapping(metadata.get("annotations")):  # capitals are allowed here, even before the slash
        if (errors := checks.key[key.lower()]) and "$" not in key:
            place = path.join(("annotations", key))
            yield _finding(
                evaluation,
                item,
                place,
                printed / "annotations",
                f"key `{key}` under `annotations`",
                key,
                errors[0],
                in_key=True,
            )


def _finding(
    evaluation: Evaluation,
    item: TracedObject,
    place: FieldPath,
    printed: FieldPath,
    subject: str,
    refused_text: str,
    error: str,
    *,
    in_key: bool = False,
) -> Finding:
    """The Finding about the key or the value at ``place``, whose text is refused."""
    document, where = item.document, item.where(place)
    template = evaluation.template
    labels = template.labels or {} if template is not None and template.document is document else {}
    is_written = bool(document.style(where))  # else the Template adds the label
    if template is not None and not is_written and place[-1] in labels:
        document, where = template.document, template.path / "labels" / place[-1]
    span = document.key_span(where) if in_key else document.span(where)
    hint = f"The API server says: {printed}: Invalid value: {quote(refused_text)}: {error}"
    return Finding(f"The API server refuses the {subject}.", span, hint=hint, field=str(where))
