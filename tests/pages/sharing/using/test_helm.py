"""The chart of the text on the page: its files are those of the engine, and what cannot become one says why."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from playground.engine import read_plain
from playground.pages.sharing.using.helm import LONGEST_ENTRY
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
  stringData: {password: "${PASSWORD}", token: "${TOKEN}"}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: x}, data: {host: "${HOST}"}}
parameters:
- {name: NAME, value: web}
- {name: HOST, required: true}
- {name: PASSWORD, generate: expression, from: "[a-z]{8}"}
- {name: TOKEN, value: ""}
"""
FORM = {"use": "helm", "source": TEMPLATE, "value.TOKEN": "my-own-token", "value.NAME": "big"}


def contents(client: Client, **form: str) -> str:
    """What "Use it" says of the chart."""
    return part_about(client, "helm", FORM | form)


def chart(client: Client, **form: str) -> dict[str, str]:
    """The files of the downloaded chart."""
    return files_at(client, "/chart", FORM | form)


def test_the_chart_has_the_values_of_the_form_and_no_secrets(client: Client) -> None:
    files = chart(client)
    values = read_plain(files["shop/values.yaml"])
    assert values == {"name": "big", "host": "", "password": "", "token": ""}
    assert "my-own-token" not in "".join(files.values())
    answer = client.post("/chart", {**FORM, "action": "download-private"})
    assert answer["Content-Disposition"] == 'attachment; filename="shop-0.1.0-values-generated.yaml"'
    assert answer["Cache-Control"] == "no-store"
    private = read_plain(answer.content.decode())
    assert list(private) == ["password", "token"]
    assert private["token"] == "my-own-token"


def test_the_chart_has_the_name_and_draws_what_the_form_asks_for(client: Client) -> None:
    form = {"chart-name": " web ", "generate-in-chart": "on"}
    assert "randAlpha 8 | lower" in chart(client, **form)["web/templates/_helpers.tpl"]
    page = contents(client, **form)
    assert "Download web-0.1.0.tgz" in page
    assert "The chart draws <code>password</code>." in page
    assert read_plain(client.post("/chart", {**FORM, **form, "action": "download-private"}).content.decode()) == {
        "token": "my-own-token"
    }


def test_the_commands_install_the_chart_and_take_objects_over(client: Client) -> None:
    page = contents(client)
    install, take_over, prepare = (unescape(line) for line in re.findall('data-copy-text="([^"]*)"', page))
    assert install == (
        "helm upgrade --install shop shop-0.1.0.tgz -f shop-0.1.0-values-generated.yaml --set-string host=VALUE"
    )
    assert take_over == f"{install} --take-ownership"
    assert prepare.splitlines()[0] == (
        "kubectl -n NAMESPACE label --overwrite secret/big configmap/x app.kubernetes.io/managed-by=Helm"
    )
    assert "Replace <code>VALUE</code>: <code>host</code> must be given." in page
    assert "my-own-token" not in page


@pytest.mark.parametrize(
    ("form", "words", "status"),
    [
        ({"source": POD}, "A chart is made of a Template, and this text has none.", 200),
        ({"source": BROKEN}, "The text cannot be read.", 200),
        ({"source": ""}, "A chart is made of a Template", 200),
        ({"source": TEMPLATE.replace("objects:\n", "objects:\n- null\n")}, "An object is <code>null</code>.", 200),
        ({"chart-name": "Web"}, "<code>Web</code> is no name of a chart.", 400),
        ({"chart-name": "../x"}, "is no name of a chart", 400),
        ({"chart-name": "a" * 10_000}, f"<code>{'a' * LONGEST_ENTRY}</code> is no name of a chart", 400),
    ],
)
def test_without_a_chart_the_page_says_why(client: Client, form: dict[str, str], words: str, status: int) -> None:
    assert words in contents(client, **form)
    assert "Download" not in contents(client, **form)
    answer = client.post("/chart", {**FORM, **form, "use": "helm"})
    assert answer.status_code == status
    page = answer.content.decode()
    assert words in page
    assert re.findall(r'name="use" value="(\w+)"\s+autocomplete="off" checked', page) == ["helm"]


def test_other_documents_are_not_in_the_chart_and_the_page_says_so(client: Client) -> None:
    words = "The other documents of the text are not in it."
    assert words in contents(client, source=f"{TEMPLATE}---\n{POD}")
    assert words not in contents(client)


def test_hostile_names_stay_text(client: Client) -> None:
    assert "<img" not in contents(client, **{"chart-name": HOSTILE})
    page = client.post("/chart", {**FORM, "chart-name": HOSTILE}).content.decode()
    assert "<img src=x" not in page
    assert "Download sh-op-0.1.0.tgz" in contents(client, source=TEMPLATE.replace("name: shop", "name: 'Sh\"/.op'"))


def test_a_chart_that_takes_too_long_is_refused(client: Client, settings: object) -> None:
    settings.ENGINE_SECONDS = 0.000001  # type: ignore[attr-defined]
    answer = client.post("/chart", FORM)
    assert answer.status_code == 200
    assert "Download shop-0.1.0.tgz" not in answer.content.decode()


def test_the_choices_of_a_chart_stay_in_a_page_without_scripts(client: Client) -> None:
    page = client.post(
        "/use", {**FORM, "action": "use", "chart-name": "web", "generate-in-chart": "on"}
    ).content.decode()
    assert re.search('name="chart-name"[^>]*value="web"', page)
    assert re.search('name="generate-in-chart"[^>]* checked', page)
