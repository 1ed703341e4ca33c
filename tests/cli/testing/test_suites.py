"""Test files: every error has its place and says what to do; what the settings mean."""

# ruff: noqa: E501 - rows of a table

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.cli.testing.conftest import Tested, expecting

Run = Callable[..., Tested]
VERSIONS = "cases/diagnostics/pod-versions.yaml"  # its diagnostics depend on the version
EXPECTATION_KEYS = (
    "`object`, `container`, `field`, `diagnostic`, `equals`, `contains`, `matches`, `absent`, `snapshot`, `secrets`"
)


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("", ["1:1: A test file holds one document, not 0."]),
        ("tests: [a: b: c]\n", ["1:13: "]),
        ("tests: []\ntests: []\n", ["2:1: "]),
        ("a: 1\n---\nb: 2\n", ["1:1: A test file holds one document, not 2."]),
        ("[1]\n", ["1:1: The document must be a mapping", "1:1: `tests` must be a list"]),
        ("tests: []\n", ["1:8: `tests` must be a list with at least one test."]),
        (
            "apiVersion: v1\nkind: Template\nobjects: []\n",
            ["2:1: This is no test file. Write the tests of this text into `"],
        ),
        ("test: []\n", ["1:1: `test` is unknown here. Did you mean `tests`?", "1:1: `tests` must be a list"]),
        ("tests: [x]\n", ["1:9: A test must be a mapping with some of the keys `name`, "]),
        ("tests:\n- expect: [{snapshot: true}]\n", ["2:3: Each test needs a `name`."]),
        ("tests:\n- name: 1\n  refused: a\n", ["2:9: `name` must be a text, not number. Put quotes"]),
        ("tests:\n- name: a\n", ["2:3: The test expects nothing. Write `expect` or `refused`."]),
        ("tests:\n- name: a\n  refused: ''\n", ["3:12: `refused` must not be empty."]),
        ("tests:\n- name: a\n  expect: {a: 1}\n", ["3:11: `expect` must be a list of what must hold."]),
        ("tests:\n- {name: a, refused: b}\n- {name: a, refused: c}\n", ["3:10: The test in line 2 has this name, too: `a`."]),
        (f"tests:\n- {{name: {'a' * 201}, refused: b}}\n", ["2:10: A name has at most 200 characters."]),
        (expecting("{objekt: Pod/a}"), ["4:5: Say what the expectation is about", "4:6: `objekt` is unknown here. Did you mean `object`?"]),
        (expecting("{zzz: Pod/a, snapshot: true}"), [f"4:6: `zzz` is unknown here. Known are {EXPECTATION_KEYS}."]),
        (expecting("{object: Pod, absent: true}"), ["4:14: `Pod` is no KIND/NAME, such as `Deployment/shop`."]),
        (expecting("{object: /a, absent: true}"), ["4:14: `/a` is no KIND/NAME, such as `Deployment/shop`."]),
        (expecting("{object: [a]}"), ["4:14: `object` must be a text, not list."]),
        (expecting("{field: spec.a, equals: 1}"), ["4:13: `field` needs the `object` or `container`"]),
        (expecting("{object: A/b, field: .a, equals: 1}"), ["4:26: `.a` is no path, from character 1 on. Write paths such"]),
        (expecting("{object: A/b, equals: 1, absent: true}"), ["4:38: Write an expectation of its own for `absent`."]),
        (expecting("{object: A/b, absent: false}"), ["4:27: `absent` can only be `true`. Leave it out otherwise."]),
        (expecting("{object: A/b, field: a, contains: ''}"), ["4:39: `contains` must say what is contained."]),
        (expecting("{object: A/b, field: a, matches: '['}"), ["4:38: `matches` must be a regular expression (unterminated"]),
        (expecting("{object: A/b, field: a, matches: 3}"), ["4:38: `matches` must be a regular expression."]),
        (expecting("{diagnostic: ENV9}"), ["4:18: No rule has the code or name `ENV9`, and no severity."]),
        (expecting("{diagnostic: forward-refrence}"), ["4:18: No rule has the code or name `forward-refrence`, and no severity. Did you mean `forward-reference`?"]),
        (expecting("{diagnostic: error, contains: [a]}"), ["4:35: `contains` must be a text, a part of the diagnostic's"]),
        (expecting("{diagnostic: error, equals: 1}"), ["4:33: `equals` cannot stand beside `diagnostic`."]),
        (expecting("snapshot: true", "snapshot: true"), ["5:5: The test has this snapshot already."]),
        (expecting("snapshot: true", settings="  refused: a\n"), ["4:5: A refused Template has no objects."]),
        (expecting("snapshot: true", settings="kubernetes: 1.20\n"), ["5:13: `kubernetes` must be one of `1.36`, "]),
        (expecting("snapshot: true", settings="dialect: oc\n"), ["5:10: `dialect` must be one of `auto`, `openshift`, "]),
        (expecting("snapshot: true", settings="values: [a]\n"), ["5:9: `values` must map names of Parameters to texts."]),
        (expecting("snapshot: true", settings="values: {A: }\n"), ['5:13: The value of `A` must be a text. Write `""`']),
        (expecting("snapshot: true", settings="template: shp.yaml\n"), ['5:11: There is no "shp.yaml". Did you mean `shop.yaml`?']),
        (expecting("snapshot: true", settings="template: 3\n"), ["5:11: `template` must name a file, relative to this one."]),
        (expecting("snapshot: true", settings="template: .\n"), ['5:11: cannot read "."']),
    ],
)  # fmt: skip
def test_every_error_of_a_test_file_has_its_place(text: str, errors: list[str], tested: Run) -> None:
    status, out = tested(text)
    lines = out.splitlines()
    assert (status, lines[0]) == (2, "shop.test.yaml")
    assert len(lines) == len(errors) + 2, out
    for line, error in zip(lines[1:-1], errors, strict=True):
        assert line.startswith(f"    shop.test.yaml:{error}"), out


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (expecting("snapshot: true", settings="  values: {NAM: x}\n"), "5:12: The Template has no Parameter `NAM`. Did you"),
        (expecting("snapshot: true", settings="  paramFile: none.env\n"), '5:14: Cannot stat "none.env": stat none.env: no'),
        (expecting("snapshot: true", settings="  cluster: none.yaml\n"), '5:12: the path "none.yaml" does not exist.'),
        (expecting("snapshot: true", settings='  paramFile: "a\\0b"\n'), r'5:14: Cannot stat "a\x00b": stat a\x00b: embedded'),
    ],
)  # fmt: skip
def test_an_error_of_one_test_lets_the_others_run(text: str, place: str, tested: Run) -> None:
    status, out = tested(text + "- {name: other, expect: [{object: Secret/shop}]}\n")
    assert (status, out.splitlines()[3:]) == (2, ["  ✓ other", "1 error, 1 passed"])
    assert out.startswith(f"shop.test.yaml\n  ✗ t (error)\n    shop.test.yaml:{place}")


