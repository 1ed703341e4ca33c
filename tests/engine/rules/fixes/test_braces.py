"""A reference with braces that a Fix writes between brackets is quoted, with its whole value."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.rules.finding import diagnostic

HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: HOST, value: a}]\nobjects:\n"
POD = "- kind: Pod\n  apiVersion: v1\n  metadata: {name: a}\n  spec: {containers: [{name: a, args: [b, $(HOST)/é]}]}\n"


@pytest.mark.parametrize(
    ("code", "written", "after"),
    [
        ("REF403", "- {kind: X, x: $(HOST)}\n", '- {kind: X, x: "${HOST}"}\n'),
        ("REF403", "- {kind: X, x: '$(HOST)'}\n", "- {kind: X, x: '${HOST}'}\n"),
        ("REF403", "- kind: X\n  x: a $(HOST)\n", "- kind: X\n  x: a ${HOST}\n"),
        ("REF407", "- {kind: X, x: $HOST}\n", '- {kind: X, x: "${HOST}"}\n'),
        ("ENV501", POD, POD.replace("$(HOST)/é", '"${HOST}/é"')),
    ],
)
def test_it_stands_in_quotes_where_braces_would_end_the_text(code: str, written: str, after: str) -> None:
    said = diagnostic(HEAD + written, code)
    assert said.fix is not None
    assert said.fix.title == "Write ${HOST}"
    assert apply_edits(HEAD + written, said.fix.edits) == HEAD + after
    assert evaluate(HEAD + after).readable


def test_a_value_of_several_lines_is_left_to_its_author() -> None:
    said = diagnostic(HEAD + "- {kind: X, x: a\n    $(HOST)}\n", "REF403")
    assert said.fix is None
