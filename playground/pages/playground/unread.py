"""What the page says where the output would be, for a text without one: what it looks like, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from playground.engine import Diagnostic, Evaluation, Likeness
from playground.pages.form.fields import SOURCE_ADVICE, size_sentence
from playground.pages.markup import Panel, prose
from playground.pages.output.lines import line_words, span_text
from playground.pages.output.problems import FixButton, fix_buttons

_ADDRESS = re.compile(r"\s*[a-z]+://\S+\s*\Z")
_SENTENCE = re.compile(r"[A-Za-z][\w'-]*,?(?: [\w'-]+,?){2,}[^:]*")  # three words or more, and no colon
_PASTE = "Paste a Pod, another Kubernetes object or a Template, as YAML or JSON."


@dataclass(frozen=True, slots=True)
class UnreadPanel(Panel):
    """Sentences in the middle of the output, and the place that a button leads to."""

    heading: SafeString
    advice: SafeString
    reason: SafeString | None = None  # the first problem of the text
    line: int = 0  # of the problem
    span: str = ""  # of the problem, as ``span_text`` writes it; "" without one
    fixes: tuple[FixButton, ...] = ()  # of the problem


def too_large_panel(size: int) -> UnreadPanel:
    """For a text of ``size`` bytes, which was not sent."""
    return UnreadPanel(prose(size_sentence(size)), prose(SOURCE_ADVICE))


def unread_panel(evaluation: Evaluation) -> UnreadPanel | None:
    """For a text that cannot be read, or that holds no object; None if the text has an output."""
    if evaluation.stopped is not None:
        return UnreadPanel(prose("This text takes too long."), prose(evaluation.diagnostics[0].message))
    return _not_objects(evaluation) if evaluation.readable else _not_readable(evaluation)


def _not_readable(evaluation: Evaluation) -> UnreadPanel:
    source = evaluation.source.text
    text = source.text
    problem = next(problem for problem in evaluation.source.problems if problem.refused)
    issues = [issue for issue in evaluation.issues if issue.diagnostics[0].span.start == problem.span.start]
    hints = [issue.hint for issue in issues if issue.hint]
    advice = hints[0] if hints else ""
    if likeness := _likeness_in(diagnostic for issue in issues for diagnostic in issue.diagnostics):
        heading, advice = likeness.sentence, likeness.advice
    elif "\0" in text:
        heading = "This looks like a file that is not text."
    elif _SENTENCE.fullmatch(text.strip().split("\n", 1)[0]):
        heading, advice = "This looks like ordinary text, not a Pod or Template.", _PASTE
    else:
        heading = f"This {'JSON' if text.lstrip()[:1] in ('{', '[') else 'YAML'} cannot be read."
    reason = prose(f"{line_words(source, problem.span.start.line)}: {problem.message}")
    fixes = tuple(button for issue in issues for button in fix_buttons(issue.numbers[0], issue.fixes))
    return UnreadPanel(prose(heading), prose(advice), reason, problem.span.start.line, span_text(problem.span), fixes)


def _not_objects(evaluation: Evaluation) -> UnreadPanel | None:
    """For an address, ordinary text, or a file of another program."""
    values = [item.value for item in evaluation.objects]
    if evaluation.template is not None or not values:
        return None
    if all(isinstance(value, str) for value in values):
        return _ordinary_text(values)
    if any(not isinstance(value, dict) or value.get("kind") for value in values):
        return None
    likeness = _likeness_in(evaluation.diagnostics)
    return UnreadPanel(prose(likeness.sentence), prose(likeness.advice or _PASTE)) if likeness else None


def _likeness_in(diagnostics: Iterable[Diagnostic]) -> Likeness | None:
    return next((diagnostic.likeness for diagnostic in diagnostics if diagnostic.likeness), None)


def _ordinary_text(values: Sequence[str]) -> UnreadPanel:
    if len(values) == 1 and _ADDRESS.match(values[0]):
        heading, advice = "This is an address.", "Nothing is fetched from here. Paste the text itself."
    elif values[0].startswith("<"):
        heading, advice = "This looks like a web page.", "Nothing is fetched from here. Paste the text itself."
    else:
        heading, advice = "This looks like ordinary text, not a Pod or Template.", _PASTE
    return UnreadPanel(prose(heading), prose(advice))
