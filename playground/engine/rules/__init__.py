"""The rules: each reads a finished Evaluation and yields Findings; a folder a subject, a module a part of it.

A rule calls an Object and its places in the text ``item`` (a TracedObject). ``item.where(path)`` is the path of a field
from the root of its Document, with the keys as the author wrote them; ``item.span(path)`` is the place of its value.
"""

from importlib import import_module
from pkgutil import walk_packages

from playground.engine.rules.registry import (
    FAMILIES,
    RULES,
    Explanation,
    codes_named,
    diagnose,
    explain,
    nearest_rule,
)

__all__ = ["FAMILIES", "RULES", "Explanation", "codes_named", "diagnose", "explain", "nearest_rule"]

# Importing a module declares its rules.
for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
