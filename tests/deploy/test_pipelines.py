"""The examples of docs/pipelines.md work when they find this repository at the addresses that they name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from playground import __version__
from tests.deploy.packaged import ROOT, copy_sources, run
from tests.deploy.test_action import CHECK, INPUTS, Job
from tests.texts import POD

DOCUMENT = (ROOT / "docs" / "pipelines.md").read_text()
HOOKS, WORKFLOW, GITLAB = re.findall(r"```yaml\n(.*?)```", DOCUMENT, re.DOTALL)
ADDRESS = "https://git.example.org/template-playground"
OTHER = "a: [1, 2]\n"
AUTHOR = ("-c", "user.name=Tests", "-c", "user.email=tests@example.org")


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", folder, *AUTHOR, *arguments], check=True, capture_output=True)


def repository(folder: Path) -> None:
    """Make ``folder`` a repository with one commit, which has all its files."""
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "All")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """An environment in which git finds this repository at ADDRESS, with a tag for the version."""
    folder = tmp_path_factory.mktemp("pipelines")
    copy_sources(folder / "playground")
    repository(folder / "playground")
    git(folder / "playground", "tag", f"v{__version__}")
    return {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{folder / 'playground'}.insteadOf",
        "GIT_CONFIG_VALUE_0": ADDRESS,
        "PRE_COMMIT_HOME": str(folder / "pre-commit"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A repository of a user: a pod with a warning, and YAML of another program."""
    (tmp_path / "pod.yaml").write_text(POD)
    (tmp_path / "other.yaml").write_text(OTHER)
    repository(tmp_path)
    return tmp_path


@pytest.mark.nightly
def test_the_hooks_check_and_fix_a_repository(work: Path, environment: Mapping[str, str]) -> None:
    tried = run("pre-commit", "try-repo", ADDRESS, "--all-files", cwd=work, **environment)  # both, one after the other
    assert tried.returncode == 1
    assert re.findall(r"\.(Passed|Failed)$", tried.stdout, re.MULTILINE) == ["Passed", "Failed"]
    assert "files were modified by this hook" in tried.stdout
    assert (work / "pod.yaml").read_text() != POD
    assert (work / "other.yaml").read_text() == OTHER


@pytest.mark.nightly
def test_the_documented_lines_try_and_configure_a_hook(work: Path, environment: Mapping[str, str]) -> None:
    (line,) = re.findall("^    (pre-commit .*)$", DOCUMENT, re.MULTILINE)
    assert line in (ROOT / "README.md").read_text()
    tried = run("bash", "-c", line, cwd=work, **environment)
    assert (tried.returncode, "Passed" in tried.stdout) == (0, True), tried.stdout  # a warning fails nothing
    (work / ".pre-commit-config.yaml").write_text(HOOKS)
    configured = run("pre-commit", "run", "--all-files", cwd=work, **environment)
    assert (configured.returncode, "pod.yaml:13:29: ENV502 " in configured.stdout) == (1, True), configured.stdout


def test_the_workflow_gives_the_action_inputs_that_it_knows(tmp_path: Path, package: Path) -> None:
    steps: list[dict[str, Any]] = yaml.safe_load(WORKFLOW)["jobs"]["check"]["steps"]
    (inputs,) = (step["with"] for step in steps if step["uses"] == f"example/template-playground@v{__version__}")
    assert set(inputs) <= set(INPUTS)
    job = Job(tmp_path, ROOT)
    (job.temporary / "template-playground").symlink_to(package / "env")
    (job.workspace / "deploy").mkdir()
    for name in ("deploy/pod.yaml", "shop.yaml"):
        (job.workspace / name).write_text(POD)
    process = job.run(CHECK, **inputs)
    assert (process.returncode, process.stdout.count("::warning file=")) == (1, 2)
    assert (job.workspace / steps[-1]["with"]["sarif_file"]).is_file()


@pytest.mark.nightly
def test_the_job_of_gitlab_checks_a_repository(work: Path, environment: Mapping[str, str]) -> None:
    (job,) = yaml.safe_load(GITLAB).values()
    (work / "pod.yaml").write_text("apiVersion: v1\nkind: Pod\nmetadata: {name: a: b}\n")
    subprocess.run([sys.executable, "-m", "venv", work / ".venv"], check=True)
    in_image = {**environment, "PATH": f"{work / '.venv' / 'bin'}:{os.environ['PATH']}"}
    process = run("bash", "-e", "-c", "\n".join(job["script"]), cwd=work, **in_image)
    assert (process.returncode, "pod.yaml:3:" in process.stdout) == (1, True), process.stdout
    assert (work / job["artifacts"]["paths"][0]).stat().st_size > 0
