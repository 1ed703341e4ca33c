"""Judgement: the rules read a finished Evaluation and say what deserves to be said; one module per family."""

from playground.engine.rules import (
    arriving,
    environment,
    generation,
    labels,
    parameter_references,
    parameters,
    pasted,
    pods,
    reading,
    references,
    schema,
    secrets,
    services,
    syntax,
    templates,
    tools,
    values,
    versions,
)
from playground.engine.rules.registry import RULES, Explanation, diagnose, explain

FAMILIES = (
    syntax,
    reading,
    pasted,
    templates,
    parameters,
    parameter_references,
    references,
    environment,
    services,
    arriving,
    versions,
    tools,
    secrets,
    pods,
    values,
    labels,
    generation,
    schema,
)

__all__ = ["FAMILIES", "RULES", "Explanation", "diagnose", "explain"]
