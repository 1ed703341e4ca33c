"""`convert --to helm`: a Template as a Helm chart."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from playground.cli.converting.results import Conversion, Given
from playground.cli.input.files import LIMITS
from playground.cli.options import ConvertOptions, RequestError
from playground.engine import GENERATED_FILE, Chart, Refusal, helm_chart, is_chart_name


def convert_to_helm(given: Given, options: ConvertOptions) -> Conversion | Refusal:
    """The chart; its values are those of ``given``. RequestError for a wrong name, and for value sets."""
    if given.sets:
        raise RequestError("a chart has one set of values: give them with -p and --param-file instead of --set")
    chart = helm_chart(given.processed, name=options.name, limits=LIMITS)
    if isinstance(chart, Refusal):
        if options.name and not is_chart_name(options.name):
            raise RequestError(f"--name: {chart.reason} {chart.hint}")
        return chart

    def next_steps(path: str, secrets: Sequence[str]) -> Iterator[str]:
        return _next_steps(chart, path, secrets)

    secrets = {GENERATED_FILE: chart.generated} if chart.generated else {}
    return Conversion(chart.name, chart.files, next_steps, secrets)


def _next_steps(chart: Chart, path: str, secrets: Sequence[str]) -> Iterator[str]:
    """The commands to check and to install the ``chart``, which is at ``path``."""
    values = "".join(f" -f {file}" for file in secrets)
    drawn = {line.partition(":")[0] for line in chart.generated.splitlines()} if secrets else set()
    values += "".join(f" --set-string {shlex.quote(f'{name}=…')}" for name in chart.required if name not in drawn)
    yield "Next:"
    yield f"  helm lint {path}{values}"
    yield f"  helm upgrade --install {chart.name} {path}{values}"
