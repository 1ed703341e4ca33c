"""Rules about selectors that are missing or do not match the labels of the pods.

Kubernetes v1.36 ``pkg/apis/apps/validation``: the labels of a pod template must match the selector of its workload.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import PodPlace, field_at, mapping, mapping_at
from playground.engine.model.diagnostics import Finding, Related, Severity
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import GUESSES, every_object, once_per_evaluation, pods
from playground.engine.text.nearest import is_slip

# By kind of workload: the path of the selector of its own pods.
_OWN_SELECTOR: Mapping[str, tuple[str, ...]] = {
    "Deployment": ("spec", "selector", "matchLabels"),
    "ReplicaSet": ("spec", "selector", "matchLabels"),
    "StatefulSet": ("spec", "selector", "matchLabels"),
    "DaemonSet": ("spec", "selector", "matchLabels"),
    "ReplicationController": ("spec", "selector"),
    "DeploymentConfig": ("spec", "selector"),
}
# By kind: the path of the selector of other objects' pods.
_SELECTOR_OF_OTHERS: Mapping[str, tuple[str, ...]] = {
    "Service": ("spec", "selector"),
    "PodDisruptionBudget": ("spec", "selector", "matchLabels"),
    "NetworkPolicy": ("spec", "podSelector", "matchLabels"),
}
_TEXT = frozenset({str})
_MOST_LABELS = 30  # of a pod, if their names are compared
MOST_COMPARED = 1_000_000  # labels of selectors times pods that are compared one by one


def _are_final(labels: Mapping[str, Any]) -> bool:
    """Whether all labels are text without unreplaced references."""
    return _TEXT.issuperset(map(type, labels.values())) and "$" not in "".join((*labels, *labels.values()))


@rule("POD606", Severity.ERROR)
def selector_misses_own_pods(evaluation: Evaluation) -> Iterator[Finding]:
    """A workload's selector does not match the labels of its own pod template.

    The API server refuses the workload, which would not recognise the pods that it creates.

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
        selector_path = _OWN_SELECTOR.get(pod.kind)
        if selector_path is None:
            continue
        selector, labels = mapping_at(pod.owner, selector_path), _labels(pod)
        if selector.items() <= labels.items() or not _are_final(selector) or not _are_final(labels):
            continue
        for key, value in selector.items():
            if labels.get(key) != value:
                place = pod.owner_path.join((*selector_path, key))
                yield Finding(
                    f"The selector requires `{key}: {value}`, but the pod template "
                    + (f"has `{key}: {labels[key]}`." if key in labels else f"has no label `{key}`."),
                    item.span(place),
                    hint="Write the same label in both places; otherwise the API server refuses the object.",
                    field=str(item.where(place)),
                    related=(Related(_span_of_labels(item, pod), "These are the labels of the pods."),),
                )


@rule("POD610", Severity.ERROR)
def selector_missing(evaluation: Evaluation) -> Iterator[Finding]:
    """A workload of `apps/v1` has no selector.

    The API server refuses the workload: `spec.selector` is required. Versions before `apps/v1` copied it from the
    labels of the pods.

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
        lack = "with an empty" if "selector" in spec else "without"
        yield Finding(
            f"The API server refuses a {pod.kind} {lack} `spec.selector`.",
            item.key_span(place),
            hint="Write the labels of the pods under `selector.matchLabels`.",
            field=str(item.where(place)),
            related=(Related(_span_of_labels(item, pod), "These are the labels of the pods."),) if labels else (),
        )


def _span_of_labels(item: TracedObject, pod: PodPlace) -> Any:
    return item.span(pod.template_path / "metadata" / "labels")


@rule("TPL212", Severity.WARNING)
def label_not_on_pods(evaluation: Evaluation) -> Iterator[Finding]:
    """A Service selects pods by a label that the workload has, but its pods do not have.

    A pod gets its labels from the workload's `spec.template.metadata.labels`. The labels of a Template, and those in
    the workload's own `metadata`, are only on the workload. So the Service finds no pod.

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
    for item, path, value in _selectors_of_no_pods(evaluation):
        if value.get("kind") == "Service":
            selector = mapping_at(value, ("spec", "selector"))
            yield from _on_owner_only(evaluation, item, path, selector)


@rule("POD618", Severity.WARNING)
def nearly_selected_pods(evaluation: Evaluation) -> Iterator[Finding]:
    """A selector matches no pod of the text, but would match one if a label had another letter, dash or capital.

    Kubernetes reports no error: a Service without pods answers no request, and a policy without pods protects none.
    The selectors of Services, PodDisruptionBudgets and NetworkPolicies are compared with the labels of the pods.

    Example::

        apiVersion: v1
        kind: Service
        metadata: {name: shop}
        spec: {selector: {app: web-shop}, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: shop, labels: {app: webshop}}
        spec:
          containers: [{name: web, image: registry.example/web:1}]

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: shop}
        spec: {selector: {app: webshop}, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: shop, labels: {app: webshop}}
        spec:
          containers: [{name: web, image: registry.example/web:1}]
    """
    guesses = GUESSES
    for item, path, value in _selectors_of_no_pods(evaluation):
        place = path.join(_SELECTOR_OF_OTHERS[value["kind"]])
        selector = mapping_at(value, _SELECTOR_OF_OTHERS[value["kind"]])
        for workload, pod in pods(evaluation).values():
            guesses -= len(_labels(pod))
            if guesses <= 0:
                return
            near = _near_label(selector, _labels(pod))
            if near is None or not _may_share_namespace(value, pod.owner):
                continue
            is_key = near.key != near.pod_key
            meant = near.pod_key if is_key else near.pod_text
            label_path = place / near.key
            span = item.key_span(label_path) if is_key else item.span(label_path)
            document, where = item.document, item.where(label_path)
            is_literal = (str(where[-1]) == near.key) if is_key else field_at(document.value, where) == near.text
            yield Finding(
                f"The {value['kind']} selects no pod of the text by `{near.key}: {near.text}`; a {pod.kind} has"
                f" `{near.pod_key}: {near.pod_text}`.",
                span,
                hint=f"Did you mean `{meant}`?",
                field=str(where),
                related=(Related(_span_of_labels(workload, pod), "These are the labels of the pods."),),
                fix=write_whole(document, span, meant) if is_literal else None,
            )
            break


