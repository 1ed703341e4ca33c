"""The containers' variables as an environment file, and the variables that such a file cannot hold.

The format is that of `docker run --env-file`: docker/cli ``pkg/kvfile/kvfile.go`` over Go's ``bufio.ScanLines``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playground.cli.streams import printable
from playground.engine import ContainerEnvironment, Evaluation, Variable, name_of

LONGEST_LINE = 65_535  # bytes, the limit of Go's scanner
_NAME = re.compile(r"[^\s=#\x00][^\s=\x00]*\Z")


def env_file_lines(evaluation: Evaluation) -> Iterator[str]:
    """``NAME=value`` lines, sorted by name; if there are several containers, a comment line begins each container."""
    for number, container in enumerate(evaluation.containers):
        if len(evaluation.containers) > 1:
            yield from [""] if number else []
            yield printable(f"# {_title(evaluation, container)}")
        if container.aborted:  # the kubelet does not start it, so it receives no variables
            yield printable(f"# {container.error}")
            continue
        yield from (f"{item.name}={item.value}" for item in _sorted(container) if not _obstacle(item))


def omission_lines(evaluation: Evaluation) -> Iterator[str]:
    """One line for each variable that the file leaves out, with the reason."""
    for container in evaluation.containers:
        for variable in () if container.aborted else _sorted(container):
            obstacle = _obstacle(variable)
            if obstacle:
                yield printable(f"{variable.name or '(no name)'} of {container.name} is left out: {obstacle}")


def _sorted(container: ContainerEnvironment) -> list[Variable]:
    return sorted(container.variables, key=lambda variable: variable.name)


def _obstacle(variable: Variable) -> str:
    """Why an environment file cannot hold the variable; "" if it can."""
    value = variable.value
    if value is None:
        return "its value is not known here"
    if variable.random:
        return "Kubernetes chooses its value at random"
    if not _NAME.match(variable.name):
        return "`--env-file` does not accept its name"
    if "\n" in value or value.endswith("\r"):
        return "its value contains a line end"
    if "\0" in value:
        return "its value contains a NUL character"
    try:
        size = len(f"{variable.name}={value}".encode())
    except UnicodeEncodeError:
        return "its value is not valid UTF-8"
    return f"its line is longer than {LONGEST_LINE:,} bytes" if size > LONGEST_LINE else ""


def _title(evaluation: Evaluation, container: ContainerEnvironment) -> str:
    value: Any = evaluation.objects[container.object].value
    return f'{value.get("kind")} "{name_of(value)}", {container.kind} {container.name}'
