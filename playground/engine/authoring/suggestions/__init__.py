"""Suggests what makes a Template of pasted Objects: Parameters of their values, and lines to remove.

The rules and the names come from what authors of public Templates do.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

from playground.engine.authoring.suggestions.candidates import Rule, suggestions_of
from playground.engine.authoring.suggestions.model import SUGGESTION_RULES, Suggestions
from playground.engine.authoring.suggestions.subjects.amounts import replicas, resources, schedules, storage
from playground.engine.authoring.suggestions.subjects.builds import builds
from playground.engine.authoring.suggestions.subjects.hosts import hosts
from playground.engine.authoring.suggestions.subjects.images import images
from playground.engine.authoring.suggestions.subjects.names import name_notes, names
from playground.engine.authoring.suggestions.subjects.namespaces import namespace_notes, namespaces
from playground.engine.authoring.suggestions.subjects.secrets import base64_notes, kept_notes, secrets
from playground.engine.authoring.suggestions.subjects.server_fields import owned_numbers, removals
from playground.engine.authoring.suggestions.subjects.variables import variables
from playground.engine.authoring.suggestions.survey import Survey, survey_of
from playground.engine.authoring.value_places import dialect_for
from playground.engine.authoring.wrapping import wrap
from playground.engine.editing.parameter_names import reserved_names
from playground.engine.evaluation import Evaluation
from playground.engine.model.deadline import Deadline
from playground.engine.model.refusal import Refusal

_RULES: Final[Mapping[str, Rule]] = {
    "name": names,
    "image": images,
    "replicas": replicas,
    "storage": storage,
    "host": hosts,
    "resources": resources,
    "secret": secrets,
    "schedule": schedules,
    "build": builds,
    "namespace": namespaces,
    "env": variables,
}
_ORDER: Final = {rule: number for number, rule in enumerate(SUGGESTION_RULES)}


def suggest(evaluation: Evaluation, deadline: Deadline, *, keeps_secrets: bool = False) -> Suggestions | Refusal:
    """What makes a Template of the Objects in the text of ``evaluation``; or why there is none, with the place.

    ``keeps_secrets``: the values of secrets stay, as defaults of their Parameters.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    wrapping = wrap(evaluation.source, evaluation.limits, deadline)
    if isinstance(wrapping, Refusal):
        return wrapping
    objects = wrapping.objects
    removing = tuple(removals(objects, deadline))
    removed = frozenset(chain.from_iterable(suggestion.fields for suggestion in removing))
    survey = survey_of(objects, owned_numbers(objects), removed, deadline)
    reserved = _reserved(evaluation, survey)
    parameters = suggestions_of(survey, _RULES, sorted(reserved), keeps_secrets=keeps_secrets)
    items = sorted((*removing, *parameters), key=lambda suggestion: _ORDER[suggestion.rule])
    kept = () if keeps_secrets else kept_notes(survey)
    notes = (*name_notes(survey), *base64_notes(survey), *kept, *namespace_notes(objects))
    return Suggestions(evaluation, wrapping, objects, tuple(items), notes)


def _reserved(evaluation: Evaluation, survey: Survey) -> frozenset[str]:
    """The names to which the text refers already, also where it writes a `$` as an escape."""
    dialect = dialect_for(evaluation)
    texts = (leaf.value for leaf in survey.leaves if isinstance(leaf.value, str))
    return frozenset().union(*(reserved_names(text, dialect) for text in (evaluation.source.text.text, *texts)))
