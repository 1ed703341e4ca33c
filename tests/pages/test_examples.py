"""The examples of the page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from playground.engine import Severity, evaluate
from playground.pages.examples import Example, example_named, examples


def test_gallery_begins_with_the_first_visit_and_names_are_unique() -> None:
    names = [example.name for example in examples()]
    assert names[0] == "start-here"
    assert len(names) == len(set(names)) >= 8


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_example_has_a_title_teaches_something_and_is_accepted(example: Example) -> None:
    assert example.title
    assert example.teaches
    assert "# expect:" not in example.source
    evaluation = evaluate(example.source)
    assert evaluation.readable
    assert evaluation.count(Severity.ERROR) == 0


def test_an_example_may_have_value_sets(client: Client) -> None:
    example = example_named("two-places")
    assert example
    assert list(example.sets) == ["test", "prod"]
    page = client.get("/?example=two-places&view=sets").content.decode()
    assert 'name="set.prod.HOST"' in page
    assert "spec.replicas" in page


def test_unknown_name_finds_nothing() -> None:
    assert example_named("nothing") is None


def test_gallery_links_to_every_example(client: Client) -> None:
    page = client.get("/examples").content.decode()
    assert all(f'href="/?example={example.name}"' in page for example in examples())


def test_names_in_what_an_example_teaches_are_code(client: Client) -> None:
    cards = client.get("/examples").content.decode().partition('<ul class="cards">')[2].partition("</ul>")[0]
    assert "<code>oc process</code>" in cards
    assert "`" not in cards
    start = client.post("/", {"source": ""}).content.decode().partition('<ul class="cards">')[2].partition("</ul>")[0]
    assert start
    assert "`" not in start


@pytest.mark.parametrize(
    ("value", "parameter", "references"),
    [
        ("1.4", "IMAGE_TAG", 2),
        ("shop\nspec", "NAME", 8),
        ("hunter2", "DB_PASSWORD", 1),
        ("shop.example\n", "HOSTNAME", 1),
    ],
)
def test_each_value_that_the_example_of_parameters_names_becomes_one(
    client: Client, value: str, parameter: str, references: int
) -> None:
    example = example_named("make-a-parameter")
    assert example
    before = example.source[: example.source.index(value, example.source.index("apiVersion"))]
    at = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    page = client.post("/parameter", {"source": example.source, "at": at}).content.decode()
    places = " ".join(re.findall(r'value="([0-9:-]+)" checked', page))
    sent = client.post("/parameter", {"source": example.source, "at": at, "to": parameter, "places": places})
    assert f'value="{parameter}"' in page
    assert f"{parameter} is a parameter of the new Template, used in {references} place" in sent.content.decode()
