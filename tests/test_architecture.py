"""The architecture rules (CONTRIBUTING.md) hold in every file, and breaking one of them is noticed.

Each rule is a function from a Project (a folder with ``playground/`` and ``templates/``) to its violations.
"""

from __future__ import annotations

import ast
import graphlib
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ENGINE = "playground.engine"

# The picture, from top to bottom; every module of the engine is on one level and imports only from lower ones.
LEVELS = (
    ("pipeline",),
    ("rules",),
    ("printing",),
    ("evaluation", "diff", "rewrite"),
    ("output",),
    ("processing", "containers"),
    ("validation",),
    ("template", "cluster", "inputs"),
    ("kubernetes",),
    ("reading", "environment", "expansion", "generators"),
    ("diagnostics", "problems", "events", "emit", "substitution"),
    (
        "location",
        "conversion",
        "goformat",
        "strings",
        "nearest",
        "secrecy",
        "deadline",
        "records",
        "invisible",
    ),
)
# The table of the modules around the engine, row by row, as CONTRIBUTING.md has it.
ROWS = tuple(
    tuple(re.findall(r"`(\w+)(?:\.py|/)`", row))
    for row in re.findall(
        r"^\| [^|]+ \| (`.*`) \|$",
        (ROOT / "CONTRIBUTING.md").read_text().partition("From top to bottom")[2].partition("\n## ")[0],
        re.MULTILINE,
    )
)
STEPS = {"find_templates", "process", "cluster_for", "expand_containers", "validate", "diagnose"}
READ = ("playground.forms", "playground.buttons", "playground.draft")
STORED = tuple(
    f"playground.storage.{name}"
    for name in (
        "models",
        "changing",
        "contents",
        "finding",
        "purging",
        "quota",
        "rates",
        "retries",
        "saving",
        "versions",
        "workspaces",
    )
)
PASSED_DOWN = (ENGINE, *STORED, *READ, "playground.views.panels")
IMPURE_MODULES = {"os", "time", "secrets", "uuid"}
LOADERS = re.compile(r"(load|load_all|compose|compose_all|construct\w*)\Z|\w*(Loader|Constructor)\Z", re.IGNORECASE)
FORBIDDEN_IN_HTML = {
    r"\|\s*safe(seq)?\b": "marks text as safe",
    r"autoescape\s+off": "marks text as safe",
    r"\.objects\b|_set\b|\.all\b|\.filter\b": "queries the database",
    r"\{%\s*load\s+(?!static\s*%\})": "loads other template tags",
    r"\bevaluat(e|ion)\.|\bengine\.": "calls the engine",
}


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name: where, from which module, which."""

    line: int
    module: str
    name: str
    inside_function: bool


@dataclass(frozen=True)
class Project:
    """The modules under a folder and what they import."""

    root: Path

    @cached_property
    def trees(self) -> dict[str, ast.Module]:
        return {_name(path.relative_to(self.root)): _parsed(path.read_text()) for path in self._files()}

    @cached_property
    def imports(self) -> dict[str, tuple[Import, ...]]:
        return {name: tuple(self._modules(_imported(tree))) for name, tree in self.trees.items()}

    @cached_property
    def graph(self) -> dict[str, set[str]]:
        """The modules of the project that each module imports."""
        return {
            name: {entry.module for entry in entries if entry.module in self.trees} - {name}
            for name, entries in self.imports.items()
        }

    def reach(self, name: str) -> set[str]:
        """All modules of the project that ``name`` imports, directly or indirectly."""
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            new = self.graph[waiting.pop()] - seen
            seen |= new
            waiting.extend(new)
        return seen

    def under(self, *packages: str) -> Iterator[str]:
        """The modules that are one of ``packages`` or inside it."""
        return (name for name in self.trees if any(_is_under(name, package) for package in packages))

    def _files(self) -> Iterator[Path]:
        return (self.root / "playground").rglob("*.py")

    def _modules(self, imports: Iterable[Import]) -> Iterator[Import]:
        """What is imported from a package may be a module of the project."""
        for entry in imports:
            part = f"{entry.module}.{entry.name}"
            yield replace(entry, module=part) if entry.name and part in self.trees else entry


@cache
def _parsed(text: str) -> ast.Module:
    """The syntax tree of a file's text; cached, because most files of a copy have been parsed before."""
    return ast.parse(text)


