"""The report of tests as JUnit XML, for GitLab, Jenkins and others.

The schema of Jenkins' xUnit plugin, ``junit-10.xsd``: there, `testcase` has no `file`. GitLab, "Unit test reports".
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final

from playground.cli.testing.report import failure_text
from playground.cli.testing.running import CaseResult, SuiteResult
from playground.cli.testing.suites import SUFFIXES
from playground.engine import escaped

_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BREAKS: Final = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})  # else an attribute has spaces


def junit_xml(results: Sequence[SuiteResult]) -> str:
    """All ``results`` as one document. Characters that XML cannot hold are shown by their codes."""
    suites = "".join(map(_suite, results))
    tests = sum(len(suite.results) + len(suite.errors) for suite in results)
    seconds = sum(case.seconds for suite in results for case in suite.results)
    counts = _counts(
        tests, sum(suite.count(error=False) for suite in results), sum(suite.count(error=True) for suite in results)
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<testsuites name="template-playground" {counts} time="{seconds:.3f}">\n{suites}</testsuites>\n'


def _counts(tests: int, failures: int, errors: int) -> str:
    return f'tests="{tests}" failures="{failures}" errors="{errors}"'


def _suite(suite: SuiteResult) -> str:
    tests = len(suite.results) + len(suite.errors)
    counts = _counts(tests, suite.count(error=False), suite.count(error=True))
    seconds = sum(case.seconds for case in suite.results)
    of_file = "".join(
        _case(suite.file, "test file", [failure_text(error, suite.file)], is_error=True) for error in suite.errors
    )
    of_tests = "".join(_result(suite.file, case) for case in suite.results)
    name = _attribute(suite.file)
    head = f'  <testsuite name={name} file={name} {counts} skipped="0" time="{seconds:.3f}">\n'
    return f"{head}{of_file}{of_tests}  </testsuite>\n"


def _result(file: str, result: CaseResult) -> str:
    texts = [failure_text(failure, file) for failure in result.failures]
    return _case(file, result.case.name, texts, is_error=result.is_error, seconds=result.seconds)


def _case(file: str, name: str, texts: Sequence[str], *, is_error: bool, seconds: float = 0.0) -> str:
    """One test. Jenkins keeps only the first failure of a test: all are in one element."""
    attributes = f"name={_attribute(name)} classname={_attribute(_class_name(file))}"
    head = f'    <testcase {attributes} time="{seconds:.3f}"'
    if not texts:
        return f"{head}/>\n"
    element = "error" if is_error else "failure"
    message = _attribute(texts[0].partition("\n")[0])
    text = html.escape(_visible("\n\n".join(texts)), quote=False)
    return (
        f"{head}>\n      <{element} message={message} type={_attribute(element)}>{text}</{element}>\n    </testcase>\n"
    )


def _class_name(file: str) -> str:
    """The file's name as a class: Jenkins takes the part up to the last dot as its package."""
    stem = next((file.removesuffix(suffix) for suffix in SUFFIXES if file.endswith(suffix)), file)
    return stem.strip("/.").replace(".", "_").replace("/", ".")


def _attribute(text: str) -> str:
    return f'"{html.escape(_visible(text)).translate(_BREAKS)}"'


def _visible(text: str) -> str:
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", escaped(text))
