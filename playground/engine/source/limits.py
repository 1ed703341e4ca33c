"""How much text is read at all: every guard's number in one place, and the words when one is passed.

The numbers are promises of the page ("Limits"); a test holds each one at the limit and one past it.
"""

from __future__ import annotations

from dataclasses import dataclass

from playground.engine.location import FieldPath
from playground.engine.source.problem import RefusalError, Sketch


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest text that is still read. Each limit holds for the whole text unless it says otherwise."""

    text_bytes: int = 1_048_576  # UTF-8
    documents: int = 1_000
    events: int = 200_000  # what the parser reports: values, and beginnings and ends of mappings and lists
    nodes: int = 150_000  # keys and values as written
    depth: int = 200  # mappings and lists inside one another
    expanded_nodes: int = 400_000  # keys and values of one document when every alias is written out
    expanded_bytes: int = 8_388_608  # the text of those, in UTF-8 at most four times as much
    scalar_characters: int = 262_144  # one key or value


@dataclass(slots=True)
class Guards:
    """The Limits, and how much of them the documents read so far have used."""

    limits: Limits
    events: int = 0
    nodes: int = 0


def too_many_events(at: int, limits: Limits, path: FieldPath) -> RefusalError:
    """The parser reports more events than the limits allow: the text holds very many small mappings and lists."""
    message = f"The text has too many parts; the limit is {limits.events:,} keys, values, beginnings and ends."
    return RefusalError(
        Sketch("too-many-values", at, at + 1, message, "Split the text into several smaller ones.", path)
    )


def too_many_values(at: int, limits: Limits, path: FieldPath) -> RefusalError:
    """The text holds more keys and values than the limits allow."""
    message = f"The text holds too many keys and values; the limit is {limits.nodes:,}."
    return RefusalError(
        Sketch("too-many-values", at, at + 1, message, "Split the text into several smaller ones.", path)
    )


def too_deep(at: int, limits: Limits, path: FieldPath) -> RefusalError:
    """A mapping or list lies deeper than the limit."""
    message = f"Mappings and lists are nested more than {limits.depth:,} deep here."
    hint = "Check for brackets that were opened and never closed."
    return RefusalError(Sketch("nesting-too-deep", at, at + 1, message, hint, FieldPath(path[:8])))


def too_long(start: int, end: int, length: int, limits: Limits, path: FieldPath) -> RefusalError:
    """One key or value is longer than the limit."""
    message = f"This value is {length:,} characters long; the limit is {limits.scalar_characters:,}."
    return RefusalError(Sketch("value-too-long", start, end, message, "Keep large data out of the text.", path))
