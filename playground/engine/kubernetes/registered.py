"""The kinds that `oc` can decode: those of kubectl and of OpenShift's APIs.

Kubernetes' kinds are those in the ``pkg/scheme`` of kubectl 1.36.3, found by kubectl's errors about kinds it lacks.
openshift/oc ``cmd/oc/oc.go`` adds OpenShift's groups.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

# Kinds by group and versions. Those before `|` are Objects, and have a kind of List; those after `|` do not.
_TABLE: Final = """
v1: ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod
    PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount | Binding List NodeProxyOptions
    PodAttachOptions PodExecOptions PodLogOptions PodPortForwardOptions PodProxyOptions PodStatusResult RangeAllocation
    SerializedReference ServiceProxyOptions
admissionregistration.k8s.io/v1,v1beta1: MutatingWebhookConfiguration ValidatingWebhookConfiguration
admissionregistration.k8s.io/v1,v1beta1,v1alpha1: MutatingAdmissionPolicy MutatingAdmissionPolicyBinding
    ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
apps/v1,v1beta1,v1beta2: ControllerRevision Deployment StatefulSet
apps/v1,v1beta2: DaemonSet ReplicaSet
apps/v1beta1,v1beta2: | Scale
apps/v1beta1: | DeploymentRollback
authentication.k8s.io/v1: | TokenRequest
authentication.k8s.io/v1,v1beta1: | TokenReview
authentication.k8s.io/v1,v1beta1,v1alpha1: | SelfSubjectReview
authorization.k8s.io/v1,v1beta1: | LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview
    SubjectAccessReview
autoscaling/v1,v2: HorizontalPodAutoscaler
autoscaling/v1: | Scale
batch/v1: Job
batch/v1,v1beta1: CronJob
certificates.k8s.io/v1,v1beta1: CertificateSigningRequest
certificates.k8s.io/v1alpha1,v1beta1: ClusterTrustBundle
certificates.k8s.io/v1beta1: PodCertificateRequest
coordination.k8s.io/v1,v1beta1: Lease
coordination.k8s.io/v1alpha2,v1beta1: LeaseCandidate
discovery.k8s.io/v1,v1beta1: EndpointSlice
events.k8s.io/v1,v1beta1: Event
extensions/v1beta1: DaemonSet Deployment Ingress NetworkPolicy ReplicaSet | DeploymentRollback Scale
flowcontrol.apiserver.k8s.io/v1,v1beta1,v1beta2,v1beta3: FlowSchema PriorityLevelConfiguration
internal.apiserver.k8s.io/v1alpha1: StorageVersion
meta.k8s.io/v1,v1beta1: | PartialObjectMetadata Table
networking.k8s.io/v1: NetworkPolicy
networking.k8s.io/v1,v1beta1: IPAddress Ingress IngressClass ServiceCIDR
node.k8s.io/v1,v1alpha1,v1beta1: RuntimeClass
policy/v1,v1beta1: PodDisruptionBudget | Eviction
rbac.authorization.k8s.io/v1,v1alpha1,v1beta1: ClusterRole ClusterRoleBinding Role RoleBinding
resource.k8s.io/v1,v1beta1,v1beta2: DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice
resource.k8s.io/v1alpha3,v1beta2: DeviceTaintRule
resource.k8s.io/v1alpha3: ResourcePoolStatusRequest
scheduling.k8s.io/v1,v1beta1: PriorityClass
scheduling.k8s.io/v1alpha2: PodGroup Workload
storage.k8s.io/v1,v1beta1: CSIDriver CSINode StorageClass
storage.k8s.io/v1,v1alpha1,v1beta1: CSIStorageCapacity VolumeAttachment VolumeAttributesClass
storagemigration.k8s.io/v1beta1: StorageVersionMigration
apps.openshift.io/v1: DeploymentConfig | DeploymentConfigRollback DeploymentLog DeploymentLogOptions DeploymentRequest
build.openshift.io/v1: Build BuildConfig | BinaryBuildRequestOptions BuildLog BuildLogOptions BuildRequest
image.openshift.io/v1: Image ImageStream ImageStreamTag ImageTag | ImageSignature ImageStreamImage ImageStreamImport
    ImageStreamLayers ImageStreamMapping
template.openshift.io/v1: BrokerTemplateInstance Template TemplateInstance
"""
_ANY_VERSION: Final = frozenset(("Status", "APIVersions", "APIGroup", "APIGroupList", "APIResourceList"))
# Each version in the table has these kinds, too.
_OPTIONS: Final = frozenset(
    ("CreateOptions", "DeleteOptions", "GetOptions", "ListOptions", "PatchOptions", "UpdateOptions", "WatchEvent")
)
# OpenShift's groups of which not all kinds are known here: any kind counts as registered.
_OPEN: Final = re.compile(r"(?:authorization|network|oauth|project|quota|route|security|user)\.openshift\.io/v1")


def _kinds_by_version() -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """The kinds of Objects, and all other kinds, by version."""
    objects: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for line in _TABLE.replace("\n    ", " ").strip().splitlines():
        versions, _, kinds = line.partition(":")
        with_list, _, without_list = kinds.partition("|")
        group, slash, numbers = versions.rpartition("/")
        for number in numbers.split(","):
            version = f"{group}{slash}{number}"
            objects.setdefault(version, set()).update(with_list.split())
            lists = (f"{kind}List" for kind in with_list.split())
            others.setdefault(version, set()).update(without_list.split(), lists)
    return objects, others


_OBJECTS, _OTHERS = _kinds_by_version()


def is_registered(version: str, kind: str) -> bool:
    """Whether `oc` can decode this ``kind`` of an apiVersion.

    >>> is_registered("apps/v1", "DeploymentList"), is_registered("apps/v1", "Pod"), is_registered("foo/v1", "Status")
    (True, False, True)
    """
    version = version.removeprefix("/")  # for Go, `/v1` is `v1`: a version of the group without a name
    if kind in _ANY_VERSION or _OPEN.fullmatch(version):
        return True
    return is_object(version, kind) or kind in _OTHERS.get(version, ()) or (version in _OTHERS and kind in _OPTIONS)


def is_object(version: str, kind: str) -> bool:
    """Whether this ``kind`` is the kind of an Object with metadata of its own; false for a kind of List."""
    return kind in _OBJECTS.get(version.removeprefix("/"), ())
