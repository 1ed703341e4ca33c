"""The fields of Kubernetes' types in one table: their names and their Go types.

Kubernetes v1.36 types of core/v1, apps/v1 and batch/v1; OpenShift's apps/v1. ``decoding`` reads the table.
Older versions of Kubernetes use the same table: it does not say since when a field exists.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final


def _types(table: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """By type, the Go type of each field. ``table`` has the fields as `name:type`, with blanks between them."""
    split = {name: [field.partition(":") for field in fields.split()] for name, fields in table.items()}
    return {name: {field: go_type for field, _, go_type in fields} for name, fields in split.items()}


_OBJECT = "apiVersion kind metadata:v1.ObjectMeta"
_CONTAINER = (
    "args:[]string command:[]string env:[]v1.EnvVar envFrom:[]v1.EnvFromSource image:string"
    " imagePullPolicy:v1.PullPolicy lifecycle:v1.Lifecycle livenessProbe:v1.Probe name:string"
    " ports:[]v1.ContainerPort readinessProbe:v1.Probe resizePolicy:[]v1.ContainerResizePolicy"
    " resources:v1.ResourceRequirements restartPolicy:v1.ContainerRestartPolicy"
    " restartPolicyRules:[]v1.ContainerRestartRule securityContext:v1.SecurityContext startupProbe:v1.Probe"
    " stdin:bool stdinOnce:bool terminationMessagePath:string terminationMessagePolicy:v1.TerminationMessagePolicy"
    " tty:bool volumeDevices:[]v1.VolumeDevice volumeMounts:[]v1.VolumeMount workingDir:string"
)
_REPLICATED = "minReadySeconds:int32 replicas:int32 template:v1.PodTemplateSpec"
_ROLLED_OUT = f"{_REPLICATED} revisionHistoryLimit:int32"
_SELECTOR = "selector:v1.LabelSelector"

# A type's fields, each with its type as Go prints it. A field without a type may hold anything; `[]` is a list of
# anything.
TYPES: Final = _types(
    {
        "Pod": f"{_OBJECT} spec:v1.PodSpec status",
        "PodTemplate": f"{_OBJECT} template:v1.PodTemplateSpec",
        "Deployment": f"{_OBJECT} spec:v1.DeploymentSpec status",
        "StatefulSet": f"{_OBJECT} spec:v1.StatefulSetSpec status",
        "DaemonSet": f"{_OBJECT} spec:v1.DaemonSetSpec status",
        "ReplicaSet": f"{_OBJECT} spec:v1.ReplicaSetSpec status",
        "ReplicationController": f"{_OBJECT} spec:v1.ReplicationControllerSpec status",
        "DeploymentConfig": f"{_OBJECT} spec:v1.DeploymentConfigSpec status",
        "Job": f"{_OBJECT} spec:v1.JobSpec status",
        "CronJob": f"{_OBJECT} spec:v1.CronJobSpec status",
        "Service": f"{_OBJECT} spec:v1.ServiceSpec status",
        "ConfigMap": f"{_OBJECT} data:map[string]string binaryData:map[string][]uint8 immutable:bool",
        "Secret": (f"{_OBJECT} data:map[string][]uint8 stringData:map[string]string immutable:bool type:v1.SecretType"),
        "PersistentVolumeClaim": f"{_OBJECT} spec:v1.PersistentVolumeClaimSpec status",
        "DeploymentSpec": (
            f"{_ROLLED_OUT} {_SELECTOR} strategy:v1.DeploymentStrategy paused:bool progressDeadlineSeconds:int32"
        ),
        "DeploymentConfigSpec": f"{_ROLLED_OUT} selector:map[string]string strategy paused:bool test:bool triggers",
        "StatefulSetSpec": (
            f"{_ROLLED_OUT} {_SELECTOR} updateStrategy:v1.StatefulSetUpdateStrategy ordinals:v1.StatefulSetOrdinals"
            " persistentVolumeClaimRetentionPolicy:v1.StatefulSetPersistentVolumeClaimRetentionPolicy"
            " podManagementPolicy:v1.PodManagementPolicyType serviceName:string"
            " volumeClaimTemplates:[]v1.PersistentVolumeClaim"
        ),
        "ReplicaSetSpec": f"{_REPLICATED} {_SELECTOR}",
        "ReplicationControllerSpec": f"{_REPLICATED} selector:map[string]string",
        "Container": _CONTAINER,
        "EphemeralContainer": f"{_CONTAINER} targetContainerName:string",
        "ObjectMeta": (
            "annotations:map[string]string creationTimestamp deletionGracePeriodSeconds:int64 deletionTimestamp"
            " finalizers:[]string generateName:string generation:int64 labels:map[string]string managedFields:[]"
            " name:string namespace:string ownerReferences:[]v1.OwnerReference resourceVersion:string selfLink:string"
            " uid:types.UID"
        ),
        "DaemonSetSpec": (
            "minReadySeconds:int32 revisionHistoryLimit:int32 selector:v1.LabelSelector template:v1.PodTemplateSpec"
            " updateStrategy:v1.DaemonSetUpdateStrategy"
        ),
        "JobSpec": (
            "activeDeadlineSeconds:int64 backoffLimit:int32 backoffLimitPerIndex:int32"
            " completionMode:v1.CompletionMode completions:int32 managedBy:string manualSelector:bool"
            " maxFailedIndexes:int32 parallelism:int32 podFailurePolicy:v1.PodFailurePolicy"
            " podReplacementPolicy:v1.PodReplacementPolicy scheduling selector:v1.LabelSelector"
            " successPolicy:v1.SuccessPolicy suspend:bool template:v1.PodTemplateSpec ttlSecondsAfterFinished:int32"
        ),
        "CronJobSpec": (
            "concurrencyPolicy:v1.ConcurrencyPolicy failedJobsHistoryLimit:int32 jobTemplate:v1.JobTemplateSpec"
            " schedule:string startingDeadlineSeconds:int64 successfulJobsHistoryLimit:int32 suspend:bool"
            " timeZone:string"
        ),
        "JobTemplateSpec": "metadata:v1.ObjectMeta spec:v1.JobSpec",
        "PodTemplateSpec": "metadata:v1.ObjectMeta spec:v1.PodSpec",
        "PodSpec": (
            "activeDeadlineSeconds:int64 affinity:v1.Affinity automountServiceAccountToken:bool"
            " containers:[]v1.Container dnsConfig:v1.PodDNSConfig dnsPolicy:v1.DNSPolicy enableServiceLinks:bool"
            " ephemeralContainers:[]v1.EphemeralContainer evictionResponders:[] hostAliases:[]v1.HostAlias"
            " hostIPC:bool hostNetwork:bool hostPID:bool hostUsers:bool hostname:string hostnameOverride:string"
            " imagePullSecrets:[]v1.LocalObjectReference initContainers:[]v1.Container nodeName:string"
            " nodeSelector:map[string]string os:v1.PodOS overhead:v1.ResourceList"
            " preemptionPolicy:v1.PreemptionPolicy priority:int32 priorityClassName:string"
            " readinessGates:[]v1.PodReadinessGate resourceClaims:[]v1.PodResourceClaim"
            " resources:v1.ResourceRequirements restartPolicy:v1.RestartPolicy runtimeClassName:string"
            " schedulerName:string schedulingGates:[]v1.PodSchedulingGate schedulingGroup:v1.PodSchedulingGroup"
            " securityContext:v1.PodSecurityContext serviceAccount:string serviceAccountName:string"
            " setHostnameAsFQDN:bool shareProcessNamespace:bool subdomain:string terminationGracePeriodSeconds:int64"
            " tolerations:[]v1.Toleration topologySpreadConstraints:[]v1.TopologySpreadConstraint volumes:[]v1.Volume"
        ),
        "LocalObjectReference": "name:string",
        "EnvVar": "name:string value:string valueFrom:v1.EnvVarSource",
        "EnvVarSource": (
            "configMapKeyRef:v1.ConfigMapKeySelector fieldRef:v1.ObjectFieldSelector fileKeyRef:v1.FileKeySelector"
            " resourceFieldRef:v1.ResourceFieldSelector secretKeyRef:v1.SecretKeySelector"
        ),
        "ObjectFieldSelector": "apiVersion:string fieldPath:string",
        "ResourceFieldSelector": "containerName:string divisor:resource.Quantity resource:string",
        "ConfigMapKeySelector": "key:string name:string optional:bool",
        "SecretKeySelector": "key:string name:string optional:bool",
        "FileKeySelector": "key:string optional:bool path:string volumeName:string",
        "EnvFromSource": "configMapRef:v1.ConfigMapEnvSource prefix:string secretRef:v1.SecretEnvSource",
        "ConfigMapEnvSource": "name:string optional:bool",
        "SecretEnvSource": "name:string optional:bool",
        "VolumeMount": (
            "bindMountOptions mountPath:string mountPropagation:v1.MountPropagationMode name:string readOnly:bool"
            " recursiveReadOnly:v1.RecursiveReadOnlyMode subPath:string subPathExpr:string"
        ),
        "SecurityContext": (
            "allowPrivilegeEscalation:bool appArmorProfile:v1.AppArmorProfile capabilities:v1.Capabilities"
            " privileged:bool procMount:v1.ProcMountType readOnlyRootFilesystem:bool runAsGroup:int64"
            " runAsNonRoot:bool runAsUser:int64 seLinuxOptions:v1.SELinuxOptions seccompProfile:v1.SeccompProfile"
            " windowsOptions:v1.WindowsSecurityContextOptions"
        ),
        "PodSecurityContext": (
            "appArmorProfile:v1.AppArmorProfile fsGroup:int64 fsGroupChangePolicy:v1.PodFSGroupChangePolicy"
            " runAsGroup:int64 runAsNonRoot:bool runAsUser:int64 seLinuxChangePolicy:v1.PodSELinuxChangePolicy"
            " seLinuxOptions:v1.SELinuxOptions seccompProfile:v1.SeccompProfile supplementalGroups:[]int64"
            " supplementalGroupsPolicy:v1.SupplementalGroupsPolicy sysctls:[]v1.Sysctl"
            " windowsOptions:v1.WindowsSecurityContextOptions"
        ),
        "ResourceRequirements": "claims:[]v1.ResourceClaim limits:v1.ResourceList requests:v1.ResourceList",
        "ContainerPort": "containerPort:int32 hostIP:string hostPort:int32 name:string protocol:v1.Protocol",
        "Lifecycle": "postStart:v1.LifecycleHandler preStop:v1.LifecycleHandler stopSignal:v1.Signal",
        "LifecycleHandler": (
            "exec:v1.ExecAction httpGet:v1.HTTPGetAction sleep:v1.SleepAction tcpSocket:v1.TCPSocketAction"
        ),
        "Probe": (
            "exec:v1.ExecAction failureThreshold:int32 grpc:v1.GRPCAction httpGet:v1.HTTPGetAction"
            " initialDelaySeconds:int32 periodSeconds:int32 successThreshold:int32 tcpSocket:v1.TCPSocketAction"
            " terminationGracePeriodSeconds:int64 timeoutSeconds:int32"
        ),
        "ExecAction": "command:[]string",
        "Volume": (
            "awsElasticBlockStore:v1.AWSElasticBlockStoreVolumeSource azureDisk:v1.AzureDiskVolumeSource"
            " azureFile:v1.AzureFileVolumeSource cephfs:v1.CephFSVolumeSource cinder:v1.CinderVolumeSource"
            " configMap:v1.ConfigMapVolumeSource csi:v1.CSIVolumeSource downwardAPI:v1.DownwardAPIVolumeSource"
            " emptyDir:v1.EmptyDirVolumeSource ephemeral:v1.EphemeralVolumeSource fc:v1.FCVolumeSource"
            " flexVolume:v1.FlexVolumeSource flocker:v1.FlockerVolumeSource"
            " gcePersistentDisk:v1.GCEPersistentDiskVolumeSource gitRepo:v1.GitRepoVolumeSource"
            " glusterfs:v1.GlusterfsVolumeSource hostPath:v1.HostPathVolumeSource image:v1.ImageVolumeSource"
            " iscsi:v1.ISCSIVolumeSource name:string nfs:v1.NFSVolumeSource"
            " persistentVolumeClaim:v1.PersistentVolumeClaimVolumeSource"
            " photonPersistentDisk:v1.PhotonPersistentDiskVolumeSource portworxVolume:v1.PortworxVolumeSource"
            " projected:v1.ProjectedVolumeSource quobyte:v1.QuobyteVolumeSource rbd:v1.RBDVolumeSource"
            " scaleIO:v1.ScaleIOVolumeSource secret:v1.SecretVolumeSource storageos:v1.StorageOSVolumeSource"
            " vsphereVolume:v1.VsphereVirtualDiskVolumeSource"
        ),
        "ServiceSpec": (
            "allocateLoadBalancerNodePorts:bool clusterIP:string clusterIPs:[]string externalIPs:[]string"
            " externalName:string externalTrafficPolicy:v1.ServiceExternalTrafficPolicy healthCheckNodePort:int32"
            " internalTrafficPolicy:v1.ServiceInternalTrafficPolicy ipFamilies:[]v1.IPFamily"
            " ipFamilyPolicy:v1.IPFamilyPolicy loadBalancerClass:string loadBalancerIP:string"
            " loadBalancerSourceRanges:[]string ports:[]v1.ServicePort publishNotReadyAddresses:bool"
            " selector:map[string]string sessionAffinity:v1.ServiceAffinity"
            " sessionAffinityConfig:v1.SessionAffinityConfig trafficDistribution:string type:v1.ServiceType"
        ),
        "ServicePort": (
            "appProtocol:string name:string nodePort:int32 port:int32 protocol:v1.Protocol"
            " targetPort:intstr.IntOrString"
        ),
        "AWSElasticBlockStoreVolumeSource": "fsType:string partition:int32 readOnly:bool volumeID:string",
        "Affinity": "nodeAffinity:v1.NodeAffinity podAffinity:v1.PodAffinity podAntiAffinity:v1.PodAntiAffinity",
        "AppArmorProfile": "localhostProfile:string type:v1.AppArmorProfileType",
        "AzureDiskVolumeSource": (
            "cachingMode:v1.AzureDataDiskCachingMode diskName:string diskURI:string fsType:string"
            " kind:v1.AzureDataDiskKind readOnly:bool"
        ),
        "AzureFileVolumeSource": "readOnly:bool secretName:string shareName:string",
        "CSIVolumeSource": (
            "driver:string fsType:string nodePublishSecretRef:v1.LocalObjectReference readOnly:bool"
            " volumeAttributes:map[string]string"
        ),
        "Capabilities": "add:[]v1.Capability drop:[]v1.Capability",
        "CephFSVolumeSource": (
            "monitors:[]string path:string readOnly:bool secretFile:string secretRef:v1.LocalObjectReference"
            " user:string"
        ),
        "CinderVolumeSource": "fsType:string readOnly:bool secretRef:v1.LocalObjectReference volumeID:string",
        "ClientIPConfig": "timeoutSeconds:int32",
        "ClusterTrustBundleProjection": (
            "labelSelector:v1.LabelSelector name:string optional:bool path:string signerName:string user"
        ),
        "ConfigMapProjection": "items:[]v1.KeyToPath name:string optional:bool",
        "ConfigMapVolumeSource": "defaultMode:int32 defaultUser items:[]v1.KeyToPath name:string optional:bool",
        "ContainerResizePolicy": "resourceName:v1.ResourceName restartPolicy:v1.ResourceResizeRestartPolicy",
        "ContainerRestartRule": "action:v1.ContainerRestartRuleAction exitCodes:v1.ContainerRestartRuleOnExitCodes",
        "ContainerRestartRuleOnExitCodes": "operator:v1.ContainerRestartRuleOnExitCodesOperator values:[]int32",
        "DaemonSetUpdateStrategy": "rollingUpdate:v1.RollingUpdateDaemonSet type:v1.DaemonSetUpdateStrategyType",
        "DeploymentStrategy": "rollingUpdate:v1.RollingUpdateDeployment type:v1.DeploymentStrategyType",
        "DownwardAPIProjection": "items:[]v1.DownwardAPIVolumeFile",
        "DownwardAPIVolumeFile": (
            "fieldRef:v1.ObjectFieldSelector mode:int32 path:string resourceFieldRef:v1.ResourceFieldSelector user"
        ),
        "DownwardAPIVolumeSource": "defaultMode:int32 defaultUser items:[]v1.DownwardAPIVolumeFile",
        "EmptyDirVolumeSource": "medium:v1.StorageMedium mode sizeLimit:resource.Quantity",
        "EphemeralVolumeSource": "volumeClaimTemplate:v1.PersistentVolumeClaimTemplate",
        "FCVolumeSource": "fsType:string lun:int32 readOnly:bool targetWWNs:[]string wwids:[]string",
        "FlexVolumeSource": (
            "driver:string fsType:string options:map[string]string readOnly:bool secretRef:v1.LocalObjectReference"
        ),
        "FlockerVolumeSource": "datasetName:string datasetUUID:string",
        "GCEPersistentDiskVolumeSource": "fsType:string partition:int32 pdName:string readOnly:bool",
        "GRPCAction": "mode port:int32 service:string",
        "GitRepoVolumeSource": "directory:string repository:string revision:string",
        "GlusterfsVolumeSource": "endpoints:string path:string readOnly:bool",
        "HTTPGetAction": (
            "host:string httpHeaders:[]v1.HTTPHeader path:string port:intstr.IntOrString protocol scheme:v1.URIScheme"
        ),
        "HTTPHeader": "name:string value:string",
        "HostAlias": "hostnames:[]string ip:string",
        "HostPathVolumeSource": "path:string type:v1.HostPathType",
        "ISCSIVolumeSource": (
            "chapAuthDiscovery:bool chapAuthSession:bool fsType:string initiatorName:string iqn:string"
            " iscsiInterface:string lun:int32 portals:[]string readOnly:bool secretRef:v1.LocalObjectReference"
            " targetPortal:string"
        ),
        "ImageVolumeSource": "pullPolicy:v1.PullPolicy reference:string",
        "KeyToPath": "key:string mode:int32 path:string user",
        "LabelSelector": "matchExpressions:[]v1.LabelSelectorRequirement matchLabels:map[string]string",
        "LabelSelectorRequirement": "key:string operator:v1.LabelSelectorOperator values:[]string",
        "NFSVolumeSource": "path:string readOnly:bool server:string",
        "NodeAffinity": (
            "preferredDuringSchedulingIgnoredDuringExecution:[]v1.PreferredSchedulingTerm"
            " requiredDuringSchedulingIgnoredDuringExecution:v1.NodeSelector"
        ),
        "NodeSelector": "nodeSelectorTerms:[]v1.NodeSelectorTerm",
        "NodeSelectorRequirement": "key:string operator:v1.NodeSelectorOperator values:[]string",
        "NodeSelectorTerm": "matchExpressions:[]v1.NodeSelectorRequirement matchFields:[]v1.NodeSelectorRequirement",
        "OwnerReference": (
            "apiVersion:string blockOwnerDeletion:bool controller:bool kind:string name:string uid:types.UID"
        ),
        "PersistentVolumeClaimSpec": (
            "accessModes:[]v1.PersistentVolumeAccessMode dataSource:v1.TypedLocalObjectReference"
            " dataSourceRef:v1.TypedObjectReference resources:v1.VolumeResourceRequirements selector:v1.LabelSelector"
            " storageClassName:string volumeAttributesClassName:string volumeMode:v1.PersistentVolumeMode"
            " volumeName:string"
        ),
        "PersistentVolumeClaimTemplate": "metadata:v1.ObjectMeta spec:v1.PersistentVolumeClaimSpec",
        "PersistentVolumeClaimVolumeSource": "claimName:string readOnly:bool",
        "PhotonPersistentDiskVolumeSource": "fsType:string pdID:string",
        "PodAffinity": (
            "preferredDuringSchedulingIgnoredDuringExecution:[]v1.WeightedPodAffinityTerm"
            " requiredDuringSchedulingIgnoredDuringExecution:[]v1.PodAffinityTerm"
        ),
        "PodAffinityTerm": (
            "labelSelector:v1.LabelSelector matchLabelKeys:[]string mismatchLabelKeys:[]string"
            " namespaceSelector:v1.LabelSelector namespaces:[]string topologyKey:string"
        ),
        "PodAntiAffinity": (
            "preferredDuringSchedulingIgnoredDuringExecution:[]v1.WeightedPodAffinityTerm"
            " requiredDuringSchedulingIgnoredDuringExecution:[]v1.PodAffinityTerm"
        ),
        "PodCertificateProjection": (
            "certificateChainPath:string credentialBundlePath:string keyPath:string keyType:string"
            " maxExpirationSeconds:int32 signerName:string user userAnnotations:map[string]string"
        ),
        "PodDNSConfig": "nameservers:[]string options:[]v1.PodDNSConfigOption searches:[]string",
        "PodDNSConfigOption": "name:string value:string",
        "PodFailurePolicy": "rules:[]v1.PodFailurePolicyRule",
        "PodFailurePolicyOnExitCodesRequirement": (
            "containerName:string operator:v1.PodFailurePolicyOnExitCodesOperator values:[]int32"
        ),
        "PodFailurePolicyOnPodConditionsPattern": "status:v1.ConditionStatus type:v1.PodConditionType",
        "PodFailurePolicyRule": (
            "action:v1.PodFailurePolicyAction onExitCodes:v1.PodFailurePolicyOnExitCodesRequirement"
            " onPodConditions:[]v1.PodFailurePolicyOnPodConditionsPattern"
        ),
        "PodOS": "name:v1.OSName",
        "PodReadinessGate": "conditionType:v1.PodConditionType",
        "PodResourceClaim": "name:string resourceClaimName:string resourceClaimTemplateName:string",
        "PodSchedulingGate": "name:string",
        "PodSchedulingGroup": "podGroupName:string",
        "PortworxVolumeSource": "fsType:string readOnly:bool volumeID:string",
        "PreferredSchedulingTerm": "preference:v1.NodeSelectorTerm weight:int32",
        "ProjectedVolumeSource": "defaultMode:int32 defaultUser sources:[]v1.VolumeProjection",
        "QuobyteVolumeSource": "group:string readOnly:bool registry:string tenant:string user:string volume:string",
        "RBDVolumeSource": (
            "fsType:string image:string keyring:string monitors:[]string pool:string readOnly:bool"
            " secretRef:v1.LocalObjectReference user:string"
        ),
        "ResourceClaim": "name:string request:string",
        "RollingUpdateDaemonSet": "maxSurge:intstr.IntOrString maxUnavailable:intstr.IntOrString",
        "RollingUpdateDeployment": "maxSurge:intstr.IntOrString maxUnavailable:intstr.IntOrString",
        "RollingUpdateStatefulSetStrategy": "maxUnavailable:intstr.IntOrString partition:int32",
        "SELinuxOptions": "level:string role:string type:string user:string",
        "ScaleIOVolumeSource": (
            "fsType:string gateway:string protectionDomain:string readOnly:bool secretRef:v1.LocalObjectReference"
            " sslEnabled:bool storageMode:string storagePool:string system:string volumeName:string"
        ),
        "SeccompProfile": "localhostProfile:string type:v1.SeccompProfileType",
        "SecretProjection": "items:[]v1.KeyToPath name:string optional:bool",
        "SecretVolumeSource": "defaultMode:int32 defaultUser items:[]v1.KeyToPath optional:bool secretName:string",
        "ServiceAccountTokenProjection": "audience:string expirationSeconds:int64 path:string user",
        "SessionAffinityConfig": "clientIP:v1.ClientIPConfig",
        "SleepAction": "seconds:int64",
        "StatefulSetOrdinals": "start:int32",
        "StatefulSetPersistentVolumeClaimRetentionPolicy": (
            "whenDeleted:v1.PersistentVolumeClaimRetentionPolicyType"
            " whenScaled:v1.PersistentVolumeClaimRetentionPolicyType"
        ),
        "StatefulSetUpdateStrategy": (
            "rollingUpdate:v1.RollingUpdateStatefulSetStrategy type:v1.StatefulSetUpdateStrategyType"
        ),
        "StorageOSVolumeSource": (
            "fsType:string readOnly:bool secretRef:v1.LocalObjectReference volumeName:string volumeNamespace:string"
        ),
        "SuccessPolicy": "rules:[]v1.SuccessPolicyRule",
        "SuccessPolicyRule": "succeededCount:int32 succeededIndexes:string",
        "Sysctl": "name:string value:string",
        "TCPSocketAction": "host:string port:intstr.IntOrString",
        "Toleration": (
            "effect:v1.TaintEffect key:string operator:v1.TolerationOperator tolerationSeconds:int64 value:string"
        ),
        "TopologySpreadConstraint": (
            "labelSelector:v1.LabelSelector matchLabelKeys:[]string maxSkew:int32 minDomains:int32"
            " nodeAffinityPolicy:v1.NodeInclusionPolicy nodeTaintsPolicy:v1.NodeInclusionPolicy topologyKey:string"
            " whenUnsatisfiable:v1.UnsatisfiableConstraintAction"
        ),
        "TypedLocalObjectReference": "apiGroup:string kind:string name:string",
        "TypedObjectReference": "apiGroup:string kind:string name:string namespace:string",
        "VolumeDevice": "devicePath:string name:string",
        "VolumeProjection": (
            "clusterTrustBundle:v1.ClusterTrustBundleProjection configMap:v1.ConfigMapProjection"
            " downwardAPI:v1.DownwardAPIProjection podCertificate:v1.PodCertificateProjection"
            " secret:v1.SecretProjection serviceAccountToken:v1.ServiceAccountTokenProjection"
        ),
        "VolumeResourceRequirements": "limits:v1.ResourceList requests:v1.ResourceList",
        "VsphereVirtualDiskVolumeSource": (
            "fsType:string storagePolicyID:string storagePolicyName:string volumePath:string"
        ),
        "WeightedPodAffinityTerm": "podAffinityTerm:v1.PodAffinityTerm weight:int32",
        "WindowsSecurityContextOptions": (
            "gmsaCredentialSpec:string gmsaCredentialSpecName:string hostProcess:bool runAsUserName:string"
        ),
    }
)
_TEXTS: Final = (  # Go's names for kinds of text
    "types.UID v1.AppArmorProfileType v1.AzureDataDiskCachingMode v1.AzureDataDiskKind v1.Capability"
    " v1.CompletionMode v1.ConcurrencyPolicy v1.ConditionStatus v1.ContainerRestartPolicy"
    " v1.ContainerRestartRuleAction v1.ContainerRestartRuleOnExitCodesOperator v1.DNSPolicy"
    " v1.DaemonSetUpdateStrategyType v1.DeploymentStrategyType v1.HostPathType v1.IPFamily v1.IPFamilyPolicy"
    " v1.LabelSelectorOperator v1.MountPropagationMode v1.NodeInclusionPolicy v1.NodeSelectorOperator v1.OSName"
    " v1.PersistentVolumeAccessMode v1.PersistentVolumeClaimRetentionPolicyType v1.PersistentVolumeMode"
    " v1.PodConditionType v1.PodFSGroupChangePolicy v1.PodFailurePolicyAction"
    " v1.PodFailurePolicyOnExitCodesOperator v1.PodManagementPolicyType v1.PodReplacementPolicy"
    " v1.PodSELinuxChangePolicy v1.PreemptionPolicy v1.ProcMountType v1.Protocol v1.PullPolicy"
    " v1.RecursiveReadOnlyMode v1.ResourceName v1.ResourceResizeRestartPolicy v1.RestartPolicy"
    " v1.SeccompProfileType v1.SecretType v1.ServiceAffinity v1.ServiceExternalTrafficPolicy"
    " v1.ServiceInternalTrafficPolicy v1.ServiceType v1.Signal v1.StatefulSetUpdateStrategyType v1.StorageMedium"
    " v1.SupplementalGroupsPolicy v1.TaintEffect v1.TerminationMessagePolicy v1.TolerationOperator v1.URIScheme"
    " v1.UnsatisfiableConstraintAction"
).split()
NAMED: Final[Mapping[str, str]] = {  # Go's named types, with the types under them
    "v1.ResourceList": "map[string]resource.Quantity",
    **dict.fromkeys(_TEXTS, "string"),
}
# The types that embed a LocalObjectReference.
_REFERRING: Final = (
    "ConfigMapKeySelector SecretKeySelector ConfigMapEnvSource SecretEnvSource ConfigMapVolumeSource"
    " ConfigMapProjection SecretProjection"
).split()
# Go names an embedded struct in the path of each field that comes from that struct.
EMBEDDED: Final[Mapping[str, tuple[str, Collection[str]]]] = {  # by type: the embedded struct, and its fields
    "EphemeralContainer": ("EphemeralContainerCommon", TYPES["Container"].keys()),
    "Probe": ("ProbeHandler", ("exec", "httpGet", "tcpSocket", "grpc")),
    "Volume": ("VolumeSource", TYPES["Volume"].keys() - {"name"}),
    **dict.fromkeys(_REFERRING, ("LocalObjectReference", ("name",))),
}
_KINDS_BY_VERSION: Final[Mapping[str, frozenset[str]]] = {
    "v1": frozenset({"Pod", "PodTemplate", "ReplicationController", "Service", "ConfigMap", "Secret"}),
    "apps/v1": frozenset({"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"}),
    "batch/v1": frozenset({"Job", "CronJob"}),
    "apps.openshift.io/v1": frozenset({"DeploymentConfig"}),
}
_KINDS: Final = frozenset(kind for kinds in _KINDS_BY_VERSION.values() for kind in kinds)


def is_kind(kind: str) -> bool:
    """Whether ``kind`` is the kind of an Object in TYPES, in any apiVersion."""
    return kind in _KINDS


def type_of(value: Mapping[str, Any]) -> str:
    """The name in TYPES of an Object's type; "" for another apiVersion or kind."""
    version, kind = value.get("apiVersion"), value.get("kind")
    kinds = _KINDS_BY_VERSION.get(version, frozenset()) if isinstance(version, str) else frozenset()
    return kind if isinstance(kind, str) and kind in kinds else ""


@cache
def struct_of(go_type: str) -> str:
    """The name in TYPES of ``go_type`` or, for a list, of its entries' type; "" for a type that is not in TYPES.

    >>> struct_of("[]v1.EnvVar"), struct_of("v1.Protocol"), struct_of("[]string")
    ('EnvVar', '', '')
    """
    name = go_type.removeprefix("[]").removeprefix("v1.")
    return name if name in TYPES else ""
