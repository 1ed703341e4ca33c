"""The API server's warnings for one pod, in its order: what it accepts, but surely is not meant.

Kubernetes v1.36 ``pkg/api/pod/warnings.go``, ``pkg/api/node/util.go``, ``GetWarningsForIP`` of apimachinery, and
``WarningsOnCreate`` of each kind. The words are those of this version; older versions give fewer of these warnings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts, parse_address
from playground.engine.kubernetes.names import label_errors, label_value_errors, subdomain_errors
from playground.engine.kubernetes.pods import Container, mapping, mapping_at, mappings, sequence, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.container import container_warnings
from playground.engine.validation.errors import FieldError
from playground.engine.validation.pod.annotations import APP_ARMOR, OLD_APP_ARMOR, app_armor_warnings
from playground.engine.validation.ports import port_warnings
from playground.engine.validation.resources import claim_warnings, overhead_warnings, printed_path
from playground.engine.validation.volumes.overlaps import overlap_warnings

# Lists of a pod, each with the field by which `kubectl apply` tells the entries apart.
_KEY_FIELDS: Final = {"hostAliases": "ip", "imagePullSecrets": "name"}
_POD_KINDS: Final = (  # kinds whose pods' names begin with the name of the Object
    "Deployment",
    "ReplicaSet",
    "ReplicationController",
    "Job",
    "CronJob",
)
_RECOMMENDED: Final = "which can result in surprising behavior; a DNS label is recommended"
_LONGEST_BASE: Final = 58  # characters of a `generateName` in a name; five random characters follow
_NO_MATCH: Final = "a null labelSelector results in matching no pod"
_OLD_NODE_LABELS: Final[Mapping[str, str]] = {
    "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
    "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
    "failure-domain.beta.kubernetes.io/region": 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
    "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
    "app.kubernetes.io/created-by": "deprecated since v1.9",
    "scheduler.alpha.kubernetes.io/preferAvoidPods": "deprecated since v1.22; use Taints and Tolerations instead",
    "node-role.kubernetes.io/master": 'use "node-role.kubernetes.io/control-plane" instead',
}
_OLD_ANNOTATIONS: Final[Mapping[str, str]] = {
    "scheduler.alpha.kubernetes.io/critical-pod": 'non-functional in v1.16+; use the "priorityClassName" field instead',
    "security.alpha.kubernetes.io/sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
    "security.alpha.kubernetes.io/unsafe-sysctls": 'non-functional in v1.11+; use the "sysctls" field instead',
}
_POD_SECCOMP: Final = "seccomp.security.alpha.kubernetes.io/pod"
_CONTAINER_SECCOMP: Final = "container.seccomp.security.alpha.kubernetes.io/"
_OLD_SECCOMP: Final = 'non-functional in v1.27+; use the "seccompProfile" field instead'
_OLD_VOLUMES: Final[Mapping[str, str]] = {  # sources of volumes
    "photonPersistentDisk": "deprecated in v1.11, non-functional in v1.16+",
    "gitRepo": "deprecated in v1.11",
    "scaleIO": "deprecated in v1.16, non-functional in v1.22+",
    "flocker": "deprecated in v1.22, non-functional in v1.25+",
    "storageos": "deprecated in v1.22, non-functional in v1.25+",
    "quobyte": "deprecated in v1.22, non-functional in v1.25+",
    "glusterfs": "deprecated in v1.25, non-functional in v1.26+",
    "cephfs": "deprecated in v1.28, non-functional in v1.31+",
    "rbd": "deprecated in v1.28, non-functional in v1.31+",
}
_PRINTED: Final = {"storageos": "storageOS"}  # a volume that the API server prints by another name
_GIT_IS_OFF: Final = ", and disabled by default in v1.33+"


def pod_warnings(
    facts: PodFacts, path: FieldPath, containers: Sequence[Container], decoded: bool
) -> Iterator[FieldError]:
    """The warnings for one pod in the API server's order. ``path`` is that of the pod's spec.

    ``decoded``: the API server can decode the pod's Object. If not, only the containers cause warnings.
    """
    if decoded:
        yield from app_armor_warnings(facts, path)
        yield from _name_warnings(facts)
        yield from _warnings_of(_BEFORE, facts, path)
    for container in containers:
        if decoded and facts.place.metadata.get("annotations"):
            yield from _profile_warnings(container, facts, path)
        yield from container_warnings(container, facts)
    if decoded:
        yield from port_warnings(facts)
        yield from _warnings_of(_AFTER, facts, path)
        yield from _stateful_set_warnings(facts)


_Warnings = Callable[[PodFacts, FieldPath], Iterator[FieldError]]


def _warnings_of(table: Sequence[tuple[str, _Warnings]], facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    for field, warnings in table:
        if field == "metadata" or facts.spec.get(field) is not None:
            yield from warnings(facts, path)


def _warning(path: FieldPath, body: str, pattern: str, printed: FieldPath | str | None = None) -> FieldError:
    return FieldError(path, body, pattern, printed, stage="warning")


def _name_warnings(facts: PodFacts) -> Iterator[FieldError]:
    """The warning for an Object whose name is valid, but makes no valid host names of its pods."""
    kind = facts.place.kind
    metadata = mapping(facts.place.owner.get("metadata"))
    prefix = text(metadata.get("generateName"))
    name = text(metadata.get("name")) or (f"{prefix[:_LONGEST_BASE]}xxxxx" if prefix else "")
    if (kind == "Pod" or kind in _POD_KINDS) and (errors := label_errors(name)) and not subdomain_errors(name):
        use = "the Pod's hostname" if kind == "Pod" else "Pod names and hostnames"
        body = f"this is used in {use}, {_RECOMMENDED}: [{' '.join(errors)}]"
        field = "name" if metadata.get("name") else "generateName"
        yield _warning(FieldPath(("metadata", field)), body, "name-is-no-label", "metadata.name")


def _node_selector_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    place = path / "nodeSelector"
    for label in mapping(facts.spec.get("nodeSelector")):
        if message := _OLD_NODE_LABELS.get(label):
            yield _warning(place / label, message, "deprecated-label", printed_path(place, label))


def _node_affinity_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    affinity = mapping(mapping(facts.spec.get("affinity")).get("nodeAffinity"))
    path = path / "affinity" / "nodeAffinity"
    required, preferred = (f"{word}DuringSchedulingIgnoredDuringExecution" for word in ("required", "preferred"))
    for index, term in enumerate(sequence(mapping(affinity.get(required)).get("nodeSelectorTerms"))):
        yield from _term_warnings(mapping(term), path / required / "nodeSelectorTerms" / index)
    for index, term in enumerate(mappings(affinity.get(preferred))):
        place = path / preferred / index / "preference"
        yield from _term_warnings(mapping(term.get("preference")), place, check_values=True)


def _term_warnings(term: Mapping[str, Any], path: FieldPath, *, check_values: bool = False) -> Iterator[FieldError]:
    for index, expression in enumerate(mappings(term.get("matchExpressions"))):
        place, key = path / "matchExpressions" / index, text(expression.get("key"))
        if message := _OLD_NODE_LABELS.get(key):
            yield _warning(place / "key", f"{key} is {message}", "deprecated-label")
        for number, value in enumerate(map(text, sequence(expression.get("values")) if check_values else ())):
            for error in label_value_errors(value):
                yield _warning(place / "values" / number, f"{value} is invalid, {error}", "invalid-label")


def _spread_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    for index, constraint in enumerate(mappings(facts.spec.get("topologySpreadConstraints"))):
        place, key = path / "topologySpreadConstraints" / index, text(constraint.get("topologyKey"))
        if message := _OLD_NODE_LABELS.get(key):
            yield _warning(place / "topologyKey", f"{key} is {message}", "deprecated-label")
        if constraint.get("labelSelector") is None:
            yield _warning(place, _NO_MATCH, "no-selector", place / "labelSelector")


def _annotation_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    for key, message in _OLD_ANNOTATIONS.items():
        if key in mapping(facts.place.metadata.get("annotations")):
            yield _annotation_warning(key, message, path)


def _annotation_warning(key: str, message: str, path: FieldPath) -> FieldError:
    place = path.parent / "metadata" / "annotations"
    return _warning(place / key, message, "deprecated-annotation", printed_path(place, key))


def _volume_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    for index, volume in enumerate(mappings(facts.spec.get("volumes"))):
        place = path / "volumes" / index
        for field, message in _OLD_VOLUMES.items():
            if volume.get(field) is not None:
                is_off = field == "gitRepo" and not facts.cluster.version.git_volumes
                body = f"{message}{_GIT_IS_OFF}" if is_off else message
                yield _warning(place / field, body, "deprecated-volume", place / _PRINTED.get(field, field))
        template = mapping(mapping(volume.get("ephemeral")).get("volumeClaimTemplate"))
        place = place / "ephemeral" / "volumeClaimTemplate" / "spec"
        yield from claim_warnings(mapping(template.get("spec")), place, place)
    yield from overlap_warnings(mappings(facts.spec.get("volumes")), path / "volumes", facts.cluster.version)


def _list_warnings(field: str) -> _Warnings:
    """The function that warns of entries of the list ``field`` with equal values in their key field."""
    key = _KEY_FIELDS[field]

    def warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
        values: set[str] = set()
        for index, entry in enumerate(mappings(facts.spec.get(field))):
            if (value := text(entry.get(key))) in values:
                yield _warning(path / field / index / key, f"duplicate {key} {quote(value)}", "repeated-entry")
            values.add(value)

    return warnings


def _secret_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    for index, secret in enumerate(mappings(facts.spec.get("imagePullSecrets"))):
        if not text(secret.get("name")):
            place = path / "imagePullSecrets" / index
            yield _warning(place, 'invalid empty name ""', "empty-name", place / "name")


def _pod_seccomp_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    profile = mapping(facts.spec.get("securityContext")).get("seccompProfile")
    if profile is None and _POD_SECCOMP in mapping(facts.place.metadata.get("annotations")):
        yield _annotation_warning(_POD_SECCOMP, _OLD_SECCOMP, path)


def _profile_warnings(container: Container, facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The warnings for annotations with the profiles of a container that has no such fields."""
    annotations = mapping(facts.place.metadata.get("annotations"))
    name, context = text(container.value.get("name")), mapping(container.value.get("securityContext"))
    if context.get("seccompProfile") is None and f"{_CONTAINER_SECCOMP}{name}" in annotations:
        yield _annotation_warning(f"{_CONTAINER_SECCOMP}{name}", _OLD_SECCOMP, path)
    # ``app_armor_warnings`` warns of the AppArmor annotations of a Pod.
    if facts.place.kind == "Pod" or not facts.cluster.version.profile_fields:
        return
    contexts = (context, mapping(facts.spec.get("securityContext")))
    has_profile = any(context.get("appArmorProfile") is not None for context in contexts)
    if not has_profile and f"{APP_ARMOR}{name}" in annotations:
        yield _annotation_warning(f"{APP_ARMOR}{name}", OLD_APP_ARMOR, path)


