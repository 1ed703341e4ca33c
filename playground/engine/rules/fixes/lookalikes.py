"""Recognises characters that look like spaces and dashes, and lines that belong to other programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Fix, Likeness
from playground.engine.reading import SourceText
from playground.engine.rules.walks import once_per_evaluation
from playground.engine.text.invisible import code_of

# Characters that look like a space or a dash, for use between the brackets of an expression.
_SPACE: Final = "\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000"
_DASH: Final = "\u2010-\u2015\u2212"
_NO_WIDTH: Final = "\u200b\u2060"  # characters of _SPACE without width: a space in their place would indent the line
_SPACES = re.compile(rf"^[ \t]*[{_SPACE}][ \t{_SPACE}]*", re.MULTILINE)
_DASHES = re.compile(rf"^(?:[ \t]*- )*[ \t{_SPACE}]*(?P<dash>[{_DASH}][ \t{_SPACE}]+)", re.MULTILINE)
_BEGINNING = re.compile(rf"^[ \t{_SPACE}{_DASH}]+")
_CHART = re.compile(  # `Capab` begins `Capabilities`
    r"\{\{-?\s*(?:if|else|end|with|range|define|include|template|toYaml|/\*|\$|\.(?:Values|Release|Chart|Files|Capab))"
)
_HELM: Final = Likeness("This looks like a Helm chart.", "Paste what `helm template` prints.")
_DESCRIPTION = re.compile(r"\s{,9}Name: {2,}\S{1,253}[ \t]{,9}\r?\n(?:Namespace|Labels|Roles): ")
DESCRIBED: Final = Likeness("This is what `kubectl describe` prints.", "Paste what `kubectl get -o yaml` prints.")
_PROMPT = re.compile(r"[ ]*(?:\$|PS [^>]*>|[\w.-]+@[\w.-]+:\S*[$#]) \S")
_MOST: Final = 1_000  # places that one Fix changes


def likeness_of(text: str, line: str) -> Likeness | None:
    """What ``text`` looks like, by its beginning and a ``line`` that is no YAML; None if nothing is recognised."""
    if _CHART.search(line):
        return _HELM
    return DESCRIBED if _DESCRIPTION.match(text) else None


def advice_on_foreign_line(line: str) -> str:
    """Advice on a line that belongs to another program, not to YAML; "" for any other line.

    >>> advice_on_foreign_line("$ kubectl get pods"), advice_on_foreign_line("a: b")
    ('This is a line of a terminal: paste only what the command printed.', '')
    """
    if _PROMPT.match(line):
        return "This is a line of a terminal: paste only what the command printed."
    if line.lstrip().startswith(("//", "/*")):
        return "A comment begins with `#` in YAML; JSON has no comments."
    return ""


def odd_beginning(line: str) -> tuple[str, str]:
    """A description of the odd character at the beginning of a line or key, and advice; both "" if there is none.

    >>> odd_beginning("\\u00a0 name: web")
    ('begins with U+00A0, which looks like a space but is not one', 'Write plain spaces.')
    >>> odd_beginning("\\u2013 name: web")
    ('begins with U+2013, a dash that does not begin a list item', 'Write `-`.')
    """
    if spaces := _SPACES.match(line):
        odd = next(character for character in spaces[0] if character not in " \t")
        return f"begins with {code_of(odd)}, which looks like a space but is not one", "Write plain spaces."
    if dash := _DASHES.match(line):
        return f"begins with {code_of(dash['dash'][0])}, a dash that does not begin a list item", "Write `-`."
    return "", ""


def plain_key(key: str) -> str:
    """A key without odd characters at its beginning.

    >>> plain_key("\u00a0\u2013 name")
    'name'
    """
    return _BEGINNING.sub("", key)


@once_per_evaluation
def plain_beginnings(evaluation: Evaluation) -> Fix | None:
    """The Fix that writes plain spaces and dashes at the beginning of every line.

    None if all lines begin with plain ones: the odd key is then inside a line, after a quote or bracket.
    """
    edits = tuple(_plain(evaluation.source.text))
    return Fix("Write plain spaces and dashes", edits) if edits else None


def _plain(source: SourceText) -> Iterator[Edit]:
    for spaces in islice(_SPACES.finditer(source.text), _MOST):
        yield Edit(source.span(*spaces.span()), " " * sum(character not in _NO_WIDTH for character in spaces[0]))
    for dash in islice(_DASHES.finditer(source.text), _MOST):
        yield Edit(source.span(*dash.span("dash")), "-".ljust(len(dash["dash"])))
