"""Every malicious text gets a proper answer, in time, from page, API, command line and database."""

from __future__ import annotations

import json
import resource
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom

import pytest
from django.test import Client, override_settings

from playground.cli import main
from playground.engine import SourceText, evaluate
from playground.storage.models import Revision
from playground.storage.workspaces import create_workspace
from tests.cost import at_most
from tests.hostile.families import FAMILIES, Family, pod

SECONDS = 2.0  # of processor time, of one text
LOCALLY = 6.0  # on the command line, which takes larger texts
GROWTH = 32  # megabytes

each = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name.replace(" ", "-"))


def test_there_are_thirty_families_of_at_most_ten_texts() -> None:
    assert len(FAMILIES) >= 30
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)
    assert all(0 < len(family.texts) <= 10 for family in FAMILIES)


@each
def test_the_shortest_text_gets_the_answer_of_its_family(family: Family) -> None:
    text = min(family.texts, key=len)
    codes = {diagnostic.code for diagnostic in evaluate(text).diagnostics}
    assert not family.says or codes & set(family.says.split()), (text[:80], codes)


@each
def test_every_text_gets_the_answer_of_its_family(family: Family) -> None:
    for text in family.texts:
        with at_most(SECONDS, text[:80]):
            codes = {diagnostic.code for diagnostic in evaluate(text).diagnostics}
        assert not family.says or codes & set(family.says.split()), (text[:80], codes)


@pytest.mark.smoke
@pytest.mark.parametrize("family", FAMILIES[:3], ids=lambda family: family.name.replace(" ", "-"))
@pytest.mark.django_db
def test_a_text_of_some_families_is_answered_everywhere(family: Family, tmp_path: Path, client: Client) -> None:
    answer_everywhere(family, tmp_path, client)


@each
@pytest.mark.django_db
def test_a_text_of_each_family_is_answered_everywhere(family: Family, tmp_path: Path, client: Client) -> None:
    answer_everywhere(family, tmp_path, client)


def answer_everywhere(family: Family, tmp_path: Path, client: Client) -> None:
    """Send the shortest text of ``family`` through page, API and command line: none of them fails."""
    text = min(family.texts, key=len)
    assert client.post("/evaluate", {"source": text}).status_code < 500
    assert client.post("/share", {"source": text}).status_code < 500
    assert client.post("/api/evaluate", json.dumps({"text": text}), "application/json", secure=True).status_code < 500
    file = tmp_path / "text.yaml"
    file.write_bytes(text.encode())
    assert main(["process", "-f", str(file)]) in (0, 1)


