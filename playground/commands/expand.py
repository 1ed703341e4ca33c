"""`expand`: the Objects, or the containers' environments, as the kubelet makes them."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from playground.commands.report import report
from playground.commands.request import evaluated, shown_name, write
from playground.engine import ContainerEnvironment, Evaluation, Severity, Variable, expansion_answer, output_lines


def run_expand(options: Namespace) -> int:
    """Print what the containers receive; the errors of the text go to the standard error. 1 when there are any."""
    evaluation = evaluated(options)
    if options.output == "json":
        answer = expansion_answer(evaluation.containers, evaluation.cluster)
        write([json.dumps(answer, ensure_ascii=False, indent=2)])
    elif options.output == "env":
        write(_environments(evaluation))
    else:
        write(line.text for line in output_lines(evaluation.expanded))
    errors = [item for item in evaluation.diagnostics if item.severity is Severity.ERROR]
    for diagnostic in errors:
        sys.stderr.write("".join(f"{line}\n" for line in report(diagnostic, evaluation, shown_name(options.filename))))
    return 1 if errors else 0


def _environments(evaluation: Evaluation) -> Iterator[str]:
    """`NAME=value` lines, sorted by name; with several containers, a comment names each."""
    for number, container in enumerate(evaluation.containers):
        if len(evaluation.containers) > 1:
            yield from [""] if number else []
            yield f"# {_title(evaluation, container)}"
        if container.aborted:
            yield f"# {container.error}"
            continue
        for variable in sorted(container.variables, key=lambda variable: variable.name):
            yield _assignment(variable)


def _title(evaluation: Evaluation, container: ContainerEnvironment) -> str:
    value: Any = evaluation.objects[container.object].value
    metadata = value.get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else None
    return f"{value.get('kind')} {json.dumps(name or '', ensure_ascii=False)}, {container.kind} {container.name}"


def _assignment(variable: Variable) -> str:
    """One line; a value that would break it is written as a JSON string."""
    if variable.value is None:
        return f"# {variable.name} is not known"
    value = variable.value
    return f"{variable.name}={value if value.isprintable() else json.dumps(value, ensure_ascii=False)}"
