"""Values that the chart draws itself, with the real Helm: once for all their uses, and kept if the cluster has them."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.engine.exporting.helm.program import HELMS, chart_of, objects, rendered

TEMPLATE = r"""
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: web}
labels: {tag: "t-${HEX}"}
message: The password is ${PASSWORD}.
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: before
  data:
    # used before the Secret
    URL: postgres://${USER}:${PASSWORD}@db
- apiVersion: v1
  kind: Secret
  metadata:
    name: ${NAME}-db
  stringData:
    ${NAME}-password: ${PASSWORD}
    user: ${USER}
    hex: ${HEX}
    both: ${PASSWORD}
    word: ${WORD}
    json: ${{JSON}}
  data:
    raw: ${RAW}
- apiVersion: v1
  kind: Secret
  metadata:
    name: ${OWN}
  stringData:
    own: ${OWN}
parameters:
- {name: NAME, value: shop}
- {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}"}
- {name: USER, generate: expression, from: "user[A-Z0-9]{3}[a-z]{2}[0-9]{4}[A-Z]{1}"}
- {name: HEX, generate: expression, from: "[a-f0-9]{12}"}
- {name: RAW, generate: expression, from: '[\a]{16}'}
- {name: WORD, generate: expression, from: '[\w]{16}'}
- {name: JSON, generate: expression, from: "[0-9]{8}"}
- {name: OWN, generate: expression, from: "[a-z]{8}"}
- {name: ALONE, generate: expression, from: "[a-z]{8}"}
"""
REQUIRED = {"word": "w", "json": 1, "own": "own", "alone": "a"}
SHAPES = {
    "password": "[a-zA-Z0-9]{16}",
    "user": "user[A-Z0-9]{3}[a-z]{2}[0-9]{4}[A-Z]",
    "hex": "[a-f0-9]{12}",
    "raw": "[a-zA-Z0-9]{16}",
}


def test_only_what_helm_can_draw_and_find_again_is_drawn_by_the_chart() -> None:
    chart = chart_of(TEMPLATE, generate_in_chart=True)
    assert chart.drawn == ("password", "user", "hex", "raw")
    assert [value.name for value in chart.needed] == ["word", "json", "own", "alone"]
    assert re.findall(r"^(\w+):", chart.private_values, re.MULTILINE) == ["word", "json", "own", "alone"]
    assert "Argo CD and `helm template`, draw new ones each time" in chart.files["values.yaml"]
    assert chart.files["templates/NOTES.txt"].endswith(
        "The chart drew these values, unless they were given, and keeps them in the cluster: password, user, hex, raw\n"
    )


def test_without_the_wish_nothing_is_drawn_by_the_chart() -> None:
    chart = chart_of(TEMPLATE)
    assert chart.drawn == ()
    assert ".draw" not in "".join(chart.files.values())


@pytest.mark.parametrize("helm", HELMS, ids=lambda path: path.name)
def test_each_use_of_a_drawn_value_is_the_same(helm: Path, tmp_path: Path) -> None:
    chart = chart_of(TEMPLATE, generate_in_chart=True)
    (tmp_path / "again").mkdir()
    first, second = (
        objects(rendered(helm, folder, [chart], {"web": REQUIRED})["web"]) for folder in (tmp_path, tmp_path / "again")
    )
    config, secret, _ = first
    data = secret["stringData"]
    values = {"password": data["shop-password"], "user": data["user"], "hex": data["hex"], "raw": secret["data"]["raw"]}
    assert all(re.fullmatch(SHAPES[name], value) for name, value in values.items()), values
    assert data["both"] == values["password"]
    assert config["data"]["URL"] == f"postgres://{values['user']}:{values['password']}@db"
    assert config["metadata"]["labels"] == secret["metadata"]["labels"] == {"tag": f"t-{values['hex']}"}
    assert second[1]["stringData"]["shop-password"] != values["password"]


@pytest.mark.parametrize("helm", HELMS, ids=lambda path: path.name)
def test_a_given_value_is_not_drawn(helm: Path, tmp_path: Path) -> None:
    chart = chart_of(TEMPLATE, generate_in_chart=True)
    _, secret, _ = objects(rendered(helm, tmp_path, [chart], {"web": {**REQUIRED, "password": "mine"}})["web"])
    assert secret["stringData"]["shop-password"] == secret["stringData"]["both"] == "mine"


@pytest.mark.parametrize("helm", HELMS, ids=lambda path: path.name)
def test_a_value_that_the_cluster_has_is_kept(helm: Path, cluster: Callable[..., Path], tmp_path: Path) -> None:
    chart = chart_of(TEMPLATE, generate_in_chart=True)
    metadata = {
        "labels": {"app.kubernetes.io/managed-by": "Helm"},
        "annotations": {"meta.helm.sh/release-name": "release", "meta.helm.sh/release-namespace": "prod"},
    }
    kubeconfig = cluster(
        "shop-db", metadata=metadata, data={"shop-password": b64encode(b"of the cluster").decode(), "raw": "kept"}
    )
    options = ("--dry-run=server", "--kubeconfig", str(kubeconfig), "-n", "prod", "--disable-openapi-validation")
    texts = rendered(helm, tmp_path, [chart], {"web": REQUIRED}, options)
    config, secret, _ = objects(texts["web"])
    assert secret["stringData"]["shop-password"] == secret["stringData"]["both"] == "of the cluster"
    assert config["data"]["URL"].endswith(":of the cluster@db")
    assert secret["data"]["raw"] == "kept"
    assert re.fullmatch(SHAPES["hex"], secret["stringData"]["hex"])
