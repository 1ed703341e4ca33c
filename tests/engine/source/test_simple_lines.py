"""Simple lines are taken apart many at a time, and others are recognised by their rest."""

from __future__ import annotations

import pytest

from playground.engine.deadline import Deadline
from playground.engine.source import simple_lines
from playground.engine.source.fallback import LeftToParserError
from playground.engine.source.simple_lines import SimpleLines
from tests.cost import growth

TEXT = "a: 1\n- b: |\n   c\n\n   d\n  e:\n- 'f'\n"


def parts(text: str) -> list[tuple[str, ...]]:
    return [*SimpleLines(text, Deadline())]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a: b c", ("", "", "a", "b c", "")),
        ("  - a: 'b'", ("  ", "- ", "a", "", "'b'")),
        ('- "a"', ("", "- ", "", "", '"a"')),
        (" a:", (" ", "", "a", "", "")),
        ("  ", ("  ", "", "", "", "")),
        ("a", ("", "", "", "a", "")),
    ],
)
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_all_of_a_simple_line_is_in_its_parts(line: str, expected: tuple[str, ...], line_break: str) -> None:
    assert parts(line + line_break) == [(*expected, line_break)]


@pytest.mark.parametrize(
    "line",
    [
        "a: ",
        "a:  b",
        "a: b ",
        "a: b # c",
        "# a",
        "-",
        "-  a",
        "- - a",
        "'a': b",
        "a b: c",
        ".5: a",
        "1: a",
        "a: {}",
        "a: 'b''c'",
        'a: "\\n"',
        "a: &b c",
        "a:\tb",
        "a: b\rc",
    ],
)
def test_any_other_line_has_more_than_its_end_in_its_rest(line: str) -> None:
    [(*_, rest)] = parts(f"{line}\n")
    assert rest.endswith("\n")
    assert len(rest) > 1


def test_the_lines_of_a_block_belong_to_the_line_of_its_key() -> None:
    assert [rest for *_, rest in parts(TEXT)] == ["\n", "|\n   c\n\n   d\n", "\n", "\n"]


@pytest.mark.parametrize("steps", [1, 1_000])
def test_lines_are_skipped_up_to_a_place(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simple_lines, "STEPS", steps)
    lines = SimpleLines(TEXT, Deadline())
    each = iter(lines)
    *_, rest = next(each)
    assert lines.skip(0, rest, TEXT.index("  e")) == TEXT.index("  e")
    assert next(each)[2] == "e"
    lines.skip(TEXT.index("  e"), "\n", len(TEXT))
    assert next(each, None) is None


def test_what_is_in_front_of_a_line_cannot_be_skipped() -> None:
    lines = SimpleLines(TEXT, Deadline())
    next(iter(lines))
    for end in (-1, 0, 4):
        with pytest.raises(LeftToParserError):
            lines.skip(5, "|\n   c\n\n   d\n", end)


def test_hostile_lines_take_linear_time() -> None:
    for piece in ("a: |\n ", " |\n", "- ", "a: b ", " ", "'", "\n"):
        assert growth(lambda size, piece=piece: piece * size, parts, 4_000) < 8  # type: ignore[misc]
