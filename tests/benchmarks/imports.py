"""Parses the output of `python -X importtime`, by package."""

from __future__ import annotations

import re
from collections import Counter

_IMPORT = re.compile(r"^import time:\s+(\d+) \|\s+\d+ \|\s+([\w.]+)", re.MULTILINE)


def own_times(output: str) -> Counter[str]:
    """Microseconds of the modules of each package, without the modules that they import."""
    microseconds_of: Counter[str] = Counter()
    for microseconds, module in _IMPORT.findall(output):
        microseconds_of[package_of(module)] += int(microseconds)
    return microseconds_of


def package_of(module: str) -> str:
    """The package under which a module is counted: one of our own packages, or a whole third-party one.

    >>> package_of("playground.engine.rules.walks"), package_of("yaml.nodes")
    ('playground.engine.rules', 'yaml')
    """
    parts = module.split(".")
    return ".".join(parts[:3] if parts[0] == "playground" else parts[:1])
