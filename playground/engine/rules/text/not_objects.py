"""Rules about documents that are not Kubernetes objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from playground.engine.editing.lines import BEFORE_A_KEY
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Likeness, Severity
from playground.engine.model.location import ROOT, SourceSpan
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.lookalikes import DESCRIBED
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import kinds_of, objects_outside_template
from playground.engine.templates.objects import kind_of_object
from playground.engine.templates.substitution import Dialect
from playground.engine.text.nearest import nearest

_MOST_KEYS = 20  # keys of an Object that are compared with the missing field
_KUSTOMIZED = "Paste what `kubectl kustomize` prints."


@rule("SCH801", Severity.ERROR)
def not_an_object(evaluation: Evaluation) -> Iterator[Finding]:
    """A document is not an object: it is no mapping, has no `kind`, or is a kustomization.

    The `kind` says what a document describes; without a `kind`, `kubectl` refuses the document. An object of a Template
    loses its `kind` if the inserted `kind` is not text, or if the `apiVersion` becomes invalid. A kustomization has a
    `kind`, but no cluster serves that kind: only `kubectl kustomize` and `kubectl apply -k` read it.

    Example::

        metadata:
          name: web

    Instead::

        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: web
    """
    for item in objects_outside_template(evaluation):  # `oc process` reports the objects of a Template: see TPL206
        if item.value is None:
            continue
        if not isinstance(item.value, dict):
            value = item.value
            shape = {list: "a list", str: "plain text", bool: "a boolean"}.get(type(value), "a number")
            yield Finding(
                f"This {_noun(item)} is {shape}, not a Kubernetes object.",
                item.span(ROOT),
                hint="An object is a mapping with `apiVersion`, `kind` and `metadata`.",
            )
        elif not isinstance(item.value.get("kind"), str) or not item.value["kind"]:
            lack = "has no `kind`" if item.value.get("kind") in (None, "") else "has a `kind` that is not text"
            message = f"This {_noun(item)} {lack}, so Kubernetes does not know what it is."
            likeness = _likeness_of(item.value)
            lacking = "Write a `kind`." if item.value.get("apiVersion") else "Add `apiVersion` and `kind`."
            yield _misspelt(item, "kind", message) or Finding(
                message,
                item.key_span(ROOT / next(iter(item.value), "")),
                hint=likeness.hint if likeness else lacking,
                field=str(item.path / "kind"),
                likeness=likeness,
            )
        elif str(item.value.get("apiVersion")).startswith("kustomize.config.k8s.io/"):
            yield Finding(
                "This document is a kustomization: no cluster serves this kind of object.",
                item.span(ROOT / "kind"),
                hint=_KUSTOMIZED,
                field=str(item.path / "kind"),
            )
    yield from _without_kind(evaluation)


def _noun(item: TracedObject) -> str:
    """The word for the Object in a message."""
    return "entry of a List" if item.path else "document"


def _without_kind(evaluation: Evaluation) -> Iterator[Finding]:
    """The Template's Objects that lose their `kind` in processing; TPL206 reports Objects written without one."""
    if evaluation.processed is None:
        return
    is_openshift = evaluation.dialect is Dialect.OPENSHIFT  # then processing has dropped every invalid kind
    for item in evaluation.processed.objects:
        if not isinstance(item.value, dict) or (item.value.get("kind") if is_openshift else kind_of_object(item.value)):
            continue
        source_value = field_at(item.document.value, item.path)
        if kind_of_object(source_value):
            key = "kind" if "$" in source_value["kind"] else "apiVersion"  # the field with the reference
            yield Finding(
                "This object has no `kind` after processing, so Kubernetes does not know what it is.",
                item.span(ROOT / key),
                hint="Insert text as the `kind`, and an `apiVersion` such as `v1` or `apps/v1`.",
                field=str(item.path / key),
            )


