"""`--select` and `--ignore`: which Diagnostics are reported."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from playground.cli.options import RequestError
from playground.engine import Diagnostic, Evaluation, codes_named, nearest_rule

_SEPARATOR = re.compile(r"[,\s]+")


@dataclass(frozen=True, slots=True)
class Selection:
    """The codes that are reported (none: all of them), and those that are not."""

    selected: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()

    def keeps(self, diagnostic: Diagnostic, evaluation: Evaluation) -> bool:
        """Whether a Diagnostic of ``evaluation`` is reported.

        `--select` never hides why a text cannot be read: without that, an unread text would look like a good one.
        """
        if diagnostic.code in self.ignored:
            return False
        is_selected = not self.selected or diagnostic.code in self.selected
        return is_selected or evaluation.makes_unreadable(diagnostic)


def selected(evaluation: Evaluation, selection: Selection) -> Evaluation:
    """``evaluation`` with the Diagnostics that ``selection`` keeps, and with their issues."""
    kept = tuple(diagnostic for diagnostic in evaluation.diagnostics if selection.keeps(diagnostic, evaluation))
    return replace(evaluation, diagnostics=kept, remembered={})


def codes_in(texts: Iterable[str], option: str) -> frozenset[str]:
    """The codes that ``texts`` name: codes, names of rules and families, with commas or spaces between them.

    Raises RequestError for any other word; ``option`` says where it is written.
    """
    words = [word for text in texts for word in _SEPARATOR.split(text) if word]
    for word in words:
        if not codes_named(word):
            near = nearest_rule(word)
            advice = f" Did you mean {near}?" if near else ""
            raise RequestError(f'{option}: no rule has the code, name or family "{word}".{advice}')
    return frozenset(code for word in words for code in codes_named(word))
