"""Validation of a pod's annotations that Kubernetes itself reads.

Kubernetes v1.36 ``ValidatePodSpecificAnnotations``, ``ValidateSeccompProfile``, ``ValidateAppArmorPodAnnotations``,
``validateSeccompAnnotationsAndFields`` and ``validateAppArmorAnnotationsAndFieldsMatchOnCreate``; the Pod strategy's
``applyAppArmorVersionSkew``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import Container, containers_of, mapping, mapping_at, text
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.errors import FieldError, descending_path_errors, forbidden, invalid_value

_MIRROR: Final = "kubernetes.io/config.mirror"
_DELETION_COST: Final = "controller.kubernetes.io/pod-deletion-cost"
_COST: Final = re.compile(r"0|-?[1-9][0-9]*|-0+[0-9]*", re.ASCII)
_LARGEST_COST: Final = 2**31 - 1
_LONGEST_COST: Final = 100  # characters; Python refuses to convert thousands of digits
_SECCOMP_POD: Final = "seccomp.security.alpha.kubernetes.io/pod"
_SECCOMP: Final = "container.seccomp.security.alpha.kubernetes.io/"  # before the name of a container
APP_ARMOR: Final = "container.apparmor.security.beta.kubernetes.io/"
OLD_APP_ARMOR: Final = 'deprecated since v1.30; use the "appArmorProfile" field instead'
_LONGEST_PROFILE: Final = 4095  # bytes
_DEFAULT: Final = "runtime/default"
_LOCAL: Final = "localhost/"
_ANNOTATED: Final = {"Unconfined": ("unconfined",), "RuntimeDefault": (_DEFAULT,)}  # by the type of a profile


def annotation_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in the annotations of a Pod or pod template; ``path`` is that of the spec."""
    annotations = facts.own_entries("metadata.annotations")
    place = path.parent / "metadata" / "annotations"
    # The API server prints the path of a pod template's annotations without `metadata`.
    printed = place if facts.place.kind == "Pod" else path.parent / "annotations"
    if _MIRROR in annotations and not facts.spec.get("nodeName"):
        message, value = "must set spec.nodeName if mirror pod annotation is set", annotations[_MIRROR]
        yield invalid_value(place / _MIRROR, value, message, printed=f"{printed}[{_MIRROR}]")
    cost = annotations.get(_DELETION_COST)
    if cost is not None and not _is_cost(cost):
        message = "must be a 32bit integer"
        yield invalid_value(place / _DELETION_COST, cost, message, printed=f"{printed}[{_DELETION_COST}]")
    if _SECCOMP_POD in annotations:
        yield from _seccomp_errors(_SECCOMP_POD, annotations[_SECCOMP_POD], place, printed)
    for key, value in annotations.items():
        if key.startswith(_SECCOMP):
            yield from _seccomp_errors(key, value, place, printed)
    for key, value in annotations.items():
        if key.startswith(APP_ARMOR):
            yield from _app_armor_errors(key, value, facts, place / key, f"{printed}[{key}]")


def _is_cost(cost: str) -> bool:
    """Whether the text is a number of 32 bits; only a negative number may have leading zeros."""
    if not _COST.fullmatch(cost) or len(cost) > _LONGEST_COST:
        return False
    return -_LARGEST_COST - 1 <= int(cost) <= _LARGEST_COST


def _seccomp_errors(key: str, profile: str, path: FieldPath, printed: FieldPath) -> Iterator[FieldError]:
    if profile.startswith(_LOCAL):
        yield from descending_path_errors(profile.removeprefix(_LOCAL), path / key, f"{printed}.{key}")
    elif profile not in (_DEFAULT, "docker/default", "unconfined"):
        yield invalid_value(path / key, profile, "must be a valid seccomp profile", printed=f"{printed}.{key}")


def _app_armor_errors(key: str, profile: str, facts: PodFacts, path: FieldPath, printed: str) -> Iterator[FieldError]:
    name = key.removeprefix(APP_ARMOR)
    if name not in _containers_by_name(facts):
        yield invalid_value(path, name, "container not found", printed=printed)
    if profile not in ("", _DEFAULT, "unconfined") and not profile.startswith(_LOCAL):
        message = f"invalid AppArmor profile name: {quote(profile)}"
        yield invalid_value(path, profile, message, printed=printed)


