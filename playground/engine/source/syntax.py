"""libyaml's errors in a person's words, at the character that is wrong.

The parser reports where it gave up; the mistake is often before that place, and sometimes has two ends.
"""

from __future__ import annotations

from yaml.error import MarkedYAMLError

from playground.engine.location import FieldPath
from playground.engine.source.problem import Sketch


def syntax_problem(chunk: str, error: MarkedYAMLError, path: FieldPath) -> Sketch:
    """What the parser's error most likely means; places are offsets into ``chunk``."""
    mark = error.problem_mark or error.context_mark
    at = mark.index if mark is not None else 0
    return Sketch("invalid-yaml", at, at + 1, f"This is not valid YAML: {error.problem}.", "", path)
