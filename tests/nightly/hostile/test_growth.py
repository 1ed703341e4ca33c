"""No part of a form makes an answer dearer than its length does: in every view, counted in steps."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from math import log

import pytest
from django.test import Client, override_settings

from tests.cost import steps
from tests.hostile.growing import PARTS, Form

SMALL, LARGE = int(os.environ.get("SMALL", "40")), int(os.environ.get("LARGE", "160"))  # of each part
MOST = 1.2  # the exponent: 1 is linear, 2 quadratic
VIEWS = {
    "page": {},
    "diff": {"view": "diff"},
    "environment": {"view": "environment"},
    "aligned": {"shape": "aligned"},
    "JSON": {"syntax": "json", "shape": "list"},
}
ENDS = ("", "/details", "/embed", "/processed.json", ".json")  # of a Share's address


def sends(client: Client, form: Form) -> Iterator[tuple[str, Callable[[], object]]]:
    """The requests that evaluate ``form``, by name."""
    for view, fields in VIEWS.items():
        yield view, lambda fields=fields: client.post("/evaluate", {**form, **fields})  # type: ignore[misc]
    yield "whole", lambda: client.post("/", {**form, "lines": "all"})
    yield "download", lambda: client.post("/download", {**form, "action": "download-output"})
    yield "share", lambda: client.post("/share", {**form, "action": "share-anyway"})
    values = {name.removeprefix("value."): text for name, text in form.items() if name.startswith("value.")}
    body = json.dumps({"text": form["source"], "values": values})
    yield "API", lambda: client.post("/api/evaluate", body, "application/json", secure=True)
    address = client.post("/share", {**form, "action": "share-anyway"}).get("Location", "")
    if address.startswith("/s/"):
        for end in ENDS:
            yield f"GET {end or '/s/…'}", lambda end=end: client.get(f"{address}{end}")  # type: ignore[misc]


def steps_by_view(client: Client, form: Form) -> dict[str, int]:
    """The steps of each request that evaluates ``form``; each is sent twice, as the first one fills caches."""
    counts: dict[str, int] = {}
    for view, send in sends(client, form):
        send()
        counts[view] = steps(send)
    return counts


@pytest.mark.django_db
@pytest.mark.parametrize("part", PARTS)
@override_settings(ENGINE_SECONDS=0)
def test_the_steps_grow_no_faster_than_the_part(part: str, client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    small, large = (steps_by_view(client, PARTS[part](size)) for size in (SMALL, LARGE))
    exponents = {view: log(large[view] / small[view], LARGE / SMALL) for view in small if view in large}
    with capsys.disabled():
        sys.stdout.write("".join(f"\n{part} | {view} | {exponent:.2f}" for view, exponent in exponents.items()))
    assert {view: exponent for view, exponent in exponents.items() if exponent > MOST} == {}
