"""References to names that nearly are Parameters: their places, their texts, and the Fix that corrects them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import SourceSpan
from playground.engine.rules.walks import GUESSES, once_per_evaluation
from playground.engine.templates.substituter import ParameterReference
from playground.engine.templates.template import PARAMETER_NAME
from playground.engine.text.nearest import nearest

_BRACKETS = {"$()": ("$(", ")"), "${}": ("${", "}")}  # by form of a reference: what precedes and follows the name


@once_per_evaluation
def unsubstituted(evaluation: Evaluation) -> Sequence[ParameterReference]:
    """The references that stay in the text."""
    references = evaluation.processed.references if evaluation.processed else ()
    return [reference for reference in references if reference.fate != "substituted"]


@once_per_evaluation
def nearest_parameters(evaluation: Evaluation) -> Mapping[str, str]:
    """For each name that references use and no Parameter has: the Parameter's name that is most like it, or "".

    Only the first references are searched: together, they cost at most GUESSES comparisons with a Parameter's name. A
    name that only later references use is not in the result.
    """
    undeclared = [reference.name for reference in unsubstituted(evaluation) if reference.fate == "undeclared"]
    declared = [parameter.name for parameter in evaluation.template.parameters] if evaluation.template else []
    names = [name for name in declared if PARAMETER_NAME.match(name)]
    most_references = GUESSES // max(1, len(names))
    nearest_to = cache(partial(nearest, valid=names))  # many references may have one name
    return {name: nearest_to(name) for name in undeclared[:most_references]}


def span_of(evaluation: Evaluation, reference: ParameterReference) -> SourceSpan:
    """Where the reference is written, in a key or in a value."""
    assert evaluation.template is not None
    document = evaluation.template.document
    span = document.key_text_span if reference.in_key else document.text_span
    return span(reference.path, reference.start, reference.end)


def as_written(reference: ParameterReference, name: str = "") -> str:
    """The reference with its dollar sign and braces as the author wrote them, with another ``name`` if given."""
    opener, closer = _BRACKETS.get(reference.form, ("${{", "}}"))
    return f"{opener}{name or reference.name}{closer}"


def corrected(evaluation: Evaluation, reference: ParameterReference, name: str) -> Fix:
    """The Fix that writes ``name`` in the reference."""
    return Fix(f"Write {name}", (Edit(span_of(evaluation, reference), as_written(reference, name)),))
