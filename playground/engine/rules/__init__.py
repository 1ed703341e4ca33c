"""The rules: each reads a finished Evaluation and yields what it finds; one module per subject."""

# Importing a module declares its rules.
from playground.engine.rules import (  # noqa: F401
    arriving,
    commands,
    dollars,
    encodings,
    generation,
    kinds,
    labels,
    leftovers,
    limits,
    names,
    near_references,
    parameter_references,
    parameter_uses,
    parameter_values,
    parameters,
    pasted,
    pods,
    quoting,
    reading,
    resources,
    restarts,
    schema,
    secrets,
    services,
    starting,
    syntax,
    template_objects,
    templates,
    tools,
    unexpanded,
    unknown_fields,
    values,
    variable_references,
    variables,
    versions,
)
from playground.engine.rules.registry import FAMILIES, RULES, Explanation, diagnose, explain

__all__ = ["FAMILIES", "RULES", "Explanation", "diagnose", "explain"]
