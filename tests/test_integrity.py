"""Pages name every script and style sheet by its digest, and the digests match the served files."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.template import engines
from django.test import Client
from pytest_django.fixtures import Settings

from playground.integrity import digest, integrity

ROOT = Path(__file__).resolve().parents[1]
LOADS = re.compile(r'<(?:script\b[^>]*\bsrc|link rel="stylesheet"[^>]*\bhref)="[^>]*>')
NAMED = re.compile(r'="/static/([^"]+)" integrity="([^"]+)"')
PAGES = ("/", "/rules", "/limits", "/examples", "/terminal", "/nothing-here")


def recomputed(content: bytes) -> str:
    """The digest, made another way than by the code under test."""
    return "sha384-" + base64.standard_b64encode(hashlib.new("sha384", content).digest()).decode("ascii")


def without_digest(text: str) -> list[str]:
    """The tags in ``text`` that load a script or a style sheet without saying which."""
    return [tag for tag in LOADS.findall(text) if not re.search(r"\sintegrity=", tag)]


@pytest.fixture
def collected(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """The files collected as `make run` does, and pages that name them; parts that pages keep name others' files."""
    loader = engines["django"].engine.template_loaders[0]  # type: ignore[attr-defined]  # this backend has them
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **django_settings.STORAGES,
        "staticfiles": {"BACKEND": "playground.integrity.WithDigests"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    loader.reset()
    yield tmp_path
    loader.reset()


@pytest.mark.django_db
def test_digests_match_the_served_files(client: Client, collected: Path) -> None:
    for address in PAGES:
        page = client.get(address).content.decode()
        named = NAMED.findall(page)
        assert named
        assert len(named) == len(LOADS.findall(page))
        for name, said in named:
            assert re.search(r"\.[0-9a-f]{12}\.", name)
            assert said == recomputed((collected / name).read_bytes())


def test_collecting_again_updates_the_digests(collected: Path) -> None:
    before = integrity("app.js")
    (collected / "integrity.json").write_text("{}")
    call_command("collectstatic", interactive=False, verbosity=0)
    assert f'"app.js": "{before}"' in (collected / "integrity.json").read_text()


def test_without_collected_files_the_digest_is_computed_from_the_source() -> None:
    assert integrity("theme.js") == recomputed((ROOT / "static" / "theme.js").read_bytes())


def test_a_missing_file_has_no_digest() -> None:
    with pytest.raises(FileNotFoundError):
        integrity("nothing.js")


@pytest.mark.usefixtures("collected")
def test_a_file_that_was_not_collected_has_no_digest() -> None:
    with pytest.raises(KeyError):
        integrity("nothing.js")


def test_the_digest_is_the_one_of_the_specification() -> None:
    assert digest(b"alert('Hello, world.');") == (
        "sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO"
    )


def test_every_script_and_style_sheet_has_its_digest() -> None:
    pages = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    assert sum(len(LOADS.findall(page)) for page in pages) >= 7
    assert [tag for page in pages for tag in without_digest(page)] == []


@pytest.mark.parametrize(
    "tag",
    ["<script src=\"{% static 'app.js' %}\" defer>", '<link rel="stylesheet" href="{% static \'app.css\' %}">'],
)
def test_a_tag_without_its_digest_would_be_noticed(tag: str) -> None:
    assert without_digest(f"<p>{tag}</p>") == [tag]
