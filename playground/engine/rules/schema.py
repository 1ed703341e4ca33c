"""What we say about documents that are no objects of Kubernetes (SCH8xx)."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.diagnostics import Finding, Severity
from playground.engine.evaluation import Evaluation
from playground.engine.location import ROOT
from playground.engine.objects import TracedObject
from playground.engine.rules.registry import rule


def _beside_templates(evaluation: Evaluation) -> Iterator[TracedObject]:
    """The Objects that do not come from a Template: for those, `oc process` has words of its own."""
    return iter(evaluation.objects[len(evaluation.processed.objects) if evaluation.processed else 0 :])


@rule("SCH801", Severity.ERROR)
def not_an_object(evaluation: Evaluation) -> Iterator[Finding]:
    """A document is not an object: it is no mapping, or has no `kind`.

    Without a `kind` nobody knows what the document describes, and `kubectl` refuses it.

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
            yield Finding(
                "This document has no `kind`, so Kubernetes does not know what it is.",
                item.key_span(ROOT / next(iter(item.value), "")),
                hint="Add `apiVersion` and `kind`.",
                field=str(item.path / "kind"),
            )


@rule("SCH802", Severity.ERROR)
def api_version_missing(evaluation: Evaluation) -> Iterator[Finding]:
    """An object has no `apiVersion`.

    `kubectl` refuses it: the version says which API the `kind` belongs to. It is `v1` for pods, Services, ConfigMaps
    and Secrets, `apps/v1` for Deployments, StatefulSets and DaemonSets, `batch/v1` for Jobs and CronJobs.

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
    for item in _beside_templates(evaluation):
        if isinstance(item.value, dict) and item.value.get("kind") and not item.value.get("apiVersion"):
            yield Finding(
                "This object has no `apiVersion`, so `kubectl` refuses it.",
                item.span(ROOT / "kind"),
                hint="Add `apiVersion`, for example `v1` or `apps/v1`.",
                field=str(item.path / "apiVersion"),
            )
