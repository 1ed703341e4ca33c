"""Regular expressions for generators: parses them, refuses unsafe constructs, and checks limits before use.

The syntax is that of Python's ``re``; `\\w`, `\\d`, `\\s`, `.` and `[^…]` stand for printable ASCII only.
"""

from __future__ import annotations

import re
import re._parser as parser  # type: ignore[import-not-found]  # the parser of exrex, which has no public name
import threading
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from playground.engine.model.records import record
from playground.engine.templates.generators.plan import (
    Characters,
    Choice,
    Generation,
    Group,
    Measure,
    Node,
    Plan,
    Repeat,
    Run,
    alphabet,
    measured,
    pattern,
    run_of,
)

LONGEST_EXPRESSION = 512  # characters of an expression
DEEPEST = 16  # groups in groups
LONGEST_CLASS = 4096  # characters of one class
LONGEST_CLASSES = 8192  # characters of all classes together that are not pure ASCII
LONGEST_VALUE = 4096  # characters of one value
MOST_STEPS = 32_768  # of one draw, about one for each character and repetition: also an empty group takes time
_FEW = 16  # nodes; with so many or fewer, to build all steps is faster than to share equal steps
UNBOUNDED = 19  # how many repetitions beyond the least `*`, `+` and `{n,}` give at most (exrex's default)

ASCII = "".join(map(chr, range(0x80)))
PRINTABLE = ASCII[0x20:0x7F]
_SURROGATE = re.compile("[\ud800-\udfff]")
CONTROLS = frozenset(map(chr, range(0x20))) - {"\t", "\n", "\r"}  # unlikely to be meant in a password
_CATEGORIES = {
    parser.CATEGORY_DIGIT: r"\d",
    parser.CATEGORY_NOT_DIGIT: r"\D",
    parser.CATEGORY_SPACE: r"\s",
    parser.CATEGORY_NOT_SPACE: r"\S",
    parser.CATEGORY_WORD: r"\w",
    parser.CATEGORY_NOT_WORD: r"\W",
}
CATEGORY_CHARACTERS = {
    category: frozenset(re.findall(escape, PRINTABLE, re.ASCII)) for category, escape in _CATEGORIES.items()
}
_REFUSED = {
    parser.GROUPREF: "back-references",
    parser.GROUPREF_EXISTS: "conditionals",
    parser.ASSERT: "look-ahead and look-behind",
    parser.ASSERT_NOT: "look-ahead and look-behind",
    parser.ATOMIC_GROUP: "atomic groups",
    parser.POSSESSIVE_REPEAT: "possessive repetitions",
    parser.AT: "anchors other than a first `^` and a last `$`",
}
# Escaped characters and classes: a parenthesis in one of these opens and closes no group.
_NOT_A_GROUP = re.compile(r"\\.|\[\^?\]?(?>(?:[^\]\\]|\\.)*)\]", re.DOTALL)
_PARENTHESIS = re.compile(r"[()]")
# What the parser warns of, such as a "possible nested set": here, `[[]` has its usual meaning. To silence the warning
# changes the filters of the whole process for a moment, so this is done only for such expressions, one at a time.
_DOUBTFUL = re.compile(r"\[\[|--|&&|~~|\|\||\(\?\(")
_QUIET = threading.Lock()


