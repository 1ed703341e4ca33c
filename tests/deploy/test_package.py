"""The package, built and installed into an empty environment, answers as the repository does."""

from __future__ import annotations

import re
import sys
import zipfile
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Mapping
from email import message_from_string
from email.message import Message
from pathlib import Path

import pygls
import pytest
from packaging.requirements import Requirement

from playground import __version__
from playground.cli.arguments import command_parser
from playground.cli.completion import completion_script
from playground.cli.options import SHELLS
from tests.deploy.packaged import ROOT, run, shell, wheel_name
from tests.texts import POD, SHOP

EXAMPLES = ROOT / "playground" / "examples"
LARGEST = 1_000_000  # bytes; the engine takes 700,000
COMMANDS = [
    ("process", "-f", str(EXAMPLES / "20-composed-url.yaml"), "-o", "yaml"),
    ("check", str(ROOT / "tests" / "cases")),  # on all cores
    ("bogus",),
]
MORE_COMMANDS = [
    ("expand", "-f", str(EXAMPLES / "92-service-default.yaml"), "-o", "env"),
    ("--version",),
    ("process", "-f", str(EXAMPLES / "80-typed-parameters.yaml"), "--parameters"),
    ("check", "-f", str(EXAMPLES / "30-order-matters.yaml")),
    ("explain", "ENV502"),
]

# What the examples of the commands' help read.
REST = """\
- {name: REPLICAS, value: "1"}
objects:
- apiVersion: v1
  kind: Pod
  metadata: {name: "${NAME}-${REPLICAS}"}
  spec: {containers: [{name: web, image: "registry.example/web:1", env: [{name: TITLE, value: "${NAME}"}]}]}
"""
SUITE = """\
tests:
- name: one pod
  expect:
  - {object: Pod/shop-1, field: metadata.name, equals: shop-1}
"""
FILES = {
    "shop.yaml": SHOP + REST,
    "shop.test.yaml": SUITE,
    "pod.yaml": POD,
    "a.env": "NAME=a\n",
    "b.env": "NAME=b\n",
}


