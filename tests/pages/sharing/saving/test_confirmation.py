"""Lines that look like secrets are shared only after confirmation; a Parameter can replace them."""

from __future__ import annotations

import pytest
from django.test import Client

from playground.pages.form.draft import Draft
from playground.storage.models import Revision, Share
from tests.pages.sharing.shares import POD, share

pytestmark = pytest.mark.django_db

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop}
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: shop}
  stringData: {password: c4n4ry, token: c4n4ry-2}
"""
PLAIN = f"{POD}# postgres://shop:c4n4ry@db/shop\n"


def post(client: Client, source: str, action: str, address: str = "/share", **fields: str) -> tuple[int, str]:
    digest = Draft(source=source).digest
    response = client.post(address, {"source": source, "action": action, "shown": digest, **fields})
    return response.status_code, response.content.decode()


def question(page: str) -> str:
    """The part of the page that asks."""
    return page[page.index('class="asked sharing"') : page.index("<main")]


@pytest.mark.parametrize("action", ["", "share", "share-now", "copy"])
def test_nothing_is_stored_before_the_question_is_answered(client: Client, action: str) -> None:
    status, page = post(client, PLAIN, action)
    assert status == 200
    question_text = question(page)
    assert "These lines look like secrets." in question_text
    assert f"Line {len(PLAIN.splitlines())}: a key, a token or a password in an address" in question_text
    assert "Put them into a Secret" in question_text
    assert "c4n4ry" not in question_text
    assert Share.objects.count() == 0


def test_who_says_anyway_shares_anyway(client: Client) -> None:
    assert post(client, PLAIN, "share-anyway")[0] == 303
    assert Revision.objects.get().text == PLAIN


def test_a_parameter_takes_the_place_of_one_line_without_scripts(client: Client) -> None:
    flow = TEMPLATE.replace("{password: c4n4ry, token: c4n4ry-2}", "\n    password: c4n4ry\n    token: c4n4ry-2")
    question_text = question(post(client, flow, "share")[1])
    assert question_text.count("Replace with the parameter") == 2
    page = post(client, flow, "replace-1")[1]
    assert "name: TOKEN\n  required: true\n" in page
    assert "token: &quot;${TOKEN}&quot;" in page
    assert "c4n4ry-2" not in page
    declared = "parameters:\n- name: TOKEN\n  required: true\n".count("\n")
    line = flow.splitlines().index("    password: c4n4ry") + 1 + declared
    assert f"Line {line}: <code>password</code>" in question(page)
    assert Share.objects.count() == 0


@pytest.mark.parametrize("action", ["replace-", "replace-9", "replace-x", "replace-٣", f"replace-{'9' * 99}"])
def test_a_button_that_names_no_line_replaces_none(client: Client, action: str) -> None:
    status, page = post(client, TEMPLATE, action)
    assert status == 200
    assert "c4n4ry" in page
    assert Share.objects.count() == 0


def test_a_text_that_was_edited_since_is_left_as_it_is(client: Client) -> None:
    response = client.post("/share", {"source": TEMPLATE, "action": "replace-0", "shown": Draft(source="other").digest})
    assert "password: c4n4ry" in response.content.decode()


def test_an_update_asks_about_what_the_link_does_not_show_yet(client: Client) -> None:
    address = share(client, source=PLAIN, action="share-anyway")
    more = f"{PLAIN}# a comment\n"
    assert post(client, more, "update", f"{address}/update", based_on="1")[0] == 303
    other_text = f"{more}# https://me:c4n4ry-2@git.example/\n"
    status, page = post(client, other_text, "update", f"{address}/update", based_on="2", of=address.removeprefix("/s/"))
    assert status == 200
    assert 'value="update-anyway"' in question(page)
    assert 'name="based_on" value="2"' in page
    assert Share.objects.get().head == 2
    assert post(client, other_text, "update-anyway", f"{address}/update", based_on="2")[0] == 303
    assert Share.objects.get().head == 3


def test_a_copy_asks_about_what_the_original_does_not_show(client: Client) -> None:
    slug = share(client, source=PLAIN, action="share-anyway").removeprefix("/s/")
    stranger = Client()
    assert post(stranger, f"{PLAIN}# mine\n", "copy", of=slug)[0] == 303
    status, page = post(stranger, f"{PLAIN}# https://me:c4n4ry-2@git.example/\n", "copy", of=slug)
    assert status == 200
    assert 'value="copy-anyway"' in question(page)
    assert post(stranger, f"{PLAIN}# https://me:c4n4ry-2@git.example/\n", "copy-anyway", of=slug)[0] == 303
    assert Share.objects.exclude(parent=None).count() == 2
