"""Small random edits of an Object, for tests that compare two ways to check it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from random import Random
from typing import Any


def edit(random: Random, value: Any, keys: Sequence[str], values: Sequence[Any]) -> None:
    """Change a random field of the Object in place.

    The field gets a key of ``keys`` or a value of ``values``, or it is removed. An item of a list may be repeated.
    """
    holders, pending = [], [value]
    while pending:
        holder = pending.pop()
        holders.append(holder)
        pending += [item for item in (holder.values() if isinstance(holder, dict) else holder) if _nests(item)]
    holder = random.choice([part for part in holders if part])
    key = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    match random.randrange(4):
        case 0 if isinstance(holder, dict):
            holder[random.choice(keys)] = holder.pop(key)
        case 0:
            holder.append(copy.deepcopy(holder[key]))
        case 1:
            del holder[key]
        case _:
            holder[key] = copy.deepcopy(random.choice(values))


def _nests(value: Any) -> bool:
    return isinstance(value, dict | list)
