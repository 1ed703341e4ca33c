"""`convert --to kustomize`: a Template as a base, and an overlay for each value set."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from playground.cli.converting.conversion import Conversion, ConversionInput
from playground.cli.input.files import LIMITS
from playground.cli.options import ConvertOptions, RequestError
from playground.engine import (
    Kustomization,
    Refusal,
    kustomization,
    process_template,
    refused_overlay_name,
)

_FOR_HELM: Final = "--name and --generate-in-chart are for --to helm"
_NO_PACKAGE: Final = "a kustomization is no package: -o names a folder"


def convert_to_kustomize(conversion_input: ConversionInput, options: ConvertOptions) -> Conversion | Refusal:
    """The base has the values of the input, each overlay also those of its set. RequestError for wrong options."""
    if options.name or options.generate_in_chart:
        raise RequestError(_FOR_HELM)
    if options.writes_archive:
        raise RequestError(_NO_PACKAGE)
    if refusal := refused_overlay_name(conversion_input.sets):
        raise RequestError(f"--set: {refusal.reason} {refusal.hint}")
    generated = conversion_input.processed.generated
    overlays = {}
    for name, values in conversion_input.sets.items():
        inputs = replace(
            conversion_input.inputs, values={**conversion_input.inputs.values, **values}, generated=generated
        )
        overlay = process_template(conversion_input.processed.template, inputs, limits=LIMITS, deadline=None)
        assert overlay
        overlays[name] = overlay
    kustomized = kustomization(conversion_input.processed, overlays, limits=LIMITS)
    if isinstance(kustomized, Refusal):
        return kustomized
    secrets = {name: kustomized.files[name] for name in kustomized.secret_files}
    return Conversion(
        name="kustomization",
        files={name: text for name, text in kustomized.files.items() if name not in secrets},
        next_steps=partial(_next_steps, kustomized),
        secrets=secrets,
        notes=tuple(_notes(kustomized)),
        generated=tuple(name for name in kustomized.hidden if name in generated),
    )


def _notes(kustomized: Kustomization) -> Iterator[str]:
    """What to know about the values that are in the files, and about those that are not."""
    if kustomized.hidden:
        names = ", ".join(kustomized.hidden)
        yield f"note: the values of {names} are only in folders `secrets`, which .gitignore lists: keep them safe"
    if kustomized.generated:
        yield f"note: {', '.join(kustomized.generated)} was generated once; the files for Git hold the value"
    if kustomized.missing:
        yield f"note: the base has no value for {', '.join(kustomized.missing)}: apply the overlays only"
    if not kustomized.overlays:
        yield "note: there is no overlay: --set NAME=FILE makes one of a file with lines of NAME=VALUE"


def _next_steps(kustomized: Kustomization, place: str, _: Sequence[str]) -> Iterator[str]:
    """The commands that show and apply what is at ``place``."""
    folders = [f"{place}/overlays/{name}" for name in kustomized.overlays] or [f"{place}/base"]
    yield "See what each one builds:"
    yield from (f"  kubectl kustomize {shlex.quote(folder)}" for folder in folders)
    yield "Apply one:"
    yield from (f"  kubectl apply -k {shlex.quote(folder)}" for folder in folders)
