"""Validation of a pod's volumes.

Kubernetes v1.36 ``ValidateVolumes``, ``validateVolumeSource`` and ``validatePathNoBacksteps``; apps/validation
``volumesToAddForTemplates``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts, claim_volume
from playground.engine.kubernetes.names import label_errors
from playground.engine.kubernetes.pods import mapping, mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.validation.errors import FieldError, all_invalid, duplicate, invalid, required

VOLUME_SOURCES: Final = (  # in the order of validation
    "emptyDir hostPath gitRepo gcePersistentDisk awsElasticBlockStore secret nfs iscsi glusterfs flocker"
    " persistentVolumeClaim rbd cinder cephfs quobyte downwardAPI fc flexVolume configMap azureFile vsphereVolume"
    " photonPersistentDisk portworxVolume azureDisk storageos projected scaleIO csi ephemeral image"
).split()
_REQUIRED_FIELDS: Final = {
    "secret": ("secretName",),
    "configMap": ("name",),
    "persistentVolumeClaim": ("claimName",),
    "hostPath": ("path",),
    "nfs": ("server", "path"),
    "csi": ("driver",),
}


@record()
class CheckedVolumes:
    """The errors in the volumes of a pod, and the names of the volumes without errors."""

    errors: tuple[FieldError, ...]
    names: frozenset[str]


def checked_volumes(facts: PodFacts) -> CheckedVolumes:
    """The volumes of a pod. The API server puts a StatefulSet's claims before the volumes of its pod template."""
    return facts.once(checked_volumes, lambda: _checked_volumes(facts))


def _checked_volumes(facts: PodFacts) -> CheckedVolumes:
    path = FieldPath(facts.place.spec_path[len(facts.place.owner_path) :]) / "volumes"
    names: set[str] = set()
    errors: list[FieldError] = []
    for number, (volume, place) in enumerate(_listed(facts, path)):
        printed = path / number
        volume_errors = tuple(_volume_errors(volume, printed, names))
        if not volume_errors:
            names.add(text(volume.get("name")))
        elif place == printed:
            errors += volume_errors
        else:
            errors += (
                replace(error, path=place.join(error.path[len(printed) :]), printed=error.path)
                for error in volume_errors
            )
    return CheckedVolumes(tuple(errors), frozenset(names))


def _listed(facts: PodFacts, path: FieldPath) -> Iterator[tuple[Mapping[str, Any], FieldPath]]:
    """The volumes in the API server's order, each with its place in the Object."""
    claims = facts.volume_claims
    yield from ((claim_volume(name), place) for name, place in claims.items())
    for index, volume in enumerate(mappings(facts.spec.get("volumes"))):
        if text(volume.get("name")) not in claims:
            yield volume, path / index


def _volume_errors(volume: Mapping[str, Any], path: FieldPath, earlier_names: set[str]) -> Iterator[FieldError]:
    for number, source in enumerate(source for source in VOLUME_SOURCES if volume.get(source) is not None):
        if number:
            body = "Forbidden: may not specify more than 1 volume type"
            yield FieldError(path / source, body, "several-value-sources")
        else:
            fields = (
                field for field in _REQUIRED_FIELDS.get(source, ()) if not text(mapping(volume[source]).get(field))
            )
            yield from (required(path / source / field) for field in fields)
    name = text(volume.get("name"))
    if name:
        yield from all_invalid(path / "name", name, label_errors(name), "invalid-volume-name")
    else:
        yield required(path / "name")
    if name in earlier_names:
        yield duplicate(path / "name", name, "duplicate-volume-name")


def backstep_errors(field_value: str, path: FieldPath, printed: FieldPath | None = None) -> Iterator[FieldError]:
    """The error of a path with `..`; ``printed`` is the field's path as the API server prints it, if not ``path``."""
    if ".." in field_value.split("/"):
        yield FieldError(path, invalid(field_value, "must not contain '..'"), "bad-path", printed)
