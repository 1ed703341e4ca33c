"""The kustomization of the text on the page: its files, the words about its values, and why there is none."""

from __future__ import annotations

import io
import re
import tarfile
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from playground.pages.sharing.using import kustomize
from tests.engine.exporting.kustomize.program import built, objects_in
from tests.engine.exporting.texts import write
from tests.pages.pages import BROKEN, HOSTILE, POD
from tests.pages.sharing.using.answers import files_at, part_about

pytestmark = pytest.mark.django_db
TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop}
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: "${NAME}"}
  stringData: {password: "${PASSWORD}"}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: "x-${SUFFIX}"}, data: {host: "${HOST}"}}
parameters:
- {name: NAME, value: web}
- {name: HOST, required: true}
- {name: PASSWORD, generate: expression, from: "[a-z]{8}"}
- {name: SUFFIX, generate: expression, from: "[a-z]{4}"}
"""
SETS = {"sets": ["test", "prod"], "set.test.HOST": "a", "set.prod.HOST": "b", "set.prod.NAME": "shop"}
FORM = {"use": "kustomize", "source": TEMPLATE, **SETS}


def contents(client: Client, **form: object) -> str:
    """What "Use it" says of the kustomization, as text."""
    html = part_about(client, "kustomize", FORM | form)
    return " ".join(unescape(re.sub("<[^>]*>", "", html)).split())


def files(client: Client, **form: object) -> dict[str, str]:
    """The files of the downloaded archive."""
    return files_at(client, "/kustomize", FORM | form)


def test_the_archive_has_an_overlay_for_each_set_and_kubectl_builds_it(client: Client, tmp_path: Path) -> None:
    answer = client.post("/kustomize", FORM)
    assert answer["Content-Disposition"] == 'attachment; filename="shop-kustomize.tgz"'
    assert answer["Cache-Control"] == "no-store"
    with tarfile.open(fileobj=io.BytesIO(answer.content)) as archive:
        assert archive.getmember("shop-kustomize/base/secrets/01-secret.yaml").mode == 0o600
    write(files(client), tmp_path)
    test, prod = (objects_in(built(tmp_path / "shop-kustomize/overlays" / name)) for name in ("test", "prod"))
    assert '"data":{"host":"a"}' in test[0]
    assert '"data":{"host":"b"}' in prod[0]
    assert '"name":"shop"' in prod[1]


def test_the_words_say_what_is_where(client: Client) -> None:
    words = contents(client)
    assert "Download shop-kustomize.tgz" in words
    assert "The values of PASSWORD are only in folders secrets, which the .gitignore lists." in words
    assert "SUFFIX: the value was generated once, and the files for Git hold it." in words
    assert "The base has no value for HOST: apply the overlays only." in words
    assert "Apply test kubectl apply -k shop-kustomize/overlays/test Copy" in words
    assert "Apply prod kubectl apply -k shop-kustomize/overlays/prod Copy" in words
    assert "There is only a base" not in words


def test_without_sets_there_is_a_base_and_the_way_to_overlays(client: Client) -> None:
    form = {"sets": [], "value.HOST": "c"}
    assert "Each value set becomes an overlay: add one with Value sets" in contents(client, **form)
    assert not [name for name in files(client, **form) if "overlays" in name]


def test_other_documents_are_said_to_be_left_out(client: Client) -> None:
    left_out = "It is made of the first Template. The other documents of the text are not in it."
    assert left_out in contents(client, source=f"{TEMPLATE}---\nkind: Pod\n")
    assert left_out not in contents(client)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"source": POD}, "A kustomization is made of a Template, and this text has none."),
        ({"source": ""}, "A kustomization is made of a Template, and this text has none."),
        ({"source": BROKEN}, "The text cannot be read."),
        ({"sets": []}, "Line 12: oc process refuses the Template: template.parameters[1]"),
        ({"set.prod.NAME": "x,y"}, "Line 7: With the values of prod: The name of Secret/x,y"),
        ({"sets": ["Prod", "prod"]}, "Prod and prod are the same folder on some systems."),
    ],
)
def test_what_cannot_become_a_kustomization_says_why(client: Client, form: dict[str, object], words: str) -> None:
    assert f"There is no kustomization. {words}" in contents(client, **form)
    page = client.post("/kustomize", {**FORM, **form})
    assert page.status_code == 200
    assert "There is no kustomization." in page.content.decode()


def test_a_hostile_text_and_hostile_names_are_escaped(client: Client) -> None:
    source = TEMPLATE.replace("metadata: {name: shop}", f"metadata: {{name: {HOSTILE!r}}}")
    answer = client.post("/use", {**FORM, "source": source, "set.prod.NAME": HOSTILE, "title": HOSTILE})
    assert HOSTILE not in answer.content.decode()


def test_what_takes_too_long_leads_to_the_command_line(client: Client, settings: Settings) -> None:
    objects = "".join(
        f"- {{apiVersion: v1, kind: A, metadata: {{name: 'a{number}'}}, v: '${{HOST}}'}}\n" for number in range(900)
    )
    settings.ENGINE_SECONDS = 0.5
    text = TEMPLATE.replace("parameters:", f"{objects}parameters:")
    words = contents(client, source=text)
    assert "There is no kustomization." in words
    assert kustomize.NO_TIME.reason in words


def test_a_text_is_converted_only_for_the_tool_that_is_shown(client: Client) -> None:
    for tool, other in (("helm", "kustomize"), ("kustomize", "helm"), ("oc", "helm")):
        answer = client.post("/use", {**FORM, "use": tool}).content.decode()
        assert f'data-tool="{tool}"' in answer
        assert f'data-tool="{other}"' not in answer
    whole = client.post("/use", {**FORM, "action": "use"}).content.decode()  # without scripts
    assert "Download shop-kustomize.tgz" in whole
    assert "Download shop-0.1.0.tgz" in whole
