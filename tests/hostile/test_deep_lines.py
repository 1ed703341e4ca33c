"""A text of a few hundred kilobytes makes no output of hundreds of megabytes, however deep its lines are."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import SystemRandom

import pytest
from django.test import Client

from playground.engine import LONGEST_OUTPUT, evaluate, output_lines, printed_size
from playground.storage.workspaces import create_workspace

DEPTH, LINES, TIMES = 190, 80_000, 20
LARGEST = 8 * 1024 * 1024  # bytes of an answer; the whole output would have 645 MB

pytestmark = pytest.mark.django_db


def deep(depth: int = DEPTH, lines: int = LINES, times: int = TIMES) -> str:
    """An Object with a text of so many lines, so deep inside, repeated so many times by an alias."""
    text = r"x\n" * lines
    texts = f'{{a: &a "{text}", b: [{", ".join(["*a"] * times)}]}}'
    return f"apiVersion: v1\nkind: X\nmetadata: {{name: a}}\nx: {'[' * depth}{texts}{']' * depth}\n"


def test_what_is_counted_is_what_the_lines_take() -> None:
    for depth, lines, times in ((2, 100, 3), (100, 50, 5), (190, 200, 1)):
        values = evaluate(deep(depth, lines, times)).expanded
        size = sum(64 + len(line) - len(line.lstrip(" -")) for line in output_lines(values).texts)
        counted = sum(printed_size(value, LONGEST_OUTPUT) for value in values)
        assert size <= counted < 1.5 * size, depth


@pytest.mark.parametrize("fields", [{}, {"syntax": "json"}, {"shape": "list"}, {"stage": "processed"}])
def test_a_file_of_them_is_refused_with_the_reason(fields: dict[str, str], client: Client) -> None:
    answer = client.post("/download", {"source": deep(), "action": "download-output", **fields})
    assert (answer.status_code, "The output is too long to be written here" in answer.content.decode()) == (413, True)
    assert len(answer.content) < LARGEST


def test_a_file_of_fewer_lines_is_written(client: Client) -> None:
    less = client.post("/download", {"source": deep(times=0, lines=50_000), "action": "download-output"})
    assert (less.status_code, len(less.content) > LARGEST) == (200, True)


@pytest.mark.parametrize("end", [".json", "/processed.yaml", "/processed.json", "/embed"])
def test_a_share_of_them_is_no_file_either(end: str, client: Client) -> None:
    address = client.post("/share", {"source": deep()})["Location"]
    answer = client.get(address + end)
    assert (answer.status_code, answer.content.decode()[:41]) == (422, "The output is too long to be written here")
    assert answer["X-Robots-Tag"]
    assert len(client.get(address).content) < LARGEST


def test_an_evaluation_of_them_is_refused_by_the_api(client: Client) -> None:
    answer = client.post("/api/evaluate", json.dumps({"text": deep()}), "application/json", secure=True)
    assert (answer.status_code, answer.json()["message"][:24]) == (413, "the output has more than")


def test_an_object_of_them_is_not_stored(client: Client) -> None:
    workspace, token = create_workspace(datetime.now(UTC), SystemRandom())
    address = f"/apis/template.openshift.io/v1/namespaces/{workspace.name}/templates"
    kind = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: a}\nobjects:\n- "
    text = kind + deep(180).replace("\n", "\n  ")
    headers = {"Authorization": f"Bearer {token}"}
    answer = client.post(address, text, "application/yaml", secure=True, headers=headers)
    assert (answer.status_code, answer.json()["message"][:27]) == (413, "the object as YAML has more")
