"""What the page says where the output would be, for a text without one: what it looks like, and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from playground.engine import Evaluation
from playground.pages.form.fields import SOURCE_ADVICE, size_sentence
from playground.pages.markup import Panel, prose
from playground.pages.output.lines import span_text

_ADDRESS = re.compile(r"\s*[a-z]+://\S+\s*\Z")
_SENTENCE = re.compile(r"[A-Za-z][\w'-]*,?(?: [\w'-]+,?){2,}[^:]*")  # three words or more, and no colon
_OTHER_PROGRAM = "This looks like "  # how the advice begins about a text for another program
_PASTE = "Paste a Pod, another Kubernetes object or a Template, as YAML or JSON."


@dataclass(frozen=True, slots=True)
class UnreadPanel(Panel):
    """Sentences in the middle of the output, and the place that a button leads to."""

    heading: SafeString
    advice: SafeString
    reason: SafeString | None = None  # the first problem of the text
    line: int = 0  # of the problem
    span: str = ""  # of the problem, as ``span_text`` writes it; "" without one


def too_large_panel(size: int) -> UnreadPanel:
    """For a text of ``size`` bytes, which was not sent."""
    return UnreadPanel(prose(size_sentence(size)), prose(SOURCE_ADVICE))


def unread_panel(evaluation: Evaluation) -> UnreadPanel | None:
    """For a text that cannot be read, or that holds no object; None if the text has an output."""
    if evaluation.stopped is not None:
        return UnreadPanel(prose("This text takes too long."), prose(evaluation.diagnostics[0].message))
    return _not_objects(evaluation) if evaluation.readable else _not_readable(evaluation)


def _not_readable(evaluation: Evaluation) -> UnreadPanel:
    text = evaluation.source.text.text
    problem = next(problem for problem in evaluation.source.problems if problem.refused)
    hints = [item.hint for item in evaluation.diagnostics if item.span.start == problem.span.start and item.hint]
    advice = hints[0] if hints else ""
    if any("`helm template`" in hint for hint in hints):
        heading, advice = "This looks like a Helm chart.", "Paste what `helm template` prints."
    elif "\0" in text:
        heading = "This looks like a file that is not text."
    elif _SENTENCE.fullmatch(text.strip().split("\n", 1)[0]):
        heading, advice = "This looks like ordinary text, not a Pod or Template.", _PASTE
    else:
        heading = f"This {'JSON' if text.lstrip()[:1] in ('{', '[') else 'YAML'} cannot be read."
    reason = prose(f"Line {problem.span.start.line}: {problem.message}")
    return UnreadPanel(prose(heading), prose(advice), reason, problem.span.start.line, span_text(problem.span))


def _not_objects(evaluation: Evaluation) -> UnreadPanel | None:
    """For an address, ordinary text, or a file of another program."""
    values = [item.value for item in evaluation.objects]
    if evaluation.template is not None or not values:
        return None
    if all(isinstance(value, str) for value in values):
        return _ordinary_text(values)
    if any(not isinstance(value, dict) or value.get("kind") for value in values):
        return None
    hints = (item.hint for item in evaluation.diagnostics if item.hint.startswith(_OTHER_PROGRAM))
    hint = next(hints, "")
    if not hint:
        return None
    heading, _, advice = hint.partition(": ") if ": " in hint else hint.partition(". ")
    return UnreadPanel(prose(f"{heading.rstrip('.')}."), prose(advice[:1].upper() + advice[1:] or _PASTE))


def _ordinary_text(values: Sequence[str]) -> UnreadPanel:
    if len(values) == 1 and _ADDRESS.match(values[0]):
        heading, advice = "This is an address.", "Nothing is fetched from here. Paste the text itself."
    elif values[0].startswith("<"):
        heading, advice = "This looks like a web page.", "Nothing is fetched from here. Paste the text itself."
    else:
        heading, advice = "This looks like ordinary text, not a Pod or Template.", _PASTE
    return UnreadPanel(prose(heading), prose(advice))
