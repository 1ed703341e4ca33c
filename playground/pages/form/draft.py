"""The Draft: the content of one submitted form, parsed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from playground.engine import KUBERNETES_VERSIONS, SHAPES, Dialect

DIALECTS = ("auto", "openshift", "proposal")
VIEWS = ("expanded", "diff", "environment", "template", "sets")  # template: that of plain Objects
STAGES = ("expanded", "processed")  # after processing and expansion, or after processing alone
OUTPUTS = (*SHAPES, "aligned")  # how Objects are arranged; aligned: the source line for line, with the values
SEVERITIES = ("all", "error", "warning")


@dataclass(frozen=True, slots=True)
class GeneratedValue:
    """A generated value, kept as long as its expression and dialect do not change."""

    value: str
    made_from: str  # the dialect and the expression, as the function ``made_from`` writes them


def made_from(expression: str, dialect: Dialect) -> str:
    """The dialect and expression of a generated value; when they change, a new value is generated."""
    return f"{dialect.value} {expression}"


@dataclass(frozen=True, slots=True)
class Draft:
    """The content of the page's form: the engine's input, and the choices of the page.

    ``values`` has only values that the user gave. A field is filled with its Parameter's default; if it still has the
    text it was filled with (``default.NAME``), no value is given, so that a default changed in the source takes effect.
    An emptied field gives the empty value, as in the OpenShift console: a required Parameter then has no value, a
    generator generates, any other Parameter is empty. "Reset to default" removes a given value. An empty
    ``expression.NAME``, ``assumed.NAME``, ``cluster.NAME`` or ``set.SET.NAME`` is not given. The text
    ``""`` of ``set.SET.NAME`` gives the empty value.
    """

    source: str = ""
    title: str = ""
    dialect: str = "auto"
    kubernetes: str = KUBERNETES_VERSIONS[0]
    values: Mapping[str, str] = field(default_factory=dict)
    expressions: Mapping[str, str] = field(default_factory=dict)
    generated: Mapping[str, GeneratedValue] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)  # variables, by name
    cluster: Mapping[str, str] = field(default_factory=dict)  # facts about the cluster, by name; see `form/facts.py`
    sets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # value sets: values of Parameters, by name
    set: str = ""  # the chosen value set, whose values override ``values``; "" for none
    added_set: str = ""  # the value set that this request adds
    against: str = ""  # the value set with which the diff compares the output, or BASE; "" for the source
    multiline: frozenset[str] = frozenset()  # names of Parameters whose field takes several lines
    view: str = ""  # "": the page chooses, by the text
    stage: str = "expanded"
    syntax: str = "yaml"
    shape: str = "documents"
    severity: str = "all"  # which issues are shown
    taken: Mapping[str, bool] = field(default_factory=dict)  # of the suggestions with a box: whether it is checked
    take_all: frozenset[str] = frozenset()  # the rules whose suggestions this request takes
    take_none: frozenset[str] = frozenset()  # the rules whose suggestions this request leaves out
    adopts: bool = False  # this request puts the Template in place of the source
    whole: bool = False  # show as many lines of the output as a page can hold
    fix: tuple[int, int] | None = None  # index of the issue in the list, and of its fix
    define: str = ""  # the assumed variable to declare in the source
    shown_digest: str = ""  # of the source whose issues the page lists
    shown_inputs: str = ""  # the digest of the middle column that the page shows

    @property
    def chosen_values(self) -> Mapping[str, str]:
        """The values of Parameters for the output: those of the chosen set, and the form's for the others."""
        return {**self.values, **self.sets.get(self.set, {})}

    @property
    def digest(self) -> str:
        """A short hash of the source."""
        return hashlib.sha256(self.source.encode("utf-8", "replace")).hexdigest()[:12]

    @property
    def is_as_shown(self) -> bool:
        """Whether the page shows the issues of this source; if not, its fixes and traces belong to another text."""
        return self.shown_digest == self.digest
