"""The architecture rules (CONTRIBUTING.md) hold in every file, and breaking one of them is noticed.

Each rule is a function from a house (a folder with ``playground/`` and ``templates/``) to what breaks it there.
"""

from __future__ import annotations

import ast
import graphlib
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ENGINE = "playground.engine"

# The picture, from the roof to the ground; every module of the engine is on one level and imports only from lower ones.
LEVELS = (
    ("pipeline",),
    ("rules",),
    ("evaluation", "output", "rewrite"),
    ("processing", "containers"),
    ("template", "cluster"),
    ("objects", "kubernetes"),
    ("source", "environment", "expansion", "generators"),
    ("diagnostics", "problems", "events", "emit", "substitution"),
    (
        "location",
        "conversion",
        "gotext",
        "strings",
        "nearest",
        "secrecy",
        "deadline",
        "memory",
        "records",
        "stack",
        "unseen",
    ),
)
# The table of the rooms around the engine, row by row, as it is written down.
ROOMS = tuple(
    tuple(re.findall(r"`(\w+)(?:\.py|/)`", row))
    for row in re.findall(
        r"^\| [^|]+ \| (`.*`) \|$",
        (ROOT / "CONTRIBUTING.md").read_text().partition("From top to bottom")[2].partition("\n## ")[0],
        re.MULTILINE,
    )
)
STEPS = {"find_templates", "process", "cluster_for", "expand_containers", "diagnose"}
READ = ("playground.forms", "playground.buttons", "playground.draft")
PASSED_DOWN = (ENGINE, "playground.models", "playground.shares", *READ, "playground.views.panels")
CLOCKS_AND_DICE = {"os", "time", "secrets", "uuid"}
LOADERS = re.compile(r"(load|load_all|compose|compose_all|construct\w*)\Z|\w*(Loader|Constructor)\Z", re.IGNORECASE)
PAGE_SMELLS = {
    r"\|\s*safe(seq)?\b": "trusts text",
    r"autoescape\s+off": "trusts text",
    r"\.objects\b|_set\b|\.all\b|\.filter\b": "asks the database",
    r"\{%\s*load\s+(?!static\s*%\})": "loads code of its own",
    r"\bevaluat(e|ion)\.|\bengine\.": "asks the engine",
}


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name: where, from which module, which."""

    line: int
    module: str
    name: str
    inside_function: bool


@dataclass(frozen=True)
class House:
    """The modules under a folder and what they import."""

    root: Path

    @cached_property
    def trees(self) -> dict[str, ast.Module]:
        return {_name(path.relative_to(self.root)): _parsed(path.read_text()) for path in self._files()}

    @cached_property
    def imports(self) -> dict[str, tuple[Import, ...]]:
        return {name: tuple(self._imports(tree)) for name, tree in self.trees.items()}

    @cached_property
    def graph(self) -> dict[str, set[str]]:
        """For every module, the modules of the house that it imports."""
        return {
            name: {entry.module for entry in entries if entry.module in self.trees} - {name}
            for name, entries in self.imports.items()
        }

    def reach(self, name: str) -> set[str]:
        """All modules of the house that importing ``name`` brings in, by its own import statements."""
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

    def _imports(self, tree: ast.Module) -> Iterator[Import]:
        inside = {
            id(node)
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for node in ast.walk(function)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(node.lineno, alias.name, "", id(node) in inside)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    base = "." * node.level + (node.module or "")
                    part = f"{base}.{alias.name}"
                    yield Import(node.lineno, part if part in self.trees else base, alias.name, id(node) in inside)


@cache
def _parsed(text: str) -> ast.Module:
    """The tree of a file's text; most files of a copied house have been parsed before."""
    return ast.parse(text)


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


def engine_stands_alone(house: House) -> Iterator[str]:
    """1. The engine imports nothing of the project outside itself and no Django; the command line no Django either."""
    allowed = {*sys.stdlib_module_names, "yaml", "exrex"}
    for name in house.under(ENGINE):
        for entry in house.imports[name]:
            if _top(entry.module) not in allowed and not _is_under(entry.module, ENGINE):
                yield f"{name}:{entry.line} imports {entry.module}"
    for name in house.under("playground.cli", "playground.__main__"):
        for reached in (name, *house.reach(name)):
            if any(_top(entry.module) == "django" for entry in house.imports[reached]):
                yield f"{name} brings in Django through {reached}"


def faces_use_the_door(house: House) -> Iterator[str]:
    """2. Faces, and whatever else is outside, import the engine only through its door."""
    for name in set(house.trees) - set(house.under(ENGINE)):
        for entry in house.imports[name]:
            if entry.module.startswith(f"{ENGINE}."):
                yield f"{name}:{entry.line} climbs in through {entry.module}"


