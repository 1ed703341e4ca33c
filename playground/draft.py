"""The Draft: the content of one submitted form, parsed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from playground.engine import KUBERNETES_VERSIONS, Dialect, ParameterValue

DIALECTS = ("auto", "openshift", "proposal")
VIEWS = ("expanded", "diff", "environment")
STAGES = ("expanded", "processed")
SYNTAXES = ("yaml", "json")
SHAPES = ("documents", "list", "template", "aligned")
SEVERITIES = ("all", "error", "warning")


@dataclass(frozen=True, slots=True)
class Pin:
    """A generated value that stays as long as what it was generated from."""

    value: str
    made_from: str  # dialect and expression; another one makes a new value


def made_from(value: ParameterValue, dialect: Dialect) -> str:
    """What a Pin of this generated value depends on: with any other text the value is generated anew."""
    return f"{dialect.value} {value.expression}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything the page's form holds; what a Share stores and what the engine is asked about.

    ``values`` holds only what the user gave. A field shows its Parameter's default, and a field that still says
    what it was shown with is not given: so a default that is changed in the source shows at once. A field that
    was emptied is given, and empty, as in the OpenShift console: a required Parameter then has no value, a
    generator generates, any other becomes the empty text. "Reset to default" takes a given value back. A field
    without a default needs no ``default.NAME`` beside it. An empty ``from.NAME`` or ``assume.NAME`` is not given,
    for nothing can be meant by it.
    """

    source: str = ""
    title: str = ""
    dialect: str = "auto"
    kubernetes: str = KUBERNETES_VERSIONS[0]
    values: Mapping[str, str] = field(default_factory=dict)
    expressions: Mapping[str, str] = field(default_factory=dict)
    pinned: Mapping[str, Pin] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)
    multiline: frozenset[str] = frozenset()  # names of Parameters whose field takes several lines
    view: str = "expanded"
    stage: str = "expanded"
    syntax: str = "yaml"
    shape: str = "documents"
    severity: str = "all"  # which issues are in sight
    whole: bool = False  # every line of the output, however many
    fix: tuple[int, int] | None = None  # the issue to mend, counted from 0 as listed, and which of its fixes
    define: str = ""  # the assumed variable to declare in the source
    shown: str = ""  # `digest` of the source whose issues were listed

    @property
    def digest(self) -> str:
        """A short name for this exact source, so that a fix is only applied to the text it was offered for."""
        return hashlib.sha256(self.source.encode("utf-8", "replace")).hexdigest()[:12]
