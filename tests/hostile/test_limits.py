"""Every limit of a text allows exactly its number: in the engine, the page, the API, the command line."""

from __future__ import annotations

import dataclasses
import io
import json
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.test import Client, override_settings

from playground.cli import main, process
from playground.cli.check import file_report
from playground.cli.input import files
from playground.engine import Limits, evaluate
from tests.hostile.families import pod, template


@dataclass(frozen=True)
class Edge:
    """Under the limit ``name`` of ``number`` the text of size ``last`` is taken, and the next one draws ``code``."""

    name: str
    number: int
    last: int
    code: str
    text: Callable[[int], str]


def _objects(count: int, value: str = "x") -> str:
    return "\n".join(f"{{apiVersion: v1, kind: A, metadata: {{name: n{i}}}, v: '{value}'}}" for i in range(count))


def _parameters(count: int, more: str) -> str:
    return "\n".join(f"{{name: A{i}, {more}}}" for i in range(count))


def _referring(value: str, count: int) -> str:
    return template(f"{{name: A, value: {value}}}", _objects(1, "${A}" * count))


def _separate(count: int, text: str = "${A}") -> str:
    fields = ", ".join(f"a{number}: '{text}'" for number in range(count))
    return template("{name: A, value: x}", f"{{apiVersion: v1, kind: B, {fields}}}")


def _inserted(count: int, items: str = "1, 2, 3") -> str:
    fields = ", ".join(f"a{number}: '${{{{A}}}}'" for number in range(count))
    return template(f"{{name: A, value: '[{items}]'}}", f"{{apiVersion: v1, kind: B, {fields}}}")


def _labelled(count: int) -> str:
    return f"labels: {{a: {'x' * count}}}\n{template('{name: A}', _objects(4))}"


def _arguments(count: int) -> str:
    return pod(f"env: [{{name: A, value: xxxxx}}]\nargs: ['{'$(A)' * count}']")


def _inherited(count: int) -> str:
    keys = ", ".join(f"K{number}: v" for number in range(count))
    config_map = f"---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: m}}\ndata: {{{keys}}}\n"
    return pod("envFrom: [{configMapRef: {name: m}}]") + config_map


EDGES = (
    Edge("text_bytes", 60, 57, "SRC120", lambda size: f"a: {'x' * size}"),
    Edge("documents", 5, 5, "SRC120", lambda size: "---\na: 1\n" * size),
    Edge("events", 30, 22, "SRC120", lambda size: f"a: [{'1,' * size}]"),  # eight begin and end, and name the list
    Edge("nodes", 20, 17, "SRC120", lambda size: f"a: [{'1,' * size}]"),
    Edge("depth", 10, 9, "SRC120", lambda size: f"a: {'[' * size}{']' * size}"),
    Edge("scalar_characters", 20, 20, "SRC120", lambda size: f"a: {'x' * size}"),
    Edge("expanded_nodes", 40, 6, "SRC120", lambda size: f"a: &a [1, 1, 1]\nb: [{'*a,' * size}]"),
    Edge("expanded_characters", 100, 12, "SRC120", lambda size: f"a: &a xxxxxxxx\nb: [{'*a,' * size}]"),
    Edge("objects", 4, 4, "TPL211", lambda size: template("{name: A}", _objects(size))),
    Edge("output_characters", 400, 52, "TPL211", _labelled),
    Edge("parameters", 4, 4, "TPL211", lambda size: template(_parameters(size, "value: x"), _objects(1, "${A0}"))),
    Edge("value_characters", 10, 10, "TPL211", lambda size: _referring("x" * size, 1)),
    Edge(
        "generated_characters",
        10,
        10,
        "GEN702",
        lambda size: template(f"{{name: A, generate: expression, from: '[a-z]{{{size}}}'}}", _objects(1, "${A}")),
    ),
    Edge(
        "all_generated_characters",
        20,
        4,
        "GEN702",
        lambda size: template(
            _parameters(size, "generate: expression, from: '[a-z]{5}'"),
            _objects(1, "".join(f"${{A{number}}}" for number in range(size))),
        ),
    ),
    Edge("references", 5, 5, "TPL211", lambda size: _referring("x", size)),
    Edge("references", 5, 5, "ENV510", _arguments),
    Edge("expanded_nodes", 12, 4, "TPL211", _inserted),
    Edge("reference_levels", 6, 2, "TPL211", _separate),  # each is at objects[0].a0
    Edge("reference_levels", 6, 2, "TPL211", lambda size: _separate(size, "$")),
    # The inserted items are at a0[0], a0[1], …
    Edge("reference_levels", 9, 3, "TPL211", lambda size: _inserted(1, ", ".join(['"$"'] * size))),
    Edge("text_characters", 40, 8, "TPL211", lambda size: _referring("xxxxx", size)),
    Edge("output_characters", 60, 12, "ENV510", _arguments),
    Edge("inherited_variables", 15, 5, "ENV510", _inherited),  # the cluster's own Service gives ten
)
NAMES = [f"{edge.name} {edge.code}" for edge in EDGES]


def of_the_engine(text: str, limits: dict[str, Any]) -> set[str]:
    return {diagnostic.code for diagnostic in evaluate(text, limits=Limits(**limits)).diagnostics}


def limits_of_the_api(text: str, limits: dict[str, Any]) -> set[str]:
    with override_settings(LIMITS=limits):
        answer = Client().post("/api/evaluate", json.dumps({"text": text}), "application/json")
    assert answer.status_code == 200
    return {diagnostic["code"] for diagnostic in answer.json()["diagnostics"]}


def on_the_page(text: str, limits: dict[str, Any], code: str) -> bool:
    with override_settings(LIMITS=limits):
        answer = Client().post("/evaluate", {"source": text, "revision": "1"})
    assert answer.status_code == 200
    return f"/rules/{code}" in answer.content.decode()


def on_the_command_line(text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    main(["check", "-f", "-"])
    return "".join(capsys.readouterr())


def test_every_limit_of_the_engine_is_tested_here() -> None:
    names = {field.name for field in dataclasses.fields(Limits)} - {"beyond"}
    assert {edge.name for edge in EDGES} == names


@pytest.mark.parametrize("edge", EDGES, ids=NAMES)
def test_each_limit_allows_its_number_and_refuses_one_more_everywhere(
    edge: Edge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limits: dict[str, Any] = {edge.name: edge.number}
    for module in (files, process, file_report):
        monkeypatch.setattr(module, "LIMITS", replace(files.LIMITS, **limits))
    for size, past in ((edge.last, False), (edge.last + 1, True)):
        text = edge.text(size)
        assert (edge.code in of_the_engine(text, limits)) is past
        assert (edge.code in limits_of_the_api(text, limits)) is past
        assert on_the_page(text, limits, edge.code) is past
        assert (edge.code in on_the_command_line(text, monkeypatch, capsys)) is past


@pytest.mark.parametrize("edge", EDGES, ids=NAMES)
def test_without_the_limit_one_more_would_be_accepted(edge: Edge) -> None:
    assert edge.code not in of_the_engine(edge.text(edge.last + 1), {})


def test_gigabytes_are_refused_before_they_are_computed() -> None:
    text = template(f"{{name: A, value: {'x' * 65_536}}}", _objects(1, "${A}" * 40_000))
    tracemalloc.start()
    (refusal,) = evaluate(text).diagnostics
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "the text would have 2,621,440,000 characters" in refusal.message
    assert peak < 50_000_000
