"""The SARIF log follows the standard, and its fixes resolve the results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from playground import __version__
from playground.cli.output.repository_paths import ROOTS
from playground.cli.output.site_address import LOCAL_SITE
from playground.engine import RULES, Edit, Position, SourceSpan, apply_edits, evaluate
from tests.cli.running import run
from tests.texts import POD

TEXT = POD.replace('"80"', "80") + "    - {name: É, value: $(HOST), valu: x}\n"


def sarif_run(capsys: pytest.CaptureFixture[str], file: str) -> dict[str, Any]:
    status, out, err = run(capsys, "check", "-f", file, "--format", "sarif")
    assert (status, err) == (1, "")
    log = json.loads(out)
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    first_run: dict[str, Any] = log["runs"][0]
    return first_run


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("PUBLIC_URL", *ROOTS):
        monkeypatch.delenv(name, raising=False)
    file = Path("a pod.yaml")
    file.write_text(TEXT)
    return file


def test_every_rule_is_described_with_its_page(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = sarif_run(capsys, str(text))["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in RULES]
    for rule in rules:
        assert urlsplit(rule["helpUri"])[:3] == ("http", "127.0.0.1:8000", f"/rules/{rule['id']}")
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"].count("\n\n") >= 4
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert LOCAL_SITE.startswith("http://127.0.0.1:8000")


def test_the_help_pages_are_on_the_configured_site(
    text: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://playground.example.org/")
    driver = sarif_run(capsys, str(text))["tool"]["driver"]
    assert driver["semanticVersion"] == __version__
    assert driver["rules"][0]["helpUri"] == f"https://playground.example.org/rules/{next(iter(RULES)).code}"


def test_results_match_the_output_of_check(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = sarif_run(capsys, str(text))
    diagnostics = evaluate(TEXT).diagnostics
    assert log["columnKind"] == "unicodeCodePoints"
    assert len(log["results"]) == len(diagnostics) > 1
    for result, diagnostic in zip(log["results"], diagnostics, strict=True):
        rule = log["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert result["ruleId"] == rule["id"] == diagnostic.code
        assert diagnostic.message in result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert unquote(place["artifactLocation"]["uri"]) == "a pod.yaml"
        assert log["artifacts"][place["artifactLocation"]["index"]]["location"]["uri"] == "a%20pod.yaml"
        assert span(place["region"]) == diagnostic.span


def test_applying_the_fixes_resolves_the_results(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fixes = [fix for result in sarif_run(capsys, str(text))["results"] for fix in result.get("fixes", ())]
    meant = [item.fix for item in evaluate(TEXT).diagnostics if item.fix]
    assert len(fixes) == len(meant) > 0
    for fix, item in zip(fixes, meant, strict=True):
        (change,) = fix["artifactChanges"]
        edits = [
            Edit(span(replacement["deletedRegion"]), replacement["insertedContent"]["text"])
            for replacement in change["replacements"]
        ]
        assert apply_edits(TEXT, edits) == apply_edits(TEXT, item.edits)
        assert fix["description"]["text"] == item.title


def test_a_name_is_a_uri_relative_to_the_current_folder_if_it_is_inside(
    text: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    absolute = text.absolute()
    for name in (str(absolute), f"./{text}"):
        assert sarif_run(capsys, name)["artifacts"][0]["location"]["uri"] == "a%20pod.yaml"
    (absolute.parent / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert sarif_run(capsys, f"../{text}")["artifacts"][0]["location"]["uri"] == "../a%20pod.yaml"
    assert sarif_run(capsys, str(absolute))["artifacts"][0]["location"]["uri"] == absolute.as_uri()
    monkeypatch.chdir("..")
    with text.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert sarif_run(capsys, "-")["artifacts"][0]["location"]["uri"] == "stdin"


def span(region: dict[str, int]) -> SourceSpan:
    start, end = ("startLine", "startColumn"), ("endLine", "endColumn")
    return SourceSpan(*(Position(*(region[name] for name in names)) for names in (start, end)))
