"""Rules about documents that are not Kubernetes objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import ROOT
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.env_entries import BEFORE_A_KEY
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.pods.kinds import version_of
from playground.engine.rules.registry import rule
from playground.engine.templates.objects import kind_of_object
from playground.engine.templates.substitution import Dialect
from playground.engine.text.nearest import nearest

_MOST_KEYS = 20  # of an Object, that are compared with the one that is missing
_KUSTOMIZED = "Paste what `kubectl kustomize` prints."


def _beside_templates(evaluation: Evaluation) -> Iterator[TracedObject]:
    """The Objects that do not come from a Template: for the others, `oc process` has its own messages."""
    return iter(evaluation.objects[len(evaluation.processed.objects) if evaluation.processed else 0 :])


@rule("SCH801", Severity.ERROR)
def not_an_object(evaluation: Evaluation) -> Iterator[Finding]:
    """A document is not an object: it is not a mapping, has no `kind`, or is a kustomization.

    Without a `kind` it is unknown what the document describes, and `kubectl` refuses it. An object of a Template loses
    its `kind` when what is inserted there is no text, or when its `apiVersion` becomes invalid. A kustomization has a
    `kind`, but only `kubectl kustomize` and `kubectl apply -k` read it; no cluster serves that kind.

    Example::

        metadata:
          name: web

    Instead::

        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: web
    """
    for item in _beside_templates(evaluation):
        if item.value is None:
            continue
        if not isinstance(item.value, dict):
            value = item.value
            words = "a list" if isinstance(value, list) else "plain text" if isinstance(value, str) else "one value"
            yield Finding(
                f"This document is {words}, not an object of Kubernetes.",
                item.span(ROOT),
                hint="An object is a mapping with `apiVersion`, `kind` and `metadata`.",
            )
        elif not isinstance(item.value.get("kind"), str) or not item.value["kind"]:
            message = "This document has no `kind`, so Kubernetes does not know what it is."
            yield _misspelt(item, "kind", message) or Finding(
                message,
                item.key_span(ROOT / next(iter(item.value), "")),
                hint=_made_for(item.value)
                or ("Add `kind`." if item.value.get("apiVersion") else "Add `apiVersion` and `kind`."),
                field=str(item.path / "kind"),
            )
        elif str(item.value.get("apiVersion")).startswith("kustomize.config.k8s.io/"):
            yield Finding(
                "This document is a kustomization, which no cluster serves.",
                item.span(ROOT / "kind"),
                hint=_KUSTOMIZED,
                field=str(item.path / "kind"),
            )
    yield from _without_kind(evaluation)


def _without_kind(evaluation: Evaluation) -> Iterator[Finding]:
    """Of the Template's Objects those that lose their `kind` in processing; TPL206 reports those that never had one."""
    if evaluation.processed is None:
        return
    rewritten = evaluation.dialect is Dialect.OPENSHIFT  # as `oc` does, so that a kind that is there is right
    for item in evaluation.processed.objects:
        if not isinstance(item.value, dict) or (item.value.get("kind") if rewritten else kind_of_object(item.value)):
            continue
        source_value = field_at(item.document.value, item.path)
        if kind_of_object(source_value):
            place = "kind" if "$" in source_value["kind"] else "apiVersion"
            yield Finding(
                "This object has no `kind` after processing, so Kubernetes does not know what it is.",
                item.span(ROOT / place),
                hint="Insert text for the `kind`, and an `apiVersion` such as `v1` or `apps/v1`.",
                field=str(item.path / place),
            )


def _made_for(value: Mapping[str, Any]) -> str:
    """The other program that the document is for, judged by its fields; "" if unknown."""
    if isinstance(value.get("services"), dict):
        return "This looks like a Compose file, which Kubernetes does not read."
    if "jobs" in value and ("on" in value or "true" in value):
        return "This looks like a workflow of GitHub, which Kubernetes does not read."
    if any(isinstance(entry, dict) and "script" in entry for entry in value.values()):
        return "This looks like a pipeline of GitLab, which Kubernetes does not read."
    if "replicaCount" in value or ("version" in value and "name" in value and "apiVersion" in value):
        return "This looks like a file of a Helm chart: paste what `helm template` prints."
    if "resources" in value and ("patches" in value or "namePrefix" in value or "configMapGenerator" in value):
        return f"This looks like a kustomization. {_KUSTOMIZED}"
    return ""


@rule("SCH802", Severity.ERROR)
def api_version_missing(evaluation: Evaluation) -> Iterator[Finding]:
    """An object has no `apiVersion`.

    `kubectl` refuses it, though `oc process` does not: the version says which API the `kind` belongs to. It is `v1` for
    pods, Services, ConfigMaps and Secrets, `apps/v1` for Deployments, StatefulSets and DaemonSets, `batch/v1` for Jobs
    and CronJobs.

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
            version, message = (
                version_of(item.value["kind"]),
                "This object has no `apiVersion`, so `kubectl` refuses it.",
            )
            yield _misspelt(item, "apiVersion", message) or Finding(
                message,
                item.span(ROOT / "kind"),
                hint=f"Add `apiVersion: {version}`." if version else "Add `apiVersion`, for example `v1` or `apps/v1`.",
                field=str(item.path / "apiVersion"),
                fix=_add_version(item, version) if version else None,
            )


def _misspelt(item: TracedObject, name: str, message: str) -> Finding | None:
    """The finding that ``name`` is misspelt, with its Fix; None if no key that the author wrote is like it."""
    fields = field_at(item.document.value, item.path)
    near = nearest(name, islice(fields, _MOST_KEYS)) if isinstance(fields, dict) and name not in fields else ""
    if not near:
        return None
    span = item.key_span(ROOT / near)
    fix = write_whole(item.document, span, name)
    return Finding(message, span, hint=f"Did you mean `{name}`?", field=str(item.path / name), fix=fix)


def _add_version(item: TracedObject, version: str) -> Fix | None:
    """The Fix that writes the ``version`` above the `kind`, or before it on the same line.

    None if the author wrote a version, though an empty one, or the kind as a reference.
    """
    document, fields = item.document, field_at(item.document.value, item.path)
    if not isinstance(fields, dict) or "apiVersion" in fields or fields.get("kind") != item.value["kind"]:
        return None
    key = item.key_span(ROOT / "kind")
    source = document.source
    start = source.offset(key.start)
    before = source.text[start - key.start.column + 1 : start]
    if source.slice(key).strip("\"'") != "kind":  # of an alias
        return None
    if document.style(item.path) == "flow":
        text = f'"apiVersion": "{version}", ' if document.syntax == "json" else f"apiVersion: {version}, "
    elif BEFORE_A_KEY.fullmatch(before):
        text = f"apiVersion: {version}{source.newline}{' ' * len(before)}"
    else:
        return None
    return Fix(f"Add apiVersion: {version}", (Edit(source.span(start, start), text),))
