"""Go templates, as `kubectl` and `oc` print with them: an own reader and executor, bounded in every way.

Go ``text/template`` with kubectl's functions. Not here: complex numbers, and methods, which decoded JSON has none of.
"""

from playground.engine.kubernetes.gotemplate.errors import GoTemplateError
from playground.engine.kubernetes.gotemplate.execution import execute
from playground.engine.kubernetes.gotemplate.parser import GoTemplate, parse
from playground.engine.kubernetes.gotemplate.printing import sprint
from playground.engine.kubernetes.gotemplate.values import decoded, type_name

__all__ = ["GoTemplate", "GoTemplateError", "decoded", "execute", "parse", "sprint", "type_name"]
