"""Invisible characters are visible on every page, in every field, and copied text is unchanged."""

from __future__ import annotations

import html
import re
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client

from playground.engine import INVISIBLE
from playground.web.invisible_in_pages import MOST_SHOWN, invisible_codes, with_invisible_shown
from tests.hostile.sinks import everywhere, sinks_of

SIGNS = "\u202e\u2066\u2069\u200b\u200d\u2060\ufeff\u061c\U000e0041\xad\u3164"
SHOWN = re.compile(r'<bdi class="invisible" role="img" aria-label="[^"]+">[^<]+</bdi>')
FIELDS = re.compile(r"<(textarea|script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)


def left_invisible(page: str) -> list[str]:
    """What of the page's text nobody sees, outside of signs and of the fields of forms."""
    titles = re.sub(
        r"<title>.*?</title>|<meta property[^>]*>", lambda match: html.escape(match[0]), page, flags=re.DOTALL
    )
    return re.findall(f"[{INVISIBLE}]", FIELDS.sub("", SHOWN.sub("", titles)))


def test_invisible_characters_get_signs_in_text_and_codes_in_attributes() -> None:
    for page, expected in (
        ("<p>a\u202eb</p>", '<p>a<bdi class="invisible" role="img" aria-label="U+202E">\u202e</bdi>b</p>'),
        (
            "<p>\u200b\u200b</p>",
            '<p><bdi class="invisible" role="img" aria-label="U+200B U+200B">\u200b\u200b</bdi></p>',
        ),
        ('<input value="\u202e">', '<input value="\u202e">'),
        ("<textarea>\u202e</textarea>", "<textarea>\u202e</textarea>"),
        ("<title>\u202e</title>", "<title>U+202E</title>"),
        ('<meta property="og:title" content="\u202e">', '<meta property="og:title" content="U+202E">'),
        ("<svg><text>\u202e</text></svg>", "<svg><text>U+202E</text></svg>"),
        ("<p>שלום 👍🏽 ❤️</p>", "<p>שלום 👍🏽 ❤️</p>"),
    ):
        assert with_invisible_shown(page) == expected
        assert not left_invisible(expected)


def test_a_long_stretch_is_counted_and_a_page_of_stretches_has_an_end() -> None:
    assert 'aria-label="U+200B U+200B U+200B U+200B U+200B U+200B U+200B U+200B and 992 more"' in with_invisible_shown(
        "\u200b" * 1000
    )
    many = with_invisible_shown("a\u200b" * 200_000)
    assert many.count("<bdi") == MOST_SHOWN
    assert not left_invisible(many)
    assert len(many) < 700_000


def test_a_header_names_each_code_once_and_only_a_few() -> None:
    assert invisible_codes("a\u202eb\u200b\u202e\r\n") == ("U+200B", "U+202E")
    assert len(invisible_codes("".join(map(chr, range(0x2060, 0x2070))))) == 8
    assert invisible_codes("plain") == ()


@pytest.mark.django_db(transaction=True)
def test_every_page_makes_invisible_characters_of_a_users_text_visible(client: Client) -> None:
    """Titles, names, descriptions, messages, objects, diffs, the frame, refusals: everywhere at once."""
    pages = everywhere(client, f"a{SIGNS}b")
    assert len(pages) >= 25
    invisible_by_page = {name: characters for name, page in pages.items() if (characters := left_invisible(page))}
    assert invisible_by_page == {}
    assert sum("bdi" in page for page in pages.values()) >= 20


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_without_the_middleware_the_same_pages_hide_them(client: Client) -> None:
    without = [name for name in settings.MIDDLEWARE if name != "playground.web.invisible_in_pages.show_invisible"]
    assert len(without) == len(settings.MIDDLEWARE) - 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "MIDDLEWARE", without)
        pages = everywhere(client, f"a{SIGNS}b")
    assert sum(bool(left_invisible(page)) for page in pages.values()) >= 15


@pytest.mark.django_db
def test_a_raw_text_is_unchanged_and_a_header_names_the_codes(client: Client) -> None:
    address = client.post("/share", {"source": f"a: {SIGNS}\n"})["Location"]
    raw = client.get(f"{address}/raw")
    assert raw.content.decode() == f"a: {SIGNS}\n"
    assert raw["Warning"].startswith('299 - "The text contains invisible characters: U+00AD, U+061C, U+200B')
    plain = client.post("/share", {"source": "a: b\n"})["Location"]
    assert "Warning" not in client.get(f"{plain}/raw")


@pytest.mark.django_db
def test_our_own_pages_contain_no_invisible_characters(client: Client) -> None:
    for address in ("/", "/examples", "/rules", "/rules/ENV502", "/limits", "/shares", "/terminal", "/nope"):
        page = client.get(address).content.decode()
        assert not re.search(f"[{INVISIBLE}]", page), address
        assert "<bdi" not in page, address


def test_the_address_of_a_missing_page_is_not_shown(client: Client) -> None:
    assert "\u202e" not in client.get(f"/{quote(SIGNS)}").content.decode()


def test_there_are_sinks_for_each_field() -> None:
    assert len(sinks_of("x")) >= 6
