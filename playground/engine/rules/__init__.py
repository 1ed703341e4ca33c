"""The rules: each reads a finished Evaluation and yields what it finds; one module per subject."""

# Importing a module declares its rules.
from playground.engine.rules import (  # noqa: F401
    argument_size,
    base64_values,
    commands,
    deployment_tools,
    dollars,
    generation,
    kinds,
    labels,
    limits,
    names,
    near_references,
    parameter_references,
    parameter_uses,
    parameter_values,
    parameters,
    pasted,
    pods,
    ports,
    quoting,
    reading,
    received_values,
    resources,
    restart_policy,
    schema,
    secrets,
    services,
    stray_characters,
    syntax,
    template_objects,
    templates,
    unexpanded,
    unknown_fields,
    values,
    variable_references,
    variables,
    versions,
)
from playground.engine.rules.registry import FAMILIES, RULES, Explanation, diagnose, explain

__all__ = ["FAMILIES", "RULES", "Explanation", "diagnose", "explain"]
