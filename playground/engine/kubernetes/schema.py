"""The fields of Kubernetes' types in one table: their names and their Go types.

Kubernetes v1.36 types of core/v1, apps/v1 and batch/v1; OpenShift's apps/v1. ``decoding`` reads the table.
Older versions of Kubernetes use the same table: it does not say since when a field exists.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final


def _types(table: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    split = {name: [field.partition(":") for field in fields.split()] for name, fields in table.items()}
    return {name: {field: go_type for field, _, go_type in fields} for name, fields in split.items()}


_OBJECT = "apiVersion kind metadata:v1.ObjectMeta"
_WORKLOAD = "apiVersion kind metadata:?v1.ObjectMeta"
_CONTAINER = (
    "name:string image:string workingDir:string command:[]string args:[]string env:[]v1.EnvVar"
    " envFrom:[]v1.EnvFromSource ports:[]v1.ContainerPort imagePullPolicy:v1.PullPolicy"
    " restartPolicy:v1.ContainerRestartPolicy restartPolicyRules lifecycle:v1.Lifecycle stdin:bool stdinOnce tty:bool"
    " volumeMounts:[]v1.VolumeMount volumeDevices resources:v1.ResourceRequirements resizePolicy"
    " livenessProbe:v1.Probe readinessProbe:v1.Probe startupProbe:v1.Probe securityContext:?v1.SecurityContext"
    " terminationMessagePath terminationMessagePolicy"
)
_REPLICATED = "minReadySeconds replicas selector template:v1.PodTemplateSpec"
_ROLLED_OUT = f"{_REPLICATED} revisionHistoryLimit"
_OPTIONAL = "name:string optional:bool"

# A type's fields, each with its type as Go prints it. A field without a type may hold anything. Of a type
# after `?`, only the names of the fields are checked: its values are not decoded.
TYPES: Final = _types(
    {
        "Pod": f"{_OBJECT} spec:v1.PodSpec status",
        "PodTemplate": f"{_WORKLOAD} template:v1.PodTemplateSpec",
        "Deployment": f"{_WORKLOAD} spec:v1.DeploymentSpec status",
        "StatefulSet": f"{_WORKLOAD} spec:v1.StatefulSetSpec status",
        "DaemonSet": f"{_WORKLOAD} spec:v1.DaemonSetSpec status",
        "ReplicaSet": f"{_WORKLOAD} spec:v1.ReplicaSetSpec status",
        "ReplicationController": f"{_WORKLOAD} spec:v1.ReplicationControllerSpec status",
        "DeploymentConfig": f"{_WORKLOAD} spec:v1.DeploymentConfigSpec status",
        "Job": f"{_WORKLOAD} spec:v1.JobSpec status",
        "CronJob": f"{_WORKLOAD} spec:v1.CronJobSpec status",
        "Service": f"{_OBJECT} spec:v1.ServiceSpec status",
        "ConfigMap": f"{_OBJECT} data:map[string]string binaryData:map[string][]uint8 immutable",
        "Secret": f"{_OBJECT} data:map[string][]uint8 stringData:map[string]string immutable type:v1.SecretType",
        "ObjectMeta": (
            "name:string generateName:string namespace:string labels:map[string]string annotations:map[string]string"
            " finalizers ownerReferences uid:types.UID resourceVersion generation creationTimestamp deletionTimestamp"
            " deletionGracePeriodSeconds managedFields selfLink"
        ),
        "DeploymentSpec": f"{_ROLLED_OUT} strategy paused progressDeadlineSeconds",
        "DeploymentConfigSpec": f"{_ROLLED_OUT} strategy paused test triggers",
        "StatefulSetSpec": (
            f"{_ROLLED_OUT} updateStrategy ordinals persistentVolumeClaimRetentionPolicy podManagementPolicy"
            " serviceName volumeClaimTemplates"
        ),
        "DaemonSetSpec": "minReadySeconds selector template:v1.PodTemplateSpec updateStrategy revisionHistoryLimit",
        "ReplicaSetSpec": _REPLICATED,
        "ReplicationControllerSpec": _REPLICATED,
        "JobSpec": (
            "activeDeadlineSeconds backoffLimit backoffLimitPerIndex completionMode completions managedBy"
            " manualSelector maxFailedIndexes parallelism podFailurePolicy podReplacementPolicy scheduling selector"
            " successPolicy suspend template:v1.PodTemplateSpec ttlSecondsAfterFinished"
        ),
        "CronJobSpec": (
            "concurrencyPolicy failedJobsHistoryLimit jobTemplate:v1.JobTemplateSpec schedule startingDeadlineSeconds"
            " successfulJobsHistoryLimit suspend timeZone"
        ),
        "JobTemplateSpec": "metadata:?v1.ObjectMeta spec:v1.JobSpec",
        "PodTemplateSpec": "metadata:v1.ObjectMeta spec:v1.PodSpec",
        "PodSpec": (
            "containers:[]v1.Container initContainers:[]v1.Container ephemeralContainers:[]v1.EphemeralContainer"
            " volumes:[]v1.Volume activeDeadlineSeconds affinity automountServiceAccountToken dnsConfig dnsPolicy"
            " enableServiceLinks:bool evictionResponders hostAliases hostIPC hostNetwork:bool hostPID hostUsers"
            " hostname:string hostnameOverride imagePullSecrets:[]v1.LocalObjectReference nodeName:string nodeSelector"
            " os overhead preemptionPolicy priority priorityClassName readinessGates resourceClaims"
            " resources:v1.ResourceRequirements restartPolicy:v1.RestartPolicy runtimeClassName schedulerName:string"
            " schedulingGates schedulingGroup securityContext:?v1.PodSecurityContext serviceAccount:string"
            " serviceAccountName:string setHostnameAsFQDN shareProcessNamespace subdomain:string"
            " terminationGracePeriodSeconds tolerations topologySpreadConstraints"
        ),
        "LocalObjectReference": "name:string",
        "Container": _CONTAINER,
        "EphemeralContainer": f"{_CONTAINER} targetContainerName:string",
        "EnvVar": "name:string value:string valueFrom:v1.EnvVarSource",
        "EnvVarSource": (
            "fieldRef:v1.ObjectFieldSelector resourceFieldRef:v1.ResourceFieldSelector"
            " configMapKeyRef:v1.ConfigMapKeySelector secretKeyRef:v1.SecretKeySelector"
            " fileKeyRef:v1.FileKeySelector"
        ),
        "ObjectFieldSelector": "apiVersion:string fieldPath:string",
        "ResourceFieldSelector": "containerName:string resource:string divisor:resource.Quantity",
        "ConfigMapKeySelector": "name:string key:string optional:bool",
        "SecretKeySelector": "name:string key:string optional:bool",
        "FileKeySelector": "volumeName:string path:string key:string optional:bool",
        "EnvFromSource": "prefix:string configMapRef:v1.ConfigMapEnvSource secretRef:v1.SecretEnvSource",
        "ConfigMapEnvSource": _OPTIONAL,
        "SecretEnvSource": _OPTIONAL,
        "VolumeMount": (
            "name:string mountPath:string subPath:string subPathExpr:string readOnly:bool recursiveReadOnly"
            " mountPropagation bindMountOptions"
        ),
        "SecurityContext": (
            "allowPrivilegeEscalation appArmorProfile capabilities privileged procMount readOnlyRootFilesystem"
            " runAsGroup runAsNonRoot runAsUser seLinuxOptions seccompProfile windowsOptions"
        ),
        "PodSecurityContext": (
            "appArmorProfile fsGroup fsGroupChangePolicy runAsGroup runAsNonRoot runAsUser seLinuxChangePolicy"
            " seLinuxOptions seccompProfile supplementalGroups supplementalGroupsPolicy sysctls windowsOptions"
        ),
        "ResourceRequirements": "limits:v1.ResourceList requests:v1.ResourceList claims",
        "ContainerPort": "name:string containerPort:int32 hostPort:int32 protocol:v1.Protocol hostIP:string",
        "Lifecycle": "postStart:v1.LifecycleHandler preStop:v1.LifecycleHandler stopSignal",
        "LifecycleHandler": "exec:v1.ExecAction httpGet sleep tcpSocket",
        "Probe": (
            "exec:v1.ExecAction httpGet tcpSocket grpc initialDelaySeconds:int32 periodSeconds:int32"
            " timeoutSeconds:int32 failureThreshold:int32 successThreshold:int32 terminationGracePeriodSeconds"
        ),
        "ExecAction": "command:[]string",
        "Volume": (
            "name:string awsElasticBlockStore azureDisk azureFile cephfs cinder configMap csi downwardAPI emptyDir"
            " ephemeral fc flexVolume flocker gcePersistentDisk gitRepo glusterfs hostPath image iscsi nfs"
            " persistentVolumeClaim photonPersistentDisk portworxVolume projected quobyte rbd scaleIO secret storageos"
            " vsphereVolume"
        ),
        "ServiceSpec": (
            "allocateLoadBalancerNodePorts clusterIP:string clusterIPs:[]string externalIPs externalName"
            " externalTrafficPolicy healthCheckNodePort internalTrafficPolicy ipFamilies ipFamilyPolicy"
            " loadBalancerClass loadBalancerIP loadBalancerSourceRanges ports:[]v1.ServicePort"
            " publishNotReadyAddresses selector sessionAffinity sessionAffinityConfig trafficDistribution"
            " type:v1.ServiceType"
        ),
        "ServicePort": "name:string protocol:v1.Protocol appProtocol port:int32 targetPort nodePort",
    }
)
NAMED: Final[Mapping[str, str]] = {  # Go's named types, with the types under them
    "v1.ResourceList": "map[string]resource.Quantity",
    "types.UID": "string",
    **dict.fromkeys(
        ("v1.ContainerRestartPolicy", "v1.Protocol", "v1.PullPolicy", "v1.RestartPolicy", "v1.SecretType"), "string"
    ),
    "v1.ServiceType": "string",
}
_GROUPS: Final[Mapping[str, frozenset[str]]] = {
    "v1": frozenset({"Pod", "PodTemplate", "ReplicationController", "Service", "ConfigMap", "Secret"}),
    "apps/v1": frozenset({"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"}),
    "batch/v1": frozenset({"Job", "CronJob"}),
    "apps.openshift.io/v1": frozenset({"DeploymentConfig"}),
}


def type_of(value: Mapping[str, Any]) -> str:
    """The name in TYPES of an Object's type; "" for another group or kind."""
    version, kind = value.get("apiVersion"), value.get("kind")
    kinds = _GROUPS.get(version, frozenset()) if isinstance(version, str) else frozenset()
    return kind if isinstance(kind, str) and kind in kinds else ""


@cache
def struct_of(go_type: str) -> str:
    """The name in TYPES of ``go_type`` or, for a list, of its entries' type; "" for a type that is not in TYPES.

    >>> struct_of("[]v1.EnvVar"), struct_of("?v1.ObjectMeta"), struct_of("v1.Protocol"), struct_of("[]string")
    ('EnvVar', 'ObjectMeta', '', '')
    """
    name = go_type.removeprefix("?").removeprefix("[]").removeprefix("v1.")
    return name if name in TYPES else ""
