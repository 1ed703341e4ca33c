"""The kinds of Objects that one version of Kubernetes knows, and their types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from playground.engine.kubernetes.schema import Type, type_of, versions_of
from playground.engine.model.records import record


@record(eq=False)
class Kinds:
    """The kinds that are judged: those of Kubernetes 1.``minor`` and of OpenShift, and those of pasted definitions."""

    minor: int
    custom: Mapping[tuple[str, str], Type] = field(default_factory=dict)  # by apiVersion and kind

    def type_of(self, api_version: str, kind: str) -> Type | None:
        """The type of a ``kind`` under this apiVersion; None if there is none."""
        return self.custom.get((api_version, kind)) or type_of(self.minor, api_version, kind)

    def type_for(self, api_version: str, kind: str) -> tuple[Type | None, bool]:
        """The type of a ``kind``, and whether the apiVersion is the type's own.

        Without an apiVersion, or with another one of Kubernetes' groups, the type is that of the kind's usual version.
        """
        if exact := self.type_of(api_version, kind):
            return exact, True
        if api_version == "v1" and (version := _of_openshift(kind)):  # as in Templates of OpenShift 3
            return type_of(self.minor, version, kind), True
        if not is_kubernetes(api_version):
            return None, False
        return type_of(self.minor, self.usual_version(kind), kind), False

    def usual_version(self, kind: str) -> str:
        """The apiVersion under which the ``kind`` is usually written; "" if there is none."""
        served = [version for version in versions_of(kind) if type_of(self.minor, version, kind)]
        return min(served, key=_unusual, default="")

    def is_of_openshift(self, kind: str) -> bool:
        """Whether OpenShift has a ``kind`` of this name in one of its groups."""
        return bool(_of_openshift(kind))


def is_kubernetes(api_version: str) -> bool:
    """Whether the group is Kubernetes' or OpenShift's own: groups of others have a dot, and other ends."""
    group, slash, _ = api_version.rpartition("/")
    return not slash or "." not in group or group.endswith((".k8s.io", ".openshift.io"))


def _of_openshift(kind: str) -> str:
    """OpenShift's apiVersion of a ``kind``; "" if it is none of OpenShift's."""
    return next((version for version in versions_of(kind) if ".openshift.io/" in version), "")


def _unusual(api_version: str) -> tuple[bool, bool, bool, int]:
    """A sort key that puts the usual apiVersion of a kind first: Kubernetes' newest one without `beta`."""
    group, _, version = api_version.rpartition("/")
    number = int("".join(filter(str.isdecimal, version.partition("alpha")[0].partition("beta")[0])) or 0)
    return group.endswith(".openshift.io"), version != f"v{number}", "." in group, -number