@cache
def _imported(tree: ast.Module) -> tuple[Import, ...]:
    """What a file imports, in any order; cached as its tree is."""
    found: list[Import] = []
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, ast.Import):
            found += [Import(node.lineno, alias.name, "", inside) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            found += [Import(node.lineno, base, alias.name, inside) for alias in node.names]
        inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        waiting += [(child, inside) for child in ast.iter_child_nodes(node)]
    return tuple(found)


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _file(module: Path) -> Path:
    """The file of a module or a page that is named by its path."""
    if module.suffix:
        return module
    return module / "__init__.py" if module.is_dir() else module.with_suffix(".py")


def _is_under(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _top(module: str) -> str:
    return module.partition(".")[0]


# ------------------------------------------------------------------------------------------------------- the rules


def engine_stands_alone(project: Project) -> Iterator[str]:
    """1. The engine imports nothing of the project outside itself and no Django; the command line no Django either."""
    allowed = {*sys.stdlib_module_names, "yaml", "exrex"}
    for name in project.under(ENGINE):
        for entry in project.imports[name]:
            if _top(entry.module) not in allowed and not _is_under(entry.module, ENGINE):
                yield f"{name}:{entry.line} imports {entry.module}"
    for name in project.under("playground.cli", "playground.__main__"):
        for reached in (name, *project.reach(name)):
            if any(_top(entry.module) == "django" for entry in project.imports[reached]):
                yield f"{name} brings in Django through {reached}"


def engine_is_imported_as_a_package(project: Project) -> Iterator[str]:
    """2. Everything outside of the engine imports it only as a package, not its modules."""
    for name in set(project.trees) - set(project.under(ENGINE)):
        for entry in project.imports[name]:
            if entry.module.startswith(f"{ENGINE}."):
                yield f"{name}:{entry.line} imports {entry.module}, not playground.engine"


def imports_point_down(project: Project) -> Iterator[str]:
    """3. Imports point down the picture and the table; there are no cycles, and no imports inside functions."""
    yield from _wrong_rows(project)
    level = {f"{ENGINE}.{name}": number for number, names in enumerate(LEVELS) for name in names}
    unit = {name: ".".join(name.split(".")[:3]) for name in project.under(ENGINE) if name != ENGINE}
    for name, here in unit.items():
        if here not in level:
            yield f"{name} is on no level of the picture"
            continue
        for there in {unit.get(reached, ENGINE) for reached in project.graph[name] if _is_under(reached, ENGINE)} - {
            here
        }:
            if level.get(there, -1) <= level[here]:
                yield f"{name} imports from above or beside it: {there}"
    try:
        graphlib.TopologicalSorter(project.graph).prepare()
    except graphlib.CycleError as cycle:
        yield f"a cycle: {cycle.args[1]}"
    for name, entries in project.imports.items():
        yield from (f"{name}:{entry.line} imports inside a function" for entry in entries if entry.inside_function)


def _wrong_rows(project: Project) -> Iterator[str]:
    """Modules that the table does not name, and those that import from a row above their own."""
    row = {f"playground.{name}": number for number, names in enumerate(ROWS) for name in names}
    unit = {name: ".".join(name.split(".")[:2]) for name in project.trees if name != "playground"}
    yield from (f"{name} is not in the table" for name in unit if unit[name] not in row)
    for name, here in unit.items():
        for there in {unit[reached] for reached in project.graph[name] if reached in unit}:
            if row.get(there, 0) < row.get(here, 0):
                yield f"{name} imports from above: {there}"


def parsers_are_imported_in_one_place(project: Project) -> Iterator[str]:
    """4. Only engine/reading imports yaml, its C parser and never a loader; only engine/generators imports exrex."""
    homes = {"yaml": f"{ENGINE}.reading", "exrex": f"{ENGINE}.generators"}
    for name, entries in project.imports.items():
        for entry in entries:
            home = homes.get(_top(entry.module))
            if home and not _is_under(name, home):
                yield f"{name}:{entry.line} imports {entry.module}"
            if _top(entry.module) == "yaml" and (LOADERS.match(entry.name) or not entry.name):
                yield f"{name}:{entry.line} imports {entry.module} {entry.name}, which can load"


def models_only_store(project: Project) -> Iterator[str]:
    """5. models.py stores text and does not interpret it: it imports Django only."""
    for entry in project.imports["playground.storage.models"]:
        if _top(entry.module) not in {*sys.stdlib_module_names, "django"}:
            yield f"playground.storage.models:{entry.line} imports {entry.module}"


def views_and_api_are_independent(project: Project) -> Iterator[str]:
    """6. views and api never import each other."""
    for one, other in (("playground.views", "playground.api"), ("playground.api", "playground.views")):
        for name in project.under(one):
            yield from (f"{name} reaches {found}" for found in project.reach(name) if _is_under(found, other))


def html_templates_only_show(project: Project) -> Iterator[str]:
    """7. HTML templates only read the panel they are given: no queries, no engine calls, nothing marked as safe."""
    for path in (project.root / "templates").rglob("*.html"):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            code = " ".join(re.findall(r"\{%.*?%\}|\{\{.*?\}\}", line))
            for pattern, problem in FORBIDDEN_IN_HTML.items():
                if re.search(pattern, code):
                    yield f"{path.relative_to(project.root)}:{number} {problem}"


def randomness_time_and_settings_are_passed_down(project: Project) -> Iterator[str]:
    """8. Randomness, time and settings enter at the top and are passed down as arguments."""
    for name in project.under(*PASSED_DOWN):
        for entry in project.imports[name]:
            source = f"{entry.module}.{entry.name}" if entry.name else entry.module
            if _top(source) in IMPURE_MODULES or source in ("django.conf.settings", "django.utils.timezone"):
                yield f"{name}:{entry.line} imports {source}"
            allowed_names = (
                {"random.Random", "random.SystemRandom"} if name == f"{ENGINE}.pipeline" else {"random.Random"}
            )
            if _top(source) == "random" and source not in allowed_names:
                yield f"{name}:{entry.line} makes its own random numbers"
        for node in ast.walk(project.trees[name]):
            if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today"):
                yield f"{name}:{node.lineno} reads the clock"


def steps_are_written_once(project: Project) -> Iterator[str]:
    """9. The order of the steps is written once, in pipeline.py."""
    for name, entries in project.imports.items():
        for entry in entries:
            a_step = entry.name in STEPS and _is_under(entry.module, ENGINE)
            if a_step and name != f"{ENGINE}.pipeline" and not _is_under(entry.module, name):
                yield f"{name}:{entry.line} runs a step itself: {entry.name}"


Rule = Callable[[Project], Iterator[str]]
RULES: tuple[Rule, ...] = (
    engine_stands_alone,
    engine_is_imported_as_a_package,
    imports_point_down,
    parsers_are_imported_in_one_place,
    models_only_store,
    views_and_api_are_independent,
    html_templates_only_show,
    randomness_time_and_settings_are_passed_down,
    steps_are_written_once,
)

# The rule that is broken, the module or page that breaks it (created if missing), and the line added to it.
VIOLATIONS: tuple[tuple[Rule, str, str], ...] = (
    (engine_stands_alone, "playground/engine/expansion", "import django"),
    (engine_stands_alone, "playground/engine/expansion", "from playground.storage import models"),
    (engine_stands_alone, "playground/engine/expansion", "import requests"),
    (engine_stands_alone, "playground/__main__", "from django.conf import settings"),
    (engine_stands_alone, "playground/__main__", "from playground import forms"),
    (engine_is_imported_as_a_package, "playground/views/shares", "from playground.engine.expansion import expand"),
    (engine_is_imported_as_a_package, "playground/api/protocol/status", "import playground.engine.location"),
    (engine_is_imported_as_a_package, "playground/__main__", "from playground.engine import pipeline"),
    (imports_point_down, "playground/engine/location", "from playground.engine import pipeline"),
    (imports_point_down, "playground/engine/location", "import playground.engine"),
    (imports_point_down, "playground/engine/reading/text", "from playground.engine.expansion import expand"),
    (imports_point_down, "playground/engine/processing", "from playground.engine import containers"),
    (imports_point_down, "playground/engine/newcomer", "import json"),
    (imports_point_down, "playground/forms", "from playground.views import shares"),
    (imports_point_down, "playground/newcomer", "import json"),
    (imports_point_down, "playground/web/clients", "from playground.views import shares"),
    (imports_point_down, "playground/views/health", "def late() -> None:\n    import json"),
    (parsers_are_imported_in_one_place, "playground/forms", "import yaml"),
    (parsers_are_imported_in_one_place, "playground/engine/cluster", "from yaml._yaml import CParser"),
    (parsers_are_imported_in_one_place, "playground/engine/reading/yaml", "from yaml import CSafeLoader"),
    (parsers_are_imported_in_one_place, "playground/engine/reading/yaml", "import yaml"),
    (parsers_are_imported_in_one_place, "playground/engine/template", "import exrex"),
    (models_only_store, "playground/storage/models", "from playground import forms"),
    (models_only_store, "playground/storage/models", "import yaml"),
    (views_and_api_are_independent, "playground/views/health", "from playground.api import status"),
    (views_and_api_are_independent, "playground/api/protocol/status", "from playground.views import shares"),
    (html_templates_only_show, "templates/errors/page.html", "{{ message|safe }}"),
    (html_templates_only_show, "templates/errors/page.html", "{% autoescape off %}{{ message }}{% endautoescape %}"),
    (html_templates_only_show, "templates/errors/page.html", "{% for share in workspace.shares.all %}{% endfor %}"),
    (html_templates_only_show, "templates/errors/page.html", "{% load tz %}"),
    (html_templates_only_show, "templates/errors/page.html", "{{ page.evaluation.objects }}"),
    (randomness_time_and_settings_are_passed_down, "playground/engine/cluster", "import time"),
    (randomness_time_and_settings_are_passed_down, "playground/engine/cluster", "from random import choice"),
    (randomness_time_and_settings_are_passed_down, "playground/engine/cluster", "from random import SystemRandom"),
    (randomness_time_and_settings_are_passed_down, "playground/storage/models", "NOW = datetime.now()"),
    (randomness_time_and_settings_are_passed_down, "playground/forms", "from django.conf import settings"),
    (steps_are_written_once, "playground/views/shares", "from playground.engine.processing import process"),
    (steps_are_written_once, "playground/__main__", "from playground.engine.rules import diagnose"),
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project, to break rules in."""
    for folder in ("playground", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_project_keeps_the_rule(rule: Rule) -> None:
    assert list(rule(Project(ROOT))) == []


@pytest.mark.parametrize(("rule", "file", "violation"), VIOLATIONS, ids=lambda part: getattr(part, "__name__", part))
def test_breaking_the_rule_is_noticed(copy: Path, rule: Rule, file: str, violation: str) -> None:
    path = _file(copy / file)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text() if path.exists() else ""
    path.write_text(f"{before}\n{violation}\n")
    for package in ("playground/api/__init__", "playground/api/protocol/status.py"):
        (copy / package).parent.mkdir(exist_ok=True)
        (copy / package).touch()
    assert list(rule(Project(copy))) != []


def test_every_rule_has_a_violation() -> None:
    assert {rule for rule, _, _ in VIOLATIONS} == set(RULES)


def test_every_level_of_the_picture_exists() -> None:
    engine = {path.stem for path in (ROOT / "playground" / "engine").iterdir()}
    assert {name for names in LEVELS for name in names} - engine == set()


def test_the_picture_that_is_drawn_has_these_levels() -> None:
    picture = (ROOT / "CONTRIBUTING.md").read_text().partition("```")[2].partition("```")[0]
    below_the_package = picture.partition("the public interface")[2].splitlines()[1:]
    drawn = [set(re.findall(r"\b([a-z]+)(?:\.py|/)", line)) for line in below_the_package]
    assert [names for names in drawn if names] == [set(names) for names in LEVELS]


def test_every_module_of_the_table_exists_and_is_named_once() -> None:
    here = [path.stem for path in (ROOT / "playground").iterdir() if path.suffix == ".py" or path.is_dir()]
    names = [name for names in ROWS for name in names]
    assert sorted(names) == sorted(set(here) - {"__init__", "__pycache__"})
