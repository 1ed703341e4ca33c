"""security.txt says where to report a vulnerability."""

from __future__ import annotations

import io
import tarfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.test.utils import override_settings
from pytest_django.fixtures import Settings

from playground.pages.manual import about

ADDRESS = "/.well-known/security.txt"


def test_the_contact_is_where_the_standard_says(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    settings.PUBLIC_URL = "https://playground.example.org"
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Canonical"] == f"https://playground.example.org{ADDRESS}"
    expires = datetime.fromisoformat(fields["Expires"].replace("Z", "+00:00"))
    assert timedelta(days=1) < expires - datetime.now(UTC) < timedelta(days=365)


def test_a_site_that_has_none_says_so(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert client.get(ADDRESS).status_code == 404


ROOT = Path(__file__).resolve().parents[3]


def names(root: Path) -> list[str]:
    """The names in the archive of ``root``."""
    packed = about._archive.__wrapped__(root)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        return archive.getnames()


def test_the_archive_is_handed_out_to_everyone(client: Client) -> None:
    response = client.get("/source.tar.gz")
    assert response["Content-Type"] == "application/gzip"
    assert response["Content-Disposition"] == 'attachment; filename="template-playground.tar.gz"'
    with tarfile.open(fileobj=io.BytesIO(response.content)) as archive:
        licence = archive.extractfile("template-playground/LICENSE")
        assert licence is not None
        assert b"GNU AFFERO GENERAL PUBLIC LICENSE" in licence.read(200)


def test_the_archive_holds_what_runs_and_what_it_was_built_from() -> None:
    archived = set(names(ROOT))
    for path in ("playground/settings.py", "templates/base.html", "frontend/build.mjs", "static/app.js", "Makefile"):
        assert f"template-playground/{path}" in archived


def test_every_list_of_packages_and_every_page_at_the_top_is_in_it() -> None:
    archived = set(names(ROOT))
    top = {path.name for pattern in ("requirements*.txt", "*.md") for path in ROOT.glob(pattern)}
    assert {"requirements.txt", "SECURITY.md"} <= top
    assert {name for name in top if f"template-playground/{name}" not in archived} == set()


def test_what_lies_beside_the_source_is_not_in_it(tmp_path: Path) -> None:
    for path in ("playground/a.py", "playground/__pycache__/a.pyc", "frontend/node_modules/b/b.js", "var/secret-key"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    (tmp_path / ".env").touch()
    (tmp_path / "playground" / "link").symlink_to(tmp_path / "var")
    assert [name.removeprefix("template-playground/") for name in names(tmp_path)] == [
        "frontend",
        "playground",
        "playground/a.py",
    ]


@pytest.mark.parametrize("address", ["", "https://git.example.org/playground"])
def test_every_page_links_to_its_source(client: Client, address: str) -> None:
    with override_settings(SOURCE_URL=address):
        for page in ("/", "/rules", "/examples", "/nothing-here"):
            assert f'href="{address or "/source.tar.gz"}"' in client.get(page).content.decode()