@each
def test_the_command_line_says_what_is_wrong(
    family: Family, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, text in enumerate(family.texts):
        file = tmp_path / f"{number}.yaml"
        file.write_bytes(text.encode())
        with at_most(LOCALLY, text[:80]):
            status = main(["check", "-f", str(file), "--format", "json"])
        answer = json.loads(capsys.readouterr().out)
        errors = [diagnostic for diagnostic in answer["diagnostics"] if diagnostic["severity"] == "error"]
        assert status == (1 if errors else 0)
        for diagnostic in answer["diagnostics"]:
            assert diagnostic["message"]
            assert diagnostic["span"]["start"]["line"] >= 1


@each
@pytest.mark.parametrize("word", [["process"], ["process", "-o", "yaml"], ["expand"], ["expand", "-o", "json"]])
def test_every_other_command_terminates(
    family: Family, word: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, text in enumerate(family.texts):
        file = tmp_path / f"{number}.yaml"
        file.write_bytes(text.encode())
        with at_most(LOCALLY, text[:80]):
            assert main([*word, "-f", str(file)]) in (0, 1)
        capsys.readouterr()


@each
@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/evaluate", "/", "/download", "/use", "/chart", "/kustomize"])
def test_the_page_answers(family: Family, address: str, client: Client) -> None:
    for text in family.texts:
        with at_most(SECONDS, text[:80]):
            answer = client.post(address, {"source": text})
        assert answer.status_code < 500
        assert answer.content


@each
@pytest.mark.django_db
@pytest.mark.parametrize("place", ["1:1", "1:1-1:2", "8:9", "end"])
def test_the_dialog_of_a_new_parameter_answers(family: Family, place: str, client: Client) -> None:
    for text in family.texts:
        source = SourceText(text)
        last = source.position(len(text.rstrip()) - 1)
        span = f"{last.line}:{last.column}-{last.line}:{last.column + 1}" if place == "end" else place
        with at_most(SECONDS, text[:80]):
            answer = client.post("/parameter", {"source": text, "at": span})
        assert answer.status_code == 200


@each
@pytest.mark.django_db
def test_the_view_of_a_new_template_answers(family: Family, client: Client) -> None:
    for text in family.texts:
        with at_most(SECONDS, text[:80]):
            answer = client.post("/evaluate", {"source": text, "view": "template"})
        assert answer.status_code == 200


@each
@pytest.mark.django_db
@override_settings(SAVES_PER_MINUTE=0, SAVES_PER_HOUR=0, SAVED_BYTES_PER_DAY=0)
def test_every_text_is_compared(family: Family, client: Client) -> None:
    address = client.post("/share", {"source": pod("image: i")})["Location"].replace("/s/", "/compare/")
    for text in family.texts:
        with at_most(2 * SECONDS, text[:80]):
            answer = client.post(address, {"source": text})
        assert answer.status_code == 200


@each
@pytest.mark.django_db
def test_what_is_shared_comes_back_as_it_was_or_was_refused(family: Family, client: Client) -> None:
    for text in family.texts:
        answer = client.post("/share", {"source": text})
        if answer.status_code == 303:
            raw = client.get(f"{answer['Location']}/raw")
            assert raw.content.decode() == text.replace("\r\n", "\n")
            assert raw["Content-Type"] == "text/plain; charset=utf-8"
            assert client.get(answer["Location"]).status_code == 200
        else:
            assert 400 <= answer.status_code < 500
    assert Revision.objects.count() <= len(family.texts)


PROCESSED = "/apis/template.openshift.io/v1/namespaces/any/processedtemplates"


@each
@pytest.mark.django_db
@pytest.mark.parametrize("media", ["application/yaml", "application/json"])
def test_the_api_accepts_or_refuses_each_text_as_a_body(family: Family, media: str, client: Client) -> None:
    for text in family.texts:
        for address in (PROCESSED, "/api/evaluate"):
            with at_most(SECONDS, text[:80]):
                answer = client.post(address, text.encode(), media, secure=True)
            assert answer.status_code < 500
            assert answer.status_code < 400 or answer.json()["kind"] == "Status"


@each
@pytest.mark.django_db
@pytest.mark.parametrize("media", ["application/yaml", "application/json"])
def test_the_api_evaluates_each_text(family: Family, media: str, client: Client) -> None:
    for text in family.texts:
        with at_most(2 * SECONDS, text[:80]):
            answer = client.post("/api/evaluate", json.dumps({"text": text}), media, secure=True)
        assert answer.status_code in (200, 400)  # 400: one key or value of the body may be as long as one of a text
        if answer.status_code == 200:
            codes = {diagnostic["code"] for diagnostic in answer.json()["diagnostics"]}
            assert not family.says or codes & set(family.says.split()), text[:80]


@each
@pytest.mark.django_db
@pytest.mark.parametrize("media", ["application/yaml", "application/json"])
@override_settings(SAVES_PER_MINUTE=0, SAVES_PER_HOUR=0, SAVED_BYTES_PER_DAY=0)
def test_the_api_stores_each_text_or_refuses_it(family: Family, media: str, client: Client) -> None:
    workspace, token = create_workspace(datetime.now(UTC), SystemRandom())
    address = f"/apis/template.openshift.io/v1/namespaces/{workspace.name}/templates"
    headers = {"Authorization": f"Bearer {token}"}
    for text in family.texts:
        with at_most(2 * SECONDS, text[:80]):
            answer = client.post(address, text.encode(), media, secure=True, headers=headers)
        assert answer.status_code == 201 or 400 <= answer.status_code < 500
        if answer.status_code == 201:
            name = answer.json()["metadata"]["name"]
            assert client.get(f"{address}/{name}", secure=True, headers=headers).status_code == 200
    assert len(client.get(address, secure=True, headers=headers).json()["items"]) <= len(family.texts)


def most_memory() -> int:
    """Megabytes that this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def test_memory_does_not_grow_from_one_round_to_the_next() -> None:
    for family in FAMILIES:
        for text in family.texts:
            evaluate(text)
    before = most_memory()
    for family in FAMILIES:
        for text in family.texts:
            evaluate(text)
    assert most_memory() - before < GROWTH
