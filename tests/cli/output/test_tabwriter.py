"""Columns that are aligned exactly as by Go's tabwriter."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from playground.cli.options import RequestError
from playground.cli.output.tabwriter import DESCRIPTION, TABLE, aligned_cells

HEAD = ("NAME", "DESCRIPTION", "GENERATOR", "VALUE")


def table(rows: Iterable[tuple[str, ...]]) -> str:
    return aligned_cells("".join("\t".join(row) + "\n" for row in rows), TABLE)


def test_a_column_is_20_wide_or_as_wide_as_its_longest_cell_and_3_more() -> None:
    lines = table([HEAD, ("n" * 18, "", "", "v" * 40)]).splitlines()
    assert lines[0] == f"{'NAME':21}{'DESCRIPTION':20}{'GENERATOR':20}VALUE"
    assert lines[1] == f"{'n' * 18:21}{'':40}{'v' * 40}"


@pytest.mark.parametrize(
    ("description", "lines"),
    [
        ("two\nlines", [f"{'P':20}two", f"{'lines':20}{'expression':20}[a-z]{{3}}", f"{'Q':20}{'':20}{'':20}x"]),
        ("end\n", [f"{'P':20}end", f"{'':20}{'expression':20}[a-z]{{3}}", f"{'Q':20}{'':20}{'':20}x"]),
        ("a\tb", [f"{'P':20}{'a':20}{'b':20}{'expression':20}[a-z]{{3}}", f"{'Q':20}{'':20}{'':20}x"]),
    ],
)
def test_a_line_end_or_a_tab_in_a_description_breaks_its_row(description: str, lines: list[str]) -> None:
    rows = [HEAD, ("P", description, "expression", "[a-z]{3}"), ("Q", "", "", "x")]
    assert table(rows).splitlines()[1:] == lines


def test_a_column_ends_where_a_line_has_none() -> None:
    rows = [HEAD, ("P", "d\ne", "g" * 30, "x"), ("Q", "", "", "y")]
    assert table(rows).splitlines() == [
        f"{'NAME':20}{'DESCRIPTION':20}{'GENERATOR':20}VALUE",
        f"{'P':20}d",
        f"{'e':20}{'g' * 30:33}x",
        f"{'Q':20}{'':33}{'':20}y",
    ]


def test_a_cell_may_have_any_number_of_tabs() -> None:
    line = table([HEAD, ("P", "a\t" * 100_000, "", "x")]).splitlines()[1]
    assert line == f"{'P':20}{'a':20}" + f"{'a':20}" * 99_999 + " " * 40 + "x"


def test_a_table_that_one_long_cell_makes_too_wide_is_refused() -> None:
    with pytest.raises(RequestError, match="the table has more than 16,777,216 characters, which is the limit"):
        table([("x" * 100_000, "\n" + "\t\n" * 200)])


@pytest.mark.parametrize(
    ("text", "aligned"),
    [
        ("a\tb\fc\td\nlong word of 22 letters\te\n", f"{'a':20}b\n{'c':26}d\n{'long word of 22 letters':26}e\n"),
        ("a\vb\tc\n", f"{'a':20}{'b':20}c\n"),
    ],
)
def test_a_form_feed_ends_all_columns_and_a_vertical_tab_one_cell(text: str, aligned: str) -> None:
    assert aligned_cells(text, TABLE) == aligned


def test_a_description_is_filled_with_tabs() -> None:
    assert aligned_cells("a:\tb\tc\n1234567:\t12345678\td\n", DESCRIPTION) == ("a:\t\tb\t\tc\n1234567:\t12345678\td\n")
