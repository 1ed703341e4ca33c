"""Texts as files: under which names they are saved."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from playground.engine import read_plain
from playground.pages.output.download import file_name
from playground.storage.models import Share
from tests.pages.sharing.shares import POD, TEMPLATE, share


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("shop", "shop.yaml"),
        ("../../etc/passwd", "etc-passwd.yaml"),
        ('a"; filename="b\r\nX: 1', "a-filename-b-X-1.yaml"),
        ("日本", "untitled.yaml"),
        ("", "untitled.yaml"),
        ("x" * 300, "x" * 80 + ".yaml"),
    ],
)
def test_file_name_is_safe_on_every_system(title: str, name: str) -> None:
    assert file_name(title, "yaml") == name


pytestmark = pytest.mark.django_db

NEEDS = TEMPLATE.replace('{name: DB_PASSWORD, value: ""}', "{name: DB_PASSWORD, required: true}")
FILES = ("/raw", ".yaml", ".json", "/processed.yaml", "/processed.json")


def body(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, response.content.decode()
    return response.content.decode()


@pytest.mark.parametrize("end", FILES)
def test_no_browser_takes_a_file_for_a_page(client: Client, end: str) -> None:
    response = client.get(share(client, source=POD, title='"<Shop>"\r\n') + end)
    assert response.status_code == 200
    assert response["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "no-store"
    assert response["X-Robots-Tag"] == "noindex, nofollow, noarchive"
    assert response["X-Frame-Options"] == "DENY"
    assert response.get("Content-Disposition", "attachment").startswith("attachment")
    assert not response.cookies


def test_the_source_comes_as_it_is_or_in_the_other_syntax(client: Client) -> None:
    address = share(client, source=f"# a comment\n{POD}---\nb: [1, null]\n")
    assert body(client, f"{address}.yaml") == f"# a comment\n{POD}---\nb: [1, null]\n"
    exported = body(client, f"{address}.json")
    first, end = json.JSONDecoder().raw_decode(exported)
    assert first == {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "web"}}
    assert json.loads(exported[end:]) == {"b": [1, None]}
    json_address = share(client, source='{"kind": "Pod"}')
    assert body(client, f"{json_address}.json") == '{"kind": "Pod"}'
    assert body(client, f"{json_address}.yaml") == "kind: Pod\n"


def test_a_template_is_processed_with_the_values_of_the_address(client: Client) -> None:
    address = share(client, source=TEMPLATE, value__HOST="stored", value__REPLICAS="3")
    objects = read_plain(body(client, f"{address}/processed.yaml?param.HOST=linked"))
    assert objects["data"]["host"] == "linked"
    assert objects["data"]["replicas"] == "3"
    assert re.fullmatch(r"[a-z]{8}", objects["data"]["admin"])
    listed = json.loads(body(client, f"{address}/processed.json?param.HOST=linked"))
    assert (listed["kind"], listed["items"][0]["data"]["host"]) == ("List", "linked")


def test_what_is_generated_is_new_every_time_and_stored_nowhere(client: Client) -> None:
    address = share(client, source=TEMPLATE)
    assert len({body(client, f"{address}/processed.yaml") for _ in range(5)}) == 5


def test_what_is_no_template_comes_as_its_objects(client: Client) -> None:
    address = share(client, source=f"{POD}---\n{POD}")
    assert body(client, f"{address}/processed.yaml").count("kind: Pod") == 2


@pytest.mark.parametrize(
    ("source", "query", "message"),
    [
        (NEEDS, "", 'The Template "shop" is invalid'),
        (NEEDS, "?param.DB_PASSWORD=x&param.HOTS=y", "Unknown parameter"),
        (POD, "?param.HOST=y", "no Template"),
        ("a: [\n", "", "Line 1: This `[` is never closed"),
        (TEMPLATE, f"?param.HOST={'v' * 70_000}", "limit"),
    ],
)
@pytest.mark.parametrize("syntax", ["yaml", "json"])
def test_what_is_refused_is_said_as_plain_text(
    client: Client, source: str, query: str, message: str, syntax: str
) -> None:
    response = client.get(f"{share(client, source=source)}/processed.{syntax}{query}")
    assert response.status_code == 422
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert message in response.content.decode()


def test_a_source_that_cannot_be_read_comes_raw_alone(client: Client) -> None:
    address = share(client, source="a: [\n")
    assert body(client, f"{address}/raw") == "a: [\n"
    assert body(client, f"{address}.yaml", 422).startswith("Line 1: This `[` is never closed")


def test_the_frame_is_for_any_site_and_holds_nothing_that_acts(client: Client) -> None:
    address = share(client, source=f"{TEMPLATE}# <script>\n", title="Shop")
    response = client.get(f"{address}/embed")
    page = response.content.decode()
    assert response["Content-Security-Policy"].endswith("form-action 'none'; frame-ancestors *")
    assert "script" not in response["Content-Security-Policy"]
    assert response["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "X-Frame-Options" not in response
    assert not response.cookies
    assert not re.search(r"<(form|button|input|script)\b|hx-", page)
    assert "# &lt;script&gt;" in page
    assert f'href="http://testserver{address}" target="_blank" rel="noopener"' in page
    assert 'host</span>: <mark class="from-parameter" data-parameter="HOST">db</mark>' in page


def test_the_frame_has_the_colours_of_the_page_and_lists_the_issues(client: Client) -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - {name: c, image: a/b, env: [\n"
    pod += "# why\n      {name: A, value: $(B)$(C)}, {name: B, value: x}, {name: C, value: $(B)}]}\n"
    page = client.get(f"{share(client, source=pod)}/embed").content.decode()
    assert '<span class="key">kind</span>' in page
    assert '<span class="tok-comment"># why</span>' in page
    assert '<mark class="from-variable" data-variable="B">x</mark>' in page
    (issue,) = re.findall(r'<li id="(issue-0)" class="issue-warning">', page)
    assert page.count(f'href="#{issue}"') == 3  # the first reference in the source, both in the output
    assert page.count('href="#line-8"') == page.count('id="line-8"') + 1 == 2


def test_an_issue_below_the_lines_that_the_frame_shows_has_no_link(client: Client) -> None:
    text = POD + "# line\n" * 2_000 + "---\nkind: Pod\n"
    page = client.get(f"{share(client, source=text)}/embed").content.decode()
    assert "The first 2,000 of 2,0" in page
    assert '<span class="place">Line 2005</span>' in page
    assert "#line-2005" not in page


def test_the_frame_names_what_its_address_gets_wrong(client: Client) -> None:
    address = f"{share(client, source=TEMPLATE)}/embed"
    page = client.get(f"{address}?param.HOTS=<x>&set=nope").content.decode()
    assert "<p>Unknown parameter <code>HOTS</code>" in page
    assert "There is no value set <code>nope</code>." in page
    assert "<x>" not in page
    assert "Unknown parameter" not in client.get(f"{address}?param.HOST=db").content.decode()


@pytest.mark.parametrize("end", ["", "/r/1", "/details"])
def test_nothing_else_may_be_framed(client: Client, end: str) -> None:
    response = client.get(share(client, source=POD) + end)
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("end", [*FILES, "/embed"])
def test_only_reading_is_done_here(client: Client, end: str) -> None:
    address = share(client, source=POD)
    assert client.post(address + end).status_code == 405
    before = Share.objects.values().get()
    body(client, address + end)
    assert Share.objects.values().get() == before


@pytest.mark.parametrize("end", [".xml", ".yaml/", "/processed", "/processed.yml", "/embed/x"])
def test_other_addresses_are_not_there(client: Client, end: str) -> None:
    body(client, share(client, source=POD) + end, 404)


SETS = {
    "sets": ["prod", "dev"],
    "set.prod.HOST": "db.example",
    "set.dev.REPLICAS": "9",
    "set.prod.DB_PASSWORD": "hunter2",
}


def test_a_value_set_of_the_share_is_processed_by_its_name(client: Client) -> None:
    address = client.post("/share", {"source": TEMPLATE, "value.HOST": "stored", **SETS})["Location"]

    def data(query: str) -> tuple[str, str, str]:
        values = read_plain(body(client, f"{address}/processed.yaml{query}"))["data"]
        return values["host"], values["replicas"], values["password"]

    assert data("") == ("stored", "1", "")
    assert data("?set=prod") == ("db.example", "1", "")  # the password is not stored
    assert data("?set=dev") == ("stored", "9", "")
    assert data("?set=prod&param.HOST=linked") == ("linked", "1", "")
    refused = body(client, f"{address}/processed.yaml?set=nope", 422)
    assert refused == "There is no value set `nope`.\n"
    page = client.get(f"{address}?set=prod").content.decode()
    assert 'name="set.prod.HOST" value="db.example"' in page
    assert page.index('name="sets" value="prod"') < page.index('name="sets" value="dev"')


def test_an_empty_value_of_a_set_is_stored_and_comes_back(client: Client) -> None:
    form = {"source": TEMPLATE, "sets": "dev", "set.dev.HOST": '""', "set": "dev"}
    address = client.post("/share", form)["Location"]
    page = client.get(f"{address}?set=dev").content.decode()
    assert 'name="set.dev.HOST" value="&quot;&quot;"' in page
    assert read_plain(body(client, f"{address}/processed.yaml?set=dev"))["data"]["host"] == ""
    broken = client.post("/", {**form, "source": "a: ["}).content.decode()
    assert 'name="set.dev.HOST" value="&quot;&quot;"' in broken  # carried until the Template is back
    file = client.post("/download", {**form, "action": "download-set.dev"}).content.decode()
    assert file == "HOST=\n"


def test_the_page_downloads_a_value_set_as_a_parameter_file(client: Client) -> None:
    form = {"source": TEMPLATE, "value.REPLICAS": "2", **SETS, "action": "download-set.prod"}
    response = client.post("/download", form)
    assert response["Content-Disposition"] == 'attachment; filename="prod.env"'
    assert response.content.decode() == "HOST=db.example\nDB_PASSWORD=hunter2\nREPLICAS=2\n"