class GeneratorError(ValueError):
    """The generator cannot use the expression; ``start``–``end`` is its invalid part, None if unknown."""

    def __init__(self, message: str, start: int | None = None, end: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end


@record()
class Bounded:
    """An expression that is safe to draw from: parsed and within the limits."""

    nodes: tuple[Node, ...]
    measure: Measure


def plan(expression: str) -> Plan:
    """The plan of an expression. Raises GeneratorError as ``bounded``."""
    regex = bounded(expression)
    return Plan(_steps(regex.nodes), partial(_generation, regex))


def _steps(nodes: tuple[Node, ...]) -> tuple[Run | Group, ...]:
    """A step for each node. Many nodes share equal steps, which could take a quarter of a megabyte otherwise."""
    if len(nodes) <= _FEW:
        return tuple(map(_step, nodes))
    steps = {node: _step(node) for node in dict.fromkeys(nodes)}
    return tuple([steps[node] for node in nodes])


def _step(node: Node) -> Run | Group:
    if isinstance(node, Characters):
        return run_of(node.characters, 1, 1)
    if isinstance(node, Repeat) and len(node.body) == 1 and isinstance(node.body[0], Characters):
        return run_of(node.body[0].characters, node.least, node.most)
    return Group(pattern((node,)), measured((node,)).steps)


def _generation(regex: Bounded) -> Generation:
    length = (regex.measure.least, regex.measure.most)
    return Generation(alphabet(regex.nodes), length, regex.measure.bits, literal=regex.measure.bits == 0)


def bounded(expression: str) -> Bounded:
    """The expression, parsed and bounded. Raises GeneratorError if it is invalid, unsupported or too large."""
    if len(expression) > LONGEST_EXPRESSION:
        raise GeneratorError(f"the expression is longer than {LONGEST_EXPRESSION} characters")
    nodes = _sequence(_without_anchors(_parsed(expression)), _Room())
    measure = measured(nodes)
    if measure.most > LONGEST_VALUE:
        raise GeneratorError(f"the expression can generate more than {LONGEST_VALUE:,} characters")
    if measure.steps > MOST_STEPS:
        steps = f"more than {MOST_STEPS:,} steps, one for each character and each repetition of a group"
        raise GeneratorError(f"a value of the expression takes {steps}")
    return Bounded(nodes, measure)


def _parsed(expression: str) -> list[Any]:
    """The expression as Python parses it. That parser is recursive, so the depth of groups is checked first."""
    if expression.count("(") > DEEPEST:
        _check_depth(expression)
    try:
        parsed = _quietly(expression) if _DOUBTFUL.search(expression) else parser.parse(expression, re.UNICODE)
    except re.error as error:
        end = None if error.pos is None else min(error.pos + 1, len(expression))
        raise GeneratorError(error.msg, error.pos, end) from None
    except (OverflowError, ValueError) as error:
        raise GeneratorError(str(error)) from None
    if parsed.state.flags != re.UNICODE:
        raise GeneratorError("inline flags are not supported in an expression")
    nodes: list[Any] = parsed.data
    return nodes


def _quietly(expression: str) -> Any:
    with _QUIET, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parser.parse(expression, re.UNICODE)


def _check_depth(expression: str) -> None:
    depth = 0
    for match in _PARENTHESIS.finditer(_NOT_A_GROUP.sub("", expression)):
        depth += 1 if match[0] == "(" else -1
        if depth > DEEPEST:
            raise GeneratorError(f"the expression nests groups more than {DEEPEST} deep")


def _without_anchors(parsed: list[Any]) -> list[Any]:
    if parsed and parsed[0] == (parser.AT, parser.AT_BEGINNING):
        parsed = parsed[1:]
    if parsed and parsed[-1] == (parser.AT, parser.AT_END):
        parsed = parsed[:-1]
    return parsed


@dataclass(slots=True)
class _Room:
    """How many characters the remaining classes of one expression may have; classes of ASCII alone do not count."""

    characters: int = LONGEST_CLASSES

    def take(self, characters: str) -> str:
        """The ``characters`` of one more class, unchanged. Raises GeneratorError if there is no room for them."""
        self.characters -= 0 if characters.isascii() else len(characters)
        if self.characters < 0:
            raise GeneratorError(
                f"the classes of the expression have more than {LONGEST_CLASSES:,} characters together"
            )
        return characters


def _sequence(parsed: Iterable[tuple[Any, Any]], room: _Room) -> tuple[Node, ...]:
    """The nodes for a parsed sequence, by recursion: the depth is bounded. GeneratorError for other constructs."""
    nodes: list[Node] = []
    for kind, argument in parsed:
        if kind is parser.SUBPATTERN:
            _, added, removed, body = argument
            if added or removed:
                raise GeneratorError("inline flags are not supported in an expression")
            nodes += _sequence(body, room)
        elif kind in (parser.MAX_REPEAT, parser.MIN_REPEAT):
            least, most, body = argument
            unbounded = most is parser.MAXREPEAT
            nodes.append(Repeat(_sequence(body, room), least, least + UNBOUNDED if unbounded else most, unbounded))
        elif kind is parser.BRANCH:
            nodes.append(Choice(tuple(_sequence(branch, room) for branch in argument[1])))
        else:
            nodes.append(Characters(room.take(_characters(kind, argument))))
    return tuple(nodes)


def _characters(kind: Any, argument: Any) -> str:
    """The characters that a single-character construct stands for."""
    if kind is parser.LITERAL:
        return _checked(frozenset(chr(argument)))
    if kind is parser.ANY:
        return PRINTABLE
    if kind is parser.NOT_LITERAL:
        return _checked(frozenset(PRINTABLE) - {chr(argument)})
    if kind is parser.IN:
        return _class(argument)
    constructs = _REFUSED.get(kind, f"constructs such as {str(kind).lower()}")
    raise GeneratorError(f"{constructs} are not supported in an expression")


def _class(members: Sequence[tuple[Any, Any]]) -> str:
    """The distinct characters of a class `[…]`: a character named twice is no likelier than others."""
    negated = members[0][0] is parser.NEGATE
    characters: set[str] = set()  # of categories
    ranges: list[tuple[int, int]] = []
    for kind, argument in members[1:] if negated else members:
        if kind is parser.CATEGORY:
            characters |= CATEGORY_CHARACTERS[argument]
            continue
        low, high = argument if kind is parser.RANGE else (argument, argument)
        # What is negated counts only as far as it is printable: the class stands for the rest of PRINTABLE.
        ranges.append((max(low, 0x20), min(high, 0x7E)) if negated else (low, high))
    named = _named(ranges)
    if negated:
        return _checked(frozenset(PRINTABLE).difference(characters, named))
    return _checked(characters.union(named) if characters else named)


def _named(ranges: Iterable[tuple[int, int]]) -> str:
    """The distinct characters of ranges, sorted. Ranges may be many, long and alike, so each is counted first."""
    parts: list[str] = []
    following = total = 0
    for first, high in sorted(ranges):
        low = max(first, following)
        if low <= high:
            following = high + 1
            total += following - low
            if total > LONGEST_CLASS:
                raise GeneratorError(f"a class of the expression has more than {LONGEST_CLASS:,} characters")
            parts.append(ASCII[low:following] if high < len(ASCII) else "".join(map(chr, range(low, following))))
    return "".join(parts)


def _checked(characters: Iterable[str]) -> str:
    """The characters of a class as sorted text. GeneratorError if they are none, too many, or of no use in a value."""
    text = "".join(sorted(characters))
    if not text:
        raise GeneratorError("a class of the expression matches no character")
    if len(text) > LONGEST_CLASS:
        raise GeneratorError(f"a class of the expression has more than {LONGEST_CLASS:,} characters")
    if not text.isascii() and _SURROGATE.search(text):
        raise GeneratorError("the expression has lone surrogates, which no text can hold")
    if text[0] < " " and set(text) & CONTROLS:
        raise GeneratorError(
            r"the expression generates control characters; `[\a]` means letters in the openshift dialect only"
        )
    return text
