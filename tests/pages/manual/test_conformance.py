"""The page about conformance: the figures are those of the recordings, and each case opens."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from html import unescape

import pytest
from django.test import Client

from playground.pages.manual import conformance
from playground.pages.manual.conformance import suites
from tests.recordings import __main__ as recordings
from tests.recordings.suite import Case, Suite

TOTAL = sum(suite.cases for suite in suites())


def test_the_file_holds_what_the_recordings_give() -> None:
    assert conformance.FILE == recordings.FILE
    assert conformance.FILE.read_text() == recordings.results(), "run `make conformance`"
    assert recordings.BADGE.read_text() == recordings.badge(), "run `make conformance`"


@pytest.mark.parametrize("case", [Case("a", "a", equal=False), Case("a", "a", equal=True, reason="it crashes")])
def test_neither_an_answer_that_differs_for_no_reason_nor_a_reason_for_an_equal_one_is_written(case: Case) -> None:
    with pytest.raises(ValueError, match="s: a: equal is"):
        recordings.of_suite(Suite("s", "S", "program 1.2", "2026-11-21", "", (case,)))


def test_differences_come_first_each_with_its_reason(client: Client) -> None:
    page = unescape(client.get("/conformance").content.decode())
    assert [bool(suite.different) for suite in suites()] == [True, *[False] * 6]
    reasons = [case.reason for suite in suites() for case in suite.different]
    assert len(reasons) == 7
    assert all(str(case.why) in client.get("/conformance").content.decode() for case in suites()[0].different)
    assert page.index("oc process --local, oc main at 6b8e30c5") < page.index("Kubernetes v1.36.2")


def test_the_same_figures_are_json_and_a_badge(client: Client) -> None:
    rows = client.get("/conformance.json").json()["suites"]
    assert sum(row["cases"] for row in rows) == TOTAL
    assert sum(row["equal"] + len(row["different"]) for row in rows) == TOTAL
    badge = client.get("/conformance.svg")
    assert badge["Content-Type"] == "image/svg+xml"
    assert badge["Cross-Origin-Resource-Policy"] == "cross-origin"
    equal = sum(row["equal"] for row in rows)
    assert f"{equal:,} of {TOTAL:,}" in "".join(ET.fromstring(badge.content).itertext())


@pytest.mark.parametrize("suite", suites(), ids=lambda suite: suite.name)
def test_cases_are_listed_and_open_with_their_text_and_values(client: Client, suite: conformance.Suite) -> None:
    page = client.get(f"/conformance/{suite.name}").content.decode()
    assert page.count("/conformance/") == len(suite.opened)
    with_values = [case for case in suite.opened.values() if case.values]
    for case in [*list(suite.opened.values())[:1], *with_values[:2]]:
        address = f"/conformance/{suite.name}/{case.id}"
        assert f'"{address}"' in page
        opened = client.get(address)
        assert opened.status_code == 200
        assert case.text.strip() in unescape(opened.content.decode()).replace("\r\n", "\n")
        draft = opened.context["page"].draft
        given = {name: text for name, text in case.values.items() if text}  # an empty text is no value in the form
        assert draft.values == given or opened.context["page"].errors  # it names a value that no Parameter takes
        assert (draft.dialect, draft.kubernetes) == (case.dialect, case.kubernetes)


@pytest.mark.parametrize(
    "address", ["/conformance/no-such", "/conformance/pods/no-such", "/conformance/go-templates/go-000"]
)
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_site_and_the_help_lead_to_the_page(client: Client) -> None:
    assert client.get("/").content.decode().count('href="/conformance"') == 1  # the help
    assert 'href="/conformance"' in client.get("/rules").content.decode()
    assert json.loads(client.get("/conformance.json").content)["suites"][0]["recordedNoLaterThan"] == "2026-11-23"