def _likeness_of(value: Mapping[str, Any]) -> Likeness | None:
    """The Likeness of a document with the fields of another program; None if none is recognised."""
    if isinstance(value.get("services"), dict):
        return Likeness("This looks like a Compose file, which Kubernetes does not read.")
    if "jobs" in value and ("on" in value or "true" in value):  # YAML reads the key `on` as a boolean
        return Likeness("This looks like a GitHub workflow, which Kubernetes does not read.")
    if any(isinstance(entry, dict) and "script" in entry for entry in value.values()):
        return Likeness("This looks like a GitLab pipeline, which Kubernetes does not read.")
    if "replicaCount" in value or ("version" in value and "name" in value and "apiVersion" in value):
        return Likeness("This looks like a file of a Helm chart.", "Paste what `helm template` prints.")
    if isinstance(value.get("Name"), str) and "Namespace" in value:
        return DESCRIBED
    if "resources" in value and ("patches" in value or "namePrefix" in value or "configMapGenerator" in value):
        return Likeness("This looks like a kustomization.", _KUSTOMIZED)
    return None


@rule("SCH802", Severity.ERROR)
def api_version_missing(evaluation: Evaluation) -> Iterator[Finding]:
    """An object has no `apiVersion`.

    The `apiVersion` says which API the `kind` belongs to. `oc process` accepts an object without an `apiVersion`, but
    `kubectl` refuses it. Write `v1` for pods, Services, ConfigMaps and Secrets, `apps/v1` for Deployments, StatefulSets
    and DaemonSets, `batch/v1` for Jobs and CronJobs.

    Example::

        kind: ConfigMap
        metadata:
          name: web

    Instead::

        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: web
    """
    for item in evaluation.objects:
        if isinstance(item.value, dict) and item.value.get("kind") and not item.value.get("apiVersion"):
            version = kinds_of(evaluation).usual_version(str(item.value["kind"]))
            message = "This object has no `apiVersion`, so `kubectl` refuses it."
            yield _misspelt(item, "apiVersion", message) or Finding(
                message,
                item.span(ROOT / "kind"),
                hint=f"Add `apiVersion: {version}`." if version else "Add `apiVersion`, for example `v1` or `apps/v1`.",
                field=str(item.path / "apiVersion"),
                fix=_add_version(item, version) if version else None,
            )


def _misspelt(item: TracedObject, name: str, message: str) -> Finding | None:
    """The Finding that the key ``name`` is misspelt, with its Fix; None if no key in the text is similar."""
    fields = field_at(item.document.value, item.path)
    near = nearest(name, islice(fields, _MOST_KEYS)) if isinstance(fields, dict) and name not in fields else ""
    if not near:
        return None
    span = item.key_span(ROOT / near)
    fix = write_whole(item.document, span, name)
    return Finding(message, span, hint=f"Did you mean `{name}`?", field=str(item.path / name), fix=fix)


def _add_version(item: TracedObject, version: str) -> Fix | None:
    """The Fix that writes the ``version`` above the `kind`, or before the `kind` on the same line.

    None if the text has an `apiVersion`, even an empty one, or if the `kind` is a reference.
    """
    document, fields = item.document, field_at(item.document.value, item.path)
    if not isinstance(fields, dict) or "apiVersion" in fields or fields.get("kind") != item.value["kind"]:
        return None
    key = item.key_span(ROOT / "kind")
    source = document.source
    before = source.line_before(key.start)
    if source.slice(key).strip("\"'") != "kind":  # the place is an alias, which brings the key from elsewhere
        return None
    if document.style(item.path) == "flow":
        text = f'"apiVersion": "{version}", ' if document.syntax == "json" else f"apiVersion: {version}, "
    elif BEFORE_A_KEY.fullmatch(before):
        text = f"apiVersion: {version}{source.newline}{' ' * len(before)}"
    else:
        return None
    return Fix(f"Add apiVersion: {version}", (Edit(SourceSpan(key.start, key.start), text),))
