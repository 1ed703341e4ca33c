"""Single entries are left to the parser: where they end, what is added, and when the whole document is parsed."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.source.fallback import ParserFallback
from playground.engine.source.limits import Guards, Limits
from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import BLOCK, Tape
from tests.cost import growth

MORE = "".join(f"more-{number}: text\n" for number in range(10))


def odd(text: str, container: Any, limits: Limits | None = None) -> tuple[ParserFallback, int]:
    """The first entry of ``text``, which is added to ``container``, and where it ends."""
    entries = ParserFallback(text, Tape(), Guards(limits or Limits()), Resolver())
    entries.tape.add(0, 0, BLOCK)
    return entries, entries.read(0, len(text) - len(text.lstrip(" ")), container, 0, 0)


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("a: >\n  b\n\n   c\n\n", "b\n\n c\n"),
        ("a: b\n c\n", "b c"),
        ("a: &x\n- b\n- c\n", ["b", "c"]),
        ("a: [\n  b\n]\n", ["b"]),
        ("a: {\n}\n", {}),
        ("a: 'b\n\n  c'\n", "b\nc"),
    ],
)
def test_an_entry_ends_before_the_next_line_at_its_column(entry: str, value: object) -> None:
    made: dict[str, Any] = {"z": 1}
    _, stop = odd(entry + MORE, made)
    assert (stop, made) == (len(entry), {"z": 1, "a": value})


def test_an_item_ends_at_the_next_dash() -> None:
    made: list[Any] = []
    text = "  - >\n    a\n    b\n  # c\n  - d\n" + MORE
    entries, stop = odd(text, made)
    assert (text[stop:].startswith("  # c"), made) == (True, ["a b\n"])
    assert entries.tape.place(1) == (4, stop)


def test_after_a_merge_the_rest_of_the_mapping_is_parsed() -> None:
    made: dict[str, Any] = {}
    _, stop = odd("  <<: {a: 1, b: 2}\n  a: 3\n" + MORE, made)
    assert (stop, made) == (len("  <<: {a: 1, b: 2}\n  a: 3\n"), {"a": 3, "b": 2})


@pytest.mark.parametrize(
    "entry",
    [
        "? a\n",
        ": a\n",
        "- a\n",
        "&a\nb: c\n",
        "!a\n  b: c\n",
        "{a: b}\n",
        "a: 'b\nc'\n",
        "a: [b?]\n",
        "y: 'a\n  b'\n",
        "a\n",
    ],
)
def test_an_entry_that_depends_on_its_context_is_left_to_the_parser(entry: str) -> None:
    assert odd(entry + MORE, {})[1] == -1


@pytest.mark.parametrize(
    "limits", [Limits(nodes=3), Limits(depth=1), Limits(scalar_characters=2), Limits(events=5)], ids=str
)
def test_a_text_beyond_a_limit_is_left_to_the_parser(limits: Limits) -> None:
    assert odd("a: [&x bcd]\n" + MORE, {})[1] > 0
    assert odd("a: [&x bcd]\n" + MORE, {}, limits)[1] == -1


def test_an_entry_that_is_half_of_the_text_is_left_to_the_parser() -> None:
    assert odd("a: >\n" + " b\n" * 20 + MORE, {})[1] > 0
    assert odd("a: >\n" + " b\n" * 200 + MORE, {})[1] == -1


def entries_read(between: str) -> int:
    """How many entries of a long text are read before the parser is the faster one for all of it."""
    text = (f"a: 'b\n  c'\n{between}") * 100
    entries = ParserFallback(text, Tape(), Guards(Limits()), Resolver())
    entries.tape.add(0, 0, BLOCK)
    starts = range(0, len(text), len(text) // 100)
    return sum(entries.read(start, 0, {}, 0, 0) >= 0 for start in starts)


def test_many_that_are_close_together_are_left_to_the_parser() -> None:
    assert entries_read(MORE * 5) == 100
    assert 1 < entries_read("") < 20


def test_anchors_are_known_to_the_entries_below() -> None:
    made: dict[str, Any] = {}
    entries, stop = odd("a: &x 'b\n  c'\nd: *x\n" + MORE, made)
    assert entries.read(stop, 0, made, 0, 0) > 0
    assert (made, entries.tape.targets) == ({"a": "b c", "d": "b c"}, {4: 2})


def test_finding_the_end_of_an_entry_takes_linear_time() -> None:
    assert growth(lambda size: "a: >\n" + " b\n" * size + MORE, lambda text: odd(text, {}), 2_000) < 8
