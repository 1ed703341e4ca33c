"""The rule `name`: the name of the application becomes a Parameter wherever a name holds it as a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.authoring.meanings import APPLICATION, names_outside
from playground.engine.authoring.suggestions.application import SHARED_KINDS
from playground.engine.authoring.suggestions.candidates import Candidate
from playground.engine.authoring.suggestions.model import Note
from playground.engine.authoring.suggestions.subjects.namespaces import NAMESPACE_PATH
from playground.engine.authoring.suggestions.survey import Leaf, Survey
from playground.engine.authoring.value_places import bounded
from playground.engine.kubernetes.pods import field_at


def names(survey: Survey) -> Iterator[Candidate]:
    """The name of the application in names, labels, selectors and references to names."""
    if not survey.application:
        return
    word = re.compile(bounded(survey.application))
    for leaf in survey.leaves:
        survey.deadline.spend()
        if not isinstance(leaf.value, str) or survey.application not in leaf.value or not _is_name(survey, leaf):
            continue
        for match in word.finditer(leaf.value):
            yield Candidate(leaf, match.span(), APPLICATION)


def name_notes(survey: Survey) -> Iterator[Note]:
    """A Note if the Objects share no name."""
    if not survey.application and survey.leaves:
        first = survey.leaves[0].item
        message = "The objects share no name, so there is no parameter for the name of the application."
        yield Note(message, first.document.span(first.path))


def _is_name(survey: Survey, leaf: Leaf) -> bool:
    """Whether the field holds a name that belongs to the application."""
    if "$" in leaf.value or survey.meaning(leaf).kind != "name":
        return False
    if leaf.keys == ("metadata", "name") and leaf.kind in SHARED_KINDS:
        return False
    if leaf.key == "name" and names_outside(leaf.above):
        return leaf.value in survey.names.kinds
    # An ImageStream with another namespace is one of another project.
    namespace = field_at(leaf.item.value, leaf.path.parent / "namespace")
    return leaf.above != "from" or namespace in (None, field_at(leaf.item.value, NAMESPACE_PATH))
