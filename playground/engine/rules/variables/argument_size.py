"""Rules about containers that cannot be started because their environment or arguments are too large.

Linux ``execve``: MAX_ARG_STRLEN for one string, a quarter of the stack for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from playground.engine.containers.environment import ContainerEnvironment, Variable
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.registry import rule

LONGEST_STRING = 131_072  # bytes of one `NAME=value` or argument, its final NUL included
LONGEST_START = 2 * 2**20  # bytes of all of them, with the usual stack


@rule("ENV533", Severity.ERROR)
def start_too_large(evaluation: Evaluation) -> Iterator[Finding]:
    """The container's environment and arguments are larger than Linux allows.

    One variable or argument may have 128 KiB; all together usually 2 MiB, including those of Services. Beyond that the
    process is not started: argument list too long.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: [$(D)]
            env:
            - {name: A, value: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}
            - {name: B, value: $(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)}
            - {name: C, value: $(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)}
            - {name: D, value: $(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: [$(A)]
            env:
            - {name: A, value: aaaa}
    """
    of_services: dict[int, int] = {}  # many containers have the same ones
    for container in evaluation.containers:
        item, services = evaluation.objects[container.object], container.services
        if services and id(services) not in of_services:
            of_services[id(services)] = _bytes(services)
        characters = sum([len(own.name) + len(own.value or "") + 2 for own in container.own]) + _arguments(container)
        if of_services.get(id(services), 0) + 4 * characters <= LONGEST_STRING:
            continue  # as good as always: all of it together is smaller than any limit, in any encoding
        long = next((variable for variable in container.variables if _size(variable) > LONGEST_STRING), None)
        texts = (*container.command, *container.args)
        argument = next((text for text in texts if _bytes_of(text.result) > LONGEST_STRING), None)
        total = sum(map(_size, container.variables)) + _arguments(container)
        if long is not None:
            place = long.path if long.path is not None else container.path / "name"
            yield Finding(
                f"`{long.name}` has {_size(long):,} bytes; Linux takes {LONGEST_STRING:,} for one variable.",
                item.span(place),
                hint="Mount it as a file instead.",
                field=str(item.where(place)),
            )
        elif argument is not None:
            yield Finding(
                f"This argument has {_bytes_of(argument.result):,} bytes; Linux takes {LONGEST_STRING:,} for one.",
                item.span(argument.path),
                hint="Mount it as a file instead.",
                field=str(item.where(argument.path)),
            )
        elif total > LONGEST_START:
            yield Finding(
                f"The variables and arguments of `{container.name}` have {total:,} bytes; Linux usually takes 2 MiB.",
                item.span(container.path / "name"),
                hint="Set `enableServiceLinks: false`, or mount what is large as files.",
                field=str(item.where(container.path)),
                severity=Severity.WARNING,
            )


def _size(variable: Variable) -> int:
    """The bytes of `NAME=value` with its NUL; a text that is short enough in any case is not encoded."""
    length = len(variable.name) + len(variable.value or "") + 2
    if 4 * length <= LONGEST_STRING:
        return length
    return _bytes_of(f"{variable.name}={variable.value or ''}")


def _bytes_of(text: str) -> int:
    """The bytes of a text with its NUL."""
    return len(text.encode("utf-8", "surrogatepass")) + 1


def _bytes(variables: Mapping[str, Variable]) -> int:
    texts = "".join((*variables, *[variable.value or "" for variable in variables.values()]))
    return len(texts.encode("utf-8", "surrogatepass")) + 2 * len(variables)  # with `=` and NUL


def _arguments(container: ContainerEnvironment) -> int:
    return sum([len(text.result) + 1 for text in (*container.command, *container.args)])
