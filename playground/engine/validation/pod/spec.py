"""Validation of one pod, in the API server's order.

Kubernetes v1.36 ``ValidatePodCreate``, ``ValidatePodTemplateSpec``, ``ValidatePodSpec``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import label_errors, subdomain_errors
from playground.engine.kubernetes.pods import Container, mapping, mappings, sequence, text
from playground.engine.model.location import FieldPath
from playground.engine.validation.claims import pod_claim_errors
from playground.engine.validation.container import container_errors, creation_error
from playground.engine.validation.env import file_volume_errors
from playground.engine.validation.errors import (
    FieldError,
    all_invalid,
    choice_errors,
    forbidden,
    invalid,
    pointer_errors,
    required,
    too_long,
)
from playground.engine.validation.images import image_blank_errors
from playground.engine.validation.labels import label_map_errors
from playground.engine.validation.pod.addresses import address_errors
from playground.engine.validation.pod.annotations import annotation_errors, profile_errors
from playground.engine.validation.pod.dns import dns_errors
from playground.engine.validation.pod.metadata import metadata_errors
from playground.engine.validation.pod.resources import pod_resource_errors
from playground.engine.validation.pod.scheduling import (
    affinity_errors,
    gate_errors,
    readiness_errors,
    spread_errors,
    tolerations_errors,
)
from playground.engine.validation.pod.workload import workload_errors
from playground.engine.validation.ports import host_network_errors
from playground.engine.validation.resources import overhead_errors
from playground.engine.validation.security import (
    host_process_errors,
    host_users_errors,
    pod_security_errors,
    system_errors,
)
from playground.engine.validation.volumes.pod_volumes import checked_volumes

_RESTART_POLICIES: Final = ("Always", "OnFailure", "Never")
_DNS_POLICIES: Final = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")
_LONGEST_DEADLINE: Final = 2**31 - 1  # seconds
_ROLES: Final = ("container", "initContainer", "ephemeralContainer")  # in the order of validation
_PREEMPTION_POLICIES: Final = ("PreemptLowerPriority", "Never")
_LONGEST_HOST_NAME: Final = 64  # bytes


def pod_errors(
    facts: PodFacts, path: FieldPath, containers: Sequence[Container], decoded: bool
) -> Iterator[FieldError]:
    """The errors of one pod in the API server's order. ``path`` is that of the pod's spec.

    ``decoded``: the API server can decode the pod's Object. If not, only the containers are validated.
    """
    validated = decoded and facts.validated_on_creation
    if validated:
        yield from _errors_before(facts, path)
    names: set[str] = set()
    for container in sorted(containers, key=lambda container: _ROLES.index(container.kind)):
        name = text(container.value.get("name"))
        yield from container_errors(container, facts, repeated=name in names)
        if name or container.kind != "initContainer":  # all init containers may be nameless
            names.add(name)
    if validated:
        yield from _errors_after(facts, path)
    for container in containers:
        yield from file_volume_errors(container, facts)
    is_new_pod = validated and facts.place.kind == "Pod"  # ``ValidatePodCreate`` has checks that pod templates lack
    if is_new_pod:
        yield from _blank_errors(facts.spec, path)
    for container in containers:
        if container.kind == "ephemeralContainer":
            yield creation_error(container.path, facts)
    if is_new_pod and facts.spec.get("nodeName") and facts.spec.get("schedulingGates"):
        yield forbidden(path / "nodeName", "cannot be set until all schedulingGates have been cleared")
    if is_new_pod and facts.place.metadata.get("annotations"):
        yield from profile_errors(facts, path)
    if decoded:
        yield from workload_errors(facts, path)


def _errors_before(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The errors that come before those of the containers; ``path`` is the spec's."""
    spec = facts.spec
    yield from metadata_errors(facts.place, path.parent / "metadata")
    if facts.place.metadata.get("annotations"):
        yield from annotation_errors(facts, path)
    if not facts.cluster.defaulting and spec.get("terminationGracePeriodSeconds") is None:
        yield required(path / "terminationGracePeriodSeconds")
    yield from checked_volumes(facts).errors
    if "resourceClaims" in spec:
        yield from pod_claim_errors(facts, path / "resourceClaims")
    if not spec.get("containers"):
        # A text without the list is a fragment of a pod: then the missing containers are only recorded.
        error = required(path / "containers")
        yield error if isinstance(spec.get("containers"), list) else replace(error, stage="recorded")


