"""The registry of rules: a rule is a generator function, decorated with ``rule``, whose docstring is its manual."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Final

from playground.engine.deadline import Deadline
from playground.engine.diagnostics import Diagnostic, Finding, Fix, Related, Rule, Severity
from playground.engine.evaluation import Evaluation
from playground.engine.memory import Memory
from playground.engine.records import record
from playground.engine.rules.reuse import PreviousFindings, previous_findings

Check = Callable[[Evaluation], Iterator[Finding]]
Walk = Callable[[Evaluation], object]

MOST = 1_000  # findings of one rule
MOST_WRITTEN = 1024 * 1024  # characters of all fixes of one rule, where each edit counts as some more
NAME = 120  # characters of a name, value or path in a message; Kubernetes' own names end at 253
LONGEST = 1_000  # characters of a message
FAMILIES: Final[Mapping[str, str]] = {  # the prefix of a code, and the subject of its rules
    "SRC": "The text",
    "TPL": "Templates",
    "PAR": "Parameters",
    "REF": "Parameter references",
    "ENV": "Variables",
    "POD": "Pods",
    "GEN": "Generators",
    "SCH": "Fields",
}
_EDIT = 100  # characters that an edit counts as, beside its text
_LONG_WORD = re.compile(rf"\S{{{NAME + 1},}}")
_SECTION = re.compile(r"^(Example|Instead)::\n", re.MULTILINE)


class RuleSet:
    """The rules in the order of their codes; ``rule`` is the decorator that adds one."""

    def __init__(self) -> None:
        self._rules: dict[str, Rule] = {}
        self._by_walk: dict[Walk | None, list[Rule]] = {}

    def rule(
        self,
        code: str,
        severity: Severity,
        *,
        given: Walk | None = None,
        local: bool = False,
        rests_on: tuple[Walk, ...] = (),
    ) -> Callable[[Check], Check]:
        """Register the decorated check as the rule ``code``; its name is the function's, in kebab-case.

        ``given`` is a walk through the Evaluation; if it finds nothing, the check is not called.

        A ``local`` rule reports about a Document only what follows from that Document, the cluster and the results of
        the walks in ``rests_on``, and reports it at a place in that Document. So with a Memory it is not called
        again for a Document that has not changed and in which it found nothing (see ``reuse``).
        """
        if code in self._rules or code[:3] not in FAMILIES:
            raise ValueError(f"{code}: the code is taken, or of no known family")

        def declare(check: Check) -> Check:
            name = check.__name__.replace("_", "-")
            made = Rule(code, name, severity, _manual(check.__doc__ or ""), check, local, rests_on, given)
            self._rules = dict(sorted((*self._rules.items(), (code, made))))
            self._by_walk.setdefault(given, []).append(made)
            return check

        return declare

    def applicable(self, evaluation: Evaluation) -> Iterator[Rule]:
        """The rules to call, in any order: all but those whose ``given`` walk finds nothing."""
        for given, rules in self._by_walk.items():
            if given is None or given(evaluation):
                yield from rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __getitem__(self, code: str) -> Rule:
        return self._rules[code]


def _manual(docstring: str) -> str:
    """The docstring without the indentation of the function's body, and with tabs for `⇥`.

    Python 3.13 does the first itself, and would make spaces of tabs.
    """
    return docstring.replace("\n    ", "\n").strip().replace("⇥", "\t")


RULES = RuleSet()
rule = RULES.rule


def diagnose(
    evaluation: Evaluation, deadline: Deadline | None = None, memory: Memory | None = None
) -> tuple[Diagnostic, ...]:
    """The diagnostics of all rules for an Evaluation, without duplicates: by severity, errors first, then by place.

    After MOST findings a rule reports that there are more, and stops; findings beyond MOST_WRITTEN have no fix. Long
    names are cut in messages.
    With a ``deadline``, OutOfTimeError when it passes; with a ``memory``, local rules see only Documents in which they
    may find something.
    """
    deadline = deadline or Deadline()
    if memory is None:
        every: Iterator[Diagnostic] = chain.from_iterable(
            _diagnostics(rule, evaluation, deadline) for rule in RULES.applicable(evaluation)
        )
    else:
        every = _with_memory(known_to(memory, evaluation), deadline)
    found, severities = dict.fromkeys(every), list(Severity)
    return tuple(sorted(found, key=lambda item: (severities.index(item.severity), item.span, item.code)))


def known_to(memory: Memory, evaluation: Evaluation) -> PreviousFindings:
    """What ``memory`` knows about the Documents that local rules can skip."""
    return previous_findings(evaluation, memory, {walk: walk(evaluation) for rule in RULES for walk in rule.rests_on})


def _with_memory(known: PreviousFindings, deadline: Deadline) -> Iterator[Diagnostic]:
    """The diagnostics of all rules, using what is remembered of the Documents; then remembers it for the next text."""
    for rule in RULES:
        seen = known.seen_by(rule)
        if rule.given is not None and not rule.given(seen):
            continue
        found = tuple(_diagnostics(rule, seen, deadline))
        known.note(rule, found, cut=len(found) > MOST)
        yield from found
    known.keep()


def _diagnostics(rule: Rule, evaluation: Evaluation, deadline: Deadline) -> Iterable[Diagnostic]:
    """The diagnostics of one rule; nearly all rules find nothing."""
    deadline.check()
    findings = rule.check(evaluation)
    first = next(findings, None)
    return () if first is None else _diagnosed(rule, chain((first,), findings), deadline)


def _diagnosed(rule: Rule, findings: Iterable[Finding], deadline: Deadline) -> Iterator[Diagnostic]:
    left = MOST_WRITTEN
    for number, finding in enumerate(findings):
        if number == MOST:
            message = f"There are more than {MOST:,} places like this; the rest is not listed."
            yield _diagnostic(rule, Finding(message, finding.span, hint="Mend these first."))
            return
        deadline.check()
        left -= _written(finding)
        yield _diagnostic(rule, finding if left >= 0 else replace(finding, fix=None, alternatives=()))


def _written(finding: Finding) -> int:
    """How much the fixes of ``finding`` write, in characters."""
    fixes = (*((finding.fix,) if finding.fix else ()), *finding.alternatives)
    return sum(_EDIT + len(edit.text) for fix in fixes for edit in fix.edits)


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
        about=finding.about,
    )


def _fix(fix: Fix) -> Fix:
    return Fix(clipped(fix.title), fix.edits)


def clipped(text: str) -> str:
    """``text`` with the middle of every overlong word or quoted name left out; then cut at LONGEST characters.

    >>> clipped("`" + "a" * 300 + "` is long.") == "`" + "a" * 60 + "…" + "a" * 20 + "` is long."
    True
    """
    if len(text) <= NAME:
        return text
    quoted = (_shortened(part) if number % 2 else part for number, part in enumerate(text.split("`")))
    short = _LONG_WORD.sub(lambda word: _shortened(word[0]), "`".join(quoted))
    return short if len(short) <= LONGEST else f"{short[:LONGEST]}…"


def _shortened(name: str) -> str:
    return name if len(name) <= NAME else f"{name[:60]}…{name[-20:]}"


@record()
class Explanation:
    """A rule's manual: what it finds, why it matters, a text on which it fires, and one on which it does not."""

    summary: str
    why: str
    example: str
    instead: str


def explain(rule: Rule) -> Explanation:
    """The manual of ``rule``, cut from its docstring.

    The docstring has a first sentence, a paragraph on why it matters, and the indented blocks ``Example::`` and
    ``Instead::``. ValueError when one is missing.
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
