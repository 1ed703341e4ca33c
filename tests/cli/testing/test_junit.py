"""JUnit XML: what GitLab and Jenkins read, for any text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.running import run
from tests.cli.testing.conftest import Tested

Run = Callable[..., Tested]
TESTS = """\
tests:
- {name: passes, expect: [{object: Secret/shop}]}
- {name: fails & more, expect: [{object: Route/a}, {object: "Route/<b>"}]}
- {name: "wrong\\n\\u0001\\uFFFE", expect: [{object: A/b, field: c}]}
"""


def report(file: str = "report.xml") -> ElementTree.Element:
    return ElementTree.fromstring(Path(file).read_bytes())


def test_a_report_counts_tests_failures_and_errors(tested: Run) -> None:
    Path("bad.test.yaml").write_text("template: shop.yaml\ntests: 3\n")
    assert tested(TESTS, "--junit", "report.xml")[0] == 2
    root = report()
    assert (root.tag, root.attrib | {"time": ""}) == (
        "testsuites",
        {"name": "template-playground", "tests": "4", "failures": "1", "errors": "2", "time": ""},
    )
    bad, shop = root
    assert shop.attrib | {"time": ""} == {
        "name": "shop.test.yaml", "file": "shop.test.yaml", "tests": "3", "failures": "1", "errors": "1",
        "skipped": "0", "time": "",
    }  # fmt: skip
    assert [(case.get("name"), [child.tag for child in case]) for case in (*bad, *shop)] == [
        ("test file", ["error"]),
        ("passes", []),
        ("fails & more", ["failure"]),
        ("wrong\n\\x01\N{REPLACEMENT CHARACTER}", ["error"]),
    ]
    assert {frozenset(case.attrib) for case in shop} == {frozenset({"name", "classname", "time"})}
    assert {case.get("classname") for case in shop} == {"shop"}
    assert all(float(case.get("time", "")) >= 0 for case in shop)


def test_all_failures_of_a_test_are_in_one_element(tested: Run) -> None:
    tested(TESTS, "--junit", "report.xml")
    (failure,) = report().findall(".//failure")
    assert failure.get("message", "").startswith("shop.test.yaml:3:33: There is no object `Route/a`.")
    assert "There is no object `Route/<b>`." in str(failure.text)
    assert str(failure.text).count("shop.test.yaml:3:") == 2


def test_the_class_is_the_path_with_dots(tested: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Path("charts/v1.2").mkdir(parents=True)
    Path("charts/v1.2/x.test.yaml").write_text("template: ../../shop.yaml\n" + TESTS)
    run(capsys, "test", "charts", "--junit=report.xml")
    assert {case.get("classname") for case in report().iter("testcase")} == {"charts.v1_2.x"}


def test_a_report_that_cannot_be_written_is_an_error(tested: Run, capsys: pytest.CaptureFixture[str]) -> None:
    tested(TESTS)
    status, out, err = run(capsys, "test", "--filter", "passes", "--junit", "no/such/folder.xml")
    assert (status, err) == (2, 'error: cannot write "no/such/folder.xml": No such file or directory\n')
    assert out.endswith("1 passed, 2 not selected\n")
