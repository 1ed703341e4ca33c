"""The rules about kinds that the API server does not serve under the written apiVersion, or that are not judged.

The table of types has the kinds that the API server serves. Deprecated API migration guide: the removed versions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.kinds import Kinds, is_kubernetes
from playground.engine.kubernetes.schema import kinds_under, versions_of
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import every_object, kinds_of
from playground.engine.text.nearest import nearest

_LIST: Final = ("v1", "List")  # a client takes it apart
_REMOVED: Final[Mapping[str, str]] = {  # apiVersions that are not in the table: the first Kubernetes without its kinds
    "extensions/v1beta1": "1.22",
    "apps/v1beta1": "1.16",
    "apps/v1beta2": "1.16",
    "batch/v1beta1": "1.25",
    "batch/v2alpha1": "1.21",
    "networking.k8s.io/v1beta1": "1.22",
    "policy/v1beta1": "1.25",
    "autoscaling/v2beta1": "1.25",
    "autoscaling/v2beta2": "1.26",
    "rbac.authorization.k8s.io/v1beta1": "1.22",
    "rbac.authorization.k8s.io/v1alpha1": "1.22",
    "scheduling.k8s.io/v1beta1": "1.22",
    "apiextensions.k8s.io/v1beta1": "1.22",
    "coordination.k8s.io/v1beta1": "1.22",
    "discovery.k8s.io/v1beta1": "1.25",
    "certificates.k8s.io/v1beta1": "1.22",
    "admissionregistration.k8s.io/v1beta1": "1.22",
}
_MOST_KINDS: Final = 200  # different unknown kinds that are compared with the known ones in one text
_MOST_NAMED: Final = 3  # kinds that one message names
# Kinds whose fields also differ between the removed and the current version.
_CHANGED: Final = frozenset({"Ingress", "CustomResourceDefinition", "HorizontalPodAutoscaler"})


@rule("POD613", Severity.ERROR)
def unknown_kind(evaluation: Evaluation) -> Iterator[Finding]:
    """The API server does not know the object's kind under this apiVersion, or no longer does.

    `kubectl` reports that it finds no match, and creates nothing. A Deployment belongs to `apps/v1` and a Job to
    `batch/v1`; Kubernetes has removed `extensions/v1beta1` and `batch/v1beta1`. A kind begins with a capital letter.
    This rule does not report kinds of other programs, whose groups have a dot in their names.

    Example::

        apiVersion: extensions/v1beta1
        kind: ReplicaSet
        metadata: {name: web}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: web, image: registry.example/web:1}]

    Instead::

        apiVersion: apps/v1
        kind: ReplicaSet
        metadata: {name: web}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: web, image: registry.example/web:1}]
    """
    judgements: dict[tuple[str, str], _Judgement] = {}
    kinds = kinds_of(evaluation)
    for item, path, value in every_object(evaluation):
        version, kind = _version_and_kind(value)
        if not version or (version, kind) == _LIST or kinds.type_of(version, kind):
            continue
        if (version, kind) not in judgements and len(judgements) >= _MOST_KINDS:
            continue
        if (version, kind) not in judgements:
            judgements[version, kind] = _judge(version, kind, kinds)
        field, message, hint, correction = judgements[version, kind]
        if not message:
            continue
        place = path / field
        span = item.span(place)
        is_literal = correction and evaluation.source.text.slice(span).strip("\"'") == value[field]
        fix = write_whole(item.document, span, correction) if is_literal else None
        yield Finding(message, span, hint=hint, field=str(item.where(place)), fix=fix)


@rule("POD624", Severity.HINT)
def kind_not_judged(evaluation: Evaluation) -> Iterator[Finding]:
    """The fields of another program's kind are not checked, because its definition is not in the text.

    The kinds of Kubernetes and OpenShift are known. The kinds of other programs, such as operators, are described by a
    CustomResourceDefinition: pasted beside the objects, it has their fields checked, too. This is said once.

    Example::

        apiVersion: example.com/v1
        kind: Box
        metadata: {name: web}

    Instead::

        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: boxes.example.com}
        spec:
          group: example.com
          scope: Namespaced
          names: {kind: Box, plural: boxes}
          versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema: {type: object, properties: {spec: {type: object}}}
        ---
        apiVersion: example.com/v1
        kind: Box
        metadata: {name: web}
    """
    kinds, unknown = kinds_of(evaluation), dict[str, tuple[TracedObject, FieldPath]]()
    for item, path, value in every_object(evaluation):
        version, kind = _version_and_kind(value)
        if "/" in version and not is_kubernetes(version) and not kinds.type_of(version, kind):
            unknown.setdefault(kind, (item, path / "kind"))
    if unknown:
        item, place = next(iter(unknown.values()))
        names = [f"`{kind}`" for kind in islice(unknown, _MOST_NAMED)]
        others = f" and {len(unknown) - len(names)} other kinds" if len(unknown) > len(names) else ""
        yield Finding(
            f"The fields of {', '.join(names)}{others} are not checked.",
            item.span(place),
            hint="Paste the CustomResourceDefinition beside the object, and its fields are checked, too.",
            field=str(item.where(place)),
        )


def _version_and_kind(value: Any) -> tuple[str, str]:
    """The apiVersion and kind of an Object; "" and "" unless both are text without unreplaced references."""
    version, kind = (value.get("apiVersion"), value.get("kind")) if isinstance(value, dict) else ("", "")
    if not isinstance(version, str) or not isinstance(kind, str) or not kind or "$" in version + kind:
        return "", ""
    return version, kind


class _Judgement(NamedTuple):
    """What is wrong with an apiVersion and kind; all "" if nothing is."""

    field: str = ""  # `apiVersion` or `kind`, whichever is wrong
    message: str = ""
    hint: str = ""
    correction: str = ""  # the value to write in the field


def _judge(version: str, kind: str, kinds: Kinds) -> _Judgement:
    """What is wrong with an apiVersion and ``kind`` that the chosen Kubernetes does not have together."""
    right_version = kinds.usual_version(kind)
    if version == "v1" and kinds.is_of_openshift(kind):  # OpenShift once served its kinds under `v1`
        return _Judgement()
    since, until = versions_of(kind).get(version, (0, 0))
    if since > kinds.minor:
        message = f"Kubernetes 1.{since} is the first that serves `{version}`, so 1.{kinds.minor} refuses this {kind}."
        advice = f"Write `{right_version}`." if right_version else "Remove the object, or choose a newer Kubernetes."
        return _Judgement("apiVersion", message, advice, right_version)
    removed = f"1.{until + 1}" if until else _REMOVED.get(version, "")
    if removed and right_version:
        fields = f" The fields of {kind} have changed, too." if kind in _CHANGED else ""
        message = f"Kubernetes {removed} and later do not serve `{version}`, so they refuse this {kind}."
        return _Judgement("apiVersion", message, f"Write `{right_version}`.{fields}", right_version)
    message = f"`{version}` has no kind `{kind}`, so the API server does not create this object."
    served = kinds_under(kinds.minor, version)
    if right_version and (served or _is_no_group(version) or _is_near(version, right_version)):
        return _Judgement("apiVersion", message, f"Write `{right_version}`.", right_version)
    if near := nearest(kind, served):
        return _Judgement("kind", message, f"Did you mean `{near}`?", near)
    return _Judgement()


def _is_near(version: str, right_version: str) -> bool:
    """Whether the group is misspelt."""
    group, right_group = version.partition("/")[0], right_version.partition("/")[0]
    return group != right_group and bool(nearest(group, (right_group,)))


def _is_no_group(version: str) -> bool:
    """Whether the group cannot exist: it is none of Kubernetes' own, and has no dot, as other programs' groups have."""
    group, slash, _ = version.partition("/")
    return "." not in group and (not slash or group not in ("apps", "batch", "autoscaling", "policy", "extensions"))
