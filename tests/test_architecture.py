"""The architecture of CONTRIBUTING.md holds, and a planted violation of each of its rules is noticed."""

from __future__ import annotations

import ast
import graphlib
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "playground").rglob("*.py")
}
# The one list: `site → pages | api → web` says that what is on the left imports only what is further to the right.
CHAINS = [
    [rank.split(" | ") for rank in chain.replace("engine: ", "engine → ").split(" → ")]
    for line in (ROOT / "CONTRIBUTING.md").read_text().split("```")[1].splitlines()
    for chain in re.split(r" {3,}", line)
    if chain
]
HOMES = {"yaml": "playground.engine.reading", "exrex": "playground.engine.templates.generators"}
WITHOUT_DJANGO = ("playground.engine", "playground.cli", "playground.lsp", "playground.__main__")
FROM_ABOVE = {"os", "time", "secrets", "uuid", "random.SystemRandom", "django.conf.settings", "django.utils.timezone"}
MOST_ENTRIES = 15


class Import(NamedTuple):
    """One imported name: by which module, from which, and whether inside a function."""

    importer: str
    module: str
    name: str = ""
    nested: bool = False

    @property
    def target(self) -> str:
        """The module that is imported: the name itself may be one."""
        return part if (part := f"{self.module}.{self.name}") in MODULES else self.module


