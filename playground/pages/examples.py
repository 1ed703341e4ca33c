"""The examples of the page, read from the files in `playground/examples/`.

An example file is called ``NN-name.yaml``; NN is its place in the order. It begins with a comment: the title on
the first line, what the example teaches on the others. ``NN-name.SET.env`` has the values of a value set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from playground.engine import RULES, explain, parse_parameter_file
from playground.pages.markup import prose

FOLDER = Path(__file__).resolve().parents[1] / "examples"
_EXPECTATION = re.compile(r"[ \t]*# expect: .*$", re.MULTILINE)  # the marks for the tests


@dataclass(frozen=True, slots=True)
class Example:
    """One text of the gallery."""

    name: str
    title: str
    teaches: SafeString
    source: str
    sets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # value sets, by name


@cache
def examples() -> tuple[Example, ...]:
    """All examples in order; a first visit shows the first. They are read once: the files are part of the code."""
    return tuple(_example(path) for path in sorted(FOLDER.glob("*.yaml")))


def example_named(name: str) -> Example | None:
    """The example with this name, or of the rule with this code, if there is one."""
    return next((example for example in (*examples(), *_examples_of_rules()) if example.name == name), None)


@cache
def _examples_of_rules() -> tuple[Example, ...]:
    """The example on each rule's page."""
    manuals = [(rule, explain(rule)) for rule in RULES]
    return tuple(Example(rule.code, rule.name, prose(manual.summary), manual.example) for rule, manual in manuals)


def _example(path: Path) -> Example:
    text = _EXPECTATION.sub("", path.read_text(encoding="utf-8"))
    lines = text.splitlines()
    comment = [line.lstrip("# ") for line in lines[: next(i for i, line in enumerate(lines) if line[:1] != "#")]]
    files = sorted(path.parent.glob(f"{path.stem}.*.env"), reverse=True)  # `test` before `prod`
    sets = {file.stem.rpartition(".")[2]: parse_parameter_file(file.read_text(encoding="utf-8")) for file in files}
    return Example(path.stem.partition("-")[2], comment[0], prose(" ".join(comment[1:])), text, sets)


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """All examples on one page."""
    return render(request, "examples.html", {"examples": examples()})
