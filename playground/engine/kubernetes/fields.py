"""The known fields of pods, containers and their parts; the API server drops others.

Kubernetes v1.36 types of core/v1, apps/v1 and batch/v1, OpenShift's apps/v1; a client that validates strictly, as
`kubectl` does, refuses what the API server drops (apimachinery ``runtime/serializer/json``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.location import FieldPath
from playground.engine.records import record


def _types(table: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Each type's fields, with the type of those that are looked into, after `[]` that of a list's; "" = no other."""
    split = {name: [field.partition(":") for field in fields.split()] for name, fields in table.items()}
    return {name: {field: kind for field, _, kind in fields} for name, fields in split.items()}


_OBJECT = "apiVersion kind metadata:ObjectMeta"
_CONTAINER = (
    "name image workingDir command args env:[]EnvVar envFrom:[]EnvFromSource ports:[]ContainerPort imagePullPolicy"
    " restartPolicy restartPolicyRules lifecycle:Lifecycle stdin stdinOnce tty volumeMounts:[]VolumeMount volumeDevices"
    " resources:ResourceRequirements resizePolicy livenessProbe:Probe readinessProbe:Probe startupProbe:Probe"
    " securityContext:SecurityContext terminationMessagePath terminationMessagePolicy"
)
_WORKLOAD = "minReadySeconds replicas selector template:PodTemplateSpec"
_ROLLED_OUT = f"{_WORKLOAD} revisionHistoryLimit"
_OPTIONAL_KEY = "name key optional"
TYPES: Final = _types(
    {
        "Pod": f"{_OBJECT} spec:PodSpec status",
        "PodTemplate": f"{_OBJECT} template:PodTemplateSpec",
        "Deployment": f"{_OBJECT} spec:DeploymentSpec status",
        "StatefulSet": f"{_OBJECT} spec:StatefulSetSpec status",
        "DaemonSet": f"{_OBJECT} spec:DaemonSetSpec status",
        "ReplicaSet": f"{_OBJECT} spec:ReplicaSetSpec status",
        "ReplicationController": f"{_OBJECT} spec:ReplicaSetSpec status",
        "DeploymentConfig": f"{_OBJECT} spec:DeploymentConfigSpec status",
        "Job": f"{_OBJECT} spec:JobSpec status",
        "CronJob": f"{_OBJECT} spec:CronJobSpec status",
        "Service": f"{_OBJECT} spec:ServiceSpec status",
        "ConfigMap": f"{_OBJECT} data binaryData immutable",
        "Secret": f"{_OBJECT} data stringData immutable type",
        "ObjectMeta": (
            "name generateName namespace labels annotations finalizers ownerReferences uid resourceVersion generation"
            " creationTimestamp deletionTimestamp deletionGracePeriodSeconds managedFields selfLink"
        ),
        "DeploymentSpec": f"{_ROLLED_OUT} strategy paused progressDeadlineSeconds",
        "DeploymentConfigSpec": f"{_ROLLED_OUT} strategy paused test triggers",
        "StatefulSetSpec": (
            f"{_ROLLED_OUT} updateStrategy ordinals persistentVolumeClaimRetentionPolicy podManagementPolicy"
            " serviceName volumeClaimTemplates"
        ),
        "DaemonSetSpec": "minReadySeconds selector template:PodTemplateSpec updateStrategy revisionHistoryLimit",
        "ReplicaSetSpec": _WORKLOAD,
        "JobSpec": (
            "activeDeadlineSeconds backoffLimit backoffLimitPerIndex completionMode completions managedBy"
            " manualSelector maxFailedIndexes parallelism podFailurePolicy podReplacementPolicy scheduling selector"
            " successPolicy suspend template:PodTemplateSpec ttlSecondsAfterFinished"
        ),
        "CronJobSpec": (
            "concurrencyPolicy failedJobsHistoryLimit jobTemplate:JobTemplateSpec schedule startingDeadlineSeconds"
            " successfulJobsHistoryLimit suspend timeZone"
        ),
        "JobTemplateSpec": "metadata:ObjectMeta spec:JobSpec",
        "PodTemplateSpec": "metadata:ObjectMeta spec:PodSpec",
        "PodSpec": (
            "containers:[]Container initContainers:[]Container ephemeralContainers:[]EphemeralContainer"
            " volumes:[]Volume activeDeadlineSeconds affinity automountServiceAccountToken dnsConfig dnsPolicy"
            " enableServiceLinks"
            " evictionResponders hostAliases hostIPC hostNetwork hostPID hostUsers hostname hostnameOverride"
            " imagePullSecrets:[]LocalObjectReference nodeName nodeSelector os overhead preemptionPolicy priority"
            " priorityClassName"
            " readinessGates resourceClaims resources:ResourceRequirements restartPolicy runtimeClassName"
            " schedulerName schedulingGates schedulingGroup securityContext:PodSecurityContext"
            " serviceAccount serviceAccountName setHostnameAsFQDN shareProcessNamespace subdomain"
            " terminationGracePeriodSeconds tolerations topologySpreadConstraints"
        ),
        "LocalObjectReference": "name",
        "Container": _CONTAINER,
        "EphemeralContainer": f"{_CONTAINER} targetContainerName",
        "EnvVar": "name value valueFrom:EnvVarSource",
        "EnvVarSource": (
            "fieldRef:ObjectFieldSelector resourceFieldRef:ResourceFieldSelector configMapKeyRef:ConfigMapKeySelector"
            " secretKeyRef:SecretKeySelector fileKeyRef:FileKeySelector"
        ),
        "ObjectFieldSelector": "apiVersion fieldPath",
        "ResourceFieldSelector": "containerName resource divisor",
        "ConfigMapKeySelector": _OPTIONAL_KEY,
        "SecretKeySelector": _OPTIONAL_KEY,
        "FileKeySelector": "volumeName path key optional",
        "EnvFromSource": "prefix configMapRef:ConfigMapEnvSource secretRef:SecretEnvSource",
        "ConfigMapEnvSource": "name optional",
        "SecretEnvSource": "name optional",
        "VolumeMount": (
            "name mountPath subPath subPathExpr readOnly recursiveReadOnly mountPropagation bindMountOptions"
        ),
        "SecurityContext": (
            "allowPrivilegeEscalation appArmorProfile capabilities privileged procMount readOnlyRootFilesystem"
            " runAsGroup runAsNonRoot runAsUser seLinuxOptions seccompProfile windowsOptions"
        ),
        "PodSecurityContext": (
            "appArmorProfile fsGroup fsGroupChangePolicy runAsGroup runAsNonRoot runAsUser seLinuxChangePolicy"
            " seLinuxOptions seccompProfile supplementalGroups supplementalGroupsPolicy sysctls windowsOptions"
        ),
        "ResourceRequirements": "limits requests claims",
        "ContainerPort": "name containerPort hostPort protocol hostIP",
        "Lifecycle": "postStart:LifecycleHandler preStop:LifecycleHandler stopSignal",
        "LifecycleHandler": "exec:ExecAction httpGet sleep tcpSocket",
        "Probe": (
            "exec:ExecAction httpGet tcpSocket grpc initialDelaySeconds periodSeconds timeoutSeconds failureThreshold"
            " successThreshold terminationGracePeriodSeconds"
        ),
        "ExecAction": "command",
        "Volume": (
            "name awsElasticBlockStore azureDisk azureFile cephfs cinder configMap csi downwardAPI emptyDir ephemeral"
            " fc flexVolume flocker gcePersistentDisk gitRepo glusterfs hostPath image iscsi nfs persistentVolumeClaim"
            " photonPersistentDisk portworxVolume projected quobyte rbd scaleIO secret storageos vsphereVolume"
        ),
        "ServiceSpec": (
            "allocateLoadBalancerNodePorts clusterIP clusterIPs externalIPs externalName externalTrafficPolicy"
            " healthCheckNodePort internalTrafficPolicy ipFamilies ipFamilyPolicy loadBalancerClass loadBalancerIP"
            " loadBalancerSourceRanges ports:[]ServicePort publishNotReadyAddresses selector sessionAffinity"
            " sessionAffinityConfig trafficDistribution type"
        ),
        "ServicePort": "name protocol appProtocol port targetPort nodePort",
    }
)
_LEAVES: Final = {kind: {name for name, inner in fields.items() if not inner} for kind, fields in TYPES.items()}
_GROUPS: Final[Mapping[str, frozenset[str]]] = {
    "v1": frozenset({"Pod", "PodTemplate", "ReplicationController", "Service", "ConfigMap", "Secret"}),
    "apps/v1": frozenset({"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"}),
    "batch/v1": frozenset({"Job", "CronJob"}),
    "apps.openshift.io/v1": frozenset({"DeploymentConfig"}),
}


