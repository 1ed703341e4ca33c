"""PyYAML's C parser, imported for the first text that needs it: the import takes a tenth of the time to start.

Only libyaml's events are used, never PyYAML's loaders.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from playground.engine.model.records import record


@record()
class LibYaml:
    """The parts of PyYAML that the reader uses."""

    parser: Callable[[str], Any]
    error: type[Exception]  # its marks: where the problem is, and where the construct with the problem begins
    scanner_error: type[Exception]  # a kind of ``error``
    events: Any  # the module with the types of the events


@cache
def libyaml() -> LibYaml:
    """The parts of PyYAML; the first call imports them."""
    error, scanner = import_module("yaml.error"), import_module("yaml.scanner")
    parser = import_module("yaml._yaml").CParser
    return LibYaml(parser, error.MarkedYAMLError, scanner.ScannerError, import_module("yaml.events"))
