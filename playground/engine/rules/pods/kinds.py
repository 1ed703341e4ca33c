"""The rule about kinds that the API server does not serve under the written apiVersion.

Kubernetes v1.29 to v1.36: the kinds that the API server serves. Deprecated API migration guide: the removed versions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import every_object
from playground.engine.text.nearest import nearest

_SERVED: Final[Mapping[str, frozenset[str]]] = {  # the usual kinds of each apiVersion, not all
    version: frozenset(kinds.split())
    for version, kinds in {
        "v1": (
            "Pod Service ConfigMap Secret ServiceAccount Namespace PersistentVolumeClaim PersistentVolume Node"
            " Endpoints ReplicationController PodTemplate LimitRange ResourceQuota Event Binding List"
        ),
        "apps/v1": "Deployment StatefulSet DaemonSet ReplicaSet ControllerRevision",
        "batch/v1": "Job CronJob",
        "autoscaling/v2": "HorizontalPodAutoscaler",
        "autoscaling/v1": "HorizontalPodAutoscaler Scale",
        "networking.k8s.io/v1": "Ingress IngressClass NetworkPolicy IPAddress ServiceCIDR",
        "policy/v1": "PodDisruptionBudget Eviction",
        "rbac.authorization.k8s.io/v1": "Role RoleBinding ClusterRole ClusterRoleBinding",
        "storage.k8s.io/v1": (
            "StorageClass VolumeAttachment CSIDriver CSINode CSIStorageCapacity VolumeAttributesClass"
        ),
        "scheduling.k8s.io/v1": "PriorityClass",
        "apiextensions.k8s.io/v1": "CustomResourceDefinition",
        "coordination.k8s.io/v1": "Lease",
        "discovery.k8s.io/v1": "EndpointSlice",
        "node.k8s.io/v1": "RuntimeClass",
        "certificates.k8s.io/v1": "CertificateSigningRequest",
        "admissionregistration.k8s.io/v1": (
            "MutatingWebhookConfiguration ValidatingWebhookConfiguration ValidatingAdmissionPolicy"
            " ValidatingAdmissionPolicyBinding"
        ),
    }.items()
}
_REMOVED: Final[Mapping[str, str]] = {  # removed apiVersions: the first version of Kubernetes without any of its kinds
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
_VERSION_OF_KIND: Final[Mapping[str, str]] = {  # the apiVersion to write: the first of _SERVED that has the kind
    kind: version for version, kinds in reversed(tuple(_SERVED.items())) for kind in kinds
}
_STILL_BETA: Final = frozenset(  # some clusters serve these kinds under a beta version, too
    "IPAddress ServiceCIDR ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding VolumeAttributesClass".split()
)
# OpenShift once served these kinds under `v1`.
_OF_OPENSHIFT: Final = frozenset({"Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"})
_MOST_KINDS: Final = 200  # different unknown kinds that are compared with the known ones in one text
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
    for item, path, value in every_object(evaluation):
        version, kind = _version_and_kind(value)
        if not version or kind in _SERVED.get(version, ()):
            continue
        if (version, kind) not in judgements and len(judgements) >= _MOST_KINDS:
            continue
        if (version, kind) not in judgements:
            judgements[version, kind] = _judge(version, kind)
        field, message, hint, correction = judgements[version, kind]
        if not message:
            continue
        place = path / field
        span = item.span(place)
        is_literal = correction and evaluation.source.text.slice(span).strip("\"'") == value[field]
        fix = write_whole(item.document, span, correction) if is_literal else None
        yield Finding(message, span, hint=hint, field=str(item.where(place)), fix=fix)


def version_of(kind: object) -> str:
    """The apiVersion that serves ``kind`` today; "" if it is none of Kubernetes' usual kinds."""
    return _VERSION_OF_KIND.get(kind, "") if isinstance(kind, str) else ""


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


def _judge(version: str, kind: str) -> _Judgement:
    """What is wrong with an apiVersion and ``kind`` that are not together in _SERVED."""
    right_version = _VERSION_OF_KIND.get(kind, "")
    if (kind in _STILL_BETA and "beta" in version) or (kind in _OF_OPENSHIFT and version == "v1"):
        return _Judgement()
    if version in _REMOVED and right_version:
        fields = f" The fields of {kind} have changed, too." if kind in _CHANGED else ""
        message = f"Kubernetes {_REMOVED[version]} and later do not serve `{version}`, so they refuse this {kind}."
        return _Judgement("apiVersion", message, f"Write `{right_version}`.{fields}", right_version)
    message = f"`{version}` has no kind `{kind}`, so the API server does not create this object."
    if right_version and (version in _SERVED or _is_no_group(version) or _is_near(version, right_version)):
        return _Judgement("apiVersion", message, f"Write `{right_version}`.", right_version)
    if version in _SERVED and (near := nearest(kind, _SERVED[version])):
        return _Judgement("kind", message, f"Did you mean `{near}`?", near)
    return _Judgement()


def _is_near(version: str, right_version: str) -> bool:
    """Whether the group is misspelt. A correct group may have versions that are not in _SERVED."""
    group, right_group = version.partition("/")[0], right_version.partition("/")[0]
    return group != right_group and bool(nearest(group, (right_group,)))


def _is_no_group(version: str) -> bool:
    """Whether the group cannot exist: it is none of Kubernetes' own, and has no dot, as other programs' groups have."""
    group, slash, _ = version.partition("/")
    return "." not in group and (not slash or group not in ("apps", "batch", "autoscaling", "policy", "extensions"))
