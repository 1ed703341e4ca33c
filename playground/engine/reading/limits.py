"""All limits of a text, and the messages when one is exceeded.

The numbers are promises of the page ("Limits"); a test holds each one at the limit and one past it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from playground.engine.model.deadline import Deadline
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.reading.problem import RawProblem, RefusalError
from playground.engine.reading.tape import BLOCK, FLOW, Tape

_AROUND = 3  # events of every document: the beginning of the stream, that of the document, and its end


@record()
class Limits:
    """The limits of a text. Each one is for the whole text unless it says otherwise.

    ``beyond`` ends the hint at a text that exceeds one, after "or": where larger texts are accepted.
    """

    text_bytes: int = 1_048_576  # UTF-8
    documents: int = 1_000
    events: int = 200_000  # what the parser reports: values, and beginnings and ends of mappings and lists
    nodes: int = 150_000  # keys and values as written
    depth: int = 200  # mappings and lists inside one another
    expanded_nodes: int = 400_000  # keys and values of one document when every alias is written out
    expanded_characters: int = 8_388_608  # the text of those, in UTF-8 at most four times as much
    scalar_characters: int = 262_144  # one key or value
    objects: int = 1_000  # of one Template or List, and all that are made together
    parameters: int = 400  # of a Template
    value_characters: int = 65_536  # the value of one Parameter
    generated_characters: int = 4_096  # one generated value
    all_generated_characters: int = 262_144  # all generated values, counted before any is drawn
    references: int = 50_000  # to Parameters; and dollar signs in what containers are given
    text_characters: int = 1_048_576  # one text after references are replaced
    output_characters: int = 4_194_304  # all texts after that, counted before any is built
    inherited_variables: int = 100_000  # that Services and envFrom give, all containers together
    beyond: str = "use the command line, which takes more: `python -m playground process -f FILE`"

    def hint(self, instead: str) -> str:
        """``instead``, a sentence without its full stop that says what to do, and where larger texts are taken."""
        return f"{instead}, or {self.beyond}." if self.beyond else f"{instead}."


@dataclass(slots=True)
class Guards:
    """The Limits, and how much of them the documents read so far have used."""

    limits: Limits
    events: int = 0
    nodes: int = 0
    deadline: Deadline = field(default_factory=Deadline)

    def take(self, tape: Tape) -> bool:
        """Count one more document that has been read; False, and nothing is counted, where it passes a limit."""
        nodes = self.nodes + len(tape.starts)
        events = self.events + len(tape.starts) + tape.styles.count(BLOCK) + tape.styles.count(FLOW) + _AROUND
        if nodes > self.limits.nodes or events > self.limits.events:
            return False
        self.nodes, self.events = nodes, events
        return True


def too_many_events(at: int, limits: Limits, path: FieldPath) -> RefusalError:
    """The parser reports more events than the limits allow: the text holds very many small mappings and lists."""
    message = f"The text has too many parts; the limit is {limits.events:,} keys, values, beginnings and ends."
    return RefusalError(
        RawProblem(
            "too-many-values", at, at + 1, message, limits.hint("Split the text into several smaller ones"), path
        )
    )


def too_many_values(at: int, limits: Limits, path: FieldPath) -> RefusalError:
    """The text holds more keys and values than the limits allow."""
    message = f"The text holds too many keys and values; the limit is {limits.nodes:,}."
    return RefusalError(
        RawProblem(
            "too-many-values", at, at + 1, message, limits.hint("Split the text into several smaller ones"), path
        )
    )


def too_deep(at: int, limits: Limits, path: FieldPath) -> RefusalError:
    """A mapping or list lies deeper than the limit."""
    message = f"Mappings and lists are nested more than {limits.depth:,} deep here."
    hint = "Check for brackets that were opened and never closed."
    return RefusalError(RawProblem("nesting-too-deep", at, at + 1, message, hint, FieldPath(path[:8])))


def too_long(start: int, end: int, length: int, limits: Limits, path: FieldPath) -> RefusalError:
    """One key or value is longer than the limit."""
    message = f"This value is {length:,} characters long; the limit is {limits.scalar_characters:,}."
    return RefusalError(
        RawProblem("value-too-long", start, end, message, limits.hint("Keep large data out of the text"), path)
    )
