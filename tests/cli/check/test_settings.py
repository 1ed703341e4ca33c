"""The settings of a project hold for `check` in its folders; options have priority."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.cli.check.settings import find_settings
from playground.cli.options import RequestError
from tests.cli.running import run
from tests.texts import POD

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop}
parameters:
- {name: REPLICAS, required: true}
- {name: KEY, generate: expression, from: "[a-z]{20}"}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data: {replicas: "${REPLICAS}", key: "${KEY}"}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"deploy/pod.yaml": POD, "deploy/t.yaml": TEMPLATE}.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def settings(text: str, file: str = ".template-playground.toml") -> None:
    Path(file).write_text(text, encoding="utf-8")


def codes(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    _, out, err = run(capsys, "check", *arguments)
    assert "error: " not in err
    return [line.split(" ")[1] for line in out.splitlines() if line.endswith(("[error]", "[warning]", "[hint]"))]


@pytest.mark.parametrize("pattern", ["deploy/", "*.yaml", "deploy/pod.*", "**/pod.yaml", "./deploy/*", "pod.yaml"])
def test_codes_are_ignored_by_pattern_and_a_selected_one_is_not(
    pattern: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert codes(capsys, "deploy/pod.yaml") == ["ENV502"]
    settings(f'[ignore]\n"{pattern}" = ["forward-reference"]\n"other/" = "ENV"\n')
    for name in ("deploy/pod.yaml", "deploy", str(Path("deploy/pod.yaml").absolute())):
        assert "ENV502" not in codes(capsys, name)
    assert codes(capsys, "deploy/pod.yaml", "--select", "ENV502") == ["ENV502"]
    monkeypatch.chdir("deploy")  # the settings are found from here upwards
    assert codes(capsys, "pod.yaml") == []


@pytest.mark.parametrize("pattern", ["other/", "deplo", "pod", "od.yaml", "/deploy/", "deploy/p"])
def test_other_patterns_ignore_nothing(pattern: str, capsys: pytest.CaptureFixture[str]) -> None:
    settings(f'[ignore]\n"{pattern}" = "ENV"\n')
    assert codes(capsys, "deploy/pod.yaml") == ["ENV502"]


def test_files_of_values_give_templates_the_parameters_that_they_declare(capsys: pytest.CaptureFixture[str]) -> None:
    missing = codes(capsys, "-f", "deploy/t.yaml")
    assert missing == ["PAR301"]
    Path("base.env").write_text("REPLICAS=2\nUNKNOWN=x\n")
    Path("test.yaml").write_text(
        "apiVersion: playground/v1\nkind: Values\ntemplate: deploy/t.yaml\nvalues: {REPLICAS: 3}\n"
        "expressions: {KEY: '[a-z]{30}'}\n"
    )
    settings('[values]\n"deploy/" = ["base.env", "test.yaml"]\n')
    assert codes(capsys, "deploy/t.yaml") == []
    file_settings = find_settings().for_file("deploy/t.yaml")
    assert (file_settings.values, file_settings.expressions) == (
        {"REPLICAS": "3", "UNKNOWN": "x"},
        {"KEY": "[a-z]{30}"},
    )
    # An option has priority, and a wrong name in it is still an error.
    assert codes(capsys, "deploy/t.yaml", "-p", "REPLICAS=") == missing
    assert codes(capsys, "deploy/t.yaml", "-p", "UNKNOWN=x") != []


def test_a_template_that_gets_no_values_lacks_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert codes(capsys, "deploy/t.yaml") == []  # it gets them when it is deployed
    assert codes(capsys, "deploy/t.yaml", "--select", "PAR301") == ["PAR301"]
    assert codes(capsys, "deploy/t.yaml", "-p", "KEY=abcdefghijklmnopqrstuvwxyz") == ["PAR301"]
    Path("base.env").write_text("OTHER=2\n")
    settings('[values]\n"deploy/" = "base.env"\n')
    assert codes(capsys, "deploy/t.yaml") == ["PAR301"]


def test_version_and_dialect_hold_unless_an_option_says_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    probe = POD.replace("  enableServiceLinks", "  hostnameOverride: a.example\n  enableServiceLinks")
    Path("deploy/pod.yaml").write_text(probe, encoding="utf-8")
    newest, oldest = (codes(capsys, "deploy/pod.yaml", "--kubernetes-version", v) for v in ("1.36", "1.29"))
    assert newest != oldest
    settings('kubernetes-version = "1.29"\ndialect = "openshift"\n')
    assert codes(capsys, "deploy/pod.yaml") == oldest
    assert codes(capsys, "deploy/pod.yaml", "--kubernetes-version", "1.36") == newest
    assert find_settings().for_file("-").dialect == "openshift"


def test_pyproject_is_read_if_it_has_our_table_and_no_nearer_file_has(capsys: pytest.CaptureFixture[str]) -> None:
    settings('[tool.template-playground.ignore]\n"*" = ["ENV"]\n', "pyproject.toml")
    assert codes(capsys, "deploy/pod.yaml") == []
    settings("[tool.other]\na = 1\n", "deploy/pyproject.toml")
    assert find_settings("deploy").files == (str(Path("pyproject.toml").resolve()),)
    settings("", "deploy/.template-playground.toml")
    assert find_settings("deploy").ignored == ()
    settings("[other\n", "deploy/pyproject.toml")  # of no concern to us
    Path("deploy/.template-playground.toml").unlink()
    assert find_settings("deploy").ignored


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kubernets-version = '1.29'", "there is no setting `kubernets-version`. Did you mean `kubernetes-version`?"),
        ("fix = true", "there is no setting `fix`. The keys are `kubernetes-version`, `dialect`, `values`, `ignore`."),
        ("kubernetes-version = 1.29", "`kubernetes-version` must be one of 1.36, "),
        ("dialect = 'oc'", "`dialect` must be one of auto, openshift, proposal"),
        ("ignore = ['ENV502']", "`ignore` must be a table whose keys are patterns of paths"),
        ("[ignore]\na = 1", 'ignore."a" must be a text or a list of texts'),
        ("[ignore]\na = 'ENV5022'", 'no rule has the code, name or family "ENV5022". Did you mean ENV502?'),
        (
            "[values]\na = 'none.env'",
            'toml: values."a": there is no file "none.env". The setting names files with lines of NAME=VALUE',
        ),
        ("[values]\na = 'NAME=x'", 'there is no file "NAME=x". The setting names files with lines of NAME=VALUE'),
        ('[values]\na = "a\\u0000b"', 'toml: values."a": there is no file "a'),
        ("[values]\na = 'deploy'", 'toml: values."a": Cannot read variables from'),
        ("[values]\ndeploy = []", 'values."deploy" is a folder. Write "deploy/" for all that is in it'),
        ("[ignore]\n'./deploy' = 'ENV'", 'ignore."./deploy" is a folder. Write "./deploy/" for all that is in it'),
        ("[ignore]\n\"a\\u0000b\" = 'ENVX'", "no rule has the code"),
        ("[values]\na = 'deploy/pod.yaml'", "is not a field of the kind `Values`"),
        ("a = 1\nb = ]", ":2:5: Invalid value"),
        ("a = " + "[" * 5_000, "nested too deep"),
        ("a = " + "9" * 5_000, "toml: an integer has more digits than can be read"),
        (f"[values]\na = '{'b/' * 3_000}'", 'values."a": there is no file "b/b/'),
        (f"[ignore]\n'{'**/' * 3_000}a' = 'ENVX'", "no rule has the code"),
    ],
)
def test_an_error_in_the_settings_is_refused_with_its_place(
    text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings(text)
    status, out, err = run(capsys, "check", "deploy")
    assert (status, out, message in err) == (2, "", True), err


@pytest.mark.parametrize(
    "text",
    [
        '"a\\n::error::b" = 1',
        '[ignore]\n"a\\n::error::b" = "ENVX"',
        '[values]\n"a\\n::error::b" = 1',
        '[values]\na = "a\\n::error::b"',
    ],
)
def test_a_name_in_the_settings_never_begins_a_line_which_github_would_obey(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings(text)
    status, _, err = run(capsys, "check", "deploy", "--format", "github")
    assert (status, err.count("\n"), "a\\n::error::b" in err) == (2, 1, True), err


def test_settings_that_are_not_utf_8_are_refused() -> None:
    Path(".template-playground.toml").write_bytes(b"a = '\xff'\n")
    with pytest.raises(RequestError, match="is not UTF-8, as TOML must be"):
        find_settings()
