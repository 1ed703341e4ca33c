"""The action for GitHub: its steps are carried out as GitHub does, with inputs that would like to run commands."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from playground import __version__
from tests.deploy.packaged import ROOT, copy_sources
from tests.texts import POD, SHOP

ACTION: Mapping[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
INPUTS = {name: described["default"] for name, described in ACTION["inputs"].items()}
INSTALL, CHECK = ACTION["runs"]["steps"]
# Where an input is a part of a command, each of these would make the file `pwned`, or end the program with success.
HOSTILE = [
    "$(touch pwned)",
    "`touch pwned`",
    "; touch pwned",
    "' ; touch pwned; '",
    '"; touch pwned; "',
    "--help",
    "-h",
]
TRIED_DAILY = "$(touch pwned)"


class Job:
    """A job on a runner: the folder of its repository, and what the runner gives to every step."""

    def __init__(self, folder: Path, action: Path) -> None:
        self.workspace, self.temporary, self.summary = folder / "work", folder / "temporary", folder / "summary.md"
        self.action = action
        for new in (self.workspace, self.temporary):
            new.mkdir()

    def run(self, step: Mapping[str, Any], **inputs: str) -> subprocess.CompletedProcess[str]:
        """Carry out a step of the action with ``inputs``, as documented for `shell: bash`."""
        script = self.temporary / "script.sh"
        script.write_text(step["run"])
        values = INPUTS | {name.replace("_", "-"): text for name, text in inputs.items()}
        environment = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: values[match[1]], text)
            for name, text in step.get("env", {}).items()
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script],
            cwd=self.workspace,
            env={
                **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
                "RUNNER_TEMP": str(self.temporary),
                "GITHUB_ACTION_PATH": str(self.action),
                "GITHUB_STEP_SUMMARY": str(self.summary),
                **environment,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def job(tmp_path: Path, package: Path) -> Job:
    """A job whose repository holds a pod with a warning; the first step has installed the package."""
    job = Job(tmp_path, ROOT)
    (job.temporary / "template-playground").symlink_to(package / "env")
    (job.workspace / "pod.yaml").write_text(POD)
    return job


@pytest.mark.nightly
def test_the_first_step_installs_the_package_of_the_action(tmp_path: Path) -> None:
    copy_sources(tmp_path / "action")
    job = Job(tmp_path, tmp_path / "action")
    install = job.run(INSTALL)
    assert install.returncode == 0, install.stderr
    program = job.temporary / "template-playground" / "bin" / "template-playground"
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert version == f"template-playground {__version__}\n"


def test_no_input_is_part_of_a_script_and_every_input_is_used() -> None:
    for step in (INSTALL, CHECK):
        assert "${{" not in step["run"]
        assert step["shell"] == "bash"
    assert sorted(CHECK["env"].values()) == sorted(f"${{{{ inputs.{name} }}}}" for name in INPUTS)


@pytest.mark.parametrize(("severity", "status"), [("error", 0), ("warning", 1), ("hint", 1)])
def test_diagnostics_are_annotations_and_fail_the_job(job: Job, severity: str, status: int) -> None:
    process = job.run(CHECK, fail_on=severity)
    assert process.returncode == status
    assert process.stdout.startswith("::warning file=pod.yaml,line=13,")
    assert "ENV502" in job.summary.read_text()


@pytest.mark.parametrize(("text", "codes"), [(POD, ["ENV502"]), ("kind: Elsewhere\n", [])])
def test_a_sarif_file_is_written_also_without_results(job: Job, text: str, codes: list[str]) -> None:
    (job.workspace / "pod.yaml").write_text(text)
    assert job.run(CHECK, sarif="out.sarif", fail_on="warning").returncode == bool(codes)
    (run,) = json.loads((job.workspace / "out.sarif").read_text())["runs"]
    assert [result["ruleId"] for result in run["results"]] == codes


def test_files_values_and_version_reach_the_check(job: Job) -> None:
    (job.workspace / "shop.yaml").write_text(SHOP.replace("value: shop", "from: 'x'") + "objects: []\n")
    (job.workspace / "a folder").mkdir()
    (job.workspace / "a folder" / "pod.yaml").write_text(POD)
    named = job.run(CHECK, files="\na folder\npod.yaml\n", version="1.29")
    assert re.findall("file=([^,]+),", named.stdout) == ["a folder/pod.yaml", "pod.yaml"]
    assert "GEN706" in job.run(CHECK, files="shop.yaml", values="").stdout  # NAME is empty
    with_value = job.run(CHECK, files="shop.yaml", values="NAME=a b\n")
    assert (with_value.returncode, "GEN706" in with_value.stdout) == (0, False)
    assert job.run(CHECK, version="1.2").returncode == 2


@pytest.mark.parametrize("name", ["files", "values"])
def test_a_line_of_an_input_runs_no_command(job: Job, name: str) -> None:
    process = job.run(CHECK, **{name: "\n".join(f"NAME={text}" if name == "values" else text for text in HOSTILE)})
    assert [path.name for path in job.workspace.iterdir()] == ["pod.yaml"]
    assert "usage:" not in process.stdout
    assert process.returncode == (
        2 if name == "files" else 0
    )  # the text has no such Parameter, the folder no such file


@pytest.mark.parametrize(
    "text", [text if text == TRIED_DAILY else pytest.param(text, marks=pytest.mark.nightly) for text in HOSTILE]
)
def test_an_input_runs_no_command(job: Job, text: str) -> None:
    assert job.run(CHECK, fail_on=text).returncode == 2
    assert job.run(CHECK, version=text).returncode == 2
    process = job.run(CHECK, sarif=text)
    assert (process.returncode, "usage:" in process.stdout) == (0, False)
    assert {path.name for path in job.workspace.iterdir()} == {"pod.yaml", text}
