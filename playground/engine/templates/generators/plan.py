"""Plans of checked expressions: the steps that generate a value, and a description of all values.

Runs of characters are drawn here, from random bytes: a hundred times as fast as by exrex, which builds the class anew
for each character. Groups are drawn by exrex, which only this module uses.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from math import log2
from random import Random
from typing import TypeVar

import exrex

from playground.engine.model.records import record

T = TypeVar("T")
_BYTES = bytes(range(256))

# exrex calls `choice` and `randint` of its module. They are replaced once, here, by functions that use the random
# source of the current thread or task, so that no draw uses another's.
_SOURCE: ContextVar[Random] = ContextVar("random source of the draw")


def _choice(options: Sequence[T]) -> T:
    return _SOURCE.get().choice(options)


def _randint(least: int, most: int) -> int:
    return _SOURCE.get().randint(least, most)


exrex.choice, exrex.randint = _choice, _randint


@record()
class Run:
    """``least`` to ``most`` of these characters; ``run_of`` builds one. Lengths and characters are equally likely."""

    characters: str
    least: int
    most: int
    table: bytes  # the character for each random byte; empty if some characters are not ASCII
    uneven: bytes  # the bytes to leave out, because they would favour the first characters

    def draw(self, random: Random) -> str:
        """A new text."""
        length = self.most if self.least == self.most else random.randint(self.least, self.most)
        if len(self.characters) == 1:
            return self.characters * length
        if not self.table:
            return "".join([random.choice(self.characters) for _ in range(length)])
        drawn = b""
        while (missing := length - len(drawn)) > 0:  # one iteration is nearly always enough: 8 spare bytes are drawn
            data = random.randbytes(missing * 256 // (256 - len(self.uneven)) + 8)
            drawn += data.translate(self.table, self.uneven)
        return drawn[:length].decode()


def run_of(characters: str, least: int, most: int) -> Run:
    """The step that draws ``least`` to ``most`` of these distinct characters."""
    if not characters.isascii():
        return Run(characters, least, most, b"", b"")
    times, remainder = divmod(256, len(characters))
    return Run(characters, least, most, (characters.encode() * times).ljust(256), _BYTES[256 - remainder :])


@record()
class Group:
    """A choice of branches or a repetition of several parts, as an expression that exrex draws from correctly."""

    pattern: str
    steps: int  # the most steps that one draw takes

    def draw(self, random: Random) -> str:
        """A new text. Every branch and every number of repetitions is equally likely."""
        before = _SOURCE.set(random)
        try:
            # exrex would cut `{m,n}` at its limit; ``bounded`` has checked our own limit already.
            value: str = exrex.getone(self.pattern, limit=sys.maxsize)
        finally:
            _SOURCE.reset(before)
        return value


@record()
class Generation:
    """A description of what an expression can generate.

    ``alphabet``: all characters of the expression's classes. ``length``: the least and the most characters of a value.
    ``bits``: the entropy of the likeliest value. ``literal``: whether every value is the same text. ``meant``: the
    expression to suggest if OpenShift would take a regular expression as literal text. ``never``: the characters that
    OpenShift's own generator never yields.
    """

    alphabet: str
    length: tuple[int, int]
    bits: float
    literal: bool
    meant: str | None = None
    never: str = ""


@record()
class Plan:
    """A checked expression, for any number of draws. ``describe`` says what it can generate."""

    steps: tuple[str | Run | Group, ...]
    describe: Callable[[], Generation]

    @property
    def group_steps(self) -> int:
        """The most steps that drawing its groups takes, some microseconds each; all else takes next to no time."""
        return sum([step.steps for step in self.steps if isinstance(step, Group)])

    def draw(self, random: Random) -> str:
        """A new value; all randomness comes from ``random``."""
        return "".join([step if isinstance(step, str) else step.draw(random) for step in self.steps])


@record()
class Characters:
    """One of these distinct characters."""

    characters: str


@record()
class Repeat:
    """The body, ``least`` to ``most`` times; ``unbounded`` if the author wrote no upper bound."""

    body: tuple[Node, ...]
    least: int
    most: int
    unbounded: bool


@record()
class Choice:
    """One of the branches."""

    branches: tuple[tuple[Node, ...], ...]


Node = Characters | Repeat | Choice


@record()
class Measure:
    """The least and most characters, the most steps, and the entropy of the likeliest value in bits."""

    least: int = 0
    most: int = 0
    steps: int = 0
    bits: float = 0.0


def alphabet(nodes: Iterable[Node]) -> str:
    """The characters of all classes with more than one character, sorted."""
    return "".join(sorted(set().union(*map(_alphabet, nodes))))


def _alphabet(node: Node) -> str:
    if isinstance(node, Characters):
        return node.characters if len(node.characters) > 1 else ""
    if isinstance(node, Repeat):
        return alphabet(node.body)
    return alphabet(inner for branch in node.branches for inner in branch)


def measured(nodes: Iterable[Node]) -> Measure:
    """The Measure of a sequence, without a draw. The recursion is safe, because the depth of groups is bounded."""
    total = Measure()
    for node in nodes:
        part = _measure(node)
        least, most = total.least + part.least, total.most + part.most
        total = Measure(least, most, total.steps + part.steps, total.bits + part.bits)
    return total


def _measure(node: Node) -> Measure:
    if isinstance(node, Characters):
        size = len(node.characters)
        # exrex rebuilds the class for every character. To build 16 characters takes about as long as another step.
        return Measure(1, 1, 1 + size // 16, log2(size))
    if isinstance(node, Repeat):
        body = measured(node.body)
        length_bits = log2(node.most - node.least + 1) if body.most else 0.0
        steps = 1 + node.most * (1 + body.steps)
        return Measure(node.least * body.least, node.most * body.most, steps, node.least * body.bits + length_bits)
    branches = [measured(branch) for branch in node.branches]
    return Measure(
        min(branch.least for branch in branches),
        max(branch.most for branch in branches),
        1 + max(branch.steps for branch in branches),
        log2(len(set(node.branches))) + min(branch.bits for branch in branches),
    )


def pattern(nodes: Iterable[Node]) -> str:
    """The nodes as an expression of literals, positive classes, `(?:…)` and `{m,n}` only."""
    return "".join(map(_pattern, nodes))


def _pattern(node: Node) -> str:
    if isinstance(node, Characters):
        return f"[{_ranges(node.characters)}]" if len(node.characters) > 1 else _escaped(node.characters)
    if isinstance(node, Repeat):
        return f"(?:{pattern(node.body)}){{{node.least},{node.most}}}"
    return f"(?:{'|'.join(map(pattern, node.branches))})"


def _ranges(characters: str) -> str:
    """The inside of a class `[…]` with these sorted ``characters``: their ranges."""
    text, start = "", 0
    for end in range(1, len(characters) + 1):
        if end < len(characters) and ord(characters[end]) == ord(characters[end - 1]) + 1:
            continue
        text += f"{_escaped(characters[start])}-{_escaped(characters[end - 1])}"
        start = end
    return text


def _escaped(char: str) -> str:
    return f"\\U{ord(char):08x}"
