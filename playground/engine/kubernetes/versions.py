"""The versions of Kubernetes that can be chosen, and how they differ.

Each minor version stands for its newest patch release. The kubelet and the API server have the same version.
"""

from __future__ import annotations

from playground.engine.model.records import record

_OLDEST, _NEWEST = 29, 36


@record()
class KubernetesVersion:
    """One minor version; the pull requests are those of kubernetes/kubernetes."""

    minor: int = _NEWEST

    def __str__(self) -> str:
        return f"1.{self.minor}"

    @property
    def skips_invalid_keys(self) -> bool:
        """Whether `envFrom` leaves out keys that are no strict names, with an Event (until #123385)."""
        return self.minor < 30

    @property
    def relaxed_names(self) -> bool:
        """Whether a variable's name may be any printable ASCII but `=` (beta in 1.32, stable in 1.34)."""
        return self.minor >= 32

    @property
    def damages_text(self) -> bool:
        """Whether `$` before a character beyond ASCII damages that character (#136325, picked to 1.34 and 1.35)."""
        return self.minor < 34

    @property
    def unpatched_refuses_text(self) -> bool:
        """Whether the first patch releases refuse a text that they have damaged (#136325): no container starts."""
        return self.minor in (34, 35)

    @property
    def env_files(self) -> bool:
        """Whether `fileKeyRef` works: alpha and off in 1.34, on since 1.35."""
        return self.minor >= 35

    @property
    def pod_level_resources(self) -> bool:
        """Whether a pod may have `resources`, the fallback of `resourceFieldRef`: off by default before 1.34."""
        return self.minor >= 34

    @property
    def restart_rules(self) -> bool:
        """Whether every container may have a `restartPolicy` of its own: alpha and off in 1.34, on since 1.35."""
        return self.minor >= 35

    @property
    def warns_of_port_names(self) -> bool:
        """Whether the API server warns of a port's name that another container also uses (#122170)."""
        return self.minor >= 33

    @property
    def recursive_read_only(self) -> bool:
        """Whether `recursiveReadOnly` of a volume mount works: alpha and off in 1.30, on since 1.31."""
        return self.minor >= 31

    @property
    def git_volumes(self) -> bool:
        """Whether the kubelet mounts `gitRepo` volumes: off since 1.33."""
        return self.minor < 33

    @property
    def overlapping_paths(self) -> bool:
        """Whether the API server warns of files of one volume with overlapping paths (#121968)."""
        return self.minor >= 32

    @property
    def relaxed_search_domains(self) -> bool:
        """Whether a search domain of `dnsConfig` may have `_` or be a dot: alpha and off in 1.32, on since 1.33."""
        return self.minor >= 33

    @property
    def drops_stop_signals(self) -> bool:
        """Whether the API server knows `stopSignal`, and drops it because the feature is off: alpha since 1.33."""
        return self.minor >= 33

    @property
    def resource_claims(self) -> bool:
        """Whether containers may have `resources.claims`: beta and off in 1.32 and 1.33, stable since 1.34."""
        return self.minor >= 34

    @property
    def validates_stateful_sets(self) -> bool:
        """Whether the API server validates the pod template of a new StatefulSet (#131790)."""
        return self.minor >= 34

    @property
    def refuses_binary_texts(self) -> bool:
        """Whether a Secret's bytes in `command` or `args` must be UTF-8; those in `env` need not (#139168)."""
        return self.minor >= 34

    @property
    def strict_addresses(self) -> bool:
        """Whether an IP address may not have zeros before its numbers, nor be an IPv4 address as IPv6 (#137053)."""
        return self.minor >= 36

    @property
    def profile_fields(self) -> bool:
        """Whether a security context has an `appArmorProfile`."""
        return self.minor >= 30

    @property
    def affinity_keys(self) -> bool:
        """Whether `matchLabelKeys` work in pod affinity: alpha and off until 1.30."""
        return self.minor >= 31

    @property
    def checked_node_values(self) -> bool:
        """Whether values of a required node affinity must be valid values of labels."""
        return self.minor >= 33

    @property
    def user_namespaces(self) -> bool:
        """Whether `hostUsers` and `procMount` work; both are off until 1.32."""
        return self.minor >= 33

    @property
    def group_policies(self) -> bool:
        """Whether `supplementalGroupsPolicy` and `seLinuxChangePolicy` work; both are off until 1.32."""
        return self.minor >= 33

    @property
    def resizes_in_place(self) -> bool:
        """Whether containers may have a `resizePolicy`: off until 1.32."""
        return self.minor >= 33

    @property
    def merges_spread_keys(self) -> bool:
        """Whether `matchLabelKeys` of `topologySpreadConstraints` become part of the selector."""
        return self.minor >= 34

    @property
    def comparing_tolerations(self) -> bool:
        """Whether the API server knows the operators `Lt` and `Gt` of tolerations; they are off in all versions."""
        return self.minor >= 35

    @property
    def image_volumes(self) -> bool:
        """Whether volumes may be images: off until 1.34."""
        return self.minor >= 35

    @property
    def hostname_overrides(self) -> bool:
        """Whether `hostnameOverride` works: alpha and off in 1.34."""
        return self.minor >= 35

    @property
    def restarts_all_containers(self) -> bool:
        """Whether a restart rule may restart all containers: alpha and off in 1.35."""
        return self.minor >= 36

    @property
    def mounts_labels(self) -> bool:
        """Whether any volume may be mounted with an SELinux label: off until 1.35."""
        return self.minor >= 36

    @property
    def counts_restart_rules(self) -> bool:
        """Whether too many restart rules are reported as items, not as bytes (#137136)."""
        return self.minor >= 36

    @property
    def relaxed_service_names(self) -> bool:
        """Whether a Service's name may start with a digit."""
        return self.minor >= 36


NEWEST = KubernetesVersion()
KUBERNETES_VERSIONS = tuple(f"1.{minor}" for minor in range(_NEWEST, _OLDEST - 1, -1))  # the newest first


def version_named(name: str) -> KubernetesVersion:
    """The version called ``name``, such as "1.36"; ValueError for a name that is not in KUBERNETES_VERSIONS.

    >>> version_named("1.29").skips_invalid_keys
    True
    """
    if name not in KUBERNETES_VERSIONS:
        raise ValueError(f"Kubernetes {name} is not one of {', '.join(KUBERNETES_VERSIONS)}")
    return KubernetesVersion(int(name.removeprefix("1.")))