def _grace_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    seconds = facts.spec.get("terminationGracePeriodSeconds")
    if isinstance(seconds, int) and seconds < 0:
        body = "must be >= 0; negative values are invalid and will be treated as 1"
        yield _warning(path / "terminationGracePeriodSeconds", body, "negative-seconds")


def _pod_affinity_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    affinity = mapping(facts.spec.get("affinity"))
    for kind in ("podAffinity", "podAntiAffinity"):
        # A required entry is a term itself; a preferred entry has the term in a field.
        for word, path_of_term in (("required", FieldPath()), ("preferred", FieldPath(("podAffinityTerm",)))):
            field = f"{word}DuringSchedulingIgnoredDuringExecution"
            for index, entry in enumerate(mappings(mapping(affinity.get(kind)).get(field))):
                place = (path / "affinity" / kind / field / index).join(path_of_term)
                if mapping_at(entry, path_of_term).get("labelSelector") is None:
                    yield _warning(place, _NO_MATCH, "no-selector", place / "labelSelector")


def _name_server_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    place = path / "dnsConfig" / "nameservers"
    for index, address in enumerate(sequence(mapping(facts.spec.get("dnsConfig")).get("nameservers"))):
        yield from _address_warnings(text(address), place / index, facts.cluster.version)


def _alias_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    for index, alias in enumerate(mappings(facts.spec.get("hostAliases"))):
        yield from _address_warnings(text(alias.get("ip")), path / "hostAliases" / index / "ip", facts.cluster.version)


