"""The confirmation before a download with missing or wrong values."""

from __future__ import annotations

from playground.engine import evaluate
from playground.views.panels.wrong_values import MOST_WRONG, wrong_values

HEAD = "kind: Template\napiVersion: v1\nparameters:\n"


def test_the_first_wrong_values_are_listed_and_the_others_counted() -> None:
    source = HEAD + "".join(f"- {{name: P{number}, required: true}}\n" for number in range(MOST_WRONG + 2))
    found = wrong_values(evaluate(source).processed)
    assert found.items[0] == ("", "<code>P0</code> is required.")
    assert (len(found.items), found.more) == (MOST_WRONG, 2)
    assert not wrong_values(evaluate(HEAD + "- {name: N, value: '2'}\n").processed)
    assert not wrong_values(evaluate("kind: Pod\n").processed)


def test_a_name_is_said_beside_what_is_wrong_unless_that_begins_with_it() -> None:
    source = HEAD + "- {name: A, displayName: Label, required: true}\n- {name: B, type: int, value: x}\n"
    assert wrong_values(evaluate(source).processed).items == (
        ("A", "Label is required."),
        ("B", "<code>x</code> is not a whole number."),
    )
