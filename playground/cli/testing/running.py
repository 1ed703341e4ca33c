"""Runs the tests of a test file: processes the Template with the values of each test, and judges the result."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from playground.cli.input.assignments import ParameterFileError, checked_assignments
from playground.cli.input.files import CLUSTER_FILE_KEYS, LIMITS, read_cluster, read_text
from playground.cli.options import RequestError
from playground.cli.output.process_refusal import why_unread
from playground.cli.testing.judging import Failure, Judge, JudgingError
from playground.cli.testing.snapshots import Key, Snapshots, read_snapshots
from playground.cli.testing.suites import Case, CaseSettings, Suite, SuiteError, read_suite
from playground.engine import (
    Deadline,
    Evaluation,
    Inputs,
    Position,
    Source,
    did_you_mean,
    evaluate,
    first_template,
    given_refusal,
    read,
    refusal,
)

SECONDS: Final = 60.0  # of CPU time that one test may take
SEED: Final = 0  # of generated values: they are the same in each run


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of one test. ``is_error``: the test itself is wrong, so it says nothing of the Template."""

    case: Case
    failures: tuple[Failure, ...]
    is_error: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """The results of one test file. ``errors``: why none of its tests ran, or why its snapshots were not written."""

    file: str
    results: tuple[CaseResult, ...] = ()
    errors: tuple[Failure, ...] = ()
    deselected: int = 0  # tests that do not have the name asked for
    obsolete: tuple[Key, ...] = ()  # snapshots that no test wants
    written: bool = False  # the snapshot file was written or removed

    def count(self, *, error: bool) -> int:
        """How many tests failed or, with ``error``, are wrong; the file's own errors count, too."""
        results = sum(bool(result.failures) and result.is_error is error for result in self.results)
        return results + (len(self.errors) if error else 0)


@dataclass(slots=True)
class Runner:
    """Runs test files, and reads each Template once.

    ``part``: only the tests with this text in their names run. ``defaults``: the settings that hold in a project.
    """

    part: str = ""
    update: bool = False
    defaults: CaseSettings = field(default_factory=CaseSettings)
    clock: Callable[[], float] = time.perf_counter
    _sources: dict[str, Source] = field(default_factory=dict)

    def run(self, file: str) -> SuiteResult:
        """Run the test file ``file``."""
        try:
            suite = read_suite(file, self.defaults)
            source = self._source(suite)
            snapshots = read_snapshots(file)
        except SuiteError as error:
            return SuiteResult(file, errors=tuple(Failure(place, message) for place, message in error.errors))
        except RequestError as error:
            return SuiteResult(file, errors=(Failure(Position(1, 1), f"{error}."),))
        cases = [case for case in suite.cases if self.part.casefold() in case.name.casefold()]
        results = tuple(self._result(case, suite, source, snapshots) for case in cases)
        result = SuiteResult(file, results, deselected=len(suite.cases) - len(cases))
        return self._with_snapshots(result, suite, snapshots)

    def _with_snapshots(self, result: SuiteResult, suite: Suite, snapshots: Snapshots) -> SuiteResult:
        """``result`` with the obsolete snapshots; with `--update`, write the others. All tests must have run for it."""
        wanted = [
            (case.name, expectation.subject)
            for case in suite.cases
            for expectation in case.expectations
            if expectation.check == "snapshot"
        ]
        obsolete = () if result.deselected else tuple(snapshots.obsolete(wanted))
        if not self.update:
            return replace(result, obsolete=obsolete)
        # Tests that did not run say nothing of the others' snapshots.
        kept = [*wanted, *snapshots.obsolete(wanted)] if result.deselected else wanted
        try:
            return replace(result, written=snapshots.write(kept))
        except RequestError as error:
            return replace(result, errors=(Failure(Position(1, 1), f"{error}."),), obsolete=obsolete)

    def _source(self, suite: Suite) -> Source:
        """The Template of ``suite``, read. Raises SuiteError."""
        name = suite.template
        if name not in self._sources:
            try:
                self._sources[name] = read(read_text(name), LIMITS)
            except FileNotFoundError:
                raise SuiteError([(suite.template_place, _missing_file(Path(name)))]) from None
            except RequestError as error:
                raise SuiteError([(suite.template_place, f"{error}.")]) from None
        return self._sources[name]

    def _result(self, case: Case, suite: Suite, source: Source, snapshots: Snapshots) -> CaseResult:
        began = self.clock()
        is_error = False
        try:
            failures = tuple(self._failures(case, suite, source, snapshots))
        except JudgingError as error:
            failures, is_error = (error.failure,), True
        return CaseResult(case, failures, is_error, self.clock() - began)

    def _failures(self, case: Case, suite: Suite, source: Source, snapshots: Snapshots) -> Iterable[Failure]:
        """Why the test fails. Raises JudgingError if the test itself is wrong."""
        deadline = Deadline(SECONDS, time.thread_time)
        inputs = _inputs(case, source)
        evaluation = evaluate(source, inputs, random=Random(SEED), limits=LIMITS, deadline=deadline)  # noqa: S311 - no secrets
        if evaluation.stopped is not None:
            raise JudgingError(Failure(case.place, f"The test was stopped after {SECONDS:.0f} seconds of CPU time."))
        refused = why_refused(evaluation, suite.template)
        if bool(refused) is not bool(case.refused) or case.refused not in refused:
            yield _refusal_failure(case, refused)
        if refused and not case.refused:
            return
        judge = Judge(evaluation, suite.template, case.name, snapshots, self.update)
        for expectation in case.expectations:
            if (failure := judge.failure(expectation)) is not None:
                yield failure