def imports_in(importer: str, text: str) -> Iterator[Import]:
    """The imports in the ``text`` of the module ``importer``."""
    nodes: list[tuple[ast.AST, bool]] = [(ast.parse(text), False)]  # each with whether it is inside a function
    while nodes:
        node, nested = nodes.pop()
        if isinstance(node, ast.Import):
            yield from (Import(importer, alias.name, "", nested) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (Import(importer, node.module or ".", alias.name, nested) for alias in node.names)
        elif not isinstance(node, ast.expr):
            nested = nested or isinstance(node, ast.FunctionDef)
            nodes += ((child, nested) for child in ast.iter_child_nodes(node))


def violations(imports: Iterable[Import]) -> Iterator[str]:
    """The rules that single ``imports`` break."""
    for entry in imports:
        top, ours = entry.module.partition(".")[0], entry.target in MODULES
        inside = entry.importer.startswith("playground.engine")
        if entry.nested:
            yield f"{entry}: an import inside a function"
        if ours and entry.target != "playground" and not goes_right(layer(entry.importer), layer(entry.target)):
            yield f"{entry}: against the one list"
        if ours and not inside and entry.target.startswith("playground.engine."):
            yield f"{entry}: the engine's faces import it as `playground.engine`"
        if inside and not ours and top not in {*sys.stdlib_module_names, *HOMES}:
            yield f"{entry}: the engine needs nothing but Python"
        if top == "django" and entry.importer.startswith(WITHOUT_DJANGO):
            yield f"{entry}: no Django here"
        if not entry.importer.startswith(HOMES.get(top, "")):
            yield f"{entry}: only {HOMES[top]} imports {top}"
        if entry.importer == "playground.storage.models" and top not in {*sys.stdlib_module_names, "django"}:
            yield f"{entry}: models store and do not understand"
        if (
            inside
            and not entry.importer.endswith(".pipeline")
            and {entry.module, f"{entry.module}.{entry.name}"} & FROM_ABOVE
        ):
            yield f"{entry}: randomness, time and settings are passed down as arguments"


def circles(imports: Iterable[Import]) -> Iterator[str]:
    """Files, or folders beside one another, that import each other."""
    files: dict[str, set[str]] = defaultdict(set)
    folders: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for entry in imports:
        if entry.target in MODULES and entry.target != entry.importer:
            files[entry.importer].add(entry.target)
            importer, target = entry.importer.split("."), entry.target.split(".")
            fork = next((depth for depth, (a, b) in enumerate(zip(importer, target, strict=False)) if a != b), 0)
            if fork:
                folders[".".join(importer[:fork])][importer[fork]].add(target[fork])
    for graph in (files, *folders.values()):
        try:
            graphlib.TopologicalSorter(graph).prepare()
        except graphlib.CycleError as error:
            yield f"a circle: {error.args[1]}"


def layer(module: str) -> str:
    """The name of a module in the one list: a folder of the engine or around it; "" for the modules at the root."""
    folder = re.sub(r"^playground\.?(engine\.)?", "", module).partition(".")[0]
    return folder if any(folder in rank for chain in CHAINS for rank in chain) else ""


def goes_right(importer: str, target: str) -> bool:
    """Whether the list lets one layer import another; the root imports everything, and nothing imports its modules."""
    if not importer or importer == target:
        return bool(target) or not importer
    ranks = [{name: number for number, rank in enumerate(chain) for name in rank} for chain in CHAINS]
    return any(importer in rank and target in rank and rank[importer] < rank[target] for rank in ranks)


@pytest.fixture(scope="module")
def imports() -> list[Import]:
    """All imports of the project."""
    return [entry for module, path in MODULES.items() for entry in imports_in(module, path.read_text())]


def test_the_project_keeps_its_rules(imports: list[Import]) -> None:
    assert len(imports) > len(MODULES)
    assert [*violations(imports), *circles(imports)] == []


@pytest.mark.parametrize(
    ("importer", "line"),
    [
        ("playground.engine.text.go", "from playground.engine.model.location import ROOT"),  # the one list
        ("playground.engine.containers.kubelet_steps", "from playground.engine.validation import validate"),
        ("playground.storage.shares.saving", "from playground.web.clients import client"),
        ("playground.web.configured_limits", "from playground.pages.sharing.access import owns"),
        ("playground.api.conversion", "from playground.pages.sharing.access import owns"),
        ("playground.cli.check", "from playground.storage.models import Share"),
        ("playground.cli.check", "from playground.lsp.positions import Places"),
        ("playground.lsp.server", "from playground.web.clients import client"),
        ("playground.api.conversion", "from playground.cli.process import run_process"),
        ("playground.engine.model.location", "from playground import engine"),
        ("playground.web.configured_limits", "def late() -> None:\n    import json"),
        ("playground.pages.error_pages", "from playground.engine.printing.diff import diff_lines"),
        ("playground.engine.pipeline", "import requests"),
        ("playground.engine.pipeline", "from django.conf import settings"),
        ("playground.cli.check", "from django.conf import settings"),
        ("playground.engine.kubernetes.pods", "import yaml"),
        ("playground.engine.templates.values", "import exrex"),
        ("playground.storage.models", "from playground.storage.clock import now"),
        ("playground.engine.templates.values", "import time"),
        ("playground.engine.templates.values", "from random import SystemRandom"),
    ],
)
def test_a_planted_violation_is_noticed(importer: str, line: str) -> None:
    assert list(violations(imports_in(importer, line))) != []


@pytest.mark.parametrize(
    ("importer", "line"),
    [
        ("playground.engine.reading.tape", "from playground.engine.reading.reader import read"),  # of files
        ("playground.pages.playground.page", "from playground.pages.sharing.views import show"),  # of folders
    ],
)
def test_a_planted_circle_is_noticed(imports: list[Import], importer: str, line: str) -> None:
    assert list(circles([*imports, *imports_in(importer, line)])) != []


def test_folders_hold_few_entries() -> None:
    folders = defaultdict(set)
    for path in MODULES.values():
        inside = path.relative_to(ROOT).parts
        for depth in range(1, len(inside)):
            folders["/".join(inside[:depth])].add(inside[depth])
    too_full = {name for name, entries in folders.items() if len(entries - {"__init__.py"}) > MOST_ENTRIES}
    assert too_full == set()


FORBIDDEN_IN_HTML = re.compile(
    r"\|\s*safe(seq)?\b|autoescape\s+off|\.objects\b|\.all\b|\.filter\b|evaluat(e|ion)\.|engine\."
)


def forbidden_in(html: str) -> list[str]:
    """The tags and variables of a page that do more than read the panel that it is given."""
    return [tag for tag in re.findall(r"\{%.*?%\}|\{\{.*?\}\}", html) if FORBIDDEN_IN_HTML.search(tag)]


def test_pages_only_read_their_panels() -> None:
    assert [tag for path in (ROOT / "templates").rglob("*.html") for tag in forbidden_in(path.read_text())] == []


@pytest.mark.parametrize(
    "tag",
    [
        "{{ text|safe }}",
        "{% autoescape off %}",
        "{% for share in workspace.shares.all %}",
        "{{ page.evaluation.objects }}",
    ],
)
def test_a_page_that_does_more_is_noticed(tag: str) -> None:
    assert forbidden_in(tag) == [tag]
