"""Rules about selectors and the labels that they select.

Kubernetes v1.36 ``pkg/apis/apps/validation``: the labels of a pod template must match the selector of its workload.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import PodPlace, mapping, mapping_at
from playground.engine.model.diagnostics import Finding, Related, Severity
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import every_object, pods

_SELECTOR: Mapping[str, tuple[str, ...]] = {
    "Deployment": ("spec", "selector", "matchLabels"),
    "ReplicaSet": ("spec", "selector", "matchLabels"),
    "StatefulSet": ("spec", "selector", "matchLabels"),
    "DaemonSet": ("spec", "selector", "matchLabels"),
    "ReplicationController": ("spec", "selector"),
    "DeploymentConfig": ("spec", "selector"),
}
_TEXT = frozenset({str})
MOST_COMPARED = 1_000_000  # wanted labels times pods, with which they are compared one by one


def _known(labels: Mapping[str, Any]) -> bool:
    """Whether all labels are text without unresolved references."""
    return _TEXT.issuperset(map(type, labels.values())) and "$" not in "".join((*labels, *labels.values()))


@rule("POD606", Severity.ERROR)
def selector_misses_own_pods(evaluation: Evaluation) -> Iterator[Finding]:
    """A workload's selector does not match the labels of its own pod template.

    The API server refuses it: the workload would create pods and never find them again.

    Example::

        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, labels: {app: web}}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {role: web}}
            spec:
              containers: [{name: web, image: registry.example/web:1}]

    Instead::

        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, labels: {app: web}}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web, role: web}}
            spec:
              containers: [{name: web, image: registry.example/web:1}]
    """
    for item, pod in pods(evaluation).values():
        inside = _SELECTOR.get(pod.kind, ())
        wanted, labels = mapping_at(pod.owner, inside), _labels(pod)
        if wanted.items() <= labels.items() or not inside or not _known(wanted) or not _known(labels):
            continue  # the first is the case of nearly all
        for key, value in wanted.items():
            if labels.get(key) != value:
                place = pod.owner_path.join((*inside, key))
                yield Finding(
                    f"The selector wants `{key}: {value}`, and the pod template "
                    + (f"has `{key}: {labels[key]}`." if key in labels else f"has no label `{key}`."),
                    item.span(place),
                    hint="Write the same label in both; the API server refuses the object otherwise.",
                    field=str(item.where(place)),
                    related=(Related(_at_labels(item, pod), "The labels of the pods are these."),),
                )


@rule("POD610", Severity.ERROR)
def selector_missing(evaluation: Evaluation) -> Iterator[Finding]:
    """A workload of `apps/v1` has no selector.

    The API server refuses it: `spec.selector` is required. Before `apps/v1` it was taken from the labels of the pods.

    Example::

        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: web, image: registry.example/web:1}]

    Instead::

        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: web, image: registry.example/web:1}]
    """
    for item, pod in pods(evaluation).values():
        spec = pod.owner.get("spec")
        if pod.owner.get("apiVersion") != "apps/v1" or not isinstance(spec, dict) or spec.get("selector"):
            continue
        labels = _labels(pod)
        place = pod.owner_path / "spec"
        yield Finding(
            f"A {pod.kind} needs `spec.selector`: the API server refuses it without.",
            item.key_span(place),
            hint="Write the labels of its pods under `selector.matchLabels`.",
            field=str(item.where(place)),
            related=(Related(_at_labels(item, pod), "The labels of the pods are these."),) if labels else (),
        )


def _at_labels(item: TracedObject, pod: PodPlace) -> Any:
    return item.span(pod.template_path / "metadata" / "labels")


@rule("TPL212", Severity.WARNING)
def label_not_on_pods(evaluation: Evaluation) -> Iterator[Finding]:
    """A Service selects by a label that a workload has, but its pods do not.

    The labels of a Template, like those in a workload's own `metadata`, are set on the objects but not on the pods,
    which have those of `spec.template.metadata.labels`. So the Service finds no pod.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        labels: {app: shop}
        objects:
        - apiVersion: v1
          kind: Service
          metadata: {name: shop}
          spec: {selector: {app: shop}, ports: [{port: 80}]}
        - apiVersion: apps/v1
          kind: Deployment
          metadata: {name: shop}
          spec:
            selector: {matchLabels: {role: web}}
            template:
              metadata: {labels: {role: web}}
              spec:
                containers: [{name: web, image: registry.example/web:1}]

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        labels: {app: shop}
        objects:
        - apiVersion: v1
          kind: Service
          metadata: {name: shop}
          spec: {selector: {app: shop}, ports: [{port: 80}]}
        - apiVersion: apps/v1
          kind: Deployment
          metadata: {name: shop}
          spec:
            selector: {matchLabels: {role: web}}
            template:
              metadata: {labels: {role: web, app: shop}}
              spec:
                containers: [{name: web, image: registry.example/web:1}]
    """
    every_pod = pods(evaluation).values()
    labelled, left = _by_label(every_pod), MOST_COMPARED
    for item, path, value in every_object(evaluation):
        if not isinstance(value, dict) or value.get("kind") != "Service":
            continue
        wanted = mapping_at(value, ("spec", "selector"))
        label = next(iter(wanted.items()), ("", None))
        for labels in labelled.get(label, ()) if isinstance(label[1], str) else ():
            if wanted.items() <= labels.items():
                break  # as nearly always
        else:
            left -= len(wanted) * len(every_pod)
            if wanted and left >= 0 and _known(wanted):
                yield from _on_owner_only(item, path, wanted, every_pod)


def _labels(pod: PodPlace) -> Mapping[str, Any]:
    return mapping(pod.metadata.get("labels"))


def _by_label(pods: Iterable[tuple[TracedObject, PodPlace]]) -> dict[tuple[str, Any], list[Mapping[str, Any]]]:
    """The labels of all pods, indexed by each label: comparing every Service with every pod would be too slow."""
    indexed: dict[tuple[str, Any], list[Mapping[str, Any]]] = {}
    for labels in (_labels(pod) for _, pod in pods):
        for label in labels.items():
            if isinstance(label[1], str):  # a selector has no other values: see ``_known``
                indexed.setdefault(label, []).append(labels)
    return indexed


def _on_owner_only(
    item: TracedObject, path: FieldPath, wanted: Mapping[str, Any], pods: Iterable[tuple[TracedObject, PodPlace]]
) -> Iterator[Finding]:
    """The finding about the first workload whose own labels match, although those of its pods do not."""
    for holder, pod in pods:
        own = mapping_at(pod.owner, ("metadata", "labels"))
        missing = [key for key, value in wanted.items() if _labels(pod).get(key) != value]
        if pod.template_path != pod.owner_path and all(own.get(key) == wanted[key] for key in missing):
            place = path / "spec" / "selector" / missing[0]
            yield Finding(
                f"The Service finds no pod: `{missing[0]}: {wanted[missing[0]]}` is a label of the {pod.kind},"
                " not of its pods.",
                item.span(place),
                hint="Write the label into `spec.template.metadata.labels`, too.",
                field=str(item.where(place)),
                related=(Related(_at_labels(holder, pod), "The pods' labels belong here."),),
            )
            return
