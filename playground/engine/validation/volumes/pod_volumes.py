"""Validation of a pod's volumes.

Kubernetes v1.36 ``ValidateVolumes``, ``validateVolumeSource``; apps/validation
``volumesToAddForTemplates``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts, claim_volume
from playground.engine.kubernetes.names import label_errors
from playground.engine.kubernetes.pods import VOLUME_SOURCES, mapping, mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.validation.errors import FieldError, all_invalid, duplicate, forbidden, required
from playground.engine.validation.volumes.sources import (
    claim_name_errors,
    long_portal_errors,
    reprinted,
    source_errors,
)

_PRINTED: Final = {"gcePersistentDisk": "persistentDisk"}  # sources that the API server prints by another name
# In the error for a second source, the API server prints these names, one of them misspelt.
_PRINTED_SECOND: Final = {"cephfs": "cephFS", "downwardAPI": "downwarAPI"}


@record()
class CheckedVolumes:
    """The errors in the volumes of a pod, and the names of the volumes without errors."""

    errors: tuple[FieldError, ...]
    names: frozenset[str]


def checked_volumes(facts: PodFacts) -> CheckedVolumes:
    """The volumes of a pod. The API server puts a StatefulSet's claims before the volumes of its pod template."""
    return facts.once(checked_volumes, lambda: _checked_volumes(facts))


def _checked_volumes(facts: PodFacts) -> CheckedVolumes:
    path = facts.place.spec_path_in_owner / "volumes"
    names: set[str] = set()
    errors: list[FieldError] = []
    for number, (volume, place) in enumerate(_listed(facts, path)):
        printed = path / number  # the path that the API server prints
        volume_errors = tuple(_volume_errors(volume, printed, names, facts))
        if not volume_errors:
            names.add(text(volume.get("name")))
        elif place == printed:
            errors += volume_errors
        else:  # the API server counts the volumes of a StatefulSet's claims, too, so it prints other indexes
            errors += (
                replace(error, path=place.join(error.path[len(printed) :]), printed=error.printed or error.path)
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


def _volume_errors(
    volume: Mapping[str, Any], path: FieldPath, earlier_names: set[str], facts: PodFacts
) -> Iterator[FieldError]:
    yield from _sources_errors(volume, path, facts)
    name = text(volume.get("name"))
    if name:
        yield from all_invalid(path / "name", name, label_errors(name), "invalid-volume-name")
    else:
        yield required(path / "name")
    if name in earlier_names:
        yield duplicate(path / "name", name, "duplicate-volume-name")


def _sources_errors(volume: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in the first source of a volume, and an error for each further source."""
    sources = [source for source in VOLUME_SOURCES if volume.get(source) is not None]
    if not sources and not facts.cluster.defaulting:
        yield required(path, "must specify a volume type")
    for number, source in enumerate(sources):
        if number:
            reason = "may not specify more than 1 volume type"
            yield forbidden(path / source, reason, path / _PRINTED_SECOND.get(source, source))
        else:
            errors = source_errors(source, mapping(volume[source]), path / source, facts)
            printed = path / _PRINTED.get(source, source)
            yield from reprinted(errors, path / source, printed) if source in _PRINTED else errors
        if source == "iscsi":
            yield from long_portal_errors(volume, path)
    if sources[:1] == ["ephemeral"]:
        yield from claim_name_errors(volume, path, facts)
