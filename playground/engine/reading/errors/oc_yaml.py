"""The error messages of `oc` for unreadable YAML, word for word, after ``error parsing FILE: ``.

goyaml.v2 ``decode.go`` (parser.fail), sigs.k8s.io/yaml.
"""

from __future__ import annotations

import re
from typing import Any

from playground.engine.goformat import quote, to_json
from playground.engine.reading.errors.libyaml import libyaml
from playground.engine.reading.scalars import unsigned

_NOT_FINITE = {"inf": "+Inf", "-inf": "-Inf", "nan": "NaN"}


def yaml_words(problem: str, line: int = 0) -> str:
    """goyaml's ``problem`` as `oc` prints it; ``line`` counts from 1, 0: it is not said."""
    return f"error converting YAML to JSON: yaml: {f'line {line}: ' if line else ''}{problem}"


def syntax_words(error: Any, lines_before: int) -> str:
    """libyaml's error as goyaml puts it: its scanner's line counts from 1, its parser's from 0, and 0 is not said.

    ``lines_before``: how many lines more Kubernetes hands to goyaml, before the text that was parsed.
    """
    line = 0
    if error.problem_mark is not None:
        line = error.problem_mark.line + lines_before
        line += line > 0 and isinstance(error, libyaml().scanner_error)
    if not line and error.context_mark is not None:
        line = error.context_mark.line + lines_before
    return yaml_words(error.problem or "unknown problem parsing YAML content", line)


def number_words(value: float) -> str:
    """A number that JSON does not have."""
    return f"error converting YAML to JSON: json: unsupported value: {_NOT_FINITE[str(value)]}"


def key_words(value: Any) -> str:
    """A mapping or list in a key's place."""
    return yaml_words(f"invalid map key: {_go_syntax(value)}")


def scalar_key_words(key: str, under: Any) -> str:
    """A null, or a number that only 64 bits without a sign hold, in a key's place; ``under``: the value under it."""
    number = unsigned(key)
    kind, shown = ("%!s(<nil>)", "<nil>") if number is None else ("uint64", f"{number:#x}")
    words = f"unsupported map key of type: {kind}, key: {shown}, value: {_go_syntax(under)}"
    return f"error converting YAML to JSON: {words}"


def directive_words(line: str, number: int, lines: int) -> str:
    """A directive without its document, as ``line`` of that number (from 0) in a text of so many ``lines``."""
    version = re.match(r"%YAML[ \t]+(\S+)", line)
    if version and version[1] != "1.1":
        return yaml_words("found incompatible YAML document", number)
    known = version or line.startswith("%TAG ")
    return yaml_words("did not find expected <document start>", lines) if known else ""


def _go_syntax(value: Any) -> str:
    """A value as ``%#v`` prints it."""
    if isinstance(value, dict):
        entries = ", ".join(f"{quote(key)}:{_go_syntax(value[key])}" for key in sorted(value))
        return f"map[interface {{}}]interface {{}}{{{entries}}}"
    if isinstance(value, list):
        return f"[]interface {{}}{{{', '.join(map(_go_syntax, value))}}}"
    if isinstance(value, str):
        return quote(value)
    return "interface {}(nil)" if value is None else to_json(value)