@record()
class UnknownField:
    """One field that the API server drops; the path is relative to the Object."""

    path: FieldPath
    of: str  # the type that has no such field


def type_of(value: Mapping[str, Any]) -> str:
    """The type by which an Object is read here; "" for one of another group or kind."""
    version, kind = value.get("apiVersion"), value.get("kind")
    known = _GROUPS.get(version, frozenset()) if isinstance(version, str) else frozenset()
    return kind if isinstance(kind, str) and kind in known else ""


def unknown_fields(value: Mapping[str, Any], path: FieldPath) -> Iterator[UnknownField]:
    """The fields of the Object at ``path`` that the API server does not know, in the order of the text."""
    kind = type_of(value)
    return _unknown(value, kind, path) if kind else iter(())


def _unknown(value: Mapping[str, Any], kind: str, path: FieldPath) -> Iterator[UnknownField]:
    """Those in a mapping of type ``kind`` and below; what has another shape than its type is refused, not dropped."""
    fields = TYPES[kind]
    for name, item in value.items():
        inner = fields.get(name)
        if inner is None:
            yield UnknownField(path / name, kind)
        elif inner.startswith("[]"):
            yield from _unknown_in_list(item, inner[2:], path / name)
        elif inner and isinstance(item, dict):
            yield from _unknown(item, inner, path / name)


def _unknown_in_list(value: Any, kind: str, path: FieldPath) -> Iterator[UnknownField]:
    only_leaves = _LEAVES[kind].issuperset  # as most entries of `env` have no others
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if isinstance(item, dict) and not only_leaves(item):
            yield from _unknown(item, kind, path / index)
