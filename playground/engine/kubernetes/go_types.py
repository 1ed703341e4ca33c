"""The fields of Kubernetes' Go types, as far as a container's environment depends on them.

Kubernetes v1.36 ``core/v1``, written as Go prints them.
"""

from __future__ import annotations

from collections.abc import Mapping

_OPTIONAL_NAME = {"name": "string", "optional": "bool"}
_SECONDS = ("initialDelaySeconds", "periodSeconds", "timeoutSeconds", "failureThreshold", "successThreshold")
_PROBE = {"exec": "v1.ExecAction", **dict.fromkeys(_SECONDS, "int32")}
_CONTAINER = {
    "name": "string",
    "image": "string",
    "workingDir": "string",
    "command": "[]string",
    "args": "[]string",
    "env": "[]v1.EnvVar",
    "envFrom": "[]v1.EnvFromSource",
    "ports": "[]v1.ContainerPort",
    "imagePullPolicy": "v1.PullPolicy",
    "restartPolicy": "v1.ContainerRestartPolicy",
    "lifecycle": "v1.Lifecycle",
    "stdin": "bool",
    "tty": "bool",
    "volumeMounts": "[]v1.VolumeMount",
    "resources": "v1.ResourceRequirements",
    "livenessProbe": "v1.Probe",
    "readinessProbe": "v1.Probe",
    "startupProbe": "v1.Probe",
}
STRUCTS: Mapping[str, Mapping[str, str]] = {
    "v1.ObjectMeta": {
        "name": "string",
        "generateName": "string",
        "namespace": "string",
        "uid": "types.UID",
        "labels": "map[string]string",
        "annotations": "map[string]string",
    },
    "v1.PodSpec": {
        "containers": "[]v1.Container",
        "initContainers": "[]v1.Container",
        "ephemeralContainers": "[]v1.EphemeralContainer",
        "volumes": "[]v1.Volume",
        "nodeName": "string",
        "serviceAccountName": "string",
        "serviceAccount": "string",
        "restartPolicy": "v1.RestartPolicy",
        "hostname": "string",
        "subdomain": "string",
        "schedulerName": "string",
        "enableServiceLinks": "bool",
        "hostNetwork": "bool",
        "imagePullSecrets": "[]v1.LocalObjectReference",
        "resources": "v1.ResourceRequirements",
    },
    "v1.LocalObjectReference": {"name": "string"},
    "v1.Container": _CONTAINER,
    "v1.EphemeralContainer": {**_CONTAINER, "targetContainerName": "string"},
    "v1.EnvVar": {"name": "string", "value": "string", "valueFrom": "v1.EnvVarSource"},
    "v1.EnvVarSource": {
        "fieldRef": "v1.ObjectFieldSelector",
        "resourceFieldRef": "v1.ResourceFieldSelector",
        "configMapKeyRef": "v1.ConfigMapKeySelector",
        "secretKeyRef": "v1.SecretKeySelector",
        "fileKeyRef": "v1.FileKeySelector",
    },
    "v1.ObjectFieldSelector": {"apiVersion": "string", "fieldPath": "string"},
    "v1.ResourceFieldSelector": {"containerName": "string", "resource": "string", "divisor": "resource.Quantity"},
    "v1.ConfigMapKeySelector": {**_OPTIONAL_NAME, "key": "string"},
    "v1.SecretKeySelector": {**_OPTIONAL_NAME, "key": "string"},
    "v1.FileKeySelector": {"volumeName": "string", "path": "string", "key": "string", "optional": "bool"},
    "v1.EnvFromSource": {
        "prefix": "string",
        "configMapRef": "v1.ConfigMapEnvSource",
        "secretRef": "v1.SecretEnvSource",
    },
    "v1.ConfigMapEnvSource": _OPTIONAL_NAME,
    "v1.SecretEnvSource": _OPTIONAL_NAME,
    "v1.VolumeMount": {
        "name": "string",
        "mountPath": "string",
        "subPath": "string",
        "subPathExpr": "string",
        "readOnly": "bool",
    },
    "v1.ResourceRequirements": {"limits": "v1.ResourceList", "requests": "v1.ResourceList"},
    "v1.ContainerPort": {
        "name": "string",
        "containerPort": "int32",
        "hostPort": "int32",
        "protocol": "v1.Protocol",
        "hostIP": "string",
    },
    "v1.Lifecycle": {"postStart": "v1.LifecycleHandler", "preStop": "v1.LifecycleHandler"},
    "v1.LifecycleHandler": {"exec": "v1.ExecAction"},
    "v1.Probe": _PROBE,
    "v1.ExecAction": {"command": "[]string"},
    "v1.Volume": {"name": "string"},
    "v1.ConfigMap": {
        "metadata": "v1.ObjectMeta",
        "data": "map[string]string",
        "binaryData": "map[string][]uint8",
    },
    "v1.Secret": {
        "metadata": "v1.ObjectMeta",
        "data": "map[string][]uint8",
        "stringData": "map[string]string",
        "type": "v1.SecretType",
    },
    "v1.Service": {"metadata": "v1.ObjectMeta", "spec": "v1.ServiceSpec"},
    "v1.ServiceSpec": {
        "clusterIP": "string",
        "clusterIPs": "[]string",
        "type": "v1.ServiceType",
        "ports": "[]v1.ServicePort",
    },
    "v1.ServicePort": {"name": "string", "protocol": "v1.Protocol", "port": "int32"},
}
NAMED: Mapping[str, str] = {  # what lies under a type that has a name of its own
    "v1.ResourceList": "map[string]resource.Quantity",
    "types.UID": "string",
    **dict.fromkeys(
        ("v1.ContainerRestartPolicy", "v1.Protocol", "v1.PullPolicy", "v1.RestartPolicy", "v1.SecretType"), "string"
    ),
    "v1.ServiceType": "string",
}