def test_a_test_file_without_a_template_beside_it_says_which_is_missing(tested: Run) -> None:
    Path("shop.yaml").rename("shop.json")
    assert tested(expecting("{object: Secret/shop}"))[0] == 0
    Path("shop.json").rename("other")
    status, out = tested(expecting("{object: Secret/shop}"))
    assert status == 2
    assert "1:1: There is no `shop.yaml` beside this file. Name the Template's file: `template: FILE`.\n" in out
    assert tested(expecting("{object: Secret/shop}", settings=f"template: ../{Path.cwd().name}/other\n"))[0] == 0


def test_settings_of_a_test_have_priority_over_those_of_the_file(tested: Run) -> None:
    Path("prod.env").write_text("NAME=fromfile\nREPLICAS=5\n")
    text = """\
values: {NAME: top, REPLICAS: 010}
tests:
- {name: top, expect: [{object: Deployment/top, field: spec.replicas, equals: "010"}]}
- {name: own, values: {NAME: "1.0"}, expect: [{object: Deployment/1.0, field: spec.replicas}]}
- {name: file, paramFile: prod.env, expect: [{object: Deployment/top}]}
"""
    assert tested(text)[0] == 0
    text = "paramFile: prod.env\n" + expecting("{object: Deployment/fromfile, field: spec.replicas, equals: 5}")
    assert tested(text)[0] == 0


def test_a_cluster_and_a_version_of_kubernetes_can_be_chosen(tested: Run) -> None:
    Path("cluster.yaml").write_text(
        "configMaps: [{apiVersion: v1, kind: ConfigMap, metadata: {name: modes}, data: {mode: fast}}]\n"
    )
    text = expecting("{container: web, field: env.MODE, equals: fast}", settings="  cluster: cluster.yaml\n")
    assert tested(text)[0] == 0
    Path("shop.yaml").write_text(Path(__file__).parents[2].joinpath(VERSIONS).read_text())
    old = "- {name: old, kubernetes: 1.29, expect: [{diagnostic: ENV521, contains: 1.29 skips}]}\n"
    assert tested(expecting("{diagnostic: ENV521, contains: before 1.30 skips}") + old) == (
        0,
        "shop.test.yaml\n  ✓ t\n  ✓ old\n2 passed\n",
    )


def test_version_and_dialect_of_the_project_hold_where_the_file_names_none(
    tested: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("shop.yaml").write_text(Path(__file__).parents[2].joinpath(VERSIONS).read_text())
    Path(".template-playground.toml").write_text('kubernetes-version = "1.29"\n[values]\n"*" = "none.env"\n')
    Path("none.env").write_text("NAME=ignored\n")
    own = "- {name: own, kubernetes: 1.36, expect: [{diagnostic: ENV521, contains: before 1.30 skips}]}\n"
    assert tested(expecting("{diagnostic: ENV521, contains: 1.29 skips}") + own)[0] == 0
    Path(".template-playground.toml").write_text("dialet = 3\n")
    message = "error: .template-playground.toml: there is no setting `dialet`. Did you mean `dialect`?\n"
    assert run(capsys, "test") == (2, "", message)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ("service: []\n", "The cluster file has the unknown key `service`. Did you mean `services`?"),
        ("services: [{spec: 3}]\n", "The cluster file cannot be decoded: "),
        ("a: [\n", 'cannot read the cluster file "facts.yaml": Line 1, column 4: '),
    ],
)
def test_facts_that_would_be_ignored_are_an_error(facts: str, why: str, tested: Run) -> None:
    Path("facts.yaml").write_text(facts)
    status, out = tested(expecting("{container: web}", settings="cluster: facts.yaml\n"))
    assert status == 2
    assert f"    shop.test.yaml:5:10: {why}" in out


def test_the_dialect_can_be_chosen(tested: Run) -> None:
    template = (
        Path("shop.yaml").read_text().replace('name: HOST, value: "${NAME}.example"', "name: HOST, value: $(NAME)")
    )
    Path("shop.yaml").write_text(template)
    own = "- {name: own, dialect: proposal, expect: [{container: web, field: env.HOST, equals: shop}]}\n"
    assert tested(expecting("{container: web, field: env.HOST, equals: $(NAME)}") + own)[0] == 0
