"""The variables to which a reference at a place of a container can refer.

Kubernetes v1.36 ``makeEnvironmentVariables``: an entry of `env` sees the entries before it, all other texts see all.
"""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.containers.environment import ContainerEnvironment, OriginKind, Variable
from playground.engine.model.location import FieldPath


def visible_variables(container: ContainerEnvironment, path: FieldPath) -> Iterator[Variable]:
    """The variables that a reference in the field at ``path`` sees, the container's own first.

    ``path`` is relative to the container's Object.
    """
    field = path[len(container.path) :]
    before = field[1] if len(field) > 1 and field[0] == "env" and isinstance(field[1], int) else None
    for variable in (*container.own, *container.inherited):
        earlier: Variable | None = variable
        while earlier is not None and before is not None and _index(container, earlier) >= before:
            earlier = next(iter(earlier.hides), None)
        # ``exec``: the kubelet expands a probe's command with the literal values of `env` alone.
        if earlier is not None and ("exec" not in field or earlier.origin.kind is OriginKind.ENV):
            yield earlier


def _index(container: ContainerEnvironment, variable: Variable) -> int:
    """The index of the variable's entry in `env`; -1 for a variable without one."""
    field = variable.path[len(container.path) :] if variable.path is not None else FieldPath()
    return field[1] if field[:1] == ("env",) and isinstance(field[1], int) else -1
