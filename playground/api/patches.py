"""Applying a patch to an object, in the four formats that Kubernetes accepts.

RFC 7396 (merge patch), RFC 6902 and 6901 (JSON patch); apimachinery ``strategicpatch`` for the directives that a type
without patch strategies still obeys. A Template's fields have none, so lists are replaced as a whole.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from playground.api.status import StatusError, bad_request, refused
from playground.api_limits import DEEPEST, MOST_COPIED, MOST_OPERATIONS

MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
JSON_PATCH = "application/json-patch+json"
APPLY = "application/apply-patch+yaml"
PATCHES = frozenset({MERGE, STRATEGIC, JSON_PATCH, APPLY})
_DIRECTIVES = ("$patch", "$retainKeys", "$setElementOrder/", "$deleteFromPrimitiveList/")
_UNIQUE_LISTS = ("finalizers",)  # of strings, which a strategic patch adds to
_CHARACTERS = 10  # of copied keys and texts, which count as one more value: a text may be as long as the object


def patched(value: dict[str, Any], patch: Any, kind: str) -> dict[str, Any]:
    """``value`` changed by ``patch``, a body of media type ``kind``; neither is altered. Raises StatusError."""
    if kind == JSON_PATCH:
        return _object(_after_operations(value, patch))
    if not isinstance(patch, dict):
        raise bad_request("the patch is no object")
    return _object(_merged(value, patch, strategic=kind == STRATEGIC))


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _impossible("the object would be no object any more")
    return value


def _merged(value: Any, patch: Mapping[str, Any], *, strategic: bool) -> Any:
    """RFC 7396; in a strategic patch with ``$patch`` (replace, delete), ``$retainKeys`` and list directives."""
    directive = patch.get("$patch") if strategic else None
    if directive == "delete":
        return {}
    if directive == "replace":
        return {key: item for key, item in patch.items() if key != "$patch"}
    made = dict(value) if isinstance(value, dict) else {}
    if strategic and isinstance(patch.get("$retainKeys"), list):
        retained = _primitives(patch["$retainKeys"])
        made = {key: item for key, item in made.items() if key in retained}
    for key, item in patch.items():
        if strategic and key.startswith(_DIRECTIVES):
            _delete_from(made, key, item)
        elif item is None:
            made.pop(key, None)
        elif isinstance(item, dict):
            made[key] = _merged(made.get(key), item, strategic=strategic)
        elif strategic and key in _UNIQUE_LISTS and isinstance(item, list) and isinstance(made.get(key), list):
            made[key] = [*made[key], *_without(item, made[key])]
        else:
            made[key] = item
    return made


def _delete_from(made: dict[str, Any], key: str, items: Any) -> None:
    directive, _, name = key.partition("/")
    if directive == "$deleteFromPrimitiveList" and isinstance(made.get(name), list) and isinstance(items, list):
        made[name] = _without(made[name], items)


def _without(items: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """``items`` that are not among ``others``; only texts, numbers and booleans are compared."""
    known = _primitives(others)
    return [one for one in items if isinstance(one, dict | list) or one not in known]


def _primitives(items: Sequence[Any]) -> frozenset[Any]:
    """What in ``items`` is neither mapping nor list, as a set: both of two lists that are compared may be long."""
    return frozenset(one for one in items if not isinstance(one, dict | list))


def _after_operations(value: Any, operations: Any) -> Any:
    """RFC 6902. Raises StatusError 400 for a malformed operation, 422 for an inapplicable one, 413 past a limit."""
    if not isinstance(operations, list) or not all(isinstance(one, dict) for one in operations):
        raise bad_request("the patch is no list of operations")
    if len(operations) > MOST_OPERATIONS:
        raise refused(413, f"the patch has more than {MOST_OPERATIONS:,} operations")
    made: Any = {"": copy.deepcopy(value)}  # so that the whole object, too, is a member that can be replaced
    copied = 0
    for operation in operations:
        copied += _operate(made, operation)
        if copied > MOST_COPIED:
            raise refused(413, f"the patch copies more than {MOST_COPIED:,} values, or ten times as many characters")
    return made.get("")  # which may have been removed


def _operate(root: dict[str, Any], operation: Mapping[str, Any]) -> int:
    """Apply one operation to the value that ``root`` holds; return how many values it copied."""
    kind, path = operation.get("op"), _path(operation, "path")
    if kind in ("add", "replace", "test") and "value" not in operation:
        raise _impossible(f'"{kind}" needs a value')
    if kind == "add":
        _add(root, path, copy.deepcopy(operation["value"]))
    elif kind == "remove":
        _remove(root, path)
    elif kind == "replace":
        _remove(root, path)
        _add(root, path, copy.deepcopy(operation["value"]))
    elif kind == "test":
        if not _same(_at(root, path), operation["value"]):
            raise _impossible(f"testing value {operation.get('path')} failed")
    elif kind in ("move", "copy"):
        return _move(root, _path(operation, "from"), path, keep=kind == "copy")
    else:
        raise bad_request(f"the patch has an operation that is none: {str(kind)[:40]!r}")
    return 0


def _move(root: dict[str, Any], origin: list[str], path: list[str], *, keep: bool) -> int:
    if not keep and path[: len(origin)] == origin and path != origin:
        raise _impossible("a value cannot be moved into itself")
    value = copy.deepcopy(_at(root, origin))
    if not keep:
        _remove(root, origin)
    _add(root, path, value)
    return _size_and_depth(value)[0]


def _path(operation: Mapping[str, Any], name: str) -> list[str]:
    pointer = operation.get(name)
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        raise bad_request(f'the patch has an operation whose "{name}" is no JSON pointer')
    return [part.replace("~1", "/").replace("~0", "~") for part in ("/" + pointer).split("/")[1:]]


def _at(value: Any, path: list[str]) -> Any:
    for part in path:
        value = value[_key(value, part)]
    return value


def _add(root: Any, path: list[str], value: Any) -> None:
    if len(path) + _size_and_depth(value)[1] > DEEPEST:
        raise refused(413, f"the object would be more than {DEEPEST} levels deep")
    parent = _at(root, path[:-1])
    if isinstance(parent, list):
        at = len(parent) if path[-1] == "-" else _index(path[-1], len(parent) + 1)
        parent.insert(at, value)
    elif isinstance(parent, dict):
        parent[path[-1]] = value
    else:
        raise _missing(path[-1])


def _remove(root: Any, path: list[str]) -> None:
    parent = _at(root, path[:-1])
    del parent[_key(parent, path[-1])]


def _key(value: Any, part: str) -> str | int:
    """``part`` as the key or index of an existing member of ``value``. Raises StatusError 422."""
    if isinstance(value, list):
        return _index(part, len(value))
    if isinstance(value, dict) and part in value:
        return part
    raise _missing(part)


def _index(part: str, end: int) -> int:
    if part.isascii() and part.isdigit() and len(part) < 10 and int(part) < end and (part == "0" or part[0] != "0"):
        return int(part)
    raise _missing(part)


def _same(one: Any, other: Any) -> bool:
    """JSON's equality, in which true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _size_and_depth(value: Any) -> tuple[int, int]:
    """The number of values in ``value``, itself included, where text counts as more; and the depth of its nesting."""
    size, characters, deepest, waiting = 0, 0, 0, [(value, 0)]
    while waiting:
        one, depth = waiting.pop()
        size, deepest = size + 1, max(deepest, depth)
        characters += len(one) if isinstance(one, str) else sum(map(len, one)) if isinstance(one, dict) else 0
        children = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        waiting += [(child, depth + 1) for child in children]
    return size + characters // _CHARACTERS, deepest


def _missing(part: str) -> StatusError:
    return _impossible(f"there is no {part[:80]!r} where the patch looks for it")


def _impossible(why: str) -> StatusError:
    return refused(422, f"the server rejected our request due to an error in our request: {why}")
