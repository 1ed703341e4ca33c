"""Judges what a test expects of an Evaluation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playground.cli.testing.field_paths import Missing, PathError, follow
from playground.cli.testing.snapshots import Snapshots
from playground.cli.testing.subjects import (
    Subject,
    SubjectError,
    container_subject,
    has_container,
    has_object,
    object_subject,
    object_without_secrets,
    secrets_of,
)
from playground.cli.testing.suites import Expectation
from playground.cli.testing.values import Lack, comparison_lines, diff, is_same, lacking, shown
from playground.engine import MISSING, Evaluation, FieldPath, Position, SourceSpan, field_at

MOST_LISTED = 5  # diagnostics in one failure
LONGEST_EXCERPT = 80  # characters of the Template's text in a failure
_SECRETS_NOTE = "note      Secrets are hidden. `secrets: true` in the expectation shows them."
_UNKNOWN_NOTE = "note      The text does not have this value. A file of facts can: `cluster: FILE`."


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that does not hold, or cannot be judged. ``place`` is in the test file."""

    place: Position
    message: str
    details: tuple[str, ...] = ()


class JudgingError(Exception):
    """An expectation cannot be judged: the test itself is wrong. ``failure`` says where and why."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


@dataclass(slots=True)
class Judge:
    """Judges the expectations of one test. ``template`` is the name of the Template's file, ``test`` the test's."""

    evaluation: Evaluation
    template: str
    test: str
    snapshots: Snapshots
    update: bool

    def failure(self, expectation: Expectation) -> Failure | None:
        """Why the ``expectation`` does not hold, or None. Raises JudgingError."""
        try:
            if expectation.diagnostic:
                return self._diagnostic(expectation)
            if expectation.check in ("present", "absent") and not expectation.steps:
                return self._existence(expectation)
            if not expectation.object and not expectation.container:
                return self._snapshot(expectation, self._all_objects(expectation))
            return self._value(expectation)
        except (SubjectError, PathError) as error:
            raise JudgingError(Failure(expectation.place, str(error))) from None

    def _diagnostic(self, expectation: Expectation) -> Failure | None:
        name, part = expectation.diagnostic, expectation.expected if expectation.check == "contains" else ""
        diagnostics = [
            diagnostic
            for diagnostic in self.evaluation.diagnostics
            if name in (diagnostic.code, diagnostic.name, diagnostic.severity)
        ]
        matches = [diagnostic for diagnostic in diagnostics if part in diagnostic.message]
        if bool(matches) is (expectation.check != "absent"):
            return None
        if matches:
            places = [f"{self.template}:{match.span.start}: {match.code} {match.message}" for match in matches]
            more = [f"… and {len(places) - MOST_LISTED} more"] if len(places) > MOST_LISTED else []
            return Failure(expectation.place, f"The diagnostic {name} is present.", (*places[:MOST_LISTED], *more))
        if diagnostics:
            messages = tuple(f"{diagnostic.code} {diagnostic.message}" for diagnostic in diagnostics[:MOST_LISTED])
            return Failure(expectation.place, f"No diagnostic {name} contains {shown(part)}.", messages)
        counts = Counter(diagnostic.code for diagnostic in self.evaluation.diagnostics)
        listed = ", ".join(f"{code} ({count})" if count > 1 else code for code, count in sorted(counts.items()))
        there_are = f"There are: {listed}." if listed else "There are no diagnostics."
        return Failure(expectation.place, f"The diagnostic {name} is absent. {there_are}")

    def _existence(self, expectation: Expectation) -> Failure | None:
        """Judge whether an Object or container exists."""
        if expectation.container:
            exists = has_container(self.evaluation, expectation.container, expectation.object)
        else:
            exists = has_object(self.evaluation, expectation.object)
        if exists is (expectation.check == "present"):
            return None
        try:
            subject = self._subject(expectation)
        except SubjectError as error:  # nothing has the name, or several do
            return Failure(expectation.place, str(error))
        return Failure(expectation.place, f"There is {subject.label}.", (self._place(subject, FieldPath()),))

    def _subject(self, expectation: Expectation) -> Subject:
        if expectation.container:
            return container_subject(self.evaluation, expectation.container, expectation.object)
        return object_subject(self.evaluation, expectation.object)

    def _value(self, expectation: Expectation) -> Failure | None:
        """Judge the value of a field, or of a whole Object or container."""
        subject = self._subject(expectation)
        path = follow(subject.value, expectation.steps)
        if isinstance(path, Missing):
            if expectation.check == "absent":
                return None
            details = (*_wanted(expectation), self._place(subject, path.path))
            return Failure(expectation.place, f"{expectation.subject} is missing. {path.why}", details)
        actual = field_at(subject.value, path)
        if expectation.check == "snapshot":
            value = self._visible(expectation, subject, path, actual)
            return self._snapshot(expectation, value, self._place(subject, path))
        if expectation.check == "contains":
            lack = lacking(actual, expectation.expected)
            return lack and self._lack(expectation, subject, path, lack)
        if _holds(expectation, actual):
            return None
        visible = self._visible(expectation, subject, path, actual)
        lines: tuple[str, ...] = (f"actual    {shown(visible)}",)
        if expectation.check == "equals":
            lines = tuple(comparison_lines(expectation.expected, visible))
        elif expectation.check == "matches":
            lines = (*_wanted(expectation), *lines)
        message = f"{expectation.subject} {_MESSAGES[expectation.check]}."
        return self._mismatch(expectation, message, lines, subject, path)

    def _lack(self, expectation: Expectation, subject: Subject, path: FieldPath, lack: Lack) -> Failure:
        """The failure of an expectation of ``contains``."""
        where = f" at `{lack.path}`" if lack.path else ""
        path = path.join(lack.path)
        actual = lack.actual if lack.actual is MISSING else self._visible(expectation, subject, path, lack.actual)
        some_entry = "an item with " if isinstance(lack.actual, list) else ""
        lines = (f"expected  {some_entry}{shown(lack.expected)}", f"actual    {shown(actual)}")
        message = f"{expectation.subject} does not contain what is expected{where}."
        return self._mismatch(expectation, message, lines, subject, path)

    def _visible(self, expectation: Expectation, subject: Subject, path: FieldPath, actual: Any) -> Any:
        """The value that a report may show."""
        return actual if expectation.secrets else field_at(subject.without_secrets(), path)

    def _mismatch(
        self, expectation: Expectation, message: str, lines: Sequence[str], subject: Subject, path: FieldPath
    ) -> Failure:
        """A failure with notes about secret and unknown values, and the place in the Template."""
        actual = field_at(subject.value, path)
        notes = []
        if not is_same(actual, self._visible(expectation, subject, path, actual)):
            notes.append(_SECRETS_NOTE)
        if actual is None and expectation.container and expectation.check != "contains":
            notes.append(_UNKNOWN_NOTE)
        return Failure(expectation.place, message, (*lines, *notes, self._place(subject, path)))

    def _all_objects(self, expectation: Expectation) -> list[Any]:
        objects = self.evaluation.objects
        if expectation.secrets:
            return [traced.value for traced in objects]
        return [object_without_secrets(self.evaluation, traced) for traced in objects]

    def _snapshot(self, expectation: Expectation, value: Any, place: str = "") -> Failure | None:
        """Compare ``value`` with the snapshot; with `--update`, replace the snapshot if they differ."""
        key = (self.test, expectation.subject)
        details = (place,) if place else ()
        if key in self.snapshots.stored and is_same(self.snapshots.stored[key], value):
            return None
        if self.update:
            self.snapshots.taken[key] = value
            return None
        if key not in self.snapshots.stored:
            message = f"There is no snapshot of {expectation.subject}. Look at the output, then write it with --update."
            return Failure(expectation.place, message, details)
        lines = ("--- snapshot", "+++ actual", *diff(self.snapshots.stored[key], value))
        message = f"{expectation.subject}: the snapshot differs. If the change is right, use --update."
        return Failure(expectation.place, message, (*lines, *details))

    def _place(self, subject: Subject, path: FieldPath) -> str:
        """The place in the Template from which a value came, the text there, and the Parameters in it."""
        span = subject.place(path)
        line = f"template  {self.template}:{span}"
        parameters = ", ".join(map(self._parameter, subject.parameters(path)))
        return f"{line}  {self._excerpt(span)} ({parameters})" if parameters else line

    def _excerpt(self, span: SourceSpan) -> str:
        text = self.evaluation.source.text.slice(span)
        return text if len(text) <= LONGEST_EXCERPT else f"{text[:LONGEST_EXCERPT]}…"

    def _parameter(self, name: str) -> str:
        """The value of a Parameter and where it came from; not that of a secret one."""
        processed = self.evaluation.processed
        value = processed.value(name) if processed else None
        if processed is None or value is None:
            return name
        text = "a hidden value" if name in secrets_of(self.evaluation) else shown(value.text).removesuffix(" (text)")
        return f"{name} is {text}, {value.origin}"


_MESSAGES = {
    "absent": "exists",
    "equals": "differs",
    "matches": "does not match",
}


def _wanted(expectation: Expectation) -> tuple[str, ...]:
    """What is expected, on one line; nothing for mere existence."""
    if expectation.check in ("equals", "contains"):
        return (f"expected  {shown(expectation.expected)}",)
    return (f"expected  a match of {expectation.expected}",) if expectation.check == "matches" else ()


def _holds(expectation: Expectation, actual: Any) -> bool:
    match expectation.check:
        case "equals":
            return is_same(expectation.expected, actual)
        case "matches":
            return isinstance(actual, str) and re.search(expectation.expected, actual) is not None
    return expectation.check == "present"
