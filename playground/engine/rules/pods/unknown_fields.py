"""The rule about fields that Kubernetes does not know and drops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.decoding import UnknownField, findings_of_items
from playground.engine.kubernetes.pods import mapping_at
from playground.engine.kubernetes.schema import TYPES
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.env_entries import as_entry
from playground.engine.rules.fixes.indentation import ParentField, parent_field
from playground.engine.rules.fixes.lookalikes import odd_beginning
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.text.nearest import nearest

_GUESSES: Final = 100  # unknown names in a text that are compared with the known fields; each comparison is slow
_NAME_OF: Final = {"secret": "name", "secretName": "name", "configMap": "name", "configMapName": "name"}
_MEANT: Final[Mapping[str, Mapping[str, str]]] = {  # by type, then by a wrong name that people write: the right name
    **dict.fromkeys(("SecretKeySelector", "ConfigMapKeySelector", "SecretEnvSource", "ConfigMapEnvSource"), _NAME_OF),
    "EnvVar": {"key": "name"},
    "VolumeMount": {"path": "mountPath"},
    "ContainerPort": {"port": "containerPort"},
    "ServicePort": {"containerPort": "targetPort"},
    "ObjectFieldSelector": {"path": "fieldPath", "field": "fieldPath"},
}
_OWNERS: Final[Mapping[str, str]] = {  # the types that may own a field: their names in a message
    "EnvVar": "an entry of `env`",
    "EnvVarSource": "`valueFrom`",
    "Container": "a container",
    "PodSpec": "the pod's `spec`",
    "SecurityContext": "`securityContext`",
    "ObjectMeta": "`metadata`",
    "DeploymentSpec": "the workload's `spec`",
}


@rule("POD609", Severity.WARNING)
def unknown_field_of_pod(evaluation: Evaluation) -> Iterator[Finding]:
    """A pod, or a part of it, has a field that Kubernetes does not know.

    The API server drops the field, at most with a warning; `kubectl apply` refuses the object: unknown field. Upper and
    lower case differ in a field's name, and a field is valid only in its place: `env` belongs to each container.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            envs:
            - {name: PORT, value: "8080"}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: PORT, value: "8080"}
    """
    guesses = _GUESSES
    for item, unknown in _unknown_fields(evaluation):
        name = str(unknown.path[-1])
        if "$" in name or any(odd_beginning(name)):
            continue  # other rules report an unreplaced reference, and characters that only look like spaces
        guesses -= 1
        near = _nearest_field(item, unknown, guesses)
        span, place = item.key_span(unknown.path), item.where(unknown.path)
        parent = parent_field(item, unknown) if not near else None
        # `PORT: "8080"` in `env` is meant as an entry with `name` and `value`.
        entry = (
            as_entry(item.document, place.parent)
            if unknown.struct == "EnvVar" and not near and parent is None
            else None
        )
        yield Finding(
            f"The API server does not know the field `{name}` in this place, and drops the field.",
            span,
            hint=f"Write `name: {name}`, and the value under `value`."
            if entry
            else _advice(name, near, parent, unknown.struct),
            field=str(place),
            fix=write_whole(item.document, span, near) if near else parent.fix if parent else entry,
        )


def _nearest_field(item: TracedObject, unknown: UnknownField, guesses: int) -> str:
    """The field of the same type that was probably meant; "" if there is none."""
    name, beside = str(unknown.path[-1]), mapping_at(item.value, unknown.path[:-1])
    meant = _MEANT.get(unknown.struct, {}).get(name, "")
    if meant and meant not in beside:
        return meant
    return nearest(name, TYPES[unknown.struct]) if guesses >= 0 else ""


def _advice(name: str, near: str, parent: ParentField | None, go_type: str) -> str:
    """The hint for the unknown field ``name`` of a ``go_type``."""
    if near:
        return f"Did you mean `{near}`?"
    if parent:
        return (
            f"`{name}` belongs to `{parent.field}`: "
            f"{f'indent `{name}` further' if parent.is_there else f'write `{parent.field}` above `{name}`'}."
        )
    owner = next((title for owner, title in _OWNERS.items() if owner != go_type and name in TYPES[owner]), "")
    return f"Move the field to {owner}." if owner else "Remove the field: `kubectl apply` refuses the object."


def _unknown_fields(evaluation: Evaluation) -> Iterator[tuple[TracedObject, UnknownField]]:
    """The unknown fields of every Object, with their paths in the pasted object, which may be a List."""
    for item in evaluation.objects:
        for path, _, findings in findings_of_items(item):
            yield from ((item, UnknownField(path.join(field.path), field.struct)) for field in findings.unknown)
