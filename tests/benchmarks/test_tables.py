"""The tables hold every figure."""

from __future__ import annotations

from tests.benchmarks.figures import TABLES, Figure, Goal
from tests.benchmarks.tables import markdown

FIGURES = [
    Figure("Growth", "documents", "×", 4.25, Goal(5)),
    Figure("Growth", "a | b", "else", 1.0),
    Figure("Reading", "20 KB", "best, ms", 12.0),
]


def test_a_table_has_a_row_and_a_column_for_each_figure_in_the_order_of_the_tables() -> None:
    text = markdown({"Python": "3"}, FIGURES)
    assert text.index("| Python | 3 |") < text.index("### Reading") < text.index("### Growth")
    assert "|  | × | else |\n| --- | --- | --- |\n| documents | 4.25 (≤ 5: met) | – |\n| a \\| b | – | 1 |" in text
    assert TABLES["Growth"] in text
    assert "### Pods" not in text
