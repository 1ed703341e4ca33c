"""`convert`: its values, its refusals and its exit status."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.texts import TEMPLATE

PLAIN = TEMPLATE.replace("[a]{2}x", "[a-z]{8}")


@pytest.fixture
def text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a file with a Template that can be converted, in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("demo.yaml").write_text(PLAIN)
    return "demo.yaml"


def convert(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    return run(capsys, "convert", "--to", "helm", *argv)


def test_a_chart_is_written_with_the_given_values(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("values.env").write_text("A=of the file\nPORT=81\n")
    status, out, err = convert(capsys, "-f", text, "-o", "it's", "-p", "PORT=82", "--param-file", "values.env")
    assert status == 0
    assert "warning: Template parameter" in err
    values = Path("it's/values.yaml").read_text()
    assert 'a: "of the file"\n' in values
    assert "port: 82\n" in values
    assert "  it's/templates/01-configmap.yaml\n" in out
    assert "  helm upgrade --install demo 'it'\"'\"'s' -f 'it'\"'\"'s/values-generated.yaml'\n" in out


def test_the_next_commands_install_the_chart_and_take_over_what_runs(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(text).write_text(PLAIN.replace("{name: cm}", "{name: 'cm-${A}', namespace: '${B}'}") + "- {name: B}\n")
    status, out, err = convert(capsys, "-f", text, "-o", "-x", "-p", "A=a")
    assert status == 0
    assert err.startswith(
        "note: values-generated.yaml has the values that were generated, this once, and the secret ones"
    )
    assert out[out.index("Check") :] == (
        "Check the chart:\n"
        "  helm lint ./-x -f ./-x/values-generated.yaml\n"
        "Install it, or upgrade it later:\n"
        "  helm upgrade --install demo ./-x -f ./-x/values-generated.yaml\n"
        "Take over objects that run already, with Helm 3.17 or newer:\n"
        "  helm upgrade --install demo ./-x -f ./-x/values-generated.yaml --take-ownership\n"
        "Before Helm 3.17, prepare them, and install then (NAMESPACE stands for the namespace):\n"
        "  kubectl -n NAMESPACE label --overwrite configmap/cm-a app.kubernetes.io/managed-by=Helm\n"
        "  kubectl -n NAMESPACE annotate --overwrite configmap/cm-a meta.helm.sh/release-name=demo "
        "meta.helm.sh/release-namespace=NAMESPACE\n"
    )


def test_a_chart_that_draws_values_comes_with_a_warning(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    secret = "- {apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {code: '${CODE}'}}\n"
    Path(text).write_text(PLAIN.replace("objects:\n", f"objects:\n{secret}"))
    status, _, err = convert(capsys, "-f", text, "-o", "chart", "--generate-in-chart")
    assert status == 0
    assert err.startswith(
        "warning: the chart draws code. Tools that render charts without the cluster, such as Argo CD"
    )
    assert not Path("chart/values-generated.yaml").exists()


def test_an_archive_holds_no_drawn_values(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert convert(capsys, "-f", text, "--name", "web", "-o", "web-0.1.0.tgz")[0] == 0
    with tarfile.open(fileobj=io.BytesIO(Path("web-0.1.0.tgz").read_bytes())) as archive:
        names = archive.getnames()
    assert "web/Chart.yaml" in names
    assert "web/values-generated.yaml" not in names
    assert Path("web-0.1.0-values-generated.yaml").stat().st_mode & 0o777 == 0o600


def test_a_template_that_cannot_be_converted_is_refused_with_its_place(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(text).write_text(PLAIN.replace("objects:\n", "objects:\n- null\n"))
    status, out, err = convert(capsys, "-f", text, "-o", "chart")
    assert (status, out) == (1, "")
    assert err == "demo.yaml:5:3: An object is `null`. [error]\n    5 | - null\n      |   ^^^^\n      = Remove it.\n"
    assert not Path("chart").exists()


@pytest.mark.parametrize(
    ("content", "message"), [("a: [1", ":1:4: SRC111 "), ("kind: Pod\napiVersion: v1\n", ": There is no Template")]
)
def test_a_text_without_a_readable_template_is_refused(
    content: str, message: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(text).write_text(content)
    status, out, err = convert(capsys, "-f", text, "-o", "chart")
    assert (status, out) == (1, "")
    assert f"{text}{message}" in err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["-o", "full"], 'the folder "full" is not empty'),
        (["-o", "new", "--name", "Web"], "--name: `Web` is no name of a chart. Use up to 53 lower-case letters"),
        (["-o", "new", "-p", "PORTS=1"], 'the Template has no Parameter "PORTS". Did you mean `PORT`?'),
        (["-o", "new", "-p", "PORT"], "invalid parameter assignment"),
        (["-o", "new", "--param-file", "none"], 'Cannot stat "none"'),
        (["-o", "new", "--set", "dev=full/a.env"], "a chart has one set of values"),
        ([], "the following arguments are required: -o/--output"),
    ],
)
def test_wrong_arguments_are_refused_and_write_nothing(
    argv: list[str], message: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("full").mkdir()
    Path("full/a.env").write_text("A=1\n")
    status, out, err = convert(capsys, "-f", text, *argv)
    assert (status, out) == (2, "")
    assert message in err
    assert not Path("new").exists()
    assert [path.name for path in Path("full").iterdir()] == ["a.env"]


def test_other_documents_are_left_out_and_named(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(text).write_text(f"{PLAIN}---\nkind: Pod\napiVersion: v1\n")
    status, _, err = convert(capsys, "-f", text, "-o", "chart")
    assert status == 0
    assert err.endswith("note: only the first Template was converted; the other documents of the text were left out\n")
    assert [path.name for path in Path("chart/templates").iterdir()] == ["01-configmap.yaml"]
