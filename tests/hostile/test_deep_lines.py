"""A text of a few hundred kilobytes makes no output of hundreds of megabytes, however deep its lines are."""

from __future__ import annotations

import json
import sys
import tracemalloc
from datetime import UTC, datetime
from functools import reduce
from random import SystemRandom
from typing import Any

import pytest
from django.test import Client, override_settings

from playground.engine import LONGEST_OUTPUT, output_lines, printed_size
from playground.storage.workspaces import create_workspace

DEPTH, LINES, TIMES = 190, 80_000, 20
LARGEST = 8 * 1024 * 1024  # bytes of an answer; the whole output would have 645 MB

pytestmark = pytest.mark.django_db


def deep(depth: int = DEPTH, lines: int = LINES, times: int = TIMES) -> str:
    """An Object with a text of so many lines, so deep inside, repeated so many times by an alias."""
    text = r"x\n" * lines
    texts = f'{{a: &a "{text}", b: [{", ".join(["*a"] * times)}]}}'
    return f"apiVersion: v1\nkind: X\nmetadata: {{name: a}}\nx: {'[' * depth}{texts}{']' * depth}\n"


VALUES: dict[str, Any] = {
    "shallow": [*range(30_000)],
    "wide": {f"key{number}": "\N{GRINNING FACE} and a text" for number in range(10_000)},
    "deep": reduce(lambda inside, _: [inside], range(180), [*range(5_000)]),
    "lists": [[[]] * 10] * 5_000,
}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(value, id=name, marks=[pytest.mark.nightly] if name in ("shallow", "lists") else [])
        for name, value in VALUES.items()
    ],
)
@pytest.mark.parametrize("syntax", ["yaml", "json"])
def test_what_is_counted_is_the_memory_that_the_lines_take(value: object, syntax: str) -> None:
    tracemalloc.start()
    lines = output_lines([value], syntax=syntax)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(lines) >= 5_000
    assert 0.5 * taken < printed_size(value, LONGEST_OUTPUT) < 2 * taken


def test_the_lines_of_a_deep_text_are_counted() -> None:
    value: Any = "x\n" * 10_000
    for _ in range(180):
        value = {"a": value}
    size = sum(map(len, output_lines([value]).texts))
    assert size < printed_size(value, LONGEST_OUTPUT) < 2 * size


@pytest.mark.parametrize("syntax", ["yaml", "json"])
@pytest.mark.parametrize("text", ["\x01", '"', "\\", '"\n', "\N{GRINNING FACE}\x01", "\u202e"])
def test_a_text_of_escapes_counts_as_the_memory_it_takes(text: str, syntax: str) -> None:
    value = [text * 10_000]
    taken = sum(map(sys.getsizeof, output_lines([value], syntax=syntax).texts))
    assert taken < 1.1 * printed_size(value, LONGEST_OUTPUT)


_ESCAPED, _ALIASES = r"\x01" * 100_000, ", ".join(["*a"] * 40)
ESCAPES = f'apiVersion: v1\nkind: X\na: &a "{_ESCAPED}"\nb: [{_ALIASES}]\n'


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"view": "diff"},
        *(
            pytest.param(fields, marks=pytest.mark.nightly)
            for fields in ({"syntax": "json", "shape": "list"}, {"shape": "aligned"}, {"lines": "all"})
        ),
    ],
)
def test_a_page_shows_no_more_than_the_first_characters(fields: dict[str, str], client: Client) -> None:
    answer = client.post("/", {"source": ESCAPES, **fields})
    assert answer.status_code == 200
    assert len(answer.content) < LARGEST


def test_a_text_of_wide_characters_counts_as_the_memory_it_takes() -> None:
    assert printed_size(["\N{GRINNING FACE}" * 1_000], LONGEST_OUTPUT) > 4 * 1_000


@pytest.mark.parametrize("fields", [{}, {"syntax": "json", "shape": "list"}])
def test_a_file_of_them_is_refused_with_the_reason(fields: dict[str, str], client: Client) -> None:
    answer = client.post("/download", {"source": deep(), "action": "download-output", **fields})
    assert (answer.status_code, "The output is too long to be written here" in answer.content.decode()) == (413, True)
    assert len(answer.content) < LARGEST


