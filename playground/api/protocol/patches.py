"""Applies a patch to an object, in the four formats that Kubernetes accepts.

RFC 7396 (merge patch), RFC 6902 and 6901 (JSON patch). A strategic merge patch (apimachinery ``strategicpatch``) is a
merge patch with directives, keys such as ``$patch``. In objects of other kinds, a strategic merge patch merges some
lists entry by entry; the field's type says so. No field of a Template does, so a patch replaces complete lists.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from jsonpatch import JsonPatch, JsonPatchException, JsonPatchTestFailed, JsonPointer, JsonPointerException

from playground.api.protocol.status_errors import StatusError, bad_request, refused
from playground.web.api_limits import DEEPEST, MOST_COPIED, MOST_OPERATIONS

MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
JSON_PATCH = "application/json-patch+json"
APPLY = "application/apply-patch+yaml"
PATCHES = frozenset({MERGE, STRATEGIC, JSON_PATCH, APPLY})
_DIRECTIVES = ("$patch", "$retainKeys", "$setElementOrder/", "$deleteFromPrimitiveList/")
_UNIQUE_LISTS = ("finalizers",)  # lists of strings, to which a strategic patch adds
_CHARACTERS_A_VALUE = 10  # copied characters that count as one value: an object may have one very long text
# The client sees so many characters of the library's message: that may quote the whole object.
_LONGEST_INVALID, _LONGEST_IMPOSSIBLE = 80, 120


def patched(value: dict[str, Any], patch: Any, kind: str) -> dict[str, Any]:
    """A copy of ``value``, changed by ``patch``, a body of media type ``kind``; APPLY is merged as MERGE is.

    Raises StatusError.
    """
    if kind == JSON_PATCH:
        return _object(_after_operations(value, patch))
    if not isinstance(patch, dict):
        raise bad_request("the patch must be an object")
    return _object(_merged(value, patch, strategic=kind == STRATEGIC))


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _impossible("the result of the patch must be an object")
    return value


def _merged(value: Any, patch: Mapping[str, Any], *, strategic: bool) -> Any:
    """RFC 7396; in a strategic patch with ``$patch`` (replace, delete), ``$retainKeys`` and list directives."""
    directive = patch.get("$patch") if strategic else None
    if directive == "delete":
        return {}
    if directive == "replace":
        return {key: item for key, item in patch.items() if key != "$patch"}
    merged = dict(value) if isinstance(value, dict) else {}
    if strategic and isinstance(patch.get("$retainKeys"), list):
        retained = _primitives(patch["$retainKeys"])
        merged = {key: item for key, item in merged.items() if key in retained}
    for key, item in patch.items():
        if strategic and key.startswith(_DIRECTIVES):
            _follow_list_directive(merged, key, item)
        elif item is None:
            merged.pop(key, None)
        elif isinstance(item, dict):
            merged[key] = _merged(merged.get(key), item, strategic=strategic)
        elif strategic and key in _UNIQUE_LISTS and isinstance(item, list) and isinstance(merged.get(key), list):
            merged[key] = [*merged[key], *_without(item, merged[key])]
        else:
            merged[key] = item
    return merged


def _follow_list_directive(merged: dict[str, Any], key: str, items: Any) -> None:
    """Delete ``items`` from the list that ``$deleteFromPrimitiveList/NAME`` names; other directives change nothing."""
    directive, _, name = key.partition("/")
    if directive == "$deleteFromPrimitiveList" and isinstance(merged.get(name), list) and isinstance(items, list):
        merged[name] = _without(merged[name], items)


def _without(items: Sequence[Any], removed: Sequence[Any]) -> list[Any]:
    """``items`` without ``removed``; only texts, numbers and booleans are compared."""
    excluded = _primitives(removed)
    return [item for item in items if isinstance(item, dict | list) or item not in excluded]


def _primitives(items: Sequence[Any]) -> frozenset[Any]:
    """The texts, numbers and booleans in ``items``, as a set: two long lists would take too long to compare."""
    return frozenset(item for item in items if not isinstance(item, dict | list))


def _after_operations(value: Any, operations: Any) -> Any:
    """RFC 6902. Raises StatusError 400 for a malformed operation, 422 for an inapplicable one, 413 past a limit."""
    if not isinstance(operations, list) or not all(isinstance(operation, dict) for operation in operations):
        raise bad_request("the patch must be a list of operations")
    if len(operations) > MOST_OPERATIONS:
        raise refused(413, f"the patch has more than {MOST_OPERATIONS:,} operations")
    # As a member of a mapping, the whole object can also be replaced and removed.
    root: dict[str, Any] = {"": copy.deepcopy(value)}
    copied = 0
    for operation in operations:
        below_root = _below_root(operation)
        copied += _check_and_count(root, below_root)
        if copied > MOST_COPIED:
            raise refused(413, f"the patch copies more than {MOST_COPIED:,} values, or ten times as many characters")
        _apply(root, below_root)
    return root.get("")  # None if an operation removed the object


def _below_root(operation: dict[str, Any]) -> dict[str, Any]:
    """``operation`` with pointers into the mapping whose member `""` is the object. Raises StatusError 400."""
    names = ("path", "from") if operation.get("op") in ("move", "copy") else ("path",)
    for name in names:
        pointer = operation.get(name)
        if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
            raise bad_request(
                f'"{name}" in each operation of the patch must be a JSON pointer, such as "/metadata/labels"'
            )
    return {**operation, **{name: f"/{operation[name]}" for name in names}}


def _check_and_count(root: dict[str, Any], operation: dict[str, Any]) -> int:
    """The number of values that ``operation`` copies. Raises StatusError 400 for a malformed pointer.

    Raises StatusError 413 if the object would be too deep: the depth is known here, where the value is measured.
    """
    copies = "from" in operation and operation["op"] in ("move", "copy")
    try:
        value = JsonPointer(operation["from"]).resolve(root, None) if copies else operation.get("value")
    except JsonPointerException as error:
        raise bad_request(f"the patch has an invalid operation: {str(error)[:_LONGEST_INVALID]}") from None
    size, depth = _size_and_depth(value)
    if operation.get("op") != "test" and operation["path"].count("/") + depth > DEEPEST:
        raise refused(413, f"the patched object would have more than {DEEPEST} nested levels")
    return size if copies else 0


def _apply(root: dict[str, Any], operation: dict[str, Any]) -> None:
    """Apply one operation to ``root`` in place. Raises StatusError 400 if it is malformed, 422 if it is impossible."""
    try:
        patch = JsonPatch([operation])
    except (JsonPatchException, JsonPointerException) as error:
        raise bad_request(f"the patch has an invalid operation: {str(error)[:_LONGEST_INVALID]}") from None
    try:
        patch.apply(root, in_place=True)
    except JsonPatchTestFailed:
        raise _impossible(f"testing value {operation['path'][1:]} failed") from None
    except (JsonPatchException, JsonPointerException) as error:
        raise _impossible(str(error)[:_LONGEST_IMPOSSIBLE]) from None


def _size_and_depth(value: Any) -> tuple[int, int]:
    """The number of values in ``value`` with itself, plus one for each _CHARACTERS_A_VALUE of text; and its depth."""
    size, characters, deepest, waiting = 0, 0, 0, [(value, 0)]  # waiting: values to measure, each with its depth
    while waiting:
        item, depth = waiting.pop()
        size, deepest = size + 1, max(deepest, depth)
        characters += len(item) if isinstance(item, str) else sum(map(len, item)) if isinstance(item, dict) else 0
        children = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        waiting += [(child, depth + 1) for child in children]
    return size + characters // _CHARACTERS_A_VALUE, deepest


def _impossible(why: str) -> StatusError:
    """422: the patch cannot be applied to this object."""
    return refused(422, f"the server rejected our request due to an error in our request: {why}")
