"""The registry of rules. A rule is a generator function decorated with ``rule``; its docstring is its manual."""

from __future__ import annotations

import re
import textwrap
from bisect import insort
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from operator import attrgetter
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Cause, Diagnostic, Finding, Fix, Related, Rule, Severity
from playground.engine.model.location import SourceSpan
from playground.engine.model.records import record
from playground.engine.text.nearest import nearest

Check = Callable[[Evaluation], Iterator[Finding]]

MOST_FINDINGS = 1_000  # of one rule in one text
MOST_WRITTEN = 1024 * 1024  # characters that all fixes of one rule may write; each edit counts _EDIT_COST more
LONGEST_NAME = 120  # characters of a name, value or path in a message; Kubernetes' own names have up to 253
LONGEST_MESSAGE = 1_000  # characters of a message
FAMILIES: Final[Mapping[str, str]] = {  # the prefix of a code: the subject of its rules
    "SRC": "The text",
    "TPL": "Templates",
    "PAR": "Parameters",
    "REF": "Parameter references",
    "ENV": "Variables",
    "POD": "Pods",
    "GEN": "Generators",
    "SCH": "Fields",
}
_EDIT_COST = 100  # characters that an edit counts as, in addition to its text
_LONG_WORD = re.compile(rf"\S{{{LONGEST_NAME + 1},}}")
_SECTION = re.compile(r"^(Example|Instead)::\n", re.MULTILINE)


RULES: Final[list[Rule]] = []  # sorted by code


def rule(code: str, severity: Severity, *, last: bool = False) -> Callable[[Check], Check]:
    """Register the decorated check as the rule ``code``. The rule's name is the function's, in kebab-case.

    ``last``: the check runs after the others, on an Evaluation with their Diagnostics.
    ValueError if the code is taken or its first three letters are none of FAMILIES.
    """
    if code[:3] not in FAMILIES or any(registered.code == code for registered in RULES):
        raise ValueError(f"{code}: the code is taken, or its family is unknown")

    def declare(check: Check) -> Check:
        name, explanation = check.__name__.replace("_", "-"), _manual(check.__doc__ or "")
        insort(RULES, Rule(code, name, severity, explanation, check, last), key=lambda rule: rule.code)
        return check

    return declare


def codes_named(word: str) -> tuple[str, ...]:
    """The codes of the rules that ``word`` names: a code, the name of a rule, or a family; () if there is none.

    >>> codes_named("env502"), codes_named("forward-reference"), len(codes_named("ENV")) > 1, codes_named("ENV0")
    (('ENV502',), ('ENV502',), True, ())
    """
    return _codes_by_word().get(word.upper(), ())


@cache
def _codes_by_word() -> Mapping[str, tuple[str, ...]]:
    """The codes by all words in capital letters; called when all rules are registered."""
    families = {family: tuple(rule.code for rule in RULES if rule.code.startswith(family)) for family in FAMILIES}
    return families | {word.upper(): (rule.code,) for rule in RULES for word in (rule.code, rule.name)}


def nearest_rule(word: str) -> str:
    """The code, name or family that is most like ``word``, which names no rule; "" if none is like it.

    >>> nearest_rule("ENV5022"), nearest_rule("foward-reference"), nearest_rule("?")
    ('ENV502', 'forward-reference', '')
    """
    words = {written.upper(): written for rule in RULES for written in (rule.code, rule.name)}
    words |= dict(zip(FAMILIES, FAMILIES, strict=True))
    return words.get(nearest(word.upper(), words), "")


def _manual(docstring: str) -> str:
    """The docstring without the indentation of the function's body. Each `⇥` becomes a tab.

    Python 3.13 removes the indentation itself, and turns tabs into spaces: so docstrings write `⇥` for a tab.
    """
    return docstring.replace("\n    ", "\n").strip().replace("⇥", "\t")


def _order(diagnostic: Diagnostic) -> tuple[int, SourceSpan, str]:
    return diagnostic.severity.rank, diagnostic.span, diagnostic.code


