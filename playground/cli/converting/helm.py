"""`convert --to helm`: a Template as a Helm chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from playground.cli.converting.conversion import Conversion, ConversionInput
from playground.cli.input.files import LIMITS
from playground.cli.options import ConvertOptions, RequestError
from playground.engine import (
    GENERATED_FILE,
    NAMESPACE,
    Chart,
    Refusal,
    helm_chart,
    install_line,
    is_chart_name,
    lint_line,
    ownership_lines,
)

_PRIVATE: Final = (
    f"note: {GENERATED_FILE} has the values that were generated, this once, and the secret ones that were given: "
    "keep it, out of version control"
)
_DRAWN_BY_CHART: Final = (
    "warning: the chart draws {}. Tools that render charts without the cluster, such as Argo CD and `helm template`,"
    " draw new values each time: give them the values"
)


def convert_to_helm(conversion_input: ConversionInput, options: ConvertOptions) -> Conversion | Refusal:
    """The chart; its values are those of the input. RequestError for a wrong name, and for value sets."""
    if conversion_input.sets:
        raise RequestError("a chart has one set of values: give them with -p and --param-file instead of --set")
    chart = helm_chart(
        conversion_input.processed, name=options.name, generate_in_chart=options.generate_in_chart, limits=LIMITS
    )
    if isinstance(chart, Refusal):
        if options.name and not is_chart_name(options.name):
            raise RequestError(f"--name: {chart.reason} {chart.hint}")
        return chart

    secrets = {GENERATED_FILE: chart.private_values} if chart.private_values else {}
    notes = [_PRIVATE] if secrets else []
    notes += [_DRAWN_BY_CHART.format(", ".join(chart.drawn))] if chart.drawn else []
    return Conversion(chart.name, chart.files, partial(_next_steps, chart), secrets, tuple(notes))


def _next_steps(chart: Chart, place: str, secret_files: Sequence[str]) -> Iterator[str]:
    """The commands that check and install the ``chart``, which is at ``place``, and those that take objects over."""
    install = install_line(chart.name, place, chart.needed, secret_files)
    yield from ("Check the chart:", f"  {lint_line(place, chart.needed, secret_files)}")
    yield from ("Install it, or upgrade it later:", f"  {install}")
    if chart.objects:
        yield "Take over objects that run already, with Helm 3.17 or newer:"
        yield f"  {install} --take-ownership"
        yield f"Before Helm 3.17, prepare them, and install then ({NAMESPACE} stands for the namespace):"
        yield from (f"  {line}" for line in ownership_lines(chart.name, chart.objects))
