"""The rule `host`: the host name of a Route or an Ingress becomes a Parameter, and each value that is this host."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from playground.engine.authoring.suggestions.candidates import Candidate, whole
from playground.engine.authoring.suggestions.survey import Survey


def hosts(survey: Survey) -> Iterator[Candidate]:
    """The host names. If several Objects have different ones, their names stand before."""
    leaves = [leaf for leaf in survey.with_keys("host", "hosts") if leaf.is_literal]
    leaves = [leaf for leaf in leaves if survey.meaning(leaf).kind == "host"]
    owners = {leaf.value: leaf.number for leaf in reversed(leaves)}
    has_several = len(set(owners.values())) > 1
    candidates: dict[str, Candidate] = {}
    for leaf in leaves:
        prefix = survey.rest_of_object(owners[leaf.value]) if has_several else ""
        candidates.setdefault(leaf.value, Candidate(leaf, whole(leaf), survey.meaning(leaf), prefix))
    yield from candidates.values()
    if candidates:
        for leaf in survey.leaves:
            survey.deadline.spend()
            if isinstance(leaf.value, str) and leaf.value in candidates:
                yield replace(candidates[leaf.value], leaf=leaf)
