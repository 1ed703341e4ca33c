"""Diagnostics as text for people."""

from __future__ import annotations

import re

from playground.cli.output.report import report
from playground.engine import Diagnostic, Position, Related, Severity, SourceSpan, evaluate


def span(line: int, column: int, end_column: int, end_line: int | None = None) -> SourceSpan:
    return SourceSpan(Position(line, column), Position(end_line or line, end_column))


def diagnostic(place: SourceSpan, **more: object) -> Diagnostic:
    fields = {
        "code": "ENV599",
        "name": "a-name",
        "severity": Severity.WARNING,
        "message": "A message.",
        "hint": "",
        "span": place,
        "field": "",
        "related": (),
        "fix": None,
    }
    return Diagnostic(**{**fields, **more})  # type: ignore[arg-type]


def reported(text: str, place: SourceSpan, **more: object) -> list[str]:
    return list(report(diagnostic(place, **more), evaluate(text), "pod.yaml"))


def test_the_place_is_shown_under_its_line() -> None:
    assert reported("a: 1\nbc: xyz\n", span(2, 5, 8)) == [
        "pod.yaml:2:5: ENV599 A message. [warning]",
        "    2 | bc: xyz",
        "      |     ^^^",
    ]


def test_hint_and_related_places_follow() -> None:
    lines = reported("a: 1\n", span(1, 1, 2), hint="Do this.", related=(Related(span(1, 4, 5), "It is here."),))
    assert lines[3:] == ["      = Do this.", "pod.yaml:1:4: note: It is here."]


def test_carets_stay_under_tabs_and_wide_characters() -> None:
    assert reported("日:\t本x\n", span(1, 4, 6))[2] == "      |    \t^^^"


def test_a_place_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    assert reported("a: |\n  x\n  y\n", span(1, 4, 4, 3))[1:] == ["    1 | a: |", "      |    ^"]


def test_a_place_without_extent_has_one_caret_and_an_empty_line_none() -> None:
    assert reported("ab: 1\n", span(1, 3, 3))[2] == "      |   ^"
    assert reported("\n", span(1, 1, 1)) == ["pod.yaml:1:1: ENV599 A message. [warning]"]


def test_a_very_long_line_is_cut_around_the_place() -> None:
    head, line, carets = reported(f"a: {'x' * 5000}\n", span(1, 2000, 2003))
    assert head.startswith("pod.yaml:1:2000:")
    assert (len(line), carets) == (8 + 120, f"      | {' ' * 60}^^^")


def test_control_characters_are_not_printed() -> None:
    lines = reported("a: \x1b[31mred\u202e\n", span(1, 9, 13), message="`\x1b[0m\n`")
    assert lines == [
        r"pod.yaml:1:9: ENV599 `\x1b[0m\n` [warning]",
        r"    1 | a: \x1b[31mred\u202e",
        r"      |            ^^^^^^^^^",
    ]


def test_lines_end_where_an_editor_ends_them() -> None:
    assert reported("a: 1\r\nb: 2\rc: 3\n", span(3, 1, 2))[1:] == ["    3 | c: 3", "      | ^"]


def test_colours_do_not_change_the_text() -> None:
    plain = reported("a: 1\nbc: xyz\n", span(2, 5, 8), hint="Do this.")
    coloured = list(
        report(diagnostic(span(2, 5, 8), hint="Do this."), evaluate("a: 1\nbc: xyz\n"), "pod.yaml", coloured=True)
    )
    assert coloured[0].startswith("\x1b[1mpod.yaml:2:5:\x1b[0m \x1b[33mENV599\x1b[0m ")
    assert [re.sub("\x1b\\[[0-9;]*m", "", line) for line in coloured] == plain
