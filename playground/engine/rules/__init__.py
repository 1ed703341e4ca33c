"""Judgement: the rules read a finished Evaluation and say what deserves to be said; one module per family."""

from playground.engine.rules import (
    arriving,
    environment,
    generation,
    parameter_references,
    parameters,
    pods,
    reading,
    references,
    schema,
    services,
    syntax,
    templates,
    tools,
    versions,
)
from playground.engine.rules.registry import RULES, Explanation, diagnose, explain

FAMILIES = (
    syntax,
    reading,
    templates,
    parameters,
    parameter_references,
    references,
    environment,
    services,
    arriving,
    versions,
    tools,
    pods,
    generation,
    schema,
)

__all__ = ["FAMILIES", "RULES", "Explanation", "diagnose", "explain"]
