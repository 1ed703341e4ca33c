"""Pages name every script and style sheet by its digest, and the digests match the served files."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.template import engines
from django.test import Client
from pytest_django.fixtures import Settings

from playground.web.assets import digest, icon, integrity
from tests.browser.servers import static_files

ROOT = Path(__file__).resolve().parents[2]
LOADS = re.compile(r'<(?:script\b[^>]*\bsrc|link rel="stylesheet"[^>]*\bhref)="[^>]*>')
NAMED = re.compile(r'="/static/([^"]+)" integrity="([^"]+)"')
PAGES = ("/", "/rules", "/limits", "/examples", "/terminal", "/nothing-here")


def recomputed(content: bytes) -> str:
    """The digest, made another way than by the code under test."""
    return "sha384-" + base64.standard_b64encode(hashlib.new("sha384", content).digest()).decode("ascii")


def without_digest(text: str) -> list[str]:
    """The tags in ``text`` that load a script or a style sheet without saying which."""
    return [tag for tag in LOADS.findall(text) if not re.search(r"\sintegrity=", tag)]


@pytest.fixture(scope="module")
def static_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the collected files of this module."""
    return shutil.copytree(static_files(), tmp_path_factory.mktemp("assets") / "static")


@pytest.fixture
def collected(settings: Settings, static_root: Path) -> Iterator[Path]:
    """The files collected as `make run` does, and pages that name them; parts that pages keep name others' files."""
    loader = engines["django"].engine.template_loaders[0]  # type: ignore[attr-defined]  # this backend has them
    settings.STATIC_ROOT = static_root
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "playground.web.assets.WithDigests"},
    }
    loader.reset()
    yield static_root
    loader.reset()


@pytest.mark.django_db
def test_digests_match_the_served_files(client: Client, collected: Path) -> None:
    for address in PAGES:
        page = client.get(address).content.decode()
        named = NAMED.findall(page)
        assert named
        assert len(named) == len(LOADS.findall(page))
        for name, digest_in_page in named:
            assert re.search(r"\.[0-9a-f]{12}\.", name)
            assert digest_in_page == recomputed((collected / name).read_bytes())


def test_collecting_again_updates_the_digests(settings: Settings, collected: Path, tmp_path: Path) -> None:
    source, settings.STATIC_ROOT = tmp_path / "source", tmp_path / "collected"
    settings.STATICFILES_DIRS = [source]
    source.mkdir()
    for content in (b"first()", b"second()"):
        (source / "app.js").write_bytes(content)
        for _ in range(2):  # the second time nothing is copied
            (settings.STATIC_ROOT / "integrity.json").unlink(missing_ok=True)
            call_command("collectstatic", interactive=False, verbosity=0)
            assert f'"app.js": "{recomputed(content)}"' in (settings.STATIC_ROOT / "integrity.json").read_text()


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


ROOT = Path(__file__).resolve().parents[2]


def test_an_icon_is_a_picture_that_is_not_read_aloud() -> None:
    assert re.fullmatch(
        r'<svg class="icon" aria-hidden="true"><use href="/static/icons[^"]*\.svg#copy"></use></svg>', icon("copy")
    )


def test_a_name_is_escaped() -> None:
    assert '#&quot;&gt;&lt;b"' in icon('"><b')


def test_every_icon_that_a_template_names_exists() -> None:
    existing = set(re.findall(r'id="([^"]+)"', (ROOT / "frontend" / "icons.svg").read_text()))
    named = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'{% icon "([^"]+)" %}', path.read_text())
    }
    assert named
    assert named | {"error", "warning", "hint"} <= existing


pytestmark = pytest.mark.django_db  # closing an answer looks at the connection


def test_the_badge_may_be_shown_by_other_sites(client: Client) -> None:
    with closing(client.get("/static/badge.svg")) as response:
        assert response.status_code == 200
        assert response["Content-Type"] == "image/svg+xml"
        assert response["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_other_files_may_not_be_shown_by_other_sites(client: Client) -> None:
    for name in ("app.js", "app.css", "favicon.svg"):
        with closing(client.get(f"/static/{name}")) as response:
            assert response["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_file_that_is_opened_by_itself_runs_nothing(client: Client) -> None:
    for name in ("app.js", "app.css", "icons.svg", "badge.svg"):
        with closing(client.get(f"/static/{name}")) as response:
            policy = response["Content-Security-Policy"].split("; ")
            assert sorted(policy) == ["default-src 'none'", "frame-ancestors 'none'", "sandbox"], name
            assert (
                len(response["Content-Security-Policy"]) < 60
            )  # a first visit fetches six files, each with its headers
