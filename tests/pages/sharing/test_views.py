"""A shared link opens the same page for someone else, without secrets."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from playground.pages.sharing import views
from playground.pages.sharing.access import day
from playground.storage.models import Revision, Share, Workspace
from playground.storage.workspaces import RETRY_TIME
from tests.pages.pages import collapsed
from tests.pages.sharing.shares import POD, SECOND, TEMPLATE, share, update

pytestmark = pytest.mark.django_db


def test_a_shared_text_has_an_address_of_128_random_bits() -> None:
    addresses = {share(Client(), source=POD) for _ in range(20)}
    assert len(addresses) == 20
    assert all(re.fullmatch(r"/s/[A-Za-z0-9_-]{22}", address) for address in addresses)


def test_a_first_share_whose_answer_was_lost_is_the_same_link_when_it_is_sent_again(client: Client) -> None:
    client.get("/")  # which gives the browser its CSRF cookie
    address, token = share(client, source=POD), client.cookies["workspace"].value
    del client.cookies["workspace"]
    assert share(client, source=POD) == address
    assert client.cookies["workspace"].value == token
    assert Workspace.objects.count() == 1
    other_browser = Client()
    other_browser.get("/")
    assert share(other_browser, source=POD) != address


def test_a_workspace_is_not_opened_again_by_what_the_browser_knew_before_it(client: Client) -> None:
    client.get("/")
    address = share(client, source=POD)
    del client.cookies["workspace"]
    Workspace.objects.update(created=F("created") - RETRY_TIME)
    assert share(client, source=POD) != address
    assert Workspace.objects.count() == 2


def test_the_link_opens_the_same_page_in_another_browser(client: Client) -> None:
    address = share(client, source=TEMPLATE, title="Shop <1>", dialect="openshift", value__HOST="höst-1")
    page = Client().get(address).content.decode()
    assert 'value="Shop &lt;1&gt;"' in page
    assert 'value="höst-1"' in page
    assert "höst-1</mark>" in page
    assert '<option value="openshift" selected>' in page


def test_a_share_keeps_its_version_of_kubernetes_and_a_link_can_ask_for_another(client: Client) -> None:
    address = share(client, source=POD, kubernetes="1.33")
    assert '<option value="1.33" selected>' in Client().get(address).content.decode()
    assert '<option value="1.29" selected>' in client.get(f"{address}?kubernetes=1.29").content.decode()
    assert Revision.objects.get().kubernetes == "1.33"


def test_a_link_can_fill_in_other_values(client: Client) -> None:
    address = share(client, source=TEMPLATE, value__HOST="stored", value__REPLICAS="3")
    page = client.get(f"{address}?param.HOST=linked&param.HOTS=x&view=diff&source=c4n4ry").content.decode()
    assert 'value="linked"' in page
    assert 'value="3"' in page
    assert "Unknown parameter" in page
    assert "c4n4ry" not in page
    assert Revision.objects.get().values == {"HOST": "stored", "REPLICAS": "3"}


def test_text_values_and_assumptions_are_stored(client: Client) -> None:
    source = TEMPLATE + "- {kind: Pod, apiVersion: v1, spec: {containers: [{name: c, args: [$(PORT)]}]}}\n"
    share(client, source=source, value__HOST="h", expression__ADMIN="[0-9]{3}", assumed__PORT="80", title="T")
    stored = Revision.objects.select_related("share").get()
    assert (stored.text, stored.share.title, stored.number) == (source, "T", 1)
    assert (stored.values, stored.expressions, stored.assumed) == ({"HOST": "h"}, {"ADMIN": "[0-9]{3}"}, {"PORT": "80"})


def test_secrets_are_never_stored(client: Client) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        share(
            client,
            source=TEMPLATE,
            value__ADMIN="c4n4ry",  # given in place of a generated value
            value__DB_PASSWORD="c4n4ry",
            expression__DB_PASSWORD="c4n4ry",
            generated__ADMIN="c4n4ry",
            assumed__API_TOKEN="c4n4ry",
            assumed__SECRET_NAME="c4n4ry",
            value__HOST="c4n4ry.example",
            title="my c4n4ry",
        )
        share(client, source=TEMPLATE, expression__ADMIN="c4n4ry")
    assert "c4n4ry" not in str(queries.captured_queries)
    for stored in Revision.objects.all():
        assert (stored.values, stored.expressions, stored.assumed) == ({}, {}, {})


def test_without_a_readable_template_no_value_is_stored(client: Client) -> None:
    share(client, source="a: [", value__ADMIN="c4n4ry")
    assert Revision.objects.get().values == {}


@pytest.mark.parametrize("source", ["", "a: [\n", "\tx", "text", '{"kind": "Pod"}', "k: 'ü 😀'\n"])
def test_any_text_can_be_shared_and_read_as_it_is(client: Client, source: str) -> None:
    address = share(client, source=source)
    assert client.get(address).status_code == 200
    assert client.get(f"{address}/raw").content.decode() == source


def test_the_raw_text_is_never_taken_for_a_page(client: Client) -> None:
    response = client.get(f"{share(client, source='<!doctype html><script>alert(1)</script>')}/raw")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("end", ["", "/raw"])
def test_what_is_shared_is_in_no_search_engine(client: Client, end: str) -> None:
    response = client.get(share(client, source=POD) + end)
    assert response["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("slug", ["A" * 22, "A" * 21, "A" * 23, "ä" * 22, "A" * 22 + "%0a", "%00" * 22])
@pytest.mark.parametrize("end", ["", "/raw"])
def test_an_address_that_never_was_is_not_found(client: Client, slug: str, end: str) -> None:
    assert client.get(f"/s/{slug}{end}").status_code == 404


@pytest.mark.parametrize("end", ["", "/raw"])
@pytest.mark.parametrize("field", ["expires", "deleted"])
def test_what_was_deleted_or_has_expired_is_gone(client: Client, field: str, end: str) -> None:
    address = share(client, source="c4n4ry: true")
    Share.objects.update(**{field: timezone.now() - timedelta(seconds=1)})
    response = client.get(address + end)
    assert response.status_code == 410
    reason = "expired on" if field == "expires" else "was deleted by its author on"
    assert f"The text at this link {reason} {day(timezone.now())}." in response.content.decode()
    assert "c4n4ry" not in response.content.decode()


@pytest.mark.parametrize(
    ("fields", "status", "message"),
    [
        ({"source": "a\0b: kept"}, 400, "NUL character"),
        ({"source": "a: kept", "title": "t" * 101}, 400, "100"),
        ({"source": "a: kept" + "x" * 1024 * 1024}, 413, "the limit is 1 MB"),
    ],
)
def test_what_cannot_be_shared_is_said_and_kept(
    client: Client, fields: dict[str, str], status: int, message: str
) -> None:
    response = client.post("/share", fields)
    page = response.content.decode()
    assert response.status_code == status
    assert message in page
    assert ": kept" in page
    assert Share.objects.count() == 0


def test_a_database_that_is_not_there_loses_no_text(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(views, "save", fail)
    response = client.post("/share", {"source": "a: kept"})
    assert response.status_code == 503
    assert "does not answer just now" in response.content.decode()
    assert "a: kept" in response.content.decode()


def test_a_text_that_is_not_utf_8_is_refused_and_nothing_is_stored(client: Client) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="source"\r\n\r\na: \xed\xa0\x80\xff\r\n--x--\r\n'
    response = client.post("/share", body, content_type="multipart/form-data; boundary=x")
    assert response.status_code == 400
    assert "not UTF-8" in response.content.decode()
    assert not Revision.objects.exists()


@pytest.mark.parametrize("address", ["/share", "/evaluate", "/download"])
def test_only_sending_a_form_changes_anything(client: Client, address: str) -> None:
    assert client.get(address).status_code == 405
    assert Share.objects.count() == 0


def test_looking_at_a_share_writes_nothing(client: Client) -> None:
    address = share(client, source=POD)
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
        client.get(f"{address}/raw")
    assert [query["sql"] for query in queries.captured_queries if not query["sql"].startswith("SELECT")] == []


def test_the_sender_alone_is_told_which_values_were_left_out(client: Client) -> None:
    address = share(client, source=TEMPLATE, value__HOST="h", value__DB_PASSWORD="c4n4ry", assumed__API_TOKEN="c4n4ry")
    cookie = client.cookies["left-out"]
    assert "c4n4ry" not in cookie.value
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (address, True, "Lax")
    notice = "Left out: <code>ADMIN</code>, <code>DB_PASSWORD</code>, <code>API_TOKEN</code>."
    page = collapsed(client.get(address).content.decode())
    assert notice in page[page.index('class="shared"') : page.index("<main")]
    stranger = Client().get(address).content.decode()
    assert "Left out" not in stranger[stranger.index('class="shared"') : stranger.index("<main")]


def test_a_share_that_holds_everything_tells_nothing(client: Client) -> None:
    address = share(client, source=POD)
    assert "left-out" not in client.cookies
    assert "Left out" not in client.get(address).content.decode()


@pytest.mark.parametrize("cookie", ["", "x", "W10:1t:x", "a" * 4000])
def test_a_cookie_that_is_not_ours_tells_nothing(client: Client, cookie: str) -> None:
    address = share(client, source=POD)
    client.cookies["left-out"] = cookie
    page = client.get(address)
    assert page.status_code == 200
    assert "Left out" not in page.content.decode()


def test_a_share_keeps_what_is_assumed_of_the_cluster(client: Client) -> None:
    env = "[{name: N, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]"
    source = f"kind: Pod\nspec: {{containers: [{{name: c, env: {env}}}]}}\n"
    address = share(client, source=source, cluster__nodeName="node-7")
    page = Client().get(f"{address}?view=environment").content.decode()
    assert 'name="cluster.nodeName" value="node-7"' in page
    assert '<code class="value">node-7</code>' in page


def test_the_same_text_shared_twice_by_one_browser_is_one_link(client: Client) -> None:
    first = share(client, source=POD, title="One")
    assert share(client, source=POD, title="Two") == first
    assert Share.objects.get().title == "Two"
    assert share(Client(), source=POD) != first


@pytest.mark.parametrize(("expiry", "days"), [("day", 1), ("month", 30), ("year", 365), ("", 30), ("x", 30)])
def test_a_share_lives_for_as_long_as_its_author_chose(client: Client, expiry: str, days: int) -> None:
    share(client, source=POD, expiry=expiry)
    expires = Share.objects.get().expires
    assert expires is not None
    assert abs(expires - timezone.now() - timedelta(days=days)) < timedelta(minutes=1)


def test_a_share_may_stay_for_good_and_the_page_says_until_when(client: Client) -> None:
    address = share(client, source=POD, expiry="never")
    assert Share.objects.get().expires is None
    assert "It does not expire." in client.get(address).content.decode()
    other_address = share(client, source=f"{POD}# 2\n")
    expires = Share.objects.get(slug=other_address.removeprefix("/s/")).expires
    assert expires is not None
    assert f">{day(expires)}</time>" in client.get(other_address).content.decode()


def test_values_and_assumptions_are_stored_only_where_that_was_agreed_to(client: Client) -> None:
    source = TEMPLATE + "- {kind: Pod, apiVersion: v1, spec: {containers: [{name: c, args: [$(PORT)]}]}}\n"
    fields = {"source": source, "value__HOST": "h", "assumed__PORT": "80", "cluster__nodeName": "n", "terms": "1"}
    contents = {}
    for name in ("share-values", "share-assumed"):
        address = share(Client(), **fields, **{name: "on"})
        stored = Revision.objects.get(share__slug=address.removeprefix("/s/"))
        contents[name] = (stored.values, stored.assumed, stored.cluster)
    assert contents == {
        "share-values": ({"HOST": "h"}, {}, {}),
        "share-assumed": ({}, {"PORT": "80"}, {"nodeName": "n"}),
    }


def test_without_scripts_share_says_first_what_is_stored(client: Client) -> None:
    response = client.post("/share", {"source": TEMPLATE, "action": "share", "value.DB_PASSWORD": "c4n4ry"})
    page = response.content.decode()
    assert response.status_code == 200
    assert Share.objects.count() == 0
    question = collapsed(page.split('class="asked sharing"')[1].split("</section>")[0])
    assert "Anyone with the link can read this. No public list or search engine has the link." in question
    assert "Left out: <code>ADMIN</code>, <code>DB_PASSWORD</code>." in question
    assert question.count("checked") == 2
    assert 'value="share-now"' in question
    assert page.count('name="expiry"') == 1


def test_the_choices_in_the_dialog_are_sent_with_the_form(client: Client) -> None:
    page = client.get("/").content.decode()
    dialog = page[page.index('<dialog id="share"') :].partition("</dialog>")[0]
    fields = [tag for tag in re.findall(r"<(?:input|select|button)\b[^>]*>", dialog) if " name=" in tag]
    assert re.findall(r'name="([^"]*)"', " ".join(fields)) == [
        *("terms", "share-values", "share-assumed", "expiry", "action")
    ]
    assert [tag for tag in fields if 'form="playground"' not in tag] == []


def test_a_workspace_is_made_silently_and_no_script_can_read_its_token(client: Client) -> None:
    client.get("/")
    assert "workspace" not in client.cookies
    share(client, source=POD)
    cookie = client.cookies["workspace"]
    assert len(cookie.value) == 43
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["max-age"] == 400 * 86_400
    share(client, source=f"{POD}# 2\n")
    assert Workspace.objects.count() == 1
    assert client.cookies["workspace"].value == cookie.value
    assert cookie.value not in str(Workspace.objects.values())


@pytest.mark.parametrize("cookie", ["x", "A" * 43, "A" * 5000, "ä"])
def test_a_token_that_opens_nothing_is_replaced(client: Client, cookie: str) -> None:
    client.cookies["workspace"] = cookie
    address = share(client, source=POD)
    assert client.cookies["workspace"].value != cookie
    attacker = Client()
    attacker.cookies["workspace"] = cookie
    assert "this link</span></button>" not in attacker.get(address).content.decode()
    assert "this link</span></button>" in client.get(address).content.decode()


def test_nothing_is_kept_of_what_could_not_be_stored(client: Client) -> None:
    assert client.post("/share", {"source": "a\0b"}).status_code == 400
    assert Workspace.objects.count() == 0
    assert "workspace" not in client.cookies


def test_a_copy_remembers_where_it_came_from(client: Client) -> None:
    first = share(client, source=POD)
    slug = first.removeprefix("/s/")
    stranger = Client()
    copy = share(stranger, source=f"{POD}# mine\n", of=slug, action="copy")
    assert f'A copy of <a href="{first}">another link</a>' in stranger.get(copy).content.decode()
    assert Share.objects.get(slug=copy.removeprefix("/s/")).parent == Share.objects.get(slug=slug)


def test_only_a_copy_has_a_parent(client: Client) -> None:
    slug = share(client, source=POD).removeprefix("/s/")
    share(client, source=f"{POD}# new\n", of=slug)  # the author's own next text
    for strange in ("", "x", "\0" * 22, "A" * 22):
        share(client, source=f"{POD}# {strange!r}\n", of=strange, action="copy")
    Share.objects.filter(slug=slug).update(deleted=timezone.now())
    share(client, source=f"{POD}# of what is gone\n", of=slug, action="copy")
    assert not Share.objects.exclude(parent=None).exists()


def test_a_revision_has_an_address_of_its_own(client: Client) -> None:
    address = share(client, source=POD)
    client.post(f"{address}/update", {"source": f"{POD}# second\n", "based_on": "1"})
    page = client.get(f"{address}/r/1").content.decode()
    assert "# second" not in page
    assert "Revision 1 of 2" in page
    assert "# second" in client.get(f"{address}/r/2").content.decode()
    assert client.get(f"{address}/r/3").status_code == 404
    assert client.get(f"{address}/r/0").status_code == 404


def test_without_scripts_the_page_of_a_share_stays_one(client: Client) -> None:
    address = share(client, source=POD)
    response = client.post(address, {"source": f"{POD}# edited\n", "of": address.removeprefix("/s/")})
    page = response.content.decode()
    assert "# edited" in page
    assert "this link</span></button>" in page
    assert f'action="{address}"' in page
    assert Revision.objects.count() == 1


@pytest.mark.parametrize(
    ("source", "name", "description"),
    [
        (POD, "web", "1 object: Pod."),
        (TEMPLATE, "shop", "Template with 4 parameters and 1 object: ConfigMap."),
    ],
)
def test_a_share_without_a_title_is_named_by_its_object(
    client: Client, source: str, name: str, description: str
) -> None:
    address = share(client, source=source)
    page, shares = client.get(address).content.decode(), client.get("/shares").content.decode()
    assert f"<title>{name} – Template Playground</title>" in page
    assert f'name="title" value="" maxlength="100" placeholder="{name}"' in page
    assert f'<meta property="og:title" content="{name}">' in page
    assert f'<meta property="og:description" content="{description}">' in page
    assert f'<a href="{address}">{name}</a>' in shares
    assert f"<h1>{name}</h1>" in client.get(f"{address}/embed").content.decode()
    details = client.get(f"{address}/details").content.decode()
    assert f"<h1>{name}</h1>" in details
    assert f'<meta property="og:title" content="{name}">' in details
    files = [client.get(f"{address}{end}")["Content-Disposition"] for end in (".yaml", "/processed.yaml", ".json")]
    names = [f"{name}-source.yaml", f"{name}.yaml", f"{name}-source.json"]
    assert files == [f'attachment; filename="{file}"' for file in names]
    update(client, address, 1, source=f"{source}# 2\n", title="")
    assert Share.objects.get().title == name
    renamed = source.replace(f"name: {name}", "name: stand")
    live = client.post("/evaluate", {"source": renamed, "of": address.removeprefix("/s/")}).content.decode()
    assert live.startswith("<title>stand – Template Playground</title>")
    update(client, address, 2, source=renamed, title="")
    assert Share.objects.get().title == "stand"
    update(client, address, 3, source=f"{source}# 3\n", title="Stall")
    share(client, source=f"{source}# 3\n")
    assert Share.objects.get().title == "Stall"


def test_a_link_preview_shows_the_title_and_nothing_of_the_text(client: Client) -> None:
    page = client.get(share(client, source="c4n4ry: true", title="Shop <1>")).content.decode()
    head = page[: page.index("</head>")]
    assert '<meta property="og:title" content="Shop &lt;1&gt;">' in head
    assert head.count("og:") == 2
    assert "c4n4ry" not in head


def texts() -> list[str]:
    return [revision.text for revision in Revision.objects.order_by("number")]


def test_an_update_is_a_revision_at_the_same_address(client: Client) -> None:
    address = share(client, source=POD, title="Shop")
    assert "can read this text." in client.get(address).content.decode()
    assert update(client, address, 1, title="Stall") == (303, address)
    page = Client().get(address).content.decode()
    assert "a shared text</a>, revision 2. What you change stays in this browser." in collapsed(page)
    assert "# second" in page
    assert 'value="Stall"' in page
    assert texts() == [POD, SECOND]


IN_PLACE = {"HX-Request": "true"}


def test_a_page_of_its_own_scripts_stays_and_is_told_of_the_link(client: Client) -> None:
    fields = {"source": TEMPLATE, "title": "Shop <1>", "value.DB_PASSWORD": "c4n4ry"}
    response = client.post("/share", fields, headers=IN_PLACE)
    address, part = f"/s/{Share.objects.get().slug}", collapsed(response.content.decode())
    assert response.status_code == 200
    assert "<textarea" not in part
    assert f'value="http://testserver{address}" readonly' in part
    assert 'value="Shop &lt;1&gt;"' in part
    assert "Left out: <code>ADMIN</code>, <code>DB_PASSWORD</code>." in part
    assert f'formaction="{address}/update"' in part, (
        "who has shared may update, though the cookie came with this answer"
    )
    assert "data-changed" not in part
    assert client.cookies["left-out"]["path"] == address
    response = client.post(f"{address}/update", {"source": SECOND, "based_on": "1"}, headers=IN_PLACE)
    assert "it now shows revision 2" in response.content.decode()
    response = client.post(f"{address}/update", {"source": POD, "based_on": "1"}, headers=IN_PLACE)
    assert response.status_code == 409
    assert "Revision 2 was saved meanwhile" in response.content.decode()
    assert "<textarea" not in response.content.decode()


def test_a_page_of_its_own_scripts_stays_and_is_asked_about_secrets_and_told_what_is_wrong(client: Client) -> None:
    response = client.post("/share", {"source": "# postgres://shop:c4n4ry@db/shop\n"}, headers=IN_PLACE)
    assert response.status_code == 200
    assert "These lines look like secrets." in response.content.decode()
    response = client.post("/share", {"source": "a\0b"}, headers=IN_PLACE)
    assert response.status_code == 400
    assert "NUL character" in response.content.decode()
    assert "<textarea" not in response.content.decode()
    assert Share.objects.count() == 0


def test_a_new_link_to_the_same_text_is_another_one(client: Client) -> None:
    first, second = (share(client, source=POD, action="another") for _ in range(2))
    assert first != second
    assert share(client, source=POD) == second


def test_an_update_that_is_sent_twice_makes_one_revision(client: Client) -> None:
    address = share(client, source=POD)
    assert [update(client, address, 1)[0] for _ in range(2)] == [303, 303]
    assert texts() == [POD, SECOND]


def test_a_new_title_alone_makes_no_revision(client: Client) -> None:
    address = share(client, source=POD, title="Shop")
    assert update(client, address, 1, source=POD, title="Stall")[0] == 303
    assert (Share.objects.get().title, texts()) == ("Stall", [POD])


def test_who_was_slower_is_shown_both_texts(client: Client) -> None:
    address = share(client, source=POD)
    update(client, address, 1, source=f"{POD}# <theirs>\n")
    status, page = update(client, address, 1, source=f"{POD}# mine\n")
    assert status == 409
    assert "Revision 2 was saved meanwhile" in page
    assert "# mine\n</textarea>" in page
    assert '<del><span class="sign" aria-hidden="true">-</span># &lt;theirs&gt;</del>' in page
    assert '<ins><span class="sign" aria-hidden="true">+</span># mine</ins>' in page
    assert 'name="based_on" value="2"' in page
    assert "Save as a copy" in page
    assert texts() == [POD, f"{POD}# <theirs>\n"]
    assert update(client, address, 2, source=f"{POD}# mine\n")[0] == 303
    assert texts()[-1] == f"{POD}# mine\n"


def test_a_form_that_did_not_remember_what_it_showed_would_overwrite_what_came_meanwhile(client: Client) -> None:
    address = share(client, source=POD)
    update(client, address, 1, source=f"{POD}# theirs\n")
    status, page = update(client, address, Share.objects.get().head, source=f"{POD}# mine\n")
    assert (status, page) == (303, address)  # nobody is told
    assert texts()[-1] == f"{POD}# mine\n"


@pytest.mark.parametrize("based_on", ["", "x", "0", "-1", "9" * 30, "2"])
def test_an_update_of_a_revision_that_is_not_the_latest_changes_nothing(client: Client, based_on: str) -> None:
    address = share(client, source=POD)
    response = client.post(f"{address}/update", {"source": SECOND, "based_on": based_on})
    assert response.status_code == 409
    assert texts() == [POD]


def test_a_stranger_changes_nothing_and_keeps_the_text(client: Client) -> None:
    address = share(client, source=POD)
    for stranger in (Client(), Client()):
        share(stranger, source="a: 1\n")  # has a workspace, too
        status, page = update(stranger, address, 1)
        assert status == 403
        assert "Only the browser that shared this can update it" in page
        assert "# second" in page
        assert 'value="copy"' in page
        assert "Update<" not in page
    assert Share.objects.get(slug=address.removeprefix("/s/")).head == 1


@pytest.mark.parametrize(("field", "message"), [("deleted", "was deleted by its author"), ("expires", "expired on")])
def test_an_update_of_what_is_gone_keeps_the_text(client: Client, field: str, message: str) -> None:
    address = share(client, source=POD)
    Share.objects.update(**{field: timezone.now() - timedelta(seconds=1)})
    status, page = update(client, address, 1)
    assert status == 410
    assert message in page
    assert "# second" in page
    assert texts() == [POD]


def test_what_never_was_cannot_be_updated(client: Client) -> None:
    assert update(client, f"/s/{'A' * 22}", 1)[0] == 404


def test_what_cannot_be_stored_is_said_and_kept(client: Client) -> None:
    address = share(client, source=POD)
    for fields in ({"source": "a: kept\0"}, {"source": "a: kept", "title": "t" * 101}):
        status, page = update(client, address, 1, **fields)
        assert status == 400
        assert "a: kept" in page
    assert texts() == [POD]


def test_a_share_that_is_full_says_so(client: Client, settings: Settings) -> None:
    settings.REVISIONS = 1
    address = share(client, source=POD)
    status, page = update(client, address, 1)
    assert status == 400
    assert "This link cannot have more revisions." in page
    assert "# second" in page


def test_what_was_not_agreed_to_at_first_is_not_stored_by_an_update(client: Client) -> None:
    source = TEMPLATE.replace("db", "cache")
    address = share(client, source=TEMPLATE, value__HOST="h", terms="1")
    update(client, address, 1, source=source, value__HOST="c4n4ry", assumed__PORT="80")
    assert [(stored.values, stored.assumed) for stored in Revision.objects.all()] == [({}, {}), ({}, {})]
    other_address = share(Client(), source=TEMPLATE, value__HOST="h")
    assert Revision.objects.get(share__slug=other_address.removeprefix("/s/")).values == {"HOST": "h"}


def test_secrets_are_no_more_stored_by_an_update_than_at_first(client: Client) -> None:
    address = share(client, source=TEMPLATE)
    update(client, address, 1, source=TEMPLATE, value__HOST="h", value__DB_PASSWORD="c4n4ry", value__ADMIN="c4n4ry")
    assert [stored.values for stored in Revision.objects.order_by("number")] == [{}, {"HOST": "h"}]
    page = collapsed(client.get(address).content.decode())
    assert "Left out: <code>ADMIN</code>, <code>DB_PASSWORD</code>." in page


def test_of_two_updates_at_once_one_is_told(client: Client) -> None:
    address = share(client, source=POD)
    with transaction.atomic():
        first, second = (update(client, address, 1, source=f"{POD}# {name}\n")[0] for name in "ab")
    assert sorted((first, second)) == [303, 409]


def test_updating_needs_a_form_of_ours(client: Client) -> None:
    address = share(client, source=POD)
    assert client.get(f"{address}/update").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["workspace"] = client.cookies["workspace"].value
    assert update(strict, address, 1)[0] == 403
    assert texts() == [POD]


def test_over_quota_an_update_is_not_stored_but_kept_in_the_form(client: Client, settings: Settings) -> None:
    address = share(client, source=POD)
    settings.STORED_BYTES = 1000
    status, page = update(client, address, 1)
    assert status == 507
    assert "storage for shared texts is full" in page
    assert "# second" in page
    assert texts() == [POD]
