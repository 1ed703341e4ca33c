"""`convert --to kustomize`: what it writes, what kubectl builds of it, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run
from tests.engine.exporting.kustomize.program import built, objects_in

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop}
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: '${NAME}-${SUFFIX}'}
  stringData: {password: '${PASSWORD}', host: '${HOST}'}
parameters:
- {name: NAME, required: true}
- {name: HOST, value: a.example.org}
- {name: SUFFIX, generate: expression, from: '[a-a]{4}'}
- {name: PASSWORD, generate: expression, from: '[a-z]{8}'}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder, with a Template and two files of values."""
    monkeypatch.chdir(tmp_path)
    Path("shop.yaml").write_text(TEMPLATE)
    Path("a.env").write_text("NAME=a\n")
    Path("b.env").write_text("NAME=b\nHOST=b.example.org\n")


def convert(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    return run(capsys, "convert", "--to", "kustomize", "-f", "shop.yaml", *argv)


def test_a_base_and_an_overlay_for_each_set_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = convert(capsys, "-o", "my shop", "--set", "test=a.env", "--set", "prod=b.env")
    assert status == 0
    assert out.splitlines()[-6:] == [
        "See what each one builds:",
        "  kubectl kustomize 'my shop/overlays/test'",
        "  kubectl kustomize 'my shop/overlays/prod'",
        "Apply one:",
        "  kubectl apply -k 'my shop/overlays/test'",
        "  kubectl apply -k 'my shop/overlays/prod'",
    ]
    assert err.splitlines() == [
        "note: the values of HOST, PASSWORD are only in folders `secrets`, which .gitignore lists: keep them safe",
        "note: SUFFIX was generated once; the files for Git hold the value",
        "note: the base has no value for NAME: apply the overlays only",
    ]
    (test,), (prod,) = (objects_in(built(Path("my shop/overlays") / name)) for name in ("test", "prod"))
    assert '"name":"a-aaaa"' in test
    assert '"host":"b.example.org"' in prod
    assert test.partition('"password"')[2] == prod.partition('"password"')[2]  # generated once
    assert {path.stat().st_mode & 0o777 for path in Path("my shop").glob("**/secrets/*")} == {0o600}
    ignored = Path("my shop/.gitignore").read_text()
    assert "\nsecrets/\n" in ignored


def test_values_of_options_are_those_of_the_base(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = convert(capsys, "-o", "new", "-p", "NAME=c", "--from", "PASSWORD=[b-b]{9}")
    assert status == 0
    assert "note: there is no overlay: --set NAME=FILE makes one" in err
    assert '"password":"bbbbbbbbb"' in objects_in(built(Path("new/base")))[0]


def test_secrets_are_kept_when_the_rest_is_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    assert convert(capsys, "-o", "new", "-p", "NAME=c")[0] == 0
    secrets = Path("new/base/secrets/01-secret.yaml")
    before = secrets.read_text()
    status, out, _ = convert(capsys, "-o", "new", "-p", "NAME=d", "--force")
    assert status == 0
    assert f"Kept {secrets}: its values may be in use. Remove it to get a new one.\n" in out
    assert secrets.read_text() == before
    assert "name: d-aaaa" in Path("new/base/01-secret.yaml").read_text()


def test_what_a_kept_file_lacks_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert convert(capsys, "-o", "new", "-p", "NAME=c")[0] == 0
    more = "- {apiVersion: v1, kind: Secret, metadata: {name: b}, stringData: {a: '${PASSWORD}'}}\nparameters:"
    shop = Path("shop.yaml").read_text().replace("host:", "url: 'a://${PASSWORD}', host:")
    Path("shop.yaml").write_text(shop.replace("parameters:", more))
    status, out, err = convert(capsys, "-o", "new", "-p", "NAME=c", "--force")
    assert (status, "Wrote 5 files" in out) == (0, True)
    secrets = "new/base/secrets/01-secret.yaml"
    assert f"warning: {secrets} was kept and lacks /stringData/url: add what it lacks, or remove the file\n" in err
    assert "warning: PASSWORD was generated anew for new secret files; those that were kept may hold another" in err


@pytest.mark.parametrize("kept", ["", "a: [", "- 1\n- {op: add}\n"])
def test_a_kept_file_that_was_changed_lacks_everything(kept: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("new/base/secrets").mkdir(parents=True)
    Path("new/base/secrets/01-secret.yaml").write_text(kept)
    status, _, err = convert(capsys, "-o", "new", "-p", "NAME=c", "--force")
    assert status == 0
    assert "01-secret.yaml was kept and lacks /stringData/password, /stringData/host: add" in err
    assert "generated anew" not in err


def test_a_value_that_the_base_lacks_is_refused_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = convert(capsys, "-o", "new")
    assert (status, out) == (1, "")
    assert err.startswith("shop.yaml:10:3: `oc process` refuses the Template: template.parameters[0]: Required value")
    assert not Path("new").exists()


def test_the_set_that_cannot_be_converted_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.env").write_text("NAME=a,b\n")
    status, _, err = convert(capsys, "-o", "new", "--set", "test=a.env", "--set", "prod=b.env")
    assert status == 1
    assert err.startswith("shop.yaml:7:20: With the values of `prod`: The name of `Secret/a,b-aaaa` is no text")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["-o", "new.tgz"], "a kustomization is no package: -o names a folder"),
        (["-o", "new", "--name", "x"], "--name and --generate-in-chart are for --to helm"),
        (["-o", "new", "--generate-in-chart"], "--name and --generate-in-chart are for --to helm"),
        (["-o", "new", "--set", "base=a.env"], "--set: `base` is no name of an overlay."),
        (["-o", "new", "--set", "..=a.env"], "--set needs NAME=FILE"),
        (["-o", "new", "--set", "a=a.env", "--set", "A=a.env"], "--set: `a` and `A` are the same folder"),
        (["-o", "new", "--set", "a=a.env", "--set", "a=b.env"], 'the value set "a" is given twice'),
        (["-o", "new", "--set", "a=none.env"], 'Cannot stat "none.env"'),
        (["-o", "new", "--set", "a=wrong.env"], 'the Template has no Parameter "NAMES". Did you mean `NAME`?'),
    ],
)
def test_wrong_arguments_are_refused_and_write_nothing(
    argv: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("wrong.env").write_text("NAMES=a\n")
    status, out, err = convert(capsys, *argv)
    assert (status, out) == (2, "")
    assert message in err
    assert not list(Path().glob("new*"))
