"""Every place where `$` has a meaning is a token."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.containers.tokens import variable_tokens


@given(st.text(alphabet=st.sampled_from("$$$(()) AB\n\\é"), max_size=40))
def test_tokens_do_not_overlap_and_lie_where_they_are_written(text: str) -> None:
    formats = {"reference": "$({})", "escaped": "$$({})", "operator": "$${}", "incomplete": "$({}"}
    end = 0
    for token in variable_tokens(text):
        assert end <= token.start
        end = token.end
        assert text[token.start : end] == formats[token.kind].format(token.name)


def test_characters_that_old_kubelets_damage_are_tokens_on_request() -> None:
    tokens = [(token.kind, token.start, token.end) for token in variable_tokens("$£)$$£$é", damaging=True)]
    assert tokens == [("damaged", 0, 2), ("operator", 3, 5), ("damaged", 6, 8)]
    assert [token.kind for token in variable_tokens("$£)$$£$é")] == ["operator"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("$$(A$(B))", [("operator", ""), ("reference", "B")]),
        ("$$(A)", [("escaped", "A")]),
        ("$$$(A)", [("operator", ""), ("reference", "A")]),
        ("$(A) $(B C", [("reference", "A"), ("incomplete", "B")]),
        ("$$(A", [("operator", "")]),
        ("$()", [("reference", "")]),
        ("$A ${A} $£ $", []),
    ],
)
def test_tokens_name_their_kind(text: str, kinds: list[tuple[str, str]]) -> None:
    assert [(token.kind, token.name) for token in variable_tokens(text)] == kinds
