"""The rule `env`, off by default: every other variable with a value becomes a Parameter of the same name."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.authoring.meanings import variable_meaning
from playground.engine.authoring.suggestions.candidates import Candidate, whole
from playground.engine.authoring.suggestions.survey import Survey
from playground.engine.kubernetes.pods import field_at
from playground.engine.text.secret_names import is_secret_name


def variables(survey: Survey) -> Iterator[Candidate]:
    """The values of variables that are texts on one line, without references."""
    for leaf in survey.with_keys("value"):
        name, text = field_at(leaf.item.value, leaf.path.parent / "name"), leaf.value
        if leaf.keys[-2:] != ("env", "value") or not isinstance(name, str) or is_secret_name(name):
            continue
        if isinstance(text, str) and text.strip() and not any(mark in text for mark in ("\n", "$(", "${")):
            yield Candidate(leaf, whole(leaf), variable_meaning(name))
