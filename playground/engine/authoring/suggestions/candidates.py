"""Candidate: a stretch of a scalar of which a rule would make a Parameter.

Candidates of the same name and value become one Suggestion.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Final, NamedTuple

from playground.engine.authoring.meanings import Meaning, display_name_of
from playground.engine.authoring.suggestions.model import Suggestion
from playground.engine.authoring.suggestions.survey import Leaf, Survey
from playground.engine.authoring.value_places import (
    MOST_MENTIONS,
    SHORTEST_MENTION,
    ValuePlace,
    bounded,
    written_place,
)
from playground.engine.editing.declaring import Declaration
from playground.engine.model.location import Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.text.go import to_json


@record()
class Candidate:
    """A stretch of a leaf that may become a Parameter; of a number, the stretch is (0, 0)."""

    leaf: Leaf
    stretch: tuple[int, int]
    meaning: Meaning
    prefix: str = ""
    is_generated: bool = False
    is_dropped: bool = False  # the value is replaced and no default; so is that of a generated one

    @property
    def text(self) -> str:
        """The value of the Parameter."""
        value = self.leaf.value
        return value[slice(*self.stretch)] if isinstance(value, str) else to_json(value)

    @property
    def name(self) -> str:
        """The name of the Parameter, unless another one has it."""
        return f"{self.prefix}_{self.meaning.name}" if self.prefix else self.meaning.name

    @property
    def group(self) -> tuple[str, str]:
        """Candidates with the same group are one Parameter: equal secrets stay equal, whatever they are called."""
        return ("" if self.is_generated else self.name), self.text


def whole(leaf: Leaf) -> tuple[int, int]:
    """The stretch that is the whole value of ``leaf``."""
    return (0, len(leaf.value)) if isinstance(leaf.value, str) else (0, 0)


def joined_prefix(*parts: str) -> str:
    """The ``parts`` of a prefix, none twice in a row.

    >>> joined_prefix("DB", "DB"), joined_prefix("", "SIDECAR"), joined_prefix("WEB", "SIDECAR")
    ('DB', 'SIDECAR', 'WEB_SIDECAR')
    """
    words: list[str] = []
    for part in parts:
        if part and words[-1:] != [part]:
            words.append(part)
    return "_".join(words)


Rule = Callable[[Survey], Iterable[Candidate]]
# What has mentions, where it stands in longer texts.
_MENTIONED: Final = ("name", "host", "secret")
_MOST_MENTIONED: Final = 50  # suggestions whose mentions are looked for


class Claim(NamedTuple):
    """A place of a suggestion, and where the scalar begins that it is in."""

    place: ValuePlace
    scalar: Position


@dataclass(slots=True)
class Claims:
    """The stretches of the text that are places of a suggestion, none of which touches another."""

    taken: dict[Position, list[tuple[SourceSpan, str]]] = field(default_factory=dict)  # by the scalar; with the rule

    def take(self, claim: Claim, rule: str) -> None:
        """Make the place of ``claim`` one of ``rule``."""
        insort(self.taken.setdefault(claim.scalar, []), (claim.place.span, rule))

    def overlap(self, claim: Claim, *, ignored: str = "") -> bool:
        """Whether a place of the same scalar, but not of the rule ``ignored``, has a character of the claimed one."""
        taken, claimed = self.taken.get(claim.scalar, ()), claim.place.span
        index = bisect_right(taken, claimed, key=itemgetter(0))
        return any(
            rule != ignored and span.start < claimed.end and claimed.start < span.end
            for span, rule in taken[max(0, index - 1) : index + 1]
        )


def suggestions_of(
    survey: Survey, rules: Mapping[str, Rule], reserved: Iterable[str], *, keeps_secrets: bool
) -> Iterator[Suggestion]:
    """The Parameters that the ``rules``, by name, suggest. A place belongs to the first rule that wants it.

    ``reserved``: names that no Parameter gets. ``keeps_secrets``: the values of secrets are defaults.
    """
    claims, names = Claims(), _Names(set(reserved))
    accepted = [
        (rule, candidates, places)
        for rule, find in rules.items()
        for candidates, places in _accepted(survey, rule, find(survey), claims)
    ]
    searched = 0  # suggestions whose mentions were looked for
    for rule, candidates, places in accepted:
        first = _with_default(candidates[0]) if keeps_secrets and rule == "secret" else candidates[0]
        name = names.free("APP_NAME" if rule == "name" and first.name in names.taken else first.name)
        is_searched = rule in _MENTIONED and searched < _MOST_MENTIONED
        searched += is_searched
        mentions = tuple(_mentions(survey, first.text, claims)) if is_searched else ()
        declaration = _declaration(first, name, required=candidates[0].is_dropped or candidates[0].is_generated)
        yield Suggestion(
            key=name,
            rule=rule,
            title=declaration.display_name,
            is_on=rule != "env",
            places=places,
            declaration=declaration,
            value=first.text,
            form="${}" if isinstance(first.leaf.value, str) else "${{}}",
            mentions=mentions,
        )


@dataclass(slots=True)
class _Names:
    """Names of Parameters, each once; ``free_name`` for many Parameters that would have one name."""

    taken: set[str]
    numbers: dict[str, int] = field(default_factory=dict)  # the last number of each name

    def free(self, name: str) -> str:
        """``name``, with a number if it is taken; from now on, it is taken."""
        free, number = name, self.numbers.get(name, 1)
        while free in self.taken:
            number += 1
            free = f"{name}_{number}"
        self.numbers[name] = number
        self.taken.add(free)
        return free


def _with_default(candidate: Candidate) -> Candidate:
    """The Candidate of a secret whose value is the default of its Parameter."""
    meaning = replace(candidate.meaning, description=f"A value for {candidate.meaning.name}.")
    return replace(candidate, meaning=meaning, is_generated=False, is_dropped=False)


def _accepted(
    survey: Survey, rule: str, candidates: Iterable[Candidate], claims: Claims
) -> Iterator[tuple[list[Candidate], tuple[ValuePlace, ...]]]:
    """The Candidates of one rule for each Parameter, with the places that no earlier rule has."""
    groups: dict[tuple[str, str], list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(candidate.group, []).append(candidate)
    for group in groups.values():
        by_span: dict[SourceSpan, Claim] = {}
        for candidate in group:
            survey.deadline.spend()
            claim = _claim(candidate.leaf, candidate.stretch, same=True)
            if claim is not None and claim.place.span not in by_span and not claims.overlap(claim):
                by_span[claim.place.span] = claim
        for claim in by_span.values():
            claims.take(claim, rule)
        if by_span:
            yield group, tuple(by_span[span].place for span in sorted(by_span))


def _claim(leaf: Leaf, stretch: tuple[int, int], *, same: bool) -> Claim | None:
    """The place of a ``stretch`` of a ``leaf``, to be claimed; None if the stretch is not written as it is."""
    place = written_place(leaf.item, leaf.path, leaf.value, stretch, same=same)
    if place is None:
        return None
    span, _ = leaf.item.document.written(leaf.item.path.join(leaf.path))
    return Claim(replace(place, path=(leaf.number, leaf.path)), span.start)


def _declaration(candidate: Candidate, name: str, *, required: bool) -> Declaration:
    """The declaration of the Parameter ``name`` that ``candidate`` becomes."""
    meaning = candidate.meaning
    return Declaration(
        name,
        display_name_of(name) if candidate.prefix else meaning.display_name,
        meaning.description,
        None if candidate.is_generated or candidate.is_dropped else candidate.text,
        generated=candidate.is_generated,
        required=required,
    )


def _mentions(survey: Survey, text: str, claims: Claims) -> Iterator[ValuePlace]:
    """Places that hold ``text`` as a word and stay as they are, in the order of the text."""
    if len(text) < SHORTEST_MENTION:
        return
    pattern, count = re.compile(bounded(text)), 0
    for leaf in survey.leaves:
        survey.deadline.spend()
        if not isinstance(leaf.value, str) or text not in leaf.value:
            continue
        for match in pattern.finditer(leaf.value):
            survey.deadline.spend()
            claim = _claim(leaf, match.span(), same=False)
            if claim is not None and not claims.overlap(claim, ignored="env"):  # `env` is off by default
                count += 1
                yield claim.place
            if count >= MOST_MENTIONS:
                return
