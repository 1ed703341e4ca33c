"""The rules: each reads a finished Evaluation and yields Findings; a folder a subject, a module a part of it."""

from importlib import import_module
from pkgutil import walk_packages

from playground.engine.rules.registry import FAMILIES, RULES, Explanation, diagnose, explain

__all__ = ["FAMILIES", "RULES", "Explanation", "diagnose", "explain"]

# Importing a module declares its rules.
for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
