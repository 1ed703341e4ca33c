"""The kustomization of the text on the page: what "Use it" shows about it. Each value set becomes an overlay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from playground.engine import Deadline, Kustomization, OutOfTimeError, Refusal, kustomization
from playground.pages.draft_evaluation import PageEvaluation, process_with_sets
from playground.pages.markup import Command, Panel, prose
from playground.pages.output.download import stem_of
from playground.pages.sharing.using.refusals import UNREADABLE, refused
from playground.web.configured_limits import site_limits

_NO_TEMPLATE = Refusal("A kustomization is made of a Template, and this text has none.")
NO_TIME = Refusal(
    "The time of one request ran out.", "Use the command line: `template-playground convert --to kustomize`."
)
_OTHERS = "It is made of the first Template. The other documents of the text are not in it."
_NO_SETS = (
    "There is only a base. Each value set becomes an overlay: add one with `Value sets`, among the parameters, such as"
    " `test` or `prod`."
)


@dataclass(frozen=True, slots=True)
class KustomizePanel(Panel):
    """The contents of the tool "Kustomize"."""

    archive: str  # the name of the file; "" without a kustomization
    notes: tuple[SafeString, ...]  # what to know about the values in the file
    commands: tuple[Command, ...]
    refusal: SafeString | None  # why there is no kustomization, and where


def kustomization_of(evaluated: PageEvaluation) -> Kustomization | Refusal:
    """The text as a kustomization: the base has the values of the form, each overlay those of a value set, too."""
    evaluation = evaluated.evaluation
    if evaluation.processed is None or not evaluation.readable:
        return _NO_TEMPLATE if evaluation.readable else UNREADABLE
    try:
        base, *overlays = process_with_sets(evaluated).values()
        by_set = dict(zip(evaluated.draft.sets, overlays, strict=True))
        return kustomization(base, by_set, limits=site_limits(), deadline=evaluated.deadline or Deadline())
    except OutOfTimeError:
        return NO_TIME


def folder_name(evaluated: PageEvaluation) -> str:
    """The name of the folder in the archive; the archive has the same name."""
    return f"{stem_of(evaluated) or 'template'}-kustomize"


def kustomize_panel(evaluated: PageEvaluation, kustomized: Kustomization | Refusal) -> KustomizePanel:
    """What there is to download and to do, or why there is no kustomization."""
    if isinstance(kustomized, Refusal):
        return KustomizePanel("", (), (), refused(kustomized))
    folder = folder_name(evaluated)
    notes = list(_notes(kustomized))
    if len(evaluated.evaluation.source.documents) > 1:
        notes.append(prose(_OTHERS))
    return KustomizePanel(f"{folder}.tgz", tuple(notes), tuple(_commands(kustomized, folder)), None)


def _notes(kustomized: Kustomization) -> Iterator[SafeString]:
    if not kustomized.overlays:
        yield prose(_NO_SETS)
    if kustomized.hidden:
        yield prose(
            f"The values of {_names(kustomized.hidden)} are only in folders `secrets`, which the `.gitignore` lists."
            " They are stored nowhere else: keep the file in a safe place."
        )
    if kustomized.generated:
        yield prose(f"{_names(kustomized.generated)}: the value was generated once, and the files for Git hold it.")
    if kustomized.missing:
        yield prose(f"The base has no value for {_names(kustomized.missing)}: apply the overlays only.")


def _names(parameters: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in parameters)


def _commands(kustomized: Kustomization, folder: str) -> Iterator[Command]:
    places = {name: f"{folder}/overlays/{name}" for name in kustomized.overlays} or {"base": f"{folder}/base"}
    yield Command(prose("Unpack it"), f"tar -xzf {folder}.tgz")
    shown = "\n".join(f"kubectl kustomize {place}" for place in places.values())
    yield Command(prose("See what each one builds" if kustomized.overlays else "See what it builds"), shown)
    for name, place in places.items():
        yield Command(prose(f"Apply `{name}`"), f"kubectl apply -k {place}")