def why_refused(evaluation: Evaluation, file: str) -> str:
    """The message with which `oc process` refuses the Template, or why a text without a Template cannot be read; ""."""
    if evaluation.processed is not None:
        return (why_unread(evaluation, file) or refusal(evaluation.processed, file)).strip()
    problem = next((problem for problem in evaluation.source.problems if problem.refused), None)
    return f"{file}:{problem.span}: {problem.message}" if problem else ""


def _refusal_failure(case: Case, refused: str) -> Failure:
    if not case.refused:
        return Failure(case.place, "The Template is refused.", tuple(refused.splitlines()))
    expected = f'expected  a message with "{case.refused}"'
    if not refused:
        return Failure(case.place, "The Template is not refused.", (expected,))
    return Failure(case.place, "The Template is refused with another message.", (expected, *refused.splitlines()))


def _inputs(case: Case, source: Source) -> Inputs:
    """The Inputs of a test. Raises JudgingError for an unreadable file, and for a value that no Parameter takes."""
    settings = case.settings
    values = {**_file_values(case), **settings.values}
    if not case.refused:
        _check_names(case, source)
    return Inputs(values=values, dialect=settings.dialect, kubernetes=settings.kubernetes, cluster=_cluster(case))


def _check_names(case: Case, source: Source) -> None:
    settings, template = case.settings, first_template(source)
    for name in settings.values:
        if template is None or not template.parameter(name):
            message = "The text has no Template to take values."
            if template is not None:
                names = [parameter.name for parameter in template.parameters]
                message = f"The Template has no Parameter `{name}`.{did_you_mean(name, names)}"
            raise JudgingError(Failure(settings.places[f"values.{name}"], message))


def _file_values(case: Case) -> Mapping[str, str]:
    settings = case.settings
    try:
        return checked_assignments(settings.parameter_file) if settings.parameter_file else {}
    except (ParameterFileError, RequestError) as error:
        raise JudgingError(Failure(settings.places["paramFile"], f"{error}.")) from None


def _cluster(case: Case) -> dict[str, Any] | None:
    """The facts about the cluster. Raises JudgingError if they cannot be read, and for an unknown key."""
    try:
        cluster = read_cluster(case.settings.cluster or None)
    except RequestError as error:
        raise _cluster_error(case, f"{error}.") from None
    if refused := given_refusal(cluster):
        raise _cluster_error(case, f"The cluster file cannot be decoded: {refused}")
    for key in cluster or {}:
        if key not in CLUSTER_FILE_KEYS:
            question = did_you_mean(key, CLUSTER_FILE_KEYS)
            raise _cluster_error(case, f"The cluster file has the unknown key `{key}`.{question}")
    return cluster


def _cluster_error(case: Case, message: str) -> JudgingError:
    return JudgingError(Failure(case.settings.places["cluster"], message))


def _missing_file(path: Path) -> str:
    """A sentence about a missing file, with the nearest name in its folder."""
    names = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    return f'There is no "{path}".{did_you_mean(path.name, names)}'
