"""JSON patches (RFC 6902): the operations that turn one Object into another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.printing.comparison import MISSING, compare
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.walks import entries

# kustomize passes an Object that it patches through 64-bit floats: larger integers lose digits.
_EXACT: Final = range(-(2**53), 2**53 + 1)


class Operation(NamedTuple):
    """One operation on the field at ``path``; a removal has no value."""

    op: Literal["add", "remove", "replace"]
    path: FieldPath
    value: Any = None


def operations(old: TracedObject, new: TracedObject, deadline: Deadline) -> Sequence[Operation]:
    """The operations that turn ``old`` into ``new``, which comes from the same place of the text."""
    changes, removals = [], []
    for difference in compare([[old], [new]], deadline):
        before, after = difference.values
        if after is MISSING:
            removals.append(Operation("remove", difference.path))
        else:
            changes.append(Operation("add" if before is MISSING else "replace", difference.path, after))
    return [*changes, *reversed(removals)]  # of a list, the last items are removed first


def applied(value: Any, changes: Iterable[Operation]) -> Any:
    """``value`` after ``changes``. The old value stays as it is; both share what does not change."""
    copies: dict[FieldPath, Any] = {ROOT: value.copy()}
    for op, path, new in changes:
        holder = copies[ROOT]
        for depth, part in enumerate(path[:-1], 1):
            place = FieldPath(path[:depth])
            if place not in copies:
                copies[place] = holder[part].copy()
                holder[part] = copies[place]
            holder = copies[place]
        if op == "remove":
            del holder[path[-1]]
        elif isinstance(holder, list) and op == "add":
            holder.append(new)
        else:
            holder[path[-1]] = new
    return copies[ROOT]


def patch(changes: Iterable[Operation]) -> Sequence[Mapping[str, Any]]:
    """``changes`` as a JSON patch."""
    return [
        {"op": change.op, "path": _pointer(change.path)} | ({} if change.op == "remove" else {"value": change.value})
        for change in changes
    ]


def _pointer(path: FieldPath) -> str:
    """``path`` as a JSON pointer (RFC 6901).

    >>> _pointer(FieldPath(("metadata", "annotations", "a/b~c")))
    '/metadata/annotations/a~1b~0c'
    """
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def why_no_patch(value: Any, deadline: Deadline) -> str:
    """Why kustomize cannot patch an Object that holds ``value``, or puts such a value into one; "" if it can."""
    waiting = [value]
    for inner in waiting:  # grows in the loop
        waiting += (child for _, child in entries(inner, deadline))
        if isinstance(inner, int) and inner not in _EXACT:
            return f"kustomize rounds the number {inner} when it patches the object"
        if isinstance(inner, str) and inner.startswith("\t") and "\n" in inner:
            return "kustomize cannot patch an object with a text of several lines that begins with a tab"
    return ""