@pytest.fixture(scope="module")
def wheel(package: Path) -> dict[str, str]:
    """The texts of the files in the wheel, by name."""
    with zipfile.ZipFile(wheel_name(package)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture(scope="module")
def metadata(wheel: dict[str, str]) -> Message:
    return message_from_string(wheel[f"template_playground-{__version__}.dist-info/METADATA"])


def test_the_wheel_is_small_and_has_one_package(package: Path, wheel: dict[str, str]) -> None:
    assert wheel_name(package).stat().st_size <= LARGEST
    beside = {name for name in wheel if not re.match(r"template_playground(-[\d.]+\.dist-info)?/", name)}
    assert beside == {f"template_playground-{__version__}.data/data/share/man/man1/template-playground.1"}
    assert [name for name in wheel if "__pycache__" in name] == []


def test_it_requires_two_packages_and_has_extras(metadata: Message) -> None:
    requirements = [*map(Requirement, metadata.get_all("Requires-Dist", []))]
    of_lsp = {entry.name for entry in requirements if entry.marker and entry.marker.evaluate({"extra": "lsp"})}
    assert {entry.name for entry in requirements if not entry.marker} == {"exrex", "PyYAML"}
    assert of_lsp == {"pygls"}
    assert {"web", "lsp"} <= set(metadata.get_all("Provides-Extra", []))
    assert (metadata["License-Expression"], metadata["Version"]) == ("AGPL-3.0-or-later", __version__)


def test_no_module_names_the_package_as_in_the_repository(wheel: dict[str, str]) -> None:
    modules = {name: text for name, text in wheel.items() if name.endswith(".py")}
    assert len(modules) > 200
    # An import of the package or of Django, and a string that names a module of the package or starts it.
    wrong = re.compile(
        r"^ *(?:from|import) (?:playground|django)\b|[\"']playground\.(?:cli|engine|lsp)\b|-m playground", re.M
    )
    assert {name: places for name, text in modules.items() if (places := wrong.findall(text))} == {}
    assert wrong.search("from playground import PROGRAM")


@pytest.mark.parametrize(
    "arguments",
    [*COMMANDS, *(pytest.param(command, marks=pytest.mark.nightly) for command in MORE_COMMANDS)],
    ids=" ".join,
)
def test_the_installed_program_answers_as_the_repository_does(
    package: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    installed = run(package / "env" / "bin" / "template-playground", *arguments, cwd=tmp_path)
    ours = run(sys.executable, "-m", "playground", *arguments, cwd=tmp_path, PYTHONPATH=str(ROOT))
    expected = (ours.returncode, ours.stdout, ours.stderr.replace("python -m playground", "template-playground"))
    assert (installed.returncode, installed.stdout, installed.stderr) == expected
    assert installed.stdout + installed.stderr


def test_the_package_runs_as_a_module(package: Path, tmp_path: Path) -> None:
    process = run(package / "env" / "bin" / "python", "-m", "template_playground", "bogus", cwd=tmp_path)
    installed = shell(package, "template-playground bogus", tmp_path)
    assert (process.returncode, process.stdout, process.stderr) == (2, installed.stdout, installed.stderr)


def test_other_packages_named_playground_are_left_alone(package: Path, tmp_path: Path) -> None:
    (tmp_path / "playground.py").write_text("print('another one')")
    code = "import template_playground.engine, playground"
    process = run(package / "env" / "bin" / "python", "-c", code, cwd=tmp_path)
    assert (process.returncode, process.stdout, process.stderr) == (0, "another one\n", "")


def test_the_commands_of_the_readme_work(package: Path) -> None:
    section = (ROOT / "README.md").read_text().partition("## On the command line\n")[2].partition("\n## ")[0]
    install, *commands = re.findall(r"^    (.+)$", section, re.MULTILINE)
    assert install == "pipx install ."
    assert len(commands) >= 4
    for command in commands:
        process = shell(package, command, ROOT)
        assert (process.returncode in (0, 1), process.stdout != "", "usage" in process.stderr) == (True, True, False)


@pytest.mark.nightly
def test_the_commands_for_a_repository_work(package: Path, tmp_path: Path) -> None:
    section = (ROOT / "README.md").read_text().partition("## In your repository\n")[2].partition("\n## ")[0]
    (tmp_path / "deploy").mkdir()
    for name in ("deploy/pod.yaml", "pod.yaml"):
        (tmp_path / name).write_text(POD)
    commands = re.findall(r"^    (template-playground .+)$", section, re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        process = shell(package, command, tmp_path)
        assert (process.returncode, "error" in process.stderr) == (0, False)
    assert (tmp_path / "deploy" / "pod.yaml").read_text() != POD  # fixed
    assert (tmp_path / "results.sarif").is_file()


@pytest.mark.nightly
def test_the_examples_of_every_help_work(package: Path, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    for command, parser in parsers().items():
        examples = re.findall(r"^  (.+)$", parser.format_help().partition("\nexamples:\n")[2], re.MULTILINE)
        assert examples or command == "lsp", command
        for example in examples:
            process = shell(package, example, tmp_path)
            assert (process.returncode in (0, 1), re.findall("^error: .*", process.stderr, re.MULTILINE)) == (True, [])


@pytest.mark.nightly
def test_the_language_server_needs_its_extra(package: Path, tmp_path: Path) -> None:
    process = shell(package, "template-playground lsp", tmp_path)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.endswith(": pipx install --force '.[lsp]'\n")
    with_pygls = shell(package, f"PYTHONPATH={Path(pygls.__path__[0]).parent} template-playground lsp", tmp_path)
    assert (with_pygls.returncode, with_pygls.stdout, with_pygls.stderr) == (1, "", "")  # the editor left at once


def test_help_fits_a_terminal_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for command, parser in {"": command_parser("template-playground"), **parsers()}.items():
        text = parser.format_help()
        assert text.startswith(f"usage: template-playground {command}".rstrip())
        assert [line for line in text.splitlines() if len(line) > 80] == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", SHELLS)
def test_completion_needs_nothing_else(package: Path, tmp_path: Path, name: str) -> None:
    process = shell(package, f"template-playground completion {name}", tmp_path)
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout == f"{completion_script(command_parser('template-playground'), name)}\n"


def test_bash_completes_the_installed_program(package: Path, tmp_path: Path) -> None:
    line = (
        "source <(template-playground completion bash); COMP_WORDS=(template-playground exp); COMP_CWORD=1; "
        '$(complete -p template-playground | sed "s/.*-F //; s/ .*//"); echo "${COMPREPLY[@]}"'
    )
    assert set(shell(package, line, tmp_path).stdout.split()) == {"expand", "explain"}


def test_the_manual_page_is_installed_and_man_reads_it(package: Path, tmp_path: Path) -> None:
    page = package / "env" / "share" / "man" / "man1" / "template-playground.1"
    process = run("man", "--warnings=w", "-l", page, cwd=tmp_path, MANWIDTH="80", LC_ALL="C.UTF-8")
    assert (process.returncode, process.stderr) == (0, "")
    headings = re.findall(r"^[A-Z ]+$", process.stdout, re.MULTILINE)
    assert headings == ["NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT"]
    assert re.findall(r"^   (\w+)$", process.stdout, re.MULTILINE) == [*parsers()]
    statuses = process.stdout.partition("EXIT STATUS")[2].partition("ENVIRONMENT")[0]
    documented = {
        word for line in re.findall("^       (\\w.*)$", statuses, re.MULTILINE) for word in re.findall(r"\w+", line)
    }
    assert {*parsers()} <= documented
    assert re.findall(r" (\d): ", statuses)[:3] == ["0", "1", "2"]
    assert "-f, --filename FILE" in process.stdout


def parsers() -> Mapping[str, ArgumentParser]:
    """The parser of each command, by its name."""
    program = command_parser("template-playground")
    (commands,) = (action for action in program._actions if isinstance(action, _SubParsersAction))
    parsers: Mapping[str, ArgumentParser] = commands.choices
    return parsers