def _errors_after(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The errors that come after those of the containers; ``path`` is the spec's."""
    if facts.cluster.defaulting:  # defaults replace missing fields, so only the fields in the text can be wrong
        numbers = sorted({number for field in facts.spec for number in _CHECK_NUMBERS.get(field, ())})
    else:
        numbers = list(range(len(_CHECKS)))
    for number in numbers:
        yield from _CHECKS[number][1](facts, path)


def _resource_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    if facts.cluster.version.pod_level_resources and facts.spec.get("resources") is not None:
        yield from pod_resource_errors(facts, path / "resources")


def _restart_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `restartPolicy`, only recorded: the rule POD612 reports them."""
    errors = choice_errors(facts.spec, "restartPolicy", _RESTART_POLICIES, path, defaulted=facts.cluster.defaulting)
    return (replace(error, stage="recorded") for error in errors)


def _dns_policy_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    yield from choice_errors(facts.spec, "dnsPolicy", _DNS_POLICIES, path, defaulted=facts.cluster.defaulting)


def _node_selector_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    yield from label_map_errors(mapping(facts.spec.get("nodeSelector")), path / "nodeSelector")


def _deadline_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    seconds = facts.spec.get("activeDeadlineSeconds")
    if isinstance(seconds, int) and not 1 <= seconds <= _LONGEST_DEADLINE:
        body = invalid(seconds, f"must be between 1 and {_LONGEST_DEADLINE}, inclusive")
        yield FieldError(path / "activeDeadlineSeconds", body, "bad-number")


def _preemption_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    if facts.spec.get("preemptionPolicy") == "":
        yield required(path / "preemptionPolicy")
    else:
        yield from pointer_errors(facts.spec, "preemptionPolicy", _PREEMPTION_POLICIES, path)


def _host_name_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `hostnameOverride` (``validatePodHostName``)."""
    spec, place = facts.spec, path / "hostnameOverride"
    if not isinstance(name := spec.get("hostnameOverride"), str) or not facts.cluster.version.hostname_overrides:
        return
    if spec.get("setHostnameAsFQDN") is True:
        yield forbidden(place, "may not be specified when setHostnameAsFQDN is true")
    if spec.get("hostNetwork") is True:
        yield forbidden(place, "may not be specified when hostNetwork is true")
    if len(name.encode("utf-8", "surrogatepass")) > _LONGEST_HOST_NAME:
        yield too_long(place, _LONGEST_HOST_NAME)
    yield from all_invalid(place, name, subdomain_errors(name), "invalid-name")


def _alias_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `hostAliases` (``ValidateHostAliases``)."""
    for index, alias in enumerate(mappings(facts.spec.get("hostAliases"))):
        place = path / "hostAliases" / index
        yield from address_errors(text(alias.get("ip")), place / "ip", facts.cluster.version)
        for number, name in enumerate(map(text, sequence(alias.get("hostnames")))):
            yield from all_invalid(place / "hostnames" / number, name, subdomain_errors(name), "invalid-name")


def _runtime_class_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in the name of a runtime class, which must not be empty."""
    if isinstance(name := facts.spec.get("runtimeClassName"), str):
        yield from all_invalid(path / "runtimeClassName", name, subdomain_errors(name), "invalid-name")


_Check = Callable[[PodFacts, FieldPath], Iterator[FieldError]]


def _name_check(field: str, name_errors: Callable[[str], list[str]]) -> tuple[tuple[str], _Check]:
    """The entry of _CHECKS for a ``field`` that holds a name."""

    def check(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
        if name := text(facts.spec.get(field)):
            yield from all_invalid(path / field, name, name_errors(name), "invalid-name")

    return (field,), check


# The checks of ``ValidatePodSpec`` after those of the containers, in their order: the fields that a check reads, and
# the check.
_CHECKS: Final[Sequence[tuple[tuple[str, ...], _Check]]] = (
    (("resources",), _resource_errors),
    (("hostNetwork",), lambda facts, _: host_network_errors(facts)),
    (("restartPolicy",), _restart_errors),
    (("dnsPolicy",), _dns_policy_errors),
    (("nodeSelector",), _node_selector_errors),
    (("securityContext", "shareProcessNamespace"), pod_security_errors),
    (("affinity",), affinity_errors),
    (("dnsPolicy", "dnsConfig"), dns_errors),
    (("readinessGates",), readiness_errors),
    (("schedulingGates",), gate_errors),
    (("topologySpreadConstraints",), spread_errors),
    (("containers",), host_process_errors),
    (("hostUsers",), host_users_errors),
    (("hostnameOverride",), _host_name_errors),
    _name_check("serviceAccountName", subdomain_errors),
    _name_check("nodeName", subdomain_errors),
    (("activeDeadlineSeconds",), _deadline_errors),
    _name_check("hostname", label_errors),
    _name_check("subdomain", label_errors),
    (("tolerations",), tolerations_errors),
    (("hostAliases",), _alias_errors),
    _name_check("priorityClassName", subdomain_errors),
    (("runtimeClassName",), _runtime_class_errors),
    (("preemptionPolicy",), _preemption_errors),
    (("overhead",), overhead_errors),
    (("os",), system_errors),
)


_CHECK_NUMBERS: Final = {  # field -> the indexes in _CHECKS of the checks that read it
    field: [number for number, (fields, _) in enumerate(_CHECKS) if field in fields]
    for field in {field for fields, _ in _CHECKS for field in fields}
}


def _blank_errors(spec: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """The errors for blanks around images: only in a Pod, not in a pod template."""
    for list_ in ("containers", "initContainers"):
        for index, container in enumerate(mappings(spec.get(list_))):
            yield from image_blank_errors(container, path / list_ / index)