def arrows_run_down(house: House) -> Iterator[str]:
    """3. Arrows run down the picture and the table; no circles anywhere, and no import hides in a function."""
    yield from _out_of_place(house)
    level = {f"{ENGINE}.{name}": number for number, names in enumerate(LEVELS) for name in names}
    room = {name: ".".join(name.split(".")[:3]) for name in house.under(ENGINE) if name != ENGINE}
    for name, here in room.items():
        if here not in level:
            yield f"{name} is on no level of the picture"
            continue
        for there in {room.get(reached, ENGINE) for reached in house.graph[name] if _is_under(reached, ENGINE)} - {
            here
        }:
            if level.get(there, -1) <= level[here]:
                yield f"{name} reaches up or aside to {there}"
    try:
        graphlib.TopologicalSorter(house.graph).prepare()
    except graphlib.CycleError as circle:
        yield f"a circle: {circle.args[1]}"
    for name, entries in house.imports.items():
        yield from (f"{name}:{entry.line} imports inside a function" for entry in entries if entry.inside_function)


def _out_of_place(house: House) -> Iterator[str]:
    """What the table of the rooms around the engine does not name, and what imports from a row above its own."""
    row = {f"playground.{name}": number for number, names in enumerate(ROOMS) for name in names}
    room = {name: ".".join(name.split(".")[:2]) for name in house.trees if name != "playground"}
    yield from (f"{name} has no place in the table" for name in room if room[name] not in row)
    for name, here in room.items():
        for there in {room[reached] for reached in house.graph[name] if reached in room}:
            if row.get(there, 0) < row.get(here, 0):
                yield f"{name} reaches up to {there}"


def parsers_have_one_home(house: House) -> Iterator[str]:
    """4. Only the source reads YAML, by the C parser's events and never by a loader; only generators use exrex."""
    homes = {"yaml": f"{ENGINE}.source", "exrex": f"{ENGINE}.generators"}
    for name, entries in house.imports.items():
        for entry in entries:
            home = homes.get(_top(entry.module))
            if home and not _is_under(name, home):
                yield f"{name}:{entry.line} imports {entry.module}"
            if _top(entry.module) == "yaml" and (LOADERS.match(entry.name) or not entry.name):
                yield f"{name}:{entry.line} imports {entry.module} {entry.name}, which can load"


def models_only_store(house: House) -> Iterator[str]:
    """5. models.py stores and does not understand: it imports Django only."""
    for entry in house.imports["playground.models"]:
        if _top(entry.module) not in {*sys.stdlib_module_names, "django"}:
            yield f"playground.models:{entry.line} imports {entry.module}"


def views_and_api_are_strangers(house: House) -> Iterator[str]:
    """6. views and api never import each other."""
    for one, other in (("playground.views", "playground.api"), ("playground.api", "playground.views")):
        for name in house.under(one):
            yield from (f"{name} reaches {found}" for found in house.reach(name) if _is_under(found, other))


def pages_only_show(house: House) -> Iterator[str]:
    """7. Pages read the panel they are given: no queries, no engine, nothing trusted."""
    for path in (house.root / "templates").rglob("*.html"):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            code = " ".join(re.findall(r"\{%.*?%\}|\{\{.*?\}\}", line))
            for smell, words in PAGE_SMELLS.items():
                if re.search(smell, code):
                    yield f"{path.relative_to(house.root)}:{number} {words}"


def chance_time_and_settings_are_passed_down(house: House) -> Iterator[str]:
    """8. Randomness, time and settings enter at the top and are passed down as arguments."""
    for name in house.under(*PASSED_DOWN):
        for entry in house.imports[name]:
            source = f"{entry.module}.{entry.name}" if entry.name else entry.module
            if _top(source) in CLOCKS_AND_DICE or source in ("django.conf.settings", "django.utils.timezone"):
                yield f"{name}:{entry.line} imports {source}"
            dice = {"random.Random", "random.SystemRandom"} if name == f"{ENGINE}.pipeline" else {"random.Random"}
            if _top(source) == "random" and source not in dice:
                yield f"{name}:{entry.line} throws its own dice"
        for node in ast.walk(house.trees[name]):
            if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today"):
                yield f"{name}:{node.lineno} looks at the clock"


def steps_are_written_once(house: House) -> Iterator[str]:
    """9. The order of the steps is written once, in pipeline.py."""
    for name, entries in house.imports.items():
        for entry in entries:
            a_step = entry.name in STEPS and _is_under(entry.module, ENGINE)
            if a_step and name != f"{ENGINE}.pipeline" and not _is_under(entry.module, name):
                yield f"{name}:{entry.line} takes a step of its own: {entry.name}"


Rule = Callable[[House], Iterator[str]]
RULES: tuple[Rule, ...] = (
    engine_stands_alone,
    faces_use_the_door,
    arrows_run_down,
    parsers_have_one_home,
    models_only_store,
    views_and_api_are_strangers,
    pages_only_show,
    chance_time_and_settings_are_passed_down,
    steps_are_written_once,
)