class _NearLabel(NamedTuple):
    """A label of a selector, and a pod's label that is nearly equal: the keys differ or the texts, never both."""

    key: str
    text: str
    pod_key: str
    pod_text: str


def _near_label(selector: Mapping[str, Any], labels: Mapping[str, Any]) -> _NearLabel | None:
    """The only label of ``selector`` that the pod lacks, with a nearly equal label of the pod; else None."""
    missing = [(key, text) for key, text in selector.items() if labels.get(key) != text]
    if len(missing) != 1:
        return None
    key, text = missing[0]
    pod_text = labels.get(key)
    if isinstance(pod_text, str):
        return _NearLabel(key, text, key, pod_text) if is_slip(text, pod_text) else None
    compared = labels.items() if len(labels) <= _MOST_LABELS else ()
    pod_key = next((pod_key for pod_key, value in compared if value == text and is_slip(key, pod_key)), None)
    return None if pod_key is None else _NearLabel(key, text, pod_key, text)


def _may_share_namespace(value: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two Objects may be in one namespace: an Object without a written namespace may be in any."""
    namespace, other_namespace = _namespace(value), _namespace(other)
    return not namespace or not other_namespace or namespace == other_namespace


def _namespace(value: Mapping[str, Any]) -> str:
    return str(mapping_at(value, ("metadata",)).get("namespace") or "")


@once_per_evaluation
def _selectors_of_no_pods(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, Mapping[str, Any]]]:
    """The Objects whose selector of pods matches no pod of the text, as ``every_object`` gives them."""
    return list(_unmatched(evaluation))


def _unmatched(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, Mapping[str, Any]]]:
    every_pod = pods(evaluation).values()
    labels_by_label, budget = _index_by_label(every_pod), MOST_COMPARED
    for item, path, value in every_object(evaluation):
        kind = value.get("kind") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in _SELECTOR_OF_OTHERS:
            continue
        selector = mapping_at(value, _SELECTOR_OF_OTHERS[kind])
        first_label = next(iter(selector.items()), ("", None))  # every pod that the selector matches has this label
        for labels in labels_by_label.get(first_label, ()) if isinstance(first_label[1], str) else ():
            if selector.items() <= labels.items():
                break
        else:
            # TPL212 and POD618 may compare this selector with the labels of every pod.
            budget -= len(selector) * len(every_pod)
            if selector and budget >= 0 and _are_final(selector):
                yield item, path, value


def _labels(pod: PodPlace) -> Mapping[str, Any]:
    return mapping(pod.metadata.get("labels"))


def _index_by_label(pods: Iterable[tuple[TracedObject, PodPlace]]) -> dict[tuple[str, Any], list[Mapping[str, Any]]]:
    """The labels of all pods, indexed by each label: comparing every Service with every pod would be too slow."""
    index: dict[tuple[str, Any], list[Mapping[str, Any]]] = {}
    for labels in (_labels(pod) for _, pod in pods):
        for label in labels.items():
            if isinstance(label[1], str):  # a selector's values are text: see ``_are_final``
                index.setdefault(label, []).append(labels)
    return index


@once_per_evaluation
def _workloads_by_label(
    evaluation: Evaluation,
) -> Mapping[tuple[str, Any], Sequence[tuple[TracedObject, PodPlace]]]:
    """The workloads, with their pods, indexed by each label of their own and of their pods."""
    index: dict[tuple[str, Any], list[tuple[TracedObject, PodPlace]]] = {}
    for workload, pod in pods(evaluation).values():
        if pod.template_path == pod.owner_path:  # a Pod has only its own labels
            continue
        labels = (*mapping_at(pod.owner, ("metadata", "labels")).items(), *_labels(pod).items())
        for label in dict.fromkeys(label for label in labels if isinstance(label[1], str)):
            index.setdefault(label, []).append((workload, pod))
    return index


def _on_owner_only(
    evaluation: Evaluation, item: TracedObject, path: FieldPath, selector: Mapping[str, Any]
) -> Iterator[Finding]:
    """The finding about the first workload whose own labels match the selector while those of its pods do not."""
    first_label = next(iter(selector.items()))
    for workload, pod in _workloads_by_label(evaluation).get(first_label, ()):
        evaluation.deadline.spend(len(selector))
        own = mapping_at(pod.owner, ("metadata", "labels"))
        missing = [key for key, value in selector.items() if _labels(pod).get(key) != value]
        if all(own.get(key) == selector[key] for key in missing):
            place = path / "spec" / "selector" / missing[0]
            yield Finding(
                f"The Service finds no pod: `{missing[0]}: {selector[missing[0]]}` is a label of the {pod.kind},"
                " not of its pods.",
                item.span(place),
                hint="Write the label into the workload's `spec.template.metadata.labels`, too.",
                field=str(item.where(place)),
                related=(Related(_span_of_labels(workload, pod), "Write the label of the pods here."),),
            )
            return
