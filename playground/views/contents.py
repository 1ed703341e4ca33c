"""What a Share stores of a Draft, and what it leaves out: secrets, and what was generated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from playground.engine import Origin, looks_secret
from playground.models import Contents
from playground.views.evaluations import Evaluated

_MOST_CHARACTERS = 1000  # of all names that are told, for they go into a cookie


class LeftOut(NamedTuple):
    """Names of values that are not stored: those that are told, and how many more there are."""

    names: tuple[str, ...] = ()
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.names or self.more)


def contents(found: Evaluated) -> Contents:
    """What of a Draft is stored: the text, and what was filled in except for secrets.

    A value that was generated is never in a Draft's values; a value given in place of one is left out here, as is
    everything whose name looks like a secret's. Without a Template that can be read nobody knows which values
    those are, so none is stored.
    """
    draft, processed = found.draft, found.evaluation.processed
    generated = {value.parameter.name for value in processed.values if value.parameter.generate} if processed else set()
    given = draft.values if processed else {}
    return Contents(
        text=draft.source,
        dialect=draft.dialect,
        kubernetes=draft.kubernetes,
        values={name: text for name, text in _open(given).items() if name not in generated},
        expressions=_open(draft.expressions) if processed else {},
        assumed=_open(draft.assumed),
    )


def left_out(found: Evaluated) -> LeftOut:
    """The names of the values that the page holds and ``contents`` does not; Parameters first, as declared."""
    draft, stored, processed = found.draft, contents(found), found.evaluation.processed
    values = processed.values if processed else ()
    generated = {value.parameter.name for value in values if value.origin is Origin.GENERATED}
    given = (
        (draft.values, stored.values),
        (draft.expressions, stored.expressions),
        (draft.assumed, stored.assumed),
    )
    missing = {name for held, kept in given for name, text in held.items() if text and name not in kept} | generated
    declared = [value.parameter.name for value in values]
    return _told([name for name in dict.fromkeys([*declared, *sorted(missing)]) if name in missing])


def _told(names: list[str]) -> LeftOut:
    """As many of ``names`` as are short enough together."""
    size = number = 0
    while number < len(names) and size + len(names[number]) <= _MOST_CHARACTERS:
        size += len(names[number])
        number += 1
    return LeftOut(tuple(names[:number]), len(names) - number)


def _open(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if not looks_secret(name)}