# What is added to which module or page (made when it isn't there), and which rule that breaks.
PLANTED: tuple[tuple[Rule, str, str], ...] = (
    (engine_stands_alone, "playground/engine/expansion", "import django"),
    (engine_stands_alone, "playground/engine/expansion", "from playground import models"),
    (engine_stands_alone, "playground/engine/expansion", "import requests"),
    (engine_stands_alone, "playground/__main__", "from django.conf import settings"),
    (engine_stands_alone, "playground/__main__", "from playground import forms"),
    (faces_use_the_door, "playground/views/shares", "from playground.engine.expansion import expand"),
    (faces_use_the_door, "playground/api/status", "import playground.engine.location"),
    (faces_use_the_door, "playground/__main__", "from playground.engine import pipeline"),
    (arrows_run_down, "playground/engine/location", "from playground.engine import pipeline"),
    (arrows_run_down, "playground/engine/location", "import playground.engine"),
    (arrows_run_down, "playground/engine/source/text", "from playground.engine.expansion import expand"),
    (arrows_run_down, "playground/engine/processing", "from playground.engine import containers"),
    (arrows_run_down, "playground/engine/newcomer", "import json"),
    (arrows_run_down, "playground/forms", "from playground.views import shares"),
    (arrows_run_down, "playground/newcomer", "import json"),
    (arrows_run_down, "playground/clients", "from playground import clock"),
    (arrows_run_down, "playground/views/health", "def late() -> None:\n    import json"),
    (parsers_have_one_home, "playground/forms", "import yaml"),
    (parsers_have_one_home, "playground/engine/cluster", "from yaml._yaml import CParser"),
    (parsers_have_one_home, "playground/engine/source/events", "from yaml import CSafeLoader"),
    (parsers_have_one_home, "playground/engine/source/events", "import yaml"),
    (parsers_have_one_home, "playground/engine/template", "import exrex"),
    (models_only_store, "playground/models", "from playground import forms"),
    (models_only_store, "playground/models", "import yaml"),
    (views_and_api_are_strangers, "playground/views/health", "from playground.api import status"),
    (views_and_api_are_strangers, "playground/api/status", "from playground.views import shares"),
    (pages_only_show, "templates/errors/page.html", "{{ message|safe }}"),
    (pages_only_show, "templates/errors/page.html", "{% autoescape off %}{{ message }}{% endautoescape %}"),
    (pages_only_show, "templates/errors/page.html", "{% for share in workspace.shares.all %}{% endfor %}"),
    (pages_only_show, "templates/errors/page.html", "{% load tz %}"),
    (pages_only_show, "templates/errors/page.html", "{{ page.evaluation.objects }}"),
    (chance_time_and_settings_are_passed_down, "playground/engine/cluster", "import time"),
    (chance_time_and_settings_are_passed_down, "playground/engine/cluster", "from random import choice"),
    (chance_time_and_settings_are_passed_down, "playground/engine/cluster", "from random import SystemRandom"),
    (chance_time_and_settings_are_passed_down, "playground/models", "NOW = datetime.now()"),
    (chance_time_and_settings_are_passed_down, "playground/forms", "from django.conf import settings"),
    (steps_are_written_once, "playground/views/shares", "from playground.engine.processing import process"),
    (steps_are_written_once, "playground/__main__", "from playground.engine.rules import diagnose"),
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A house of one's own to plant things in."""
    for folder in ("playground", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_house_keeps_the_rule(rule: Rule) -> None:
    assert list(rule(House(ROOT))) == []


@pytest.mark.parametrize(("rule", "file", "planted"), PLANTED, ids=lambda part: getattr(part, "__name__", part))
def test_breaking_the_rule_is_noticed(copy: Path, rule: Rule, file: str, planted: str) -> None:
    path = _file(copy / file)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text() if path.exists() else ""
    path.write_text(f"{before}\n{planted}\n")
    for package in ("playground/api/__init__", "playground/api/status.py"):
        (copy / package).parent.mkdir(exist_ok=True)
        (copy / package).touch()
    assert list(rule(House(copy))) != []


def test_every_rule_is_planted_against() -> None:
    assert {rule for rule, _, _ in PLANTED} == set(RULES)


def test_every_level_of_the_picture_exists() -> None:
    engine = {path.stem for path in (ROOT / "playground" / "engine").iterdir()}
    assert {name for names in LEVELS for name in names} - engine == set()


def test_the_picture_that_is_drawn_has_these_levels() -> None:
    picture = (ROOT / "CONTRIBUTING.md").read_text().partition("```")[2].partition("```")[0]
    below_the_door = picture.partition("the only door")[2].splitlines()[1:]
    drawn = [set(re.findall(r"\b([a-z]+)(?:\.py|/)", line)) for line in below_the_door]
    assert [names for names in drawn if names] == [set(names) for names in LEVELS]


def test_every_room_of_the_table_exists_and_is_named_once() -> None:
    here = [path.stem for path in (ROOT / "playground").iterdir() if path.suffix == ".py" or path.is_dir()]
    rooms = [name for names in ROOMS for name in names]
    assert sorted(rooms) == sorted(set(here) - {"__init__", "__pycache__"})
