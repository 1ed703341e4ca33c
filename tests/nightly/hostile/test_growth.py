"""No part of a text, a request or a stored thing makes an answer dearer than its length does, counted in steps."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from math import log
from pathlib import Path
from random import SystemRandom

import pytest
from django.test import Client, override_settings

from playground.engine import SourceText
from playground.storage.workspaces import create_workspace
from tests.api.calls import Api
from tests.cost import steps
from tests.hostile.growing import PARTS, Form
from tests.hostile.growing_requests import COMMANDS, REQUESTS, Work, run_command

SMALL, LARGE = int(os.environ.get("SMALL", "40")), int(os.environ.get("LARGE", "160"))  # of each part
MOST = 1.2  # the exponent: 1 is linear, 2 quadratic
VIEWS = {
    "page": {},
    "diff": {"view": "diff"},
    "environment": {"view": "environment"},
    "template": {"view": "template"},
    "aligned": {"shape": "aligned"},
    "JSON": {"syntax": "json", "shape": "list"},
}
COMMANDS_OF_A_TEXT = ("process -o yaml", "process -o describe", "process --parameters", "expand -o json", "check")
PROCESSED = "/apis/template.openshift.io/v1/namespaces/a/processedtemplates"
NO_LIMITS = dict.fromkeys(
    ("ENGINE_SECONDS", "PREVIEWS_PER_MINUTE", "SAVES_PER_MINUTE", "SAVES_PER_HOUR", "SAVED_BYTES_PER_DAY"), 0
)
ENDS = ("", "/details", "/embed", "/processed.json", ".json")  # of a Share's address


def sends(client: Client, form: Form, folder: Path) -> Iterator[tuple[str, Work]]:
    """The requests and commands that evaluate ``form``, by name."""
    for view, fields in VIEWS.items():
        yield view, lambda fields=fields: client.post("/evaluate", {**form, **fields})  # type: ignore[misc]
    yield "whole", lambda: client.post("/", {**form, "lines": "all"})
    yield "download", lambda: client.post("/download", {**form, "action": "download-output"})
    yield "use", lambda: client.post("/use", form)
    yield "use with Helm", lambda: client.post("/use", {**form, "use": "helm"})
    yield "use with Kustomize", lambda: client.post("/use", {**form, "use": "kustomize"})
    yield "chart", lambda: client.post("/chart", {**form, "generate-in-chart": "on"})
    yield "kustomize", lambda: client.post("/kustomize", form)
    last = last_character(form["source"])
    yield "parameter", lambda: client.post("/parameter", {**form, "at": last})
    yield "parameter of a part", lambda: client.post("/parameter", {**form, "at": f"{last}-{after(last)}", "to": "NEW"})
    yield "share", lambda: client.post("/share", {**form, "action": "share-anyway"})
    values = {name.removeprefix("value."): text for name, text in form.items() if name.startswith("value.")}
    body = json.dumps({"text": form["source"], "values": values})
    yield "API", lambda: client.post("/api/evaluate", body, "application/json", secure=True)
    yield "API process", lambda: client.post(PROCESSED, form["source"], "application/yaml", secure=True)
    file = folder / "text.yaml"
    file.write_text(form["source"])
    for command in COMMANDS_OF_A_TEXT:
        yield command, lambda command=command: run_command(*command.split(), "-f", str(file))  # type: ignore[misc]
    address = client.post("/share", {**form, "action": "share-anyway"}).get("Location", "")
    if address.startswith("/s/"):
        for end in ENDS:
            yield f"GET {end or '/s/…'}", lambda end=end: client.get(f"{address}{end}")  # type: ignore[misc]
        other = {**form, "source": f"{form['source']}\n# other\n"}
        yield "comparison", lambda: client.post(address.replace("/s/", "/compare/"), other)


def last_character(text: str) -> str:
    """The place of the last character of a text that may be a part of a value."""
    source = SourceText(text)
    return str(source.position(len(text.rstrip(" \n]}'")) - 1))


def after(place: str) -> str:
    line, column = place.split(":")
    return f"{line}:{int(column) + 1}"


def steps_by_view(client: Client, form: Form, folder: Path) -> dict[str, int]:
    """The steps of each request and command that evaluates ``form``."""
    return {view: warm_steps(work) for view, work in sends(client, form, folder)}


def warm_steps(work: Work) -> int:
    """The steps of ``work`` when it runs again: the first time fills caches."""
    work()
    return steps(work)


def check(part: str, small: dict[str, int], large: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    """Print the exponent of each view as a row of a table, and assert that none is above MOST."""
    exponents = {view: log(large[view] / small[view], LARGE / SMALL) for view in small if view in large}
    with capsys.disabled():
        for view, exponent in exponents.items():
            sys.stdout.write(f"\n| {part} | {view} | {small[view]:,} | {large[view]:,} | {exponent:.2f} |")
    assert {view: exponent for view, exponent in exponents.items() if exponent > MOST} == {}


@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS)
@override_settings(**NO_LIMITS)
def test_the_steps_grow_no_faster_than_a_part_of_the_text(
    part: str, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small, large = (steps_by_view(client, PARTS[part](size), tmp_path) for size in (SMALL, LARGE))
    check(part, small, large, capsys)


@pytest.mark.django_db
@pytest.mark.parametrize("part", REQUESTS)
@override_settings(**NO_LIMITS)
def test_the_steps_grow_no_faster_than_a_part_of_a_request(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    apis = (Api(*create_workspace(datetime.now(UTC), SystemRandom())) for _ in (SMALL, LARGE))
    small, large = ({"": warm_steps(REQUESTS[part](api, size))} for api, size in zip(apis, (SMALL, LARGE), strict=True))
    check(part, small, large, capsys)


@pytest.mark.parametrize("part", COMMANDS)
def test_the_steps_grow_no_faster_than_a_part_of_a_command(
    part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small, large = ({"": warm_steps(COMMANDS[part](tmp_path, size))} for size in (SMALL, LARGE))
    check(part, small, large, capsys)
