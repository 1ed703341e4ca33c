"""`template`: prints the Template of plain Objects, says what it did, and refuses with the place."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from playground.engine import Inputs, evaluate
from tests.cli.running import run
from tests.texts import OBJECTS

WEB = OBJECTS.replace("a/web", "quay.io/acme/web") + "        - {name: NOTE, value: see web}\n"
SERVICE = '{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}}'
WITH_PORT = SERVICE.replace("}}", '}, "spec": {"ports": [{"port": 80}]}}')


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder has a Deployment, and below it a Service, a chart and a text for another program."""
    monkeypatch.chdir(tmp_path)
    Path("web.yaml").write_text(WEB)
    Path("more/templates").mkdir(parents=True)
    Path("more/service.json").write_text(SERVICE)
    Path("more/settings.yaml").write_text("volume: 11\n")
    Path("more/Chart.yaml").write_text("name: chart\n")
    Path("more/templates/pod.yaml").write_text("kind: Pod\napiVersion: v1\nmetadata: {name: {{ .Values.x }}}\n")


def template(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    return run(capsys, "template", *argv)


def test_the_template_is_printed_and_what_was_done_is_said_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = template(capsys, "web.yaml")
    assert status == 0
    assert evaluate(out, Inputs(values={"PASSWORD": "hunter2"})).readable
    assert "hunter2" not in out + err
    assert err.splitlines() == [
        "A Template of 1 object. With its defaults it gives the same objects.",
        "With another NAME, no new issue.",
        "What was done:",
        "  Remove `metadata.uid`: 1 place",
        '  NAME: "web", 4 places',
        "    also mentioned, and left as it is: web.yaml:16:35",
        '  IMAGE: "quay.io/acme/web", 1 place',
        '  IMAGE_TAG: "1.4", 1 place',
        '  REPLICAS: "2", 1 place',
        "  PASSWORD: generated, 1 place",
        "These values were replaced. To process it with them: process -f FILE -p PASSWORD=…",
    ]


def test_files_are_joined_with_their_names_and_folders_are_walked(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = template(capsys, "web.yaml", "more")
    assert status == 0
    assert "objects:\n# file: web.yaml\n- apiVersion: apps/v1\n" in out
    assert (
        '\n# file: more/service.json\n- {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "${NAME}"}}\n'
        in out
    )
    assert "A Template of 2 objects." in err
    assert "settings" not in out


def test_standard_input_is_read(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(SERVICE))
    status, out, _ = template(capsys, "-")
    assert (status, out.count("${NAME}")) == (0, 1)


def test_variables_become_parameters_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert "- {name: MODE, value: fast}" in template(capsys, "web.yaml")[1]
    assert '- {name: MODE, value: "${MODE}"}' in template(capsys, "web.yaml", "--env")[1]


def test_rules_and_parameters_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    out = template(
        capsys, "web.yaml", "--without", "image, replicas", "--without", "NAME,server", "--without", "secret"
    )[1]
    assert "parameters" not in out
    assert "metadata: {name: web, uid: abc}" in out
    assert "image: quay.io/acme/web:${IMAGE_TAG}" in template(capsys, "web.yaml", "--without", "IMAGE")[1]


def test_an_unknown_rule_is_a_usage_error_with_the_nearest_one(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = template(capsys, "web.yaml", "--without", "imag")
    assert (status, out) == (2, "")
    assert err == 'error: --without: no rule and no suggestion is called "imag". Did you mean `image`?\n'
    assert "The rules are server, owned, name," in template(capsys, "web.yaml", "--without", "qqqq")[2]


def test_kept_secrets_are_defaults_and_are_not_said(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = template(capsys, "web.yaml", "--keep-secrets")
    assert status == 0
    assert "- name: PASSWORD\n  displayName: Password\n  description: A value for PASSWORD.\n  value: hunter2\n" in out
    assert "  PASSWORD: its value is the default, 1 place\n" in err
    assert "hunter2" not in err


def test_a_refusal_has_the_file_and_line_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.yaml").write_text("# one\nkind: A\n---\nword\n")
    status, out, err = template(capsys, "web.yaml", "bad.yaml")
    assert (status, out) == (1, "")
    assert err == (
        "bad.yaml:4:1: Here is plain text, not a Kubernetes object. [error]\n"
        "    4 | word\n      | ^\n      = Remove it, or paste the whole object.\n"
    )


def test_a_refused_proof_says_what_to_leave_out(capsys: pytest.CaptureFixture[str]) -> None:
    Path("web.yaml").write_text(WEB.replace("see web", "$(WEB_SERVICE_HOST)") + f"---\n{WITH_PORT}\n")
    status, out, err = template(capsys, "web.yaml")
    assert (status, out) == (1, "")
    assert err.startswith("web.yaml:16:")
    assert "Leave out the parameter `NAME`, and it is right. --without NAME leaves it out.\n" in err
    assert template(capsys, "web.yaml", "--without", "NAME")[0] == 0


def test_secrets_that_are_too_short_to_search_for_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("web.yaml").write_text(WEB.replace("hunter2", "abc12").replace("see web", "it is abc12"))
    _, out, err = template(capsys, "web.yaml")
    assert "it is abc12" in out
    assert "Too short to search for, and perhaps still elsewhere in it: the values of PASSWORD.\n" in err
    assert "still holds" not in err


def test_secrets_that_stay_and_notes_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("web.yaml").write_text(WEB.replace("see web", "it is hunter2"))
    Path("secret.yaml").write_text("apiVersion: v1\nkind: Secret\nmetadata: {name: web}\ndata: {a: YQ==}\n")
    err = template(capsys, "web.yaml", "secret.yaml")[2]
    assert "of the Template still holds the value of PASSWORD.\n" in err
    assert "secret.yaml:4:1: The values in `data` of a Secret are base64" in err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "name a file or a folder with Kubernetes objects"),
        (["nowhere.yaml"], 'the path "nowhere.yaml" does not exist'),
        (["more/templates"], "none of the files holds Kubernetes objects"),
        (["web.yaml", "--with", "x"], "unknown flag: --with"),
    ],
)
def test_what_cannot_be_asked_for_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], argv: list[str], message: str
) -> None:
    status, out, err = template(capsys, *argv)
    assert (status, out) == (2, "")
    assert message in err
