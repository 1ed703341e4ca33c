"""Rules about the names by which objects refer to other objects of the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, name_of
from playground.engine.model.diagnostics import Finding, Related, Severity
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import GUESSES, every_object, pods
from playground.engine.text.nearest import is_slip

_KIND_BESIDE: Final = ""  # the field `kind` beside the name says which kind is meant
# The path to a name, with `*` for the entries of a list; the kind of the named object.
_Reference = tuple[tuple[str, ...], str]
_OF_OBJECTS: Final[Mapping[str, Sequence[_Reference]]] = {
    "ClusterRoleBinding": ((("roleRef", "name"), _KIND_BESIDE), (("subjects", "*", "name"), _KIND_BESIDE)),
    "HorizontalPodAutoscaler": ((("spec", "scaleTargetRef", "name"), _KIND_BESIDE),),
    "Ingress": (
        (("spec", "defaultBackend", "service", "name"), "Service"),
        (("spec", "rules", "*", "http", "paths", "*", "backend", "service", "name"), "Service"),
        (("spec", "tls", "*", "secretName"), "Secret"),
    ),
    "RoleBinding": ((("roleRef", "name"), _KIND_BESIDE), (("subjects", "*", "name"), _KIND_BESIDE)),
    "Route": ((("spec", "to", "name"), _KIND_BESIDE), (("spec", "alternateBackends", "*", "name"), _KIND_BESIDE)),
    "StatefulSet": ((("spec", "serviceName"), "Service"),),
}
_VOLUMES: Final = ("volumes", "*")
_OF_PODS: Final[Sequence[_Reference]] = (
    (("serviceAccountName",), "ServiceAccount"),
    (("imagePullSecrets", "*", "name"), "Secret"),
    ((*_VOLUMES, "persistentVolumeClaim", "claimName"), "PersistentVolumeClaim"),
    ((*_VOLUMES, "configMap", "name"), "ConfigMap"),
    ((*_VOLUMES, "secret", "secretName"), "Secret"),
    ((*_VOLUMES, "projected", "sources", "*", "configMap", "name"), "ConfigMap"),
    ((*_VOLUMES, "projected", "sources", "*", "secret", "name"), "Secret"),
)
# Objects that every cluster or namespace has.
_BUILT_IN: Final = frozenset(
    {
        *(("ClusterRole", name) for name in ("admin", "basic-user", "cluster-admin", "cluster-reader", "edit", "view")),
        *(("ServiceAccount", name) for name in ("builder", "default", "deployer", "pipeline")),
    }
)


@rule("POD620", Severity.WARNING)
def nearly_named_object(evaluation: Evaluation) -> Iterator[Finding]:
    """An object refers to another object by a misspelt name: an object of the text has nearly this name.

    The API server accepts the name, because the other object may come later. The Route then answers 503, the volume is
    never mounted, the autoscaler has nothing to scale.

    Example::

        apiVersion: v1
        kind: Service
        metadata: {name: web-shop}
        spec: {selector: {app: shop}, ports: [{port: 80}]}
        ---
        apiVersion: route.openshift.io/v1
        kind: Route
        metadata: {name: shop}
        spec: {to: {kind: Service, name: webshop}}

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: web-shop}
        spec: {selector: {app: shop}, ports: [{port: 80}]}
        ---
        apiVersion: route.openshift.io/v1
        kind: Route
        metadata: {name: shop}
        spec: {to: {kind: Service, name: web-shop}}
    """
    named, guesses = _objects_by_kind(evaluation), GUESSES
    cluster = evaluation.cluster  # its ConfigMaps, Secrets and Services need not be in the text
    elsewhere = {*_BUILT_IN, *((kind, name) for kind, name, _ in cluster.data_objects)}
    elsewhere |= {("Service", service.name) for service in cluster.services}
    for item, path, kind in _references(evaluation):
        name, candidates = field_at(item.value, path), named.get(kind, {})
        if not isinstance(name, str) or "$" in name or name in candidates or (kind, name) in elsewhere:
            continue
        guesses -= len(candidates)
        near = next((candidate for candidate in candidates if guesses > 0 and is_slip(name, candidate)), "")
        if near:
            where, span = item.where(path), item.span(path)
            owner, owner_path = candidates[near]
            is_literal = field_at(item.document.value, where) == name
            yield Finding(
                f"The text has no {kind} `{name}`, but one that is called `{near}`.",
                span,
                hint=f"Did you mean `{near}`?",
                field=str(where),
                related=(Related(owner.span(owner_path / "metadata" / "name"), f"This is the {kind} `{near}`."),),
                fix=write_whole(item.document, span, near) if is_literal else None,
            )


def _objects_by_kind(evaluation: Evaluation) -> Mapping[str, Mapping[str, tuple[TracedObject, FieldPath]]]:
    """The named objects of the text, by kind and name."""
    named: dict[str, dict[str, tuple[TracedObject, FieldPath]]] = {}
    for item, path, value in every_object(evaluation):
        if isinstance(value, dict) and isinstance(kind := value.get("kind"), str) and (name := name_of(value)):
            named.setdefault(kind, {}).setdefault(name, (item, path))
    return named


def _references(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, str]]:
    """The fields that name another object: the TracedObject, the path of the name in it, the kind of the other."""
    for item, path, value in every_object(evaluation):
        kind = value.get("kind") if isinstance(value, dict) else None
        for steps, target in _OF_OBJECTS.get(kind, ()) if isinstance(kind, str) else ():
            for place in _places(value, steps, path):
                target_kind = field_at(item.value, place.parent / "kind") if target == _KIND_BESIDE else target
                if isinstance(target_kind, str):
                    yield item, place, target_kind
    for item, pod in pods(evaluation).values():
        for steps, target in _OF_PODS:
            yield from ((item, place, target) for place in _places(pod.spec, steps, pod.spec_path))


def _places(value: Any, steps: Sequence[str], path: FieldPath) -> Iterator[FieldPath]:
    """The paths in ``value`` that ``steps`` describe, below ``path``."""
    if not steps:
        yield path
    elif steps[0] == "*":
        for index, entry in enumerate(value if isinstance(value, list) else ()):
            yield from _places(entry, steps[1:], path / index)
    elif isinstance(value, dict) and steps[0] in value:
        yield from _places(value[steps[0]], steps[1:], path / steps[0])
