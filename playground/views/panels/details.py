"""The details page of a Share: Revisions, addresses, commands, the button for a README."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from playground.engine import Evaluation, Origin
from playground.storage.models import Revision
from playground.views.panels.shares import SharePanel
from playground.views.panels.words import counted, prose

MOST_LISTED = 100  # Revisions; the others are reached by their numbers
_MOST_NAMES = 5  # of Parameters in an example command
_NAME = re.compile(r"[A-Za-z0-9_]{1,63}")


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """One Revision in the list."""

    number: int
    saved: datetime
    size: str


@dataclass(frozen=True, slots=True)
class Command:
    """A line for a terminal, and what it does."""

    what: SafeString
    line: str


@dataclass(frozen=True, slots=True)
class DetailsPanel:
    """The page of details."""

    share: SharePanel
    revisions: tuple[RevisionRow, ...]
    commands: tuple[Command, ...]
    markdown: str
    html: str
    frame: str


def details_panel(
    share: SharePanel, revisions: Sequence[Revision], evaluation: Evaluation, address: str, badge: str
) -> DetailsPanel:
    """The details of a Share at ``address``, whose latest Revision is ``evaluation``; ``badge`` is the picture's."""
    alt = "Open in Template Playground"
    return DetailsPanel(
        share=share,
        revisions=tuple(RevisionRow(one.number, one.created, counted(len(one.text), "character")) for one in revisions),
        commands=_commands(address, evaluation),
        markdown=f"[![{alt}]({badge})]({address})",
        html=f'<a href="{address}"><img src="{badge}" alt="{alt}" height="20"></a>',
        frame=f'<iframe src="{address}/embed" title="Template Playground" width="100%" height="400"></iframe>',
    )


def _commands(address: str, evaluation: Evaluation) -> tuple[Command, ...]:
    """Commands that work once the missing values are filled in."""
    names = _missing(evaluation)
    query = f"?{'&'.join(f'param.{name}=VALUE' for name in names)}" if names else ""
    save = Command(prose("Save the text as a file"), f"curl -o shared.yaml {address}/raw")
    if evaluation.processed is None:
        return save, Command(prose("Apply it"), f"kubectl apply -f {address}/processed.yaml")
    given = "".join(f" -p {name}=VALUE" for name in names)
    return (
        save,
        Command(prose("Process it here and apply the result"), f"kubectl apply -f '{address}/processed.yaml{query}'"),
        Command(
            prose("Process it with `oc` on your machine"),
            f"oc process --local -f {address}.yaml{given} | oc apply -f -",
        ),
        Command(prose("See the result as a `v1` List"), f"curl '{address}/processed.json{query}'"),
    )


def _missing(evaluation: Evaluation) -> tuple[str, ...]:
    """The Parameters that have to be given a value; the first of them, and only names that no shell changes."""
    values = evaluation.processed.values if evaluation.processed else ()
    missing = (one.parameter.name for one in values if one.parameter.required and one.origin is Origin.MISSING)
    return tuple(name for name in missing if _NAME.fullmatch(name))[:_MOST_NAMES]
