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
    tests = sum(len(result.results) + len(result.errors) for result in results)
    seconds = sum(item.seconds for result in results for item in result.results)
    counts = _counts(tests, sum(r.count(error=False) for r in results), sum(r.count(error=True) for r in results))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<testsuites name="template-playground" {counts} time="{seconds:.3f}">\n{suites}</testsuites>\n'


def _counts(tests: int, failures: int, errors: int) -> str:
    return f'tests="{tests}" failures="{failures}" errors="{errors}"'


def _suite(result: SuiteResult) -> str:
    tests = len(result.results) + len(result.errors)
    counts = _counts(tests, result.count(error=False), result.count(error=True))
    seconds = sum(item.seconds for item in result.results)
    of_file = "".join(
        _case(result.file, "test file", [failure_text(error, result.file)], is_error=True) for error in result.errors
    )
    of_tests = "".join(_result(result.file, item) for item in result.results)
    name = _attribute(result.file)
    head = f'  <testsuite name={name} file={name} {counts} skipped="0" time="{seconds:.3f}">\n'
    return f"{head}{of_file}{of_tests}  </testsuite>\n"


def _result(file: str, item: CaseResult) -> str:
    texts = [failure_text(failure, file) for failure in item.failures]
    return _case(file, item.case.name, texts, is_error=item.is_error, seconds=item.seconds)


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
