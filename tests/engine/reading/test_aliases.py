"""Aliases refer to their anchors, and their expanded size is computed."""

from __future__ import annotations

import pytest

from playground.engine.model.limits import Limits
from playground.engine.reading.aliases import Aliases
from playground.engine.reading.document import Notes
from playground.engine.reading.problem import RefusalError
from playground.engine.reading.tape import ALIAS, BLOCK, PLAIN, Guards, Tape


def aliases(limits: Limits | None = None) -> Aliases:
    """After ``- &a text`` and ``- &b [1, 22]``."""
    anchors = Aliases(Tape(), Notes(""), Guards(limits or Limits()))
    anchors.tape.add(0, 0, BLOCK)
    anchors.add_scalar("a", anchors.tape.add(2, 9, PLAIN), "text", 4)
    anchors.begin_container("b", anchors.tape.add(12, 23, BLOCK), 4)
    anchors.tape.add(16, 17, PLAIN)
    anchors.tape.add(19, 21, PLAIN)
    anchors.close_container(2, [1, 22], 7)
    return anchors


def refusal_pattern(anchors: Aliases, name: str) -> str:
    with pytest.raises(RefusalError) as error:
        anchors.resolve_alias(name, 26, 28)
    return error.value.raw_problem.pattern


def test_an_alias_is_a_node_of_its_own_with_a_target() -> None:
    anchors = aliases()
    assert (anchors.resolve_alias("a", 26, 28), anchors.resolve_alias("b", 31, 33)) == ("text", [1, 22])
    assert (anchors.tape.targets, anchors.tape.styles[5:]) == ({5: 1, 6: 2}, [ALIAS, ALIAS])


def test_an_alias_needs_an_anchor_whose_value_is_complete() -> None:
    anchors = aliases()
    anchors.begin_container("c", anchors.tape.add(26, 30, BLOCK), 7)
    assert (anchors.resolve_alias("c", 28, 30), refusal_pattern(anchors, "d")) == ({}, "undefined-alias")
    assert [raw.pattern for raw in anchors.notes.raw_problems] == ["recursive-alias"]


@pytest.mark.parametrize(
    ("most", "one_less"),
    [
        (Limits(expanded_nodes=9), Limits(expanded_nodes=8)),
        (Limits(expanded_characters=3), Limits(expanded_characters=2)),
        (Limits(nodes=6), Limits(nodes=5)),
    ],
)
def test_the_expanded_size_of_aliases_is_computed(most: Limits, one_less: Limits) -> None:
    assert aliases(most).resolve_alias("b", 26, 28) == [1, 22]
    assert refusal_pattern(aliases(one_less), "b") in ("aliases-too-large", "too-many-values")
