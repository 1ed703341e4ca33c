"""No request evaluates or reads a text twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any

import pytest
from django.test import Client

from playground.api.protocol.groups import OPENSHIFT
from playground.engine import apply_edits, evaluate, pipeline
from playground.engine.reading import reader as reading
from playground.engine.reading.stream import cut_into_chunks
from playground.pages.form.draft import Draft
from playground.storage.models import Revision
from playground.storage.workspaces import create_workspace
from tests.api.calls import Api
from tests.pages.pages import POD, TEMPLATE

OBJECT = {"kind": "Template", "metadata": {"name": "a"}, "parameters": [{"name": "N", "value": "1"}], "objects": []}
# Values that no longer fit the text: a renamed Parameter, a generator's emptied field, an old generated value.
MISFITS = {
    "value.OLD": "x",
    "value.PASSWORD": "",
    "generated.PASSWORD": "old",
    "generated-from.PASSWORD": "openshift [a-z]{3}",
}


@dataclass(slots=True)
class Work:
    """The readings of each text and the number of evaluations, both since they were last taken."""

    readings: Counter[str] = field(default_factory=Counter)
    evaluations: int = 0

    def take(self) -> tuple[int, int]:
        """The most readings of one text, and the number of evaluations; both start again at 0."""
        numbers = max(self.readings.values(), default=0), self.evaluations
        self.readings.clear()
        self.evaluations = 0
        return numbers


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """The engine's work from now on."""
    work = Work()
    steps = pipeline._evaluation

    def counted_cut(text: str) -> Iterator[Any]:
        work.readings[text] += 1
        return cut_into_chunks(text)

    def counted_steps(*arguments: Any) -> Any:
        work.evaluations += 1
        return steps(*arguments)

    monkeypatch.setattr(reading, "cut_into_chunks", counted_cut)
    monkeypatch.setattr(pipeline, "_evaluation", counted_steps)
    return work


@pytest.fixture
def api(db: None) -> Api:
    """A client with the token of a new Workspace, which holds the object `a`."""
    client = Api(*create_workspace(datetime.now(UTC), SystemRandom()))
    client.create(OBJECT)
    return client


def test_the_api_reads_and_evaluates_each_text_once(api: Api, work: Work) -> None:
    evaluations: dict[str, int] = {}

    def call(name: str, method: str, path: str, body: Any, media: str = "application/json", status: int = 200) -> None:
        api.call(method, path, body, status, media)
        times, evaluations[name] = work.take()
        assert times == 1, name

    new = {**OBJECT, "metadata": {"name": "b"}}
    item, collection = api.address("a"), api.address()
    processed = f"/{OPENSHIFT.path}/namespaces/x/processedtemplates"
    call("create", "POST", collection, new, status=201)
    call("create without a kind", "POST", collection, {"metadata": {"name": "c"}, "objects": []}, status=201)
    call("create as YAML", "POST", collection, "metadata: {name: d}\nobjects: []\n", "application/yaml", 201)
    call("dry run", "POST", f"{collection}?dryRun=All", {**new, "metadata": {"name": "e"}}, status=201)
    current = api.get("a")
    work.take()
    call("update", "PUT", item, {**current, "message": "new"})
    call("merge patch", "PATCH", item, {"message": "newer"}, "application/merge-patch+json")
    patch = [{"op": "add", "path": "/message", "value": "newest"}]
    call("JSON patch", "PATCH", item, patch, "application/json-patch+json")
    call("apply", "PATCH", f"{item}?fieldManager=me", {"message": "x"}, "application/apply-patch+yaml")
    call("get", "GET", item, None)
    call("list", "GET", collection, None)
    call("process", "POST", processed, OBJECT, status=201)
    call("process YAML", "POST", processed, TEMPLATE.replace("v1", OPENSHIFT.api_version, 1), "application/yaml", 201)
    call("evaluate", "POST", "/api/evaluate", {"text": TEMPLATE})
    call("delete", "DELETE", item, None)
    evaluated = {name for name, times in evaluations.items() if times}
    assert evaluated == {"process", "process YAML", "evaluate"}
    assert set(evaluations.values()) == {0, 1}


@pytest.mark.parametrize("text", [TEMPLATE, POD, "a: [", ""])
def test_the_page_reads_and_evaluates_a_text_once(client: Client, db: None, work: Work, text: str) -> None:
    form = {"source": text, **MISFITS}
    for path in ("/evaluate", "/", "/download", "/trace", "/use", "/chart", "/kustomize"):
        client.post(path, form)
        assert max(work.take()) <= 1, path
    client.post("/download", {**form, "action": "download-source"})
    assert work.take() == (0, 0)
    client.get("/", {"example": "start-here", "param.NOPE": "x"})
    assert max(work.take()) <= 1


def test_a_share_is_saved_opened_and_updated_with_one_evaluation_each(client: Client, db: None, work: Work) -> None:
    answer = client.post("/share", {"source": TEMPLATE, **MISFITS, "action": "share-anyway"})
    assert answer.status_code == 303
    assert work.take() == (1, 1)
    address = answer["Location"]
    for path in (address, f"{address}?param.NOPE=x", f"{address}/r/1", f"{address}/raw", f"{address}/embed"):
        assert client.get(path).status_code == 200
        assert max(work.take()) <= 1, path
    form = {"source": f"{TEMPLATE}# more\n", **MISFITS, "based_on": "1", "action": "update-anyway"}
    assert client.post(f"{address}/update", form).status_code == 303
    assert work.take() == (1, 1)
    assert Revision.objects.count() == 2


def test_a_fix_takes_an_evaluation_of_the_text_before_and_one_of_the_text_after(
    client: Client, db: None, work: Work
) -> None:
    diagnostics = evaluate(POD).diagnostics
    number = next(number for number, diagnostic in enumerate(diagnostics) if diagnostic.fixes)
    after = apply_edits(POD, diagnostics[number].fixes[0].edits)
    work.take()
    client.post("/", {"source": POD, "fix": f"{number}.0", "shown": Draft(source=POD).digest, **MISFITS})
    assert max(work.readings.values()) == 1
    assert {POD, after} <= set(work.readings)
    assert work.take() == (1, 2)
