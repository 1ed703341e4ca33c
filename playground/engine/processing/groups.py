"""OpenShift kinds that were once in the core group, and their groups today.

OpenShift library-go ``pkg/legacyapi/legacygroupification``; ``schema.ParseGroupVersion`` of apimachinery.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_WITH_LISTS: Final[Mapping[str, str]] = {
    "apps": "DeploymentConfig",
    "authorization": "ClusterRole ClusterRoleBinding Role RoleBinding RoleBindingRestriction",
    "build": "Build BuildConfig",
    "image": "Image ImageStream ImageStreamTag",
    "network": "ClusterNetwork EgressNetworkPolicy HostSubnet NetNamespace",
    "oauth": "OAuthAccessToken OAuthAuthorizeToken OAuthClient OAuthClientAuthorization",
    "project": "Project",
    "quota": "AppliedClusterResourceQuota ClusterResourceQuota",
    "route": "Route",
    "security": "SecurityContextConstraints",
    "template": "Template",
    "user": "Group Identity User",
}
_ALONE: Final[Mapping[str, str]] = {
    "apps": "DeploymentConfigRollback DeploymentLog DeploymentRequest",
    "authorization": "SubjectRulesReview SelfSubjectRulesReview ResourceAccessReview LocalResourceAccessReview "
    "SubjectAccessReview LocalSubjectAccessReview",
    "build": "BinaryBuildRequestOptions BuildLog BuildRequest",
    "image": "ImageSignature ImageStreamImage ImageStreamImport ImageStreamMapping",
    "project": "ProjectRequest",
    "security": "PodSecurityPolicySubjectReview PodSecurityPolicySelfSubjectReview PodSecurityPolicyReview",
    "user": "UserIdentityMapping",
}
GROUPS: Final[Mapping[str, str]] = {
    **{kind: f"{group}.openshift.io" for group, kinds in _ALONE.items() for kind in kinds.split()},
    **{
        kind + suffix: f"{group}.openshift.io"
        for group, kinds in _WITH_LISTS.items()
        for kind in kinds.split()
        for suffix in ("", "List")
    },
}


def group_and_version(api_version: Any) -> tuple[str, str] | None:
    """The group and version of an apiVersion as the cluster reads it; None when it has more than one `/`.

    >>> group_and_version("apps/v1"), group_and_version("v1"), group_and_version("/"), group_and_version("a/b/c")
    (('apps', 'v1'), ('', 'v1'), ('', ''), None)
    """
    text = api_version if isinstance(api_version, str) else ""
    if text.count("/") > 1:
        return None
    group, slash, version = text.partition("/")
    return (group, version) if slash else ("", group)


def kind_of_object(value: Mapping[str, Any]) -> str:
    """The kind as the cluster reads it: "" when it is no text, or when the apiVersion makes no sense."""
    kind = value.get("kind")
    return kind if isinstance(kind, str) and group_and_version(value.get("apiVersion")) is not None else ""


def regrouped(value: Mapping[str, Any]) -> tuple[str, str]:
    """The apiVersion and kind that `oc process` prints for an Object of this apiVersion and kind.

    >>> regrouped({"apiVersion": "v1", "kind": "DeploymentConfig"}), regrouped({"apiVersion": "a/b/c", "kind": "K"})
    (('apps.openshift.io/v1', 'DeploymentConfig'), ('', ''))
    """
    kind = kind_of_object(value)
    group, version = group_and_version(value.get("apiVersion")) or ("", "")
    group = group or GROUPS.get(kind, "")
    return (f"{group}/{version}" if group else version), kind
