"""Any test file gets a report, and no report or snapshot holds a secret."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from playground.cli import main
from tests.cli.testing.conftest import TEMPLATE, Tested, expecting

Run = Callable[..., Tested]
TEXTS = st.one_of(
    st.sampled_from(
        ["Deployment/shop", "Secret/shop", "web", "spec.replicas", "env.URL", "args[0]", "error", "ENV502"]
    ),
    st.text(max_size=8),
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
KEYS = ("object", "container", "field", "diagnostic", "equals", "contains", "matches", "absent", "snapshot", "secrets")
ANY_KEYS = st.sampled_from(KEYS) | st.text(max_size=3)
EXPECTATIONS = st.dictionaries(ANY_KEYS, TEXTS | st.just(True) | VALUES, min_size=1, max_size=4) | VALUES
CASES = st.fixed_dictionaries(
    {"name": TEXTS, "expect": st.lists(EXPECTATIONS, min_size=1, max_size=3)},
    optional={"values": st.dictionaries(st.just("NAME") | TEXTS, VALUES, max_size=2), "refused": VALUES},
)
NO_FIXTURE_CHECK = [HealthCheck.function_scoped_fixture]  # each example overwrites the files of the one before


@settings(suppress_health_check=NO_FIXTURE_CHECK)
@given(cases=st.lists(CASES, min_size=1, max_size=3), update=st.booleans())
@example(cases=[{"name": "t", "expect": [{"diagnostic": "error", "contains": ["a"]}]}], update=False)
@example(
    cases=[{"name": "\0<<", "expect": [{"snapshot": True}, {"object": "Secret/shop", "equals": {"": 1e9}}]}],
    update=True,
)
def test_any_test_file_gets_a_report(cases: list[dict[str, Any]], update: bool, test_file: Path) -> None:
    test_file.write_text(json.dumps({"tests": cases}))
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["test", "--junit", "report.xml", *(["--update"] if update else [])])
    assert (status in (0, 1, 2), err.getvalue()) == (True, "")
    assert out.getvalue().startswith("shop.test.yaml\n")
    report = ElementTree.fromstring(Path("report.xml").read_bytes())
    wrong, failed = (int(report.get(name, "")) > 0 for name in ("errors", "failures"))
    assert status == (2 if wrong else 1 if failed else 0)


SECRET = "correct-horse-battery"
ABOUT = ("object: Deployment/shop", "object: Secret/shop", "container: web")
WRONG = ("equals: {a: 1}", "equals: x", "contains: {spec: x, stringData: x, env: x}", "matches: x", "absent: true")
LEAKING = TEMPLATE.replace("paused: false", 'paused: ${{PASSWORD}}\n    "${PASSWORD}": "x${PASSWORD}"')


@pytest.mark.parametrize("field", ["", "spec", "stringData", "args", "command[1]", "env.PASSWORD", "spec.paused"])
def test_a_given_secret_is_in_no_report_and_no_snapshot(field: str, tested: Run) -> None:
    Path("shop.yaml").write_text(LEAKING)
    Path("secret.env").write_text(f"PASSWORD={SECRET}\n")
    path = f", field: '{field}'" if field else ""
    wrong = [f"{{{about}{path}, {check}}}" for about in ABOUT for check in WRONG]
    for expectation in wrong:
        tested(expecting(expectation, settings="  paramFile: secret.env\n"), "--junit", "report.xml")
        assert SECRET not in Path("report.xml").read_text()
    snapshots = ["snapshot: true", *(f"{{{about}, snapshot: true}}" for about in ABOUT)]
    status, _ = tested(expecting(*snapshots, settings="  paramFile: secret.env\n"), "--update")
    assert (status, SECRET in Path("shop.test.snapshots.yaml").read_text()) == (0, False)