def diagnose(evaluation: Evaluation, deadline: Deadline | None = None) -> tuple[Diagnostic, ...]:
    """The diagnostics of all rules for an Evaluation, without duplicates, by severity, place and code.

    After MOST_FINDINGS a rule reports that there are more, and stops. Once the fixes of a rule exceed MOST_WRITTEN, its
    further findings have no fix. Long names are shortened in messages. OutOfTimeError when the ``deadline`` passes.
    """
    deadline = deadline or Deadline()
    diagnostics: dict[Diagnostic, None] = {}
    timed = replace(evaluation, deadline=deadline)
    for rule in sorted(RULES, key=attrgetter("is_last")):
        deadline.check()
        if rule.is_last:
            timed = replace(timed, diagnostics=tuple(diagnostics))
        budget = MOST_WRITTEN
        for count, finding in enumerate(rule.check(timed)):
            if count == MOST_FINDINGS:
                diagnostics[_diagnostic(rule, _end_of_list(finding))] = None
                break
            deadline.check()
            budget -= _size_of_fixes(finding)
            affordable = finding if budget >= 0 else replace(finding, fix=None, alternatives=(), cause=None)
            diagnostics[_diagnostic(rule, affordable)] = None
    return tuple(sorted(diagnostics, key=_order))


def _end_of_list(finding: Finding) -> Finding:
    """The Finding that is shown in place of ``finding`` and of all later ones of its rule."""
    message = f"There are more than {MOST_FINDINGS:,} places like this; the rest is not listed."
    return Finding(message, finding.span, hint="Mend these first.")


def _size_of_fixes(finding: Finding) -> int:
    """The characters that the fixes of ``finding`` write, with _EDIT_COST for each edit."""
    fixes = [fix for fix in (finding.fix, *finding.alternatives, finding.cause and finding.cause.fix) if fix]
    return sum(_EDIT_COST + len(edit.text) for fix in fixes for edit in fix.edits)


def _diagnostic(rule: Rule, finding: Finding) -> Diagnostic:
    fix = finding.fix
    return Diagnostic(
        code=rule.code,
        name=rule.name,
        severity=finding.severity or rule.severity,
        message=clipped(finding.message),
        hint=clipped(finding.hint),
        span=finding.span,
        field=clipped(finding.field),
        related=tuple(Related(related.span, clipped(related.message)) for related in finding.related),
        fix=_fix(fix) if fix else None,
        alternatives=tuple(map(_fix, finding.alternatives)),
        missing_variable=finding.missing_variable,
        cause=finding.cause and _cause(finding.cause),
        likeness=finding.likeness,
        literal=finding.literal,
    )


def _cause(cause: Cause) -> Cause:
    return Cause(clipped(cause.message), cause.fix and _fix(cause.fix), clipped(cause.hint))


def _fix(fix: Fix) -> Fix:
    return Fix(clipped(fix.title), fix.edits)


def clipped(text: str) -> str:
    """``text`` without the middle of words and quoted names beyond LONGEST_NAME, cut off at LONGEST_MESSAGE.

    >>> clipped("`" + "a" * 300 + "` is long.") == "`" + "a" * 60 + "…" + "a" * 20 + "` is long."
    True
    """
    if len(text) <= LONGEST_NAME:
        return text
    quoted = (_shortened(part) if number % 2 else part for number, part in enumerate(text.split("`")))
    short = _LONG_WORD.sub(lambda word: _shortened(word[0]), "`".join(quoted))
    return short if len(short) <= LONGEST_MESSAGE else f"{short[:LONGEST_MESSAGE]}…"


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:60]}…{name[-20:]}"


@record()
class Explanation:
    """A rule's manual: what it finds, why it matters, a text on which it fires, and one on which it does not."""

    summary: str
    why: str
    example: str
    instead: str


def explain(rule: Rule) -> Explanation:
    """The manual of ``rule``, split into its parts.

    The docstring has a summary, paragraphs on why it matters, and the indented blocks ``Example::`` and ``Instead::``.
    ValueError if one of the four is missing.
    """
    prose, *sections = _SECTION.split(rule.explanation)
    blocks = dict(zip(sections[::2], sections[1::2], strict=True))
    summary, _, why = prose.strip().partition("\n\n")
    if not why or blocks.keys() != {"Example", "Instead"}:
        raise ValueError(f"{rule.code}: the docstring needs a summary, a why, Example:: and Instead::")
    return Explanation(
        summary=" ".join(summary.split()),
        why=why.strip(),
        example=textwrap.dedent(blocks["Example"]).strip("\n") + "\n",
        instead=textwrap.dedent(blocks["Instead"]).strip("\n") + "\n",
    )
