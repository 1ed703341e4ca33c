"""Rules about kinds that do not exist, or not in their apiVersion.

Kubernetes v1.29 to v1.36: the kinds that its API server serves; the deprecated API migration guide for those it did.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import every_object
from playground.engine.text.nearest import nearest

_SERVED: Final[Mapping[str, frozenset[str]]] = {  # some
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
_GONE: Final[Mapping[str, str]] = {  # what was served before, and until which version at the latest
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
_OF_KIND: Final[Mapping[str, str]] = {  # the apiVersion to write; the first that has the kind
    kind: version for version, kinds in reversed(tuple(_SERVED.items())) for kind in kinds
}
_STILL_BETA: Final = frozenset(  # some clusters serve these under older versions, too
    "IPAddress ServiceCIDR ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding VolumeAttributesClass".split()
)
_OF_OPENSHIFT: Final = frozenset({"Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"})  # were of `v1` there
_MOST: Final = 200  # kinds that are looked at more closely
_CHANGED: Final = frozenset({"Ingress", "CustomResourceDefinition", "HorizontalPodAutoscaler"})  # whose fields did, too


@rule("POD613", Severity.ERROR)
def unknown_kind(evaluation: Evaluation) -> Iterator[Finding]:
    """The object's apiVersion has no such kind, or no longer.

    `kubectl` finds no match and creates nothing. A Deployment is in `apps/v1`, a Job in `batch/v1`;
    `extensions/v1beta1` and `batch/v1beta1` are gone. Kinds begin with a capital letter. Kinds of other programs, whose
    groups have dots in their names, are not known here and not reported.

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
    judgements: dict[tuple[str, str], tuple[str, str, str, str]] = {}
    for item, path, value in every_object(evaluation):
        version, kind = _written(value)
        if not version or kind in _SERVED.get(version, ()):
            continue
        if (version, kind) not in judgements and len(judgements) >= _MOST:
            continue  # to compare more of them takes too long
        judgement = judgements.get((version, kind)) or judgements.setdefault((version, kind), _wrong(version, kind))
        field, message, hint, right = judgement
        if not message:
            continue
        place = path / field
        span = item.span(place)
        plain = right and evaluation.source.text.slice(span).strip("\"'") == value[field]
        fix = write_whole(item.document, span, right) if plain else None
        yield Finding(message, span, hint=hint, field=str(item.where(place)), fix=fix)


def version_of(kind: object) -> str:
    """The apiVersion that serves ``kind`` today; "" if it is none of Kubernetes' kinds."""
    return _OF_KIND.get(kind, "") if isinstance(kind, str) else ""


def _written(value: Any) -> tuple[str, str]:
    """The apiVersion and kind of an Object; "" and "" where one is missing or no text, or a reference stayed in it."""
    version, kind = (value.get("apiVersion"), value.get("kind")) if isinstance(value, dict) else ("", "")
    if not isinstance(version, str) or not isinstance(kind, str) or not kind or "$" in version + kind:
        return "", ""
    return version, kind


def _wrong(version: str, kind: str) -> tuple[str, str, str, str]:
    """The wrong field, a message, a hint, and what to write instead; the message is "" if nothing is wrong."""
    right = _OF_KIND.get(kind, "")
    if (kind in _STILL_BETA and "beta" in version) or (kind in _OF_OPENSHIFT and version == "v1"):
        return "", "", "", ""
    if version in _GONE and right:
        also = " Its fields have changed, too." if kind in _CHANGED else ""
        gone = f"`{version}` is gone since Kubernetes {_GONE[version]}: nothing serves a {kind} under it."
        return "apiVersion", gone, f"Write `{right}`.{also}", right
    if right and (version in _SERVED or _is_no_group(version) or _is_near(version, right)):
        return "apiVersion", f"`{version}` has no kind `{kind}`: nothing is created.", f"Write `{right}`.", right
    if version in _SERVED and (near := nearest(kind, _SERVED[version])):
        return "kind", f"`{version}` has no kind `{kind}`: nothing is created.", f"Did you mean `{near}`?", near
    return "", "", "", ""


def _is_near(version: str, right: str) -> bool:
    """Whether the group is misspelt; other versions of a known group may be served."""
    group, own = version.partition("/")[0], right.partition("/")[0]
    return group != own and bool(nearest(group, (own,)))


def _is_no_group(version: str) -> bool:
    """Whether a group is neither Kubernetes' own nor one that others can have, which has a dot in its name."""
    group, slash, _ = version.partition("/")
    return "." not in group and (not slash or group not in ("apps", "batch", "autoscaling", "policy", "extensions"))
