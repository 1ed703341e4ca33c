"""The Helm chart of the text on the page: what "Use it" shows about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.safestring import SafeString

from playground.engine import (
    GENERATED_FILE,
    NAMESPACE,
    PLACEHOLDER,
    Chart,
    Deadline,
    OutOfTimeError,
    Refusal,
    helm_chart,
    install_line,
    ownership_lines,
)
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.fields import well_formed
from playground.pages.markup import Command, Panel, prose
from playground.pages.sharing.using.refusals import UNREADABLE, refused
from playground.web.configured_limits import site_limits

LONGEST_ENTRY = 100  # characters of the name that are read; a chart's name is shorter
_NO_TEMPLATE = Refusal("A chart is made of a Template, and this text has none.")
_NO_TIME = Refusal("The time of one request ran out.", "Use the command line: `template-playground convert --to helm`.")


@dataclass(frozen=True, slots=True)
class ChartChoices:
    """What the form asks of the chart: its name, "" for that of the Template, and whether it draws values itself."""

    name: str = ""
    draws: bool = False


@dataclass(frozen=True, slots=True)
class HelmPanel(Panel):
    """The contents of the tool "Helm"."""

    choices: ChartChoices
    archive: str  # the name of the chart's file; "" without a chart
    private: str  # the name of the file with the private values; "" without any
    drawn: tuple[str, ...]  # the values that the chart draws
    commands: tuple[Command, ...]
    others: bool  # the text has more documents, which are not in the chart
    refusal: SafeString | None  # why there is no chart, and where


def choices_of(data: QueryDict) -> ChartChoices:
    """The choices in a submitted form."""
    return ChartChoices(well_formed(data.get("chart-name", "")[:LONGEST_ENTRY]).strip(), "generate-in-chart" in data)


def chart_of(evaluated: PageEvaluation, choices: ChartChoices) -> Chart | Refusal:
    """The text as a chart, with the values of the form as its defaults."""
    evaluation = evaluated.evaluation
    if evaluation.processed is None or not evaluation.readable:
        return _NO_TEMPLATE if evaluation.readable else UNREADABLE
    try:
        return helm_chart(
            evaluation.processed,
            name=choices.name,
            generate_in_chart=choices.draws,
            limits=site_limits(),
            deadline=evaluated.deadline or Deadline(),
        )
    except OutOfTimeError:
        return _NO_TIME


def archive_name(chart: Chart) -> str:
    """The name of the chart's file, as `helm package` gives it."""
    return f"{chart.name}-{chart.version}.tgz"


def private_name(chart: Chart) -> str:
    """The name of the file with the chart's private values, beside the chart's."""
    return f"{chart.name}-{chart.version}-{GENERATED_FILE}"


def helm_panel(evaluated: PageEvaluation, chart: Chart | Refusal, choices: ChartChoices) -> HelmPanel:
    """What there is to download and to do, or why there is no chart."""
    if isinstance(chart, Refusal):
        return HelmPanel(choices, "", "", (), (), others=False, refusal=refused(chart))
    private = private_name(chart) if chart.private_values else ""
    others = len(evaluated.evaluation.source.documents) > 1
    commands = tuple(_commands(chart, private))
    return HelmPanel(choices, archive_name(chart), private, chart.drawn, commands, others=others, refusal=None)


def _commands(chart: Chart, private: str) -> Iterator[Command]:
    install = install_line(chart.name, archive_name(chart), chart.needed, [private] if private else [])
    missing = [f"`{value.name}`" for value in chart.needed if not value.is_private]
    note = prose(f"Replace `{PLACEHOLDER}`: {', '.join(missing)} must be given.") if missing else prose("")
    yield Command(prose("Install the chart, or upgrade it"), install, note)
    if chart.objects:
        yield Command(
            prose("Install it, and take over objects that run already (Helm 3.17 and newer)"),
            f"{install} --take-ownership",
            note,
        )
        yield Command(
            prose("Before Helm 3.17: prepare these objects, then install the chart"),
            "\n".join(ownership_lines(chart.name, chart.objects)),
            prose(f"Replace `{NAMESPACE}` by the namespace in which they run."),
        )
