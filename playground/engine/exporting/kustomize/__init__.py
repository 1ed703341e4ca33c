"""A Template as a kustomization: a base with its Objects, and an overlay of patches for each value set.

kustomize 5.8 (`kubectl kustomize`). The Objects that it builds are those of `oc process`, for each set. The values of
secret Parameters are in patches of their own, which Git ignores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from playground.engine.exporting.kustomize.folder import SECRETS
from playground.engine.exporting.kustomize.layers import base_files, layer_of, overlay_files
from playground.engine.exporting.kustomize.resources import Resource, resources_of
from playground.engine.exporting.kustomize.secrets import hidden_parameters
from playground.engine.exporting.refusal import RefusedError, refuse_unprocessable
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.templates import Origin, ProcessedTemplate

LONGEST_OVERLAY_NAME: Final = 63  # characters
_FOLDER: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_IGNORED: Final = "# The values of secret parameters\nsecrets/\n"
# Problems that end with the conversion: the Template's own apiVersion is not in the result.
_SOLVED: Final = frozenset({"legacy-api-version", "unknown-api-version", "api-version-missing"})
_FROM_OVERLAYS: Final = _SOLVED | {"required-parameter-missing"}  # a base needs no value that each overlay has


@record()
class Kustomization:
    """A kustomization. ``files``: their texts by name, which is relative to the folder of base and overlays."""

    files: Mapping[str, str]
    overlays: tuple[str, ...]
    secret_files: tuple[str, ...]  # names in ``files``: Git ignores these files
    hidden: tuple[str, ...]  # Parameters whose values are only in ``secret_files``
    generated: tuple[str, ...]  # Parameters with generated values that are in other files
    missing: tuple[str, ...]  # required Parameters without a value in the base; all overlays have one


def kustomization(
    base: ProcessedTemplate,
    overlays: Mapping[str, ProcessedTemplate] | None = None,
    *,
    limits: Limits | None = None,
    deadline: Deadline | None = None,
) -> Kustomization | Refusal:
    """``base``, and the same Template with the values of each of the ``overlays``, as a kustomization.

    Overlays with the generated values of ``base`` have the same secrets. OutOfTimeError when the ``deadline`` passes.
    """
    try:
        return _kustomization(base, overlays or {}, limits or Limits(), deadline or Deadline())
    except RefusedError as error:
        return error.refusal


def _kustomization(
    base: ProcessedTemplate, overlays: Mapping[str, ProcessedTemplate], limits: Limits, deadline: Deadline
) -> Kustomization:
    if refusal := refused_overlay_name(overlays):
        raise RefusedError(refusal)
    refuse_unprocessable(base, _FROM_OVERLAYS if overlays else _SOLVED)
    resources = resources_of(base, deadline)
    by_set = {name: _in_set(name, processed, deadline) for name, processed in overlays.items()}
    hidden = hidden_parameters([(base, resources), *((overlays[name], by_set[name]) for name in overlays)])
    base_layer = layer_of(base, resources, hidden, limits, deadline)
    files = dict(base_files(base_layer))
    for name, processed in overlays.items():
        try:
            files |= overlay_files(name, base_layer, layer_of(processed, by_set[name], hidden, limits, deadline))
        except RefusedError as error:
            raise _with_set(name, error) from None
    secret_files = tuple(file for file in files if f"/{SECRETS}" in file)
    if secret_files:
        files[".gitignore"] = _IGNORED
    return Kustomization(
        files=dict(sorted(files.items())),
        overlays=tuple(overlays),
        secret_files=secret_files,
        hidden=tuple(sorted(hidden)) if secret_files else (),
        generated=_with_origin(base, Origin.GENERATED, hidden),
        missing=_with_origin(base, Origin.MISSING, frozenset()),
    )


def refused_overlay_name(names: Iterable[str]) -> Refusal | None:
    """Why the ``names`` of overlays cannot be those of folders, one for each, on any system; None if they can."""
    seen: dict[str, str] = {}
    for name in names:
        if not _FOLDER.fullmatch(name) or len(name) > LONGEST_OVERLAY_NAME or name.lower() == "base":
            hint = f"Use up to {LONGEST_OVERLAY_NAME} letters, digits, `-` and `_`, with a letter or digit first."
            return Refusal(f"`{name}` is no name of an overlay.", hint)
        if other := seen.get(name.lower()):
            return Refusal(f"`{other}` and `{name}` are the same folder on some systems.", "Rename one of the sets.")
        seen[name.lower()] = name
    return None


def _in_set(name: str, processed: ProcessedTemplate, deadline: Deadline) -> Mapping[FieldPath, Resource]:
    """The Objects of ``processed``, which is the Template with the values of the set ``name``."""
    try:
        refuse_unprocessable(processed, _SOLVED)
        return resources_of(processed, deadline)
    except RefusedError as error:
        raise _with_set(name, error) from None


def _with_set(name: str, error: RefusedError) -> RefusedError:
    """The same refusal, with the name of its set."""
    return RefusedError(replace(error.refusal, reason=f"With the values of `{name}`: {error.refusal.reason}"))


def _with_origin(processed: ProcessedTemplate, origin: Origin, hidden: frozenset[str]) -> tuple[str, ...]:
    """The Parameters whose values have this ``origin``, except the ``hidden`` ones."""
    names = (value.parameter.name for value in processed.values if value.origin is origin)
    return tuple(name for name in names if name not in hidden)
