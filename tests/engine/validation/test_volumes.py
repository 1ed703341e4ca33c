"""The API server's errors for volumes, in its words and order."""

from __future__ import annotations

import pytest

from playground.engine.model.location import ROOT
from playground.engine.validation.volumes import volumes_errors


@pytest.mark.parametrize(
    ("volumes", "errors"),
    [
        ([{"name": "a"}, {"name": "b", "secret": {"secretName": "s"}}, {"name": "c", "emptyDir": {}}], []),
        ([{"emptyDir": {}}], ["[0].name: Required value"]),
        ([{"name": "a"}, {"name": "a"}], ['[1].name: Duplicate value: "a"']),
        ([{"name": "a", "secret": {"name": "s"}}], ["[0].secret.secretName: Required value"]),
        ([{"name": "a", "nfs": {}}], ["[0].nfs.server: Required value", "[0].nfs.path: Required value"]),
        (
            [{"name": "a", "configMap": {"name": "c"}, "secret": {"secretName": "s"}}],
            ["[0].configMap: Forbidden: may not specify more than 1 volume type"],
        ),
        # Only a good volume takes its name.
        ([{"name": "a", "secret": {}}, {"name": "a"}], ["[0].secret.secretName: Required value"]),
    ],
)
def test_volumes_are_refused_in_the_api_servers_words(volumes: list[object], errors: list[str]) -> None:
    path = ROOT / "spec" / "volumes"
    assert [error.message for error in volumes_errors(volumes, path)] == [f"spec.volumes{error}" for error in errors]
