"""PyYAML's C parser, imported only for texts that need it: most do not, and importing takes a tenth of the start.

libyaml's events, never its loaders.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from playground.engine.model.records import record


@record()
class LibYaml:
    """What reading needs of PyYAML: the parser of a text, its errors, and the types of its events."""

    parser: Callable[[str], Any]
    error: type[Exception]  # with marks: where the problem is, and what it belongs to
    scanner_error: type[Exception]  # one of them
    events: Any  # the module that has the types


@cache
def libyaml() -> LibYaml:
    """PyYAML, which is loaded by the first call."""
    error, scanner = import_module("yaml.error"), import_module("yaml.scanner")
    parser = import_module("yaml._yaml").CParser
    return LibYaml(parser, error.MarkedYAMLError, scanner.ScannerError, import_module("yaml.events"))
