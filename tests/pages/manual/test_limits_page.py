"""The page of limits shows the numbers in force."""

from __future__ import annotations

import dataclasses
import re
from html import unescape
from pathlib import Path
from typing import Any

from django.conf import settings
from django.test import Client, override_settings

from playground.engine import Limits
from playground.pages.manual.limits_page import (
    Limit,
    limits_of_the_api,
    page_limits,
    share_limits,
    template_limits,
    text_limits,
)
from playground.web import api_limits

ROOT = Path(__file__).resolve().parents[3] / "playground"
SETTINGS = ROOT / "settings.py"


def words(client: Client) -> str:
    """The page as text."""
    page = client.get("/limits").content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", "", page.partition("<main")[2])).split())


def test_every_limit_of_the_engine_is_listed_with_its_number(client: Client) -> None:
    page = words(client)
    numbers = {name: number for name, number in dataclasses.asdict(Limits()).items() if name != "beyond"}
    for name, number in numbers.items():
        spellings = {f"{number:,}", f"{number // 1024:,} KiB", f"{number // 1_048_576:,} MiB"}
        assert any(f"{value}" in page for value in spellings if not value.startswith("0 ")), name


def test_a_limit_that_changes_is_said_as_it_is() -> None:
    names = [field.name for field in dataclasses.fields(Limits) if field.name != "beyond"]
    sevens: dict[str, Any] = dict.fromkeys(names, 7)
    small = Limits(**sevens)
    rows = (*text_limits(small), *template_limits(small))
    assert {row.number for row in rows if row.setting.startswith("LIMITS=")} == {7}


@override_settings(LIMITS={"depth": 17, "documents": 3})
def test_what_a_site_has_lowered_is_said(client: Client) -> None:
    page = words(client)
    assert "Depth: 17 nested mappings and lists." in page
    assert "The setting is LIMITS=depth=N." in page
    assert "Documents: 3 in one text." in page


def test_every_limit_of_the_engine_can_be_lowered_by_the_name_that_the_page_tells(client: Client) -> None:
    limit_names = set(re.findall(r"LIMITS=([a-z_]+)=N", words(client)))
    assert limit_names | {"expanded_characters"} == {field.name for field in dataclasses.fields(Limits)} - {"beyond"}


@override_settings(ENGINE_SECONDS=11, REQUEST_BYTES=3 * 1024, PREVIEWS_PER_MINUTE=12, SAVES_PER_MINUTE=0)
def test_settings_are_said_as_they_are_set(client: Client) -> None:
    page = words(client)
    for sentence in (
        "Time: 11 s of CPU time per request.",
        "Request: 3 KiB.",
        "Evaluations: 12 a minute.",
        "any number",
    ):
        assert sentence in page
    for name in ("ENGINE_SECONDS", "REQUEST_BYTES", "PREVIEWS_PER_MINUTE", "SAVES_PER_HOUR", "SAVED_BYTES_PER_DAY"):
        assert f"The setting is {name}." in page
        assert hasattr(settings, name)


def test_every_setting_that_is_a_number_is_listed(client: Client) -> None:
    page = words(client)
    settings_read = set(re.findall(r"""number\(os\.environ, ["']([A-Z_]+)["']""", SETTINGS.read_text()))
    assert len(settings_read) > 8
    assert {name for name in settings_read if f"The setting is {name}." not in page} == {
        "METRICS_PORT"
    }  # which is no limit


@override_settings(STORED_SHARES=5, STORED_BYTES=3 * 2**30, FREE_BYTES=2**20, REVISIONS=0)
def test_what_may_be_stored_is_said_as_it_is_set(client: Client) -> None:
    page = words(client)
    for sentence in (
        "Shares: 5 for all visitors together.",
        "Stored: 3 GiB for all visitors together.",
        "Disk space left free: 1 MiB.",
        "Revisions: any number.",
        "Life of a Share: 30 days, or a day, a year or for good",
    ):
        assert sentence in page


def test_every_limit_of_the_api_is_listed_and_none_is_elsewhere() -> None:
    named = {value for name, value in vars(api_limits).items() if name.startswith(("MOST", "LONGEST", "DEEPEST"))}
    assert len(named) > 5
    assert named < {row.number for row in limits_of_the_api()}
    for file in (ROOT / "api").glob("*.py"):
        assert re.findall(r"^(?:MOST|LONGEST|DEEPEST)\w*.* = .*", file.read_text(), re.MULTILINE) == []


def test_every_row_says_what_happens_and_what_to_do(client: Client) -> None:
    for row in (
        *text_limits(Limits()),
        *template_limits(Limits()),
        *page_limits(),
        *limits_of_the_api(),
        *share_limits(),
    ):
        assert row.consequence.endswith(".")
        assert row.advice.endswith(".")
    assert Limit("", 1_500, "bytes a day", "", "").value == "1,500 bytes a day"


def test_the_codes_lead_to_their_rules(client: Client) -> None:
    page = client.get("/limits").content.decode()
    codes = set(re.findall(r"<code>([A-Z]{3}\d{3})</code>", page))
    assert codes >= {"SRC120", "TPL211", "ENV510", "GEN702"}
    for code in codes:
        assert f"<code>{code}</code>" not in page.replace(f'<a href="/rules/{code}"><code>{code}</code></a>', "")
        assert client.get(f"/rules/{code}").status_code == 200


def test_the_help_leads_to_the_limits(client: Client) -> None:
    assert 'href="/limits"' in client.get("/").content.decode()
