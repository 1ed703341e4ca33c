"""The rule about containers whose environment or arguments are too large for Linux to start them.

Linux ``execve``: MAX_ARG_STRLEN for one string, a quarter of the stack for all strings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from playground.engine.containers.environment import ContainerEnvironment, Variable
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.registry import rule

LONGEST_STRING = 131_072  # bytes of one `NAME=value` or argument, including its final NUL
LONGEST_OF_ALL = 2 * 2**20  # bytes of all variables and arguments, with the usual stack


@rule("ENV533", Severity.ERROR)
def start_too_large(evaluation: Evaluation) -> Iterator[Finding]:
    """The container's environment and arguments are larger than Linux allows.

    One variable or argument may have 128 KiB; a variable counts with its name, `=` and a NUL byte. All together may
    usually have 2 MiB, including the variables that Kubernetes adds for each Service. Above either limit, the start
    fails with `argument list too long`.

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
    bytes_of_services: dict[int, int] = {}  # by the ``id`` of the mapping, which many containers share
    for container in evaluation.containers:
        item, services = evaluation.objects[container.object], container.services
        if services and id(services) not in bytes_of_services:
            bytes_of_services[id(services)] = _bytes_of_all(services)
        argument_characters = _argument_characters(container)
        variable_characters = sum([len(own.name) + len(own.value or "") + 2 for own in container.own])
        characters = variable_characters + argument_characters
        if bytes_of_services.get(id(services), 0) + 4 * characters <= LONGEST_STRING:
            continue  # all together are below the limit for one string, even with four bytes for each character
        too_long = next(
            (variable for variable in container.variables if _variable_bytes(variable) > LONGEST_STRING), None
        )
        texts = (*container.command, *container.args)
        argument = next((text for text in texts if _bytes_of(text.result) > LONGEST_STRING), None)
        # At least so many bytes: arguments and short variables count one byte for each character.
        total = sum(map(_variable_bytes, container.variables)) + argument_characters
        if too_long is not None:
            place = too_long.path if too_long.path is not None else container.path / "name"
            yield Finding(
                f"The container does not start: `{too_long.name}=…` has {_variable_bytes(too_long):,} bytes, "
                f"and Linux accepts {LONGEST_STRING:,} for one variable.",
                item.span(place),
                hint="Mount the value as a file instead.",
                field=str(item.where(place)),
            )
        elif argument is not None:
            yield Finding(
                f"The container does not start: this argument has {_bytes_of(argument.result):,} bytes, "
                f"and Linux accepts {LONGEST_STRING:,} for one argument.",
                item.span(argument.path),
                hint="Mount the text as a file, and pass its path.",
                field=str(item.where(argument.path)),
            )
        elif total > LONGEST_OF_ALL:
            yield Finding(
                f"The variables and arguments of `{container.name}` have {total:,} bytes; Linux usually accepts 2 MiB.",
                item.span(container.path / "name"),
                hint="Mount the large values as files."
                + (" Leave out the variables of Services with `enableServiceLinks: false`." if services else ""),
                field=str(item.where(container.path)),
                severity=Severity.WARNING,
            )


def _variable_bytes(variable: Variable) -> int:
    """The bytes of `NAME=value` with its NUL.

    For a text that stays below LONGEST_STRING even with four bytes for each character, the result is the number of
    characters, which takes less time to count.
    """
    length = len(variable.name) + len(variable.value or "") + 2
    if 4 * length <= LONGEST_STRING:
        return length
    return _bytes_of(f"{variable.name}={variable.value or ''}")


def _bytes_of(text: str) -> int:
    """The bytes of a text with its NUL."""
    return len(text.encode("utf-8", "surrogatepass")) + 1


def _bytes_of_all(variables: Mapping[str, Variable]) -> int:
    """The bytes of all `NAME=value`, each with its NUL."""
    texts = "".join((*variables, *[variable.value or "" for variable in variables.values()]))
    return len(texts.encode("utf-8", "surrogatepass")) + 2 * len(variables)  # with `=` and NUL


def _argument_characters(container: ContainerEnvironment) -> int:
    """The characters of command and args, with a NUL for each."""
    return sum([len(text.result) + 1 for text in (*container.command, *container.args)])
