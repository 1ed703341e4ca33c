"""Judgement: the rules read a finished Evaluation and say what deserves to be said; one module per subject."""

# Importing a module declares its rules.
from playground.engine.rules import (  # noqa: F401
    arriving,
    commands,
    dollars,
    environment,
    generation,
    labels,
    parameter_references,
    parameters,
    pasted,
    pods,
    quoting,
    reading,
    resources,
    schema,
    secrets,
    services,
    syntax,
    templates,
    tools,
    values,
    variable_references,
    versions,
)
from playground.engine.rules.registry import FAMILIES, RULES, Explanation, diagnose, explain

__all__ = ["FAMILIES", "RULES", "Explanation", "diagnose", "explain"]