def test_a_file_of_fewer_lines_is_written(client: Client) -> None:
    less = client.post("/download", {"source": deep(times=0, lines=50_000), "action": "download-output"})
    assert (less.status_code, len(less.content) > LARGEST) == (200, True)


@pytest.mark.parametrize(
    "end",
    [".json", "/processed.yaml", pytest.param("/processed.json", marks=pytest.mark.nightly)],
)
def test_a_share_of_them_is_no_file_either(end: str, client: Client) -> None:
    address = client.post("/share", {"source": deep()})["Location"]
    answer = client.get(address + end)
    assert (answer.status_code, answer.content.decode()[:41]) == (422, "The output is too long to be written here")
    assert answer["X-Robots-Tag"]
    assert len(client.get(address).content) < LARGEST


@pytest.mark.parametrize("query", [pytest.param("", marks=pytest.mark.nightly), "?syntax=json&shape=list"])
def test_a_frame_shows_their_beginning(query: str, client: Client) -> None:
    address = client.post("/share", {"source": deep()})["Location"]
    answer = client.get(f"{address}/embed{query}")
    assert answer.status_code == 200
    assert len(answer.content) < LARGEST


PROCESSED = "/apis/template.openshift.io/v1/namespaces/any/processedtemplates"
LONG_ENDS = ("/processed.yaml", "/processed.json", "/embed", "?syntax=json", "?view=diff")
MOST = 100 * 1024 * 1024  # bytes of memory of one request


@pytest.mark.nightly
@pytest.mark.parametrize("end", ["/embed?syntax=json&shape=list", *LONG_ENDS])
@override_settings(ENGINE_SECONDS=0)
def test_a_request_for_a_deep_object_with_a_wide_character_takes_no_more_memory_than_others(
    end: str, client: Client
) -> None:
    items = ",".join(["1"] * 14_000)
    source = f"apiVersion: v1\nkind: X\nx: {'[' * DEPTH}{items},\N{GRINNING FACE}{']' * DEPTH}\n"
    address = client.post("/share", {"source": source})["Location"]
    tracemalloc.start()
    answer = client.get(address + end)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code == 200
    assert most < MOST


def test_an_evaluation_of_them_is_refused_by_the_api(client: Client) -> None:
    answer = client.post("/api/evaluate", json.dumps({"text": deep()}), "application/json", secure=True)
    assert (answer.status_code, answer.json()["message"][:24]) == (413, "the output takes more th")


def test_an_object_of_them_is_not_stored(client: Client) -> None:
    workspace, token = create_workspace(datetime.now(UTC), SystemRandom())
    address = f"/apis/template.openshift.io/v1/namespaces/{workspace.name}/templates"
    kind = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: a}\nobjects:\n- "
    text = kind + deep(180).replace("\n", "\n  ")
    headers = {"Authorization": f"Bearer {token}"}
    answer = client.post(address, text, "application/yaml", secure=True, headers=headers)
    assert (answer.status_code, answer.json()["message"][:27]) == (413, "the object as YAML has more")


_QUOTES = '"' * 200_000
QUOTES = f"apiVersion: v1\nkind: X\na: &a '{_QUOTES}'\nb: [{_ALIASES}]\n"


@pytest.mark.parametrize("address", ["/api/evaluate", PROCESSED])
def test_an_answer_of_the_api_that_would_be_too_long_is_not_written(address: str, client: Client) -> None:
    template = "kind: Template\nobjects:\n- " + QUOTES.replace("\n", "\n  ")
    body = json.dumps({"text": QUOTES}) if address == "/api/evaluate" else template
    media = "application/json" if address == "/api/evaluate" else "application/yaml"
    tracemalloc.start()
    answer = client.post(address, body, media, secure=True)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (answer.status_code, " bytes" in answer.json()["message"]) == (413, True)
    assert most < MOST // 2
