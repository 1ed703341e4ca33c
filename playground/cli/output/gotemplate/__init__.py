"""Go templates for output, as in `kubectl` and `oc`: a parser, and an executor with limits.

Go ``text/template`` with kubectl's functions. Complex numbers and methods are missing: decoded JSON has neither.
"""

from playground.cli.output.gotemplate.execution import execute
from playground.cli.output.gotemplate.go_values import GoTemplateError, decoded, type_name, whole_number
from playground.cli.output.gotemplate.lexer import code_point
from playground.cli.output.gotemplate.parser import GoTemplate, parse
from playground.cli.output.gotemplate.printing import sprint

__all__ = [
    "GoTemplate",
    "GoTemplateError",
    "code_point",
    "decoded",
    "execute",
    "parse",
    "sprint",
    "type_name",
    "whole_number",
]
