"""The nodes of a parsed regular expression: characters, repetitions and choices, and their size."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

from playground.engine.records import record


@record()
class Characters:
    """One of these distinct characters."""

    characters: str


@record()
class Repeat:
    """The body, ``least`` to ``most`` times; ``unbounded`` when the author gave no upper bound."""

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
    """The least and most characters, the most steps, and the entropy: bits of the likeliest draw."""

    least: int = 0
    most: int = 0
    steps: int = 0
    bits: float = 0.0


def alphabet(nodes: Iterable[Node]) -> str:
    """The characters of all classes from which there is a choice, sorted."""
    return "".join(sorted(set().union(*map(_drawn, nodes))))


def _drawn(node: Node) -> str:
    if isinstance(node, Characters):
        return node.characters if len(node.characters) > 1 else ""
    if isinstance(node, Repeat):
        return alphabet(node.body)
    return alphabet(inner for branch in node.branches for inner in branch)


def measured(nodes: Iterable[Node]) -> Measure:
    """The Measure of a sequence, known before anything is drawn from it. Recursion: the depth of groups is bounded."""
    total = Measure()
    for node in nodes:
        one = _measure(node)
        total = Measure(total.least + one.least, total.most + one.most, total.steps + one.steps, total.bits + one.bits)
    return total


def _measure(node: Node) -> Measure:
    if isinstance(node, Characters):
        size = len(node.characters)
        return Measure(1, 1, 1 + size // 16, log2(size))  # exrex rebuilds the class for every character
    if isinstance(node, Repeat):
        body = measured(node.body)
        lengths = log2(node.most - node.least + 1) if body.most else 0.0
        steps = 1 + node.most * (1 + body.steps)
        return Measure(node.least * body.least, node.most * body.most, steps, node.least * body.bits + lengths)
    branches = [measured(branch) for branch in node.branches]
    return Measure(
        min(branch.least for branch in branches),
        max(branch.most for branch in branches),
        1 + max(branch.steps for branch in branches),
        log2(len(set(node.branches))) + min(branch.bits for branch in branches),
    )


def pattern(nodes: Iterable[Node]) -> str:
    """The nodes as an expression of literals, positive classes, `(?:…)` and `{m,n}` only."""
    return "".join(map(_written, nodes))


def _written(node: Node) -> str:
    if isinstance(node, Characters):
        return f"[{_ranges(node.characters)}]" if len(node.characters) > 1 else _escaped(node.characters)
    if isinstance(node, Repeat):
        return f"(?:{pattern(node.body)}){{{node.least},{node.most}}}"
    return f"(?:{'|'.join(map(pattern, node.branches))})"


def _ranges(characters: str) -> str:
    text, start = "", 0
    for end in range(1, len(characters) + 1):
        if end < len(characters) and ord(characters[end]) == ord(characters[end - 1]) + 1:
            continue
        text += f"{_escaped(characters[start])}-{_escaped(characters[end - 1])}"
        start = end
    return text


def _escaped(char: str) -> str:
    return f"\\U{ord(char):08x}"
