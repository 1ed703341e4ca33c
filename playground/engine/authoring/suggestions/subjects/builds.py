"""The rule `build`: what a BuildConfig builds, and where the ImageStreams of others are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from playground.engine.authoring.suggestions.candidates import Candidate, whole
from playground.engine.authoring.suggestions.survey import Leaf, Survey
from playground.engine.kubernetes.pods import field_at

_SOURCES: Final = ("SOURCE_REPOSITORY_URL", "SOURCE_REPOSITORY_REF", "CONTEXT_DIR")


def builds(survey: Survey) -> Iterator[Candidate]:
    """Repository, reference and directory of the sources; and the namespace of an ImageStreamTag."""
    leaves = [leaf for leaf in survey.with_keys("uri", "ref", "contextDir", "namespace") if _is_wanted(survey, leaf)]
    owners: dict[str, set[int]] = defaultdict(set)
    for leaf in leaves:
        owners[survey.meaning(leaf).name].add(leaf.number)
    for leaf in leaves:
        meaning = survey.meaning(leaf)
        is_own = meaning.name in _SOURCES and len(owners[meaning.name]) > 1
        yield Candidate(leaf, whole(leaf), meaning, survey.rest_of_object(leaf.number) if is_own else "")


def _is_wanted(survey: Survey, leaf: Leaf) -> bool:
    if not leaf.is_literal:
        return False
    if leaf.key == "namespace":
        kind = field_at(leaf.item.value, leaf.path.parent / "kind")
        return leaf.above == "from" and kind == "ImageStreamTag"
    return leaf.kind == "BuildConfig" and survey.meaning(leaf).name in _SOURCES
