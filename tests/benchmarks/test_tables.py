"""The tables hold every figure, and the documentation has a place for them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.benchmarks.figures import TABLES, Figure, Goal
from tests.benchmarks.tables import BEGIN, END, as_data, from_data, inserted, main, markdown
from tests.browser.servers import ROOT

FIGURES = [
    Figure("Growth", "documents", "×", 4.25, Goal(5)),
    Figure("Growth", "a | b", "else", 1.0),
    Figure("Reading", "20 KB", "best, ms", 12.0),
]
PERFORMANCE = (ROOT / "docs" / "performance.md").read_text()


def test_a_table_has_a_row_and_a_column_for_each_figure_in_the_order_of_the_tables() -> None:
    text = markdown({"Python": "3"}, FIGURES)
    assert text.index("| Python | 3 |") < text.index("### Reading") < text.index("### Growth")
    assert "|  | × | else |\n| --- | --- | --- |\n| documents | 4.25 (≤ 5: met) | – |\n| a \\| b | – | 1 |" in text
    assert TABLES["Growth"] in text
    assert "### Pods" not in text


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_is_told_and_read_again(figure: Figure) -> None:
    assert from_data(json.loads(json.dumps(as_data(figure)))) == figure


def test_tables_take_the_place_of_those_before() -> None:
    document = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    once = inserted(document, "new\n")
    assert once == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    assert inserted(once, "new\n") == once


@pytest.mark.parametrize("document", ["nothing", f"{BEGIN} no end", f"{END} the wrong way round {BEGIN}"])
def test_a_document_without_marks_is_left_alone(document: str) -> None:
    with pytest.raises(ValueError, match="no marks"):
        inserted(document, "new\n")


def test_a_run_is_put_into_a_document(tmp_path: Path) -> None:
    run, document = tmp_path / "run.json", tmp_path / "document.md"
    run.write_text(json.dumps({"facts": {"Python": "3"}, "figures": [as_data(figure) for figure in FIGURES]}))
    document.write_text(f"# Title\n{BEGIN}\n{END}\n")
    main(str(run), str(document))
    assert "| documents | 4.25 (≤ 5: met) | – |" in document.read_text()


def test_the_documentation_holds_every_table_between_its_marks() -> None:
    inside = PERFORMANCE.partition(BEGIN)[2].partition(END)[0]
    assert re.findall(r"^### (.+)$", inside, re.MULTILINE) == list(TABLES)
    for name, words in TABLES.items():
        assert words in inside, name
    assert "| processor |" in inside
