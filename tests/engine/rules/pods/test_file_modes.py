"""Modes of files, written in decimal."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostic

VOLUMES = {
    "secret": "secret: {{secretName: x, defaultMode: {}}}",
    "item": "configMap: {{name: x, items: [{{key: a, path: b, mode: {}}}]}}",
    "downward": "downwardAPI: {{items: [{{path: b, fieldRef: {{fieldPath: metadata.name}}, mode: {}}}]}}",
    "projected": "projected: {{sources: [{{secret: {{name: x, items: [{{key: a, path: b, mode: {}}}]}}}}]}}",
}


def pod_with(volume: str, mode: str) -> str:
    volume = VOLUMES[volume].format(mode)
    container = "{name: c, image: a/b, volumeMounts: [{name: v, mountPath: /v}]}"
    spec = f"{{containers: [{container}], volumes: [{{name: v, {volume}}}]}}"
    return f"apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec: {spec}\n"


@pytest.mark.parametrize("volume", VOLUMES)
@pytest.mark.parametrize("mode", ["400", "444", "500", "600", "644", "755", "777"])
def test_a_mode_in_decimal_is_written_in_octal(volume: str, mode: str) -> None:
    text = pod_with(volume, mode)
    diagnostic = find_diagnostic(text, "POD619")
    assert diagnostic.fix
    assert apply_edits(text, diagnostic.fix.edits) == pod_with(volume, f"0{mode}")


@pytest.mark.parametrize("mode", ["0400", "0o644", "256", "420", "384", "493", "511", "0", "0x100", '"400"', "416"])
def test_a_number_that_means_itself_has_no_finding(mode: str) -> None:
    assert "POD619" not in {item.code for item in evaluate(pod_with("secret", mode)).diagnostics}


def test_in_json_the_mode_is_written_in_decimal() -> None:
    text = """{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {
        "containers": [{"name": "c", "image": "a/b"}],
        "volumes": [{"name": "v", "secret": {"secretName": "x", "defaultMode": 400}}]}}"""
    diagnostic = find_diagnostic(text, "POD619")
    assert diagnostic.hint == (
        "If the octal mode 400 is meant, as in `chmod 400`, write `256`: JSON has no octal numbers."
    )
    assert diagnostic.fix
    assert '"defaultMode": 256}' in apply_edits(text, diagnostic.fix.edits)


def test_a_mode_beyond_the_limit_is_said_to_be_refused() -> None:
    diagnostic = find_diagnostic(pod_with("secret", "755"), "POD619")
    assert diagnostic.message == (
        "`defaultMode: 755` is a decimal number; in octal, it is `01363`, which the API server refuses."
    )