def _address_warnings(address: str, path: FieldPath, version: KubernetesVersion) -> Iterator[FieldError]:
    """The warnings for an address in an unusual form; since v1.36, some of these forms are errors instead."""
    parsed = parse_address(address)
    if parsed is None:
        return
    try:
        strict = ip_address(address)
    except ValueError:
        strict = None
    mapped = isinstance(strict, IPv6Address) and strict.ipv4_mapped is not None
    if strict is None or mapped:
        if not version.strict_addresses:
            words = "will be considered invalid in a future Kubernetes release"
            body = f"non-standard IP address {quote(address)} {words}: use {quote(str(parsed))}"
            yield _warning(path, body, "unusual-address")
    elif str(strict) != address:
        body = f"IPv6 address {quote(address)} should be in RFC 5952 canonical format ({quote(str(strict))})"
        yield _warning(path, body, "unusual-address")


def _stateful_set_warnings(facts: PodFacts) -> Iterator[FieldError]:
    """The warnings for fields of a StatefulSet outside of its pod template."""
    if facts.place.kind != "StatefulSet":
        return
    spec, path = mapping(facts.place.owner.get("spec")), FieldPath(("spec",))
    for index, claim in enumerate(mappings(spec.get("volumeClaimTemplates"))):
        place = path / "volumeClaimTemplates" / index
        yield from claim_warnings(mapping(claim.get("spec")), place / "spec", place)
    limit = spec.get("revisionHistoryLimit")
    if isinstance(limit, int) and limit < 0:
        body = "a negative value retains all historical revisions; a value >= 0 is recommended"
        yield _warning(path / "revisionHistoryLimit", body, "negative-limit")


# The warnings before and after those of the containers, in the API server's order, each with the field of the spec.
_BEFORE: Final[Sequence[tuple[str, _Warnings]]] = (
    ("nodeSelector", _node_selector_warnings),
    ("affinity", _node_affinity_warnings),
    ("topologySpreadConstraints", _spread_warnings),
    ("metadata", _annotation_warnings),
    ("volumes", _volume_warnings),
    ("hostAliases", _list_warnings("hostAliases")),
    ("imagePullSecrets", _list_warnings("imagePullSecrets")),
    ("imagePullSecrets", _secret_warnings),
    ("overhead", overhead_warnings),
    ("metadata", _pod_seccomp_warnings),
)
_AFTER: Final[Sequence[tuple[str, _Warnings]]] = (
    ("terminationGracePeriodSeconds", _grace_warnings),
    ("affinity", _pod_affinity_warnings),
    ("dnsConfig", _name_server_warnings),
    ("hostAliases", _alias_warnings),
)
