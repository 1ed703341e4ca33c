"""The rule `image`: the image of a container becomes a Parameter, and its tag another one."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.authoring.meanings import IMAGE_TAG
from playground.engine.authoring.suggestions.candidates import Candidate, joined_prefix, whole
from playground.engine.authoring.suggestions.survey import Leaf, Survey, element_path
from playground.engine.authoring.value_places import IMAGE


def images(survey: Survey) -> Iterator[Candidate]:
    """The images, with the Object's name before theirs if there are several, and the container's if its pod has.

    An image with a digest, or without a tag, is one Parameter.
    """
    leaves = [leaf for leaf in survey.with_keys("image") if leaf.is_literal and element_path(leaf)]
    leaves = [leaf for leaf in leaves if survey.meaning(leaf).kind == "image"]
    has_several = len({leaf.value for leaf in leaves}) > 1
    by_pod: dict[tuple[int, tuple[str | int, ...]], set[str]] = {}
    for leaf in leaves:
        by_pod.setdefault(_pod(leaf), set()).add(leaf.value)
    for leaf in leaves:
        of_object = survey.rest_of_object(leaf.number) if has_several else ""
        prefix = joined_prefix(of_object, survey.rest_of_element(leaf) if len(by_pod[_pod(leaf)]) > 1 else "")
        meaning, parts = survey.meaning(leaf), IMAGE.fullmatch(leaf.value)
        if parts is None:
            yield Candidate(leaf, whole(leaf), meaning, prefix)
        else:
            yield Candidate(leaf, parts.span("repository"), meaning, prefix)
            yield Candidate(leaf, parts.span("tag"), IMAGE_TAG, prefix)


def _pod(leaf: Leaf) -> tuple[int, tuple[str | int, ...]]:
    """The Object, and the path of the pod spec in it."""
    return leaf.number, element_path(leaf)[:-2]