def _containers_by_name(facts: PodFacts) -> Mapping[str, Container]:
    return facts.once(
        _containers_by_name,
        lambda: {text(item.value.get("name")): item for item in containers_of(facts.spec, FieldPath())},
    )


def profile_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors where an annotation of a new Pod names another profile than the field; ``path`` is that of the spec."""
    annotations = facts.own_entries("metadata.annotations")
    if not any(key == _SECCOMP_POD or key.startswith((_SECCOMP, APP_ARMOR)) for key in annotations):
        return
    of_pod = mapping(facts.spec.get("securityContext"))
    containers = tuple(containers_of(facts.spec, path))
    place = path / "securityContext" / "seccompProfile"
    yield from _match_errors("seccomp", annotations.get(_SECCOMP_POD), of_pod.get("seccompProfile"), place)
    for container in containers:
        profile = mapping_at(container.value, ("securityContext",)).get("seccompProfile")
        annotation = annotations.get(f"{_SECCOMP}{text(container.value.get('name'))}")
        place = container.path / "securityContext" / "seccompProfile"
        yield from _match_errors("seccomp", annotation, profile, place)
    if _is_windows(facts) or not facts.cluster.version.profile_fields:
        return
    for container in containers:
        own = mapping_at(container.value, ("securityContext",)).get("appArmorProfile")
        annotation = annotations.get(f"{APP_ARMOR}{text(container.value.get('name'))}")
        if own is None and annotation is not None and app_armor_profile(annotation):
            continue  # before validation, the API server copied the annotation into the field
        place = container.path / "securityContext" / "appArmorProfile"
        profile = of_pod.get("appArmorProfile") if own is None else own
        yield from _match_errors("apparmor", annotation, profile, place)


def app_armor_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The warnings for AppArmor annotations of a new Pod that are invalid or differ from the profile of the Pod.

    The API server copies a valid annotation into the field `appArmorProfile` of the container.
    """
    version = facts.cluster.version
    if facts.place.kind != "Pod" or not version.profile_fields or _is_windows(facts):
        return
    annotations = mapping(facts.place.metadata.get("annotations"))
    of_pod = mapping(facts.spec.get("securityContext")).get("appArmorProfile")
    for container in containers_of(facts.spec, path):
        key = f"{APP_ARMOR}{text(container.value.get('name'))}"
        own = mapping_at(container.value, ("securityContext",)).get("appArmorProfile")
        if own is None and key in annotations:
            profile = app_armor_profile(text(annotations[key]))
            if not profile or profile != of_pod:
                place = path.parent / "metadata" / "annotations"
                yield FieldError(place / key, OLD_APP_ARMOR, "deprecated-annotation", f"{place}[{key}]", "warning")


def app_armor_profile(annotation: str) -> Mapping[str, str]:
    """The profile that the API server makes of an annotation (``ApparmorFieldForAnnotation``); empty if invalid."""
    for type_, values in _ANNOTATED.items():
        if annotation in values:
            return {"type": type_}
    file = annotation.removeprefix(_LOCAL)
    valid = (
        annotation.startswith(_LOCAL)
        and file == file.strip()
        and 0 < len(file.encode("utf-8", "surrogatepass")) <= _LONGEST_PROFILE
    )
    return {"type": "Localhost", "localhostProfile": file} if valid else {}


def _is_windows(facts: PodFacts) -> bool:
    return mapping(facts.spec.get("os")).get("name") == "windows"


def _match_errors(kind: str, annotation: str | None, profile: Any, path: FieldPath) -> Iterator[FieldError]:
    """The error of a ``profile`` of this ``kind`` at ``path`` that differs from the one in the ``annotation``."""
    if annotation is None or not isinstance(profile, dict):
        return
    type_ = text(profile.get("type"))
    allowed = _ANNOTATED.get(type_, ())
    if kind == "seccomp" and type_ == "RuntimeDefault":
        allowed = (*allowed, "docker/default")
    if type_ == "Localhost":
        if not annotation.startswith(_LOCAL):
            yield forbidden(path / "type", f"{kind} type in annotation and field must match")
        elif annotation.removeprefix(_LOCAL) != profile.get("localhostProfile"):
            yield forbidden(path / "localhostProfile", f"{kind} profile in annotation and field must match")
    elif allowed and annotation not in allowed:
        yield forbidden(path / "type", f"{kind} type in annotation and field must match")
