"""The rule about fields that the API server does not know and drops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.decoding import Findings, UnknownField, findings_of_items, written_path
from playground.engine.kubernetes.pods import mapping, mapping_at
from playground.engine.kubernetes.schema import type_named
from playground.engine.model.diagnostics import Finding, Fix, Related, Severity
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.env_entries import as_entry
from playground.engine.rules.fixes.fields import backend_service, move_into, remove_field, rolling_update
from playground.engine.rules.fixes.indentation import parent_field
from playground.engine.rules.fixes.lookalikes import odd_beginning
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import kinds_of
from playground.engine.text.nearest import nearest

_GUESSES: Final = 100  # unknown names in a text that are compared with the known fields; each comparison is slow
_NAME_OF: Final = {"secret": "name", "secretName": "name", "configMap": "name", "configMapName": "name"}
_MEANT: Final[Mapping[str, Mapping[str, str]]] = {  # by type, then by a wrong or former name: the right name
    **dict.fromkeys(
        (f"core.v1.{kind}{end}" for kind in ("Secret", "ConfigMap") for end in ("KeySelector", "EnvSource")), _NAME_OF
    ),
    "core.v1.EnvVar": {"key": "name"},
    "core.v1.VolumeMount": {"path": "mountPath"},
    "core.v1.ContainerPort": {"port": "containerPort"},
    "core.v1.ServicePort": {"containerPort": "targetPort"},
    "core.v1.ServiceSpec": {"portalIP": "clusterIP"},
    "core.v1.ObjectFieldSelector": {"path": "fieldPath", "field": "fieldPath"},
    "apps.v1.DeploymentStrategy": {"rollingParams": "rollingUpdate"},
    "openshift.apps.v1.DeploymentStrategy": {"rollingUpdate": "rollingParams"},
}
_BACKEND: Final = "networking.v1.IngressBackend"  # the type whose former fields are _OF_BACKEND
_OF_BACKEND: Final = ("serviceName", "servicePort")
# Names that many types have: a field of such a name is not moved up.
_OF_MANY: Final = frozenset("apiVersion kind metadata name namespace spec status type".split())
_OWNERS: Final[Mapping[str, str]] = {  # the types that may own a field: their names in a message
    "core.v1.EnvVar": "an entry of `env`",
    "core.v1.EnvVarSource": "`valueFrom`",
    "core.v1.Container": "a container",
    "core.v1.PodSpec": "the pod's `spec`",
    "core.v1.SecurityContext": "`securityContext`",
    "meta.v1.ObjectMeta": "`metadata`",
    "apps.v1.DeploymentSpec": "the workload's `spec`",
}
_OF_PODS: Final = ("core.v1.", "apps.v1.", "batch.v1.", "meta.v1.", "openshift.apps.v1.")  # types of workloads


@rule("POD609", Severity.WARNING)
def unknown_field_of_object(evaluation: Evaluation) -> Iterator[Finding]:
    """An object has a field that the API server does not know.

    The API server drops the field, at most with a warning; `kubectl apply` refuses the object: unknown field. Upper and
    lower case differ in a field's name, and a field is valid only in its place: `env` belongs to each container. The
    chosen version of Kubernetes decides which fields there are. Fields of other programs' kinds are known only if their
    CustomResourceDefinition is in the text.

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
    for item in evaluation.objects:
        fixed: set[FieldPath] = set()
        for path, _, findings in findings_of_items(item, kinds_of(evaluation)):
            for unknown in findings.unknown:
                name = str(unknown.path[-1])
                if "$" in name or any(odd_beginning(name)):
                    continue  # other rules report an unreplaced reference, and characters that look like spaces
                guesses -= 1
                place = _Place(item, path, findings, unknown, fixed)
                yield _finding(place, evaluation.cluster.version.minor, guesses >= 0)


class _Place(NamedTuple):
    """An unknown field, and the Object that has it."""

    item: TracedObject
    path: FieldPath  # of the Object in ``item``, which may be a List
    findings: Findings
    unknown: UnknownField
    fixed: set[FieldPath]  # the fields of the Document that a Fix writes

    @property
    def name(self) -> str:
        """The field's name."""
        return str(self.unknown.path[-1])

    @property
    def whole_path(self) -> FieldPath:
        """The field's path in ``item``."""
        return self.path.join(self.unknown.path)

    @property
    def beside(self) -> Mapping[str, Any]:
        """The mapping that has the field."""
        return mapping_at(self.item.value, self.whole_path[:-1])

    def where(self, path: FieldPath) -> FieldPath:
        """A path of the Object in the Document."""
        return self.item.where(self.path.join(path))


