"""Mends a half-typed text for the editor: without the lines that cannot be read yet, every other in its place."""

from __future__ import annotations

from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.reading import read

_MOST_BLANKED = 5  # lines beside the one that is typed
_CLOSERS = {"{": "}", "[": "]"}


def readable_around(text: str, line: int, limits: Limits, deadline: Deadline) -> str | None:
    """``text`` changed so that it can be read; None if a few lines do not suffice.

    The ``line``, from 1, at which somebody types gets the quotes and brackets that it lacks, or else becomes blank. So
    do other lines that cannot be read. Lines keep their numbers, and what is before the end of a line its column.
    """
    lines = text.split("\n")
    if not 1 <= line <= len(lines):
        return None
    typed = lines[line - 1]
    for replacement in dict.fromkeys((typed, typed + closers(typed), "")):
        tried = [*lines[: line - 1], replacement, *lines[line:]]
        for _ in range(_MOST_BLANKED):
            source = read("\n".join(tried), limits, deadline)
            refused = next((problem.span.start.line for problem in source.problems if problem.refused), 0)
            if not refused:
                return "\n".join(tried)
            if refused == line or not tried[refused - 1 : refused] or not tried[refused - 1]:
                break
            tried[refused - 1] = ""
    return None


def closers(line: str) -> str:
    """The quote and the brackets that are opened in ``line`` and not closed, in the order in which they close.

    >>> closers('- {name: A, value: "$(')
    '"}'
    """
    waiting: list[str] = []
    quote, previous = "", " "
    for character in line:
        if quote:
            quote = "" if character == quote and previous != "\\" else quote
        elif character in "\"'" and previous in " [{,:":
            quote = character
        elif character in _CLOSERS:
            waiting.append(_CLOSERS[character])
        elif waiting and character == waiting[-1]:
            waiting.pop()
        previous = character
    return quote + "".join(reversed(waiting))
