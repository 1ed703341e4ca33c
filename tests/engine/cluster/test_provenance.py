"""The provenance of a fact."""

from __future__ import annotations

from playground.engine.cluster.provenance import Fact, Provenance


def test_only_facts_that_are_neither_pasted_nor_given_are_assumed() -> None:
    assert [Fact("x", provenance).assumed for provenance in Provenance] == [False, False, True]