def _finding(place: _Place, minor: int, search: bool) -> Finding:
    """The Finding about an unknown field; without ``search``, its name is not compared with the known ones."""
    unknown, first = place.unknown, place.findings.first_error
    removal, owner = remove_field(place.item.document, place.where(unknown.path)), _owner(place, minor)
    advice, fix = _mended(place, owner, search)
    if not advice:
        advice = f"Move the field to {owner}." if owner else "Remove the field: `kubectl apply` refuses the object."
    span = place.item.key_span(place.whole_path)
    words = f'`kubectl apply` says: unknown field "{written_path(unknown.path)}".'
    if first:  # an error about a value hides all unknown fields
        words = f"{words[:-1]}, once `{place.where(first.path)}` is right."
    return Finding(
        f"The API server does not know the field `{place.name}` in this place, and drops the field.",
        span,
        hint=advice,
        field=str(place.where(unknown.path)),
        related=(Related(span, words),),
        fix=fix,
        alternatives=(removal,) if removal and not fix else (),  # no `fix`: it takes away what somebody wrote
    )


def _mended(place: _Place, owner: str, search: bool) -> tuple[str, Fix | None]:
    """Advice and the Fix for a near name, a new shape or a move; "" and None if there is none of these."""
    item, name, struct = place.item, place.name, place.unknown.struct
    document, field = item.document, place.where(place.unknown.path)
    near = _nearest_field(place, search)
    if near in place.beside:
        return f"`{near}` is there already: remove `{name}`.", None
    if near:
        is_free = field.parent / near not in place.fixed  # two misspelt fields would become one name
        place.fixed.add(field.parent / near)
        fix = write_whole(document, item.key_span(place.whole_path), near) if is_free else None
        return f"Did you mean `{near}`?", fix
    if struct.name == _BACKEND and name in _OF_BACKEND:
        return "`service` has taken the place of `serviceName` and `servicePort`.", backend_service(document, field)
    if (struct.name, name) == ("apps.v1.DeploymentSpec", "rollingParams"):
        return "A Deployment has `rollingUpdate` under `strategy`.", rolling_update(document, field)
    if parent := parent_field(item, UnknownField(place.whole_path, struct)):
        if name in mapping(place.beside.get(parent.field)):
            return f"`{parent.field}` has this field already: remove this one.", None
        action = f"indent `{name}` further" if parent.is_there else f"write `{parent.field}` above `{name}`"
        move = parent.fix or move_into(document, field, field.parent / parent.field)
        return f"`{name}` belongs to `{parent.field}`: {action}.", move
    if entry := as_entry(document, field.parent) if struct.name == "core.v1.EnvVar" else None:
        return f"Write `name: {name}`, and the value under `value`.", entry  # `PORT: "8080"` in `env`
    if (ancestor := _ancestor(place)) is not None:
        target = f"`{ancestor[-1]}`" if ancestor else "the object itself"
        return f"Move the field to {owner or target}.", move_into(document, field, place.where(ancestor))
    return "", None


def _owner(place: _Place, minor: int) -> str:
    """The type of a pod or workload that has the field, in words; "" without one."""
    owners = (title for owner, title in _OWNERS.items() if place.name in type_named(minor, owner).fields)
    return next(owners, "") if place.unknown.struct.name.startswith(_OF_PODS) else ""


def _nearest_field(place: _Place, search: bool) -> str:
    """The field of the same type that was probably meant; "" if there is none."""
    struct = place.unknown.struct
    meant = _MEANT.get(struct.name, {}).get(place.name, "")
    if meant and meant not in place.beside:
        return meant
    return nearest(place.name, struct.fields) if search else ""


def _ancestor(place: _Place) -> FieldPath | None:
    """The path in the Object of the nearest mapping above that can have the field and lacks it; None without one."""
    type_, above = place.findings.type, None
    for depth, part in enumerate(place.unknown.path[:-1]):
        if type_ is None or place.name in _OF_MANY:
            return None
        if type_.shape == "struct" and place.name in type_.fields:
            above = FieldPath(place.unknown.path[:depth])
        type_ = type_.fields[str(part)].type if type_.shape == "struct" else type_.inner
    is_free = above is not None and place.name not in mapping_at(place.item.value, place.path.join(above))
    return above if is_free else None
