"""The completion scripts: bash runs its script, all three shells get every command, option and choice."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from playground.cli.completion import completion_script
from playground.cli.options import SHELLS
from tests.cli.running import run

COMMANDS = ("process", "expand", "check", "test", "convert", "template", "explain", "completion")
BASH = shutil.which("bash") or "/bin/bash"


def completed(script: str, folder: Path, *arguments: str) -> list[str]:
    """What bash offers for the last of ``arguments``."""
    line = " ".join(f"'{word}'" for word in arguments)
    place = f"COMP_WORDS=({line}); COMP_CWORD={len(arguments) - 1}"
    offer = f'{place}; _shtab_template_playground; printf "%s\\n" "${{COMPREPLY[@]}}"'
    code = f"{script}\n{offer}"
    process = subprocess.run([BASH, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
    return process.stdout.split()


@pytest.fixture
def bash(capsys: pytest.CaptureFixture[str]) -> str:
    status, out, err = run(capsys, "completion", "bash")
    assert (status, err) == (0, "")
    return out


@pytest.mark.parametrize(
    ("arguments", "offered"),
    [
        (["c"], {"check", "completion", "convert"}),
        (["template", "--without", "st"], {"storage"}),
        (["convert", "--to", ""], {"helm", "kustomize"}),
        (["check", "--fo"], {"--format"}),
        (["check", "--format", ""], {"text", "json", "sarif", "github", "server"}),
        (["process", "-f", "pod"], {"pod.yaml"}),
        (["process", "-o", "j"], {"json", "jsonpath=", "jsonpath-as-json=", "jsonpath-file="}),
        (["expand", "--dialect", "o"], {"openshift"}),
        (["explain", "ENV502"], {"ENV502"}),
        (["completion", ""], {"bash", "zsh", "fish"}),
    ],
)
def test_bash_completes_commands_and_options(
    bash: str, tmp_path: Path, arguments: list[str], offered: set[str]
) -> None:
    (tmp_path / "pod.yaml").touch()
    assert set(completed(bash, tmp_path, "template-playground", *arguments)) == offered


def test_the_function_finds_the_program_in_every_folder(bash: str, tmp_path: Path) -> None:
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    process = subprocess.run(
        [BASH, "-c", f"{bash}\ntemplate-playground explain ENV502"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.startswith("ENV502 ")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_script_contains_all_commands_and_options(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "completion", shell)[1]
    helps = run(capsys, "--help")[1]
    for command in COMMANDS:
        assert command in helps
        assert command in out
        for flag in set(run(capsys, command, "--help")[1].split()):
            if flag.startswith("--") and flag.isascii() and flag.strip("-").isalpha():
                assert flag.removeprefix("--") in out
    assert all(word in out for word in ("sarif", "openshift", "ENV502", "aligned"))


def test_words_with_quotes_and_brackets_stay_one_word() -> None:
    def script(shell: str) -> str:
        parser = argparse.ArgumentParser()
        inside = parser.add_subparsers().add_parser("run", help="it's [a] test: yes")
        inside.add_argument("--flag", help="it's [a] test: yes", metavar="FILE")
        return completion_script(parser, shell)

    assert "\\[a\\] test\\: yes" in script("zsh")
    assert "'it'\"'\"'s [a] test: yes'" in script("fish")
    assert "run___flag_COMPGEN=_shtab_compgen_files" in script("bash")
