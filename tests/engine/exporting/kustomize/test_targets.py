"""How patches name their objects, and the fields in which kustomize changes names."""

from __future__ import annotations

import re
from pathlib import Path

from playground.engine import Deadline, FieldPath
from playground.engine.exporting.kustomize.resources import Identity
from playground.engine.exporting.kustomize.targets import Names, referenced
from tests.api.servers import KUBECTL

WEB = Identity("", "v1", "Service", "", "web")
HERE, THERE = FieldPath(("objects", 0)), FieldPath(("objects", 1))


def test_a_target_is_no_longer_than_needed() -> None:
    names = Names.of([(HERE, [WEB]), (THERE, [WEB._replace(name="db")])])
    assert names.target(HERE, WEB) == {"version": "v1", "kind": "Service", "name": "web"}


def test_a_target_says_its_group_and_namespace_if_another_object_is_like_it() -> None:
    target = {"version": "v1", "kind": "Service", "name": "web"}
    for other, added in (
        (WEB._replace(group="serving.knative.dev"), {"group": "^$"}),
        (WEB._replace(namespace="prod"), {"namespace": "default"}),
        (WEB._replace(version="v2"), {}),
    ):
        assert Names.of([(HERE, [WEB]), (THERE, [other])]).target(HERE, WEB) == {**target, **added}


def test_an_object_that_takes_anothers_name_has_no_target() -> None:
    renamed = [WEB._replace(name="db"), WEB]
    assert Names.of([(HERE, [WEB]), (THERE, renamed)]).target(HERE, WEB) is None


def test_every_field_in_which_kustomize_changes_names_is_a_reference() -> None:
    content = Path(KUBECTL).read_bytes()
    start = content.index(b"\nnameReference:\n")
    fields = re.findall(r"path: (\S+)", content[start : content.index(b"\0", start)].decode("utf-8", "replace"))
    paths = [[part.replace("\\/", "/") for part in re.split(r"(?<!\\)/", field)] for field in fields]
    assert len(paths) > 150
    assert ["spec", "template", "spec", "containers", "env", "valueFrom", "secretKeyRef", "name"] in paths
    unknown = {"/".join(path) for path in paths if not is_reference(path)}
    assert unknown == set()


def is_reference(path: list[str]) -> bool:
    """Whether a name in the field at ``path``, or in its field `name`, is a reference."""
    values: list[object] = ["old", {"name": "old"}]
    for value in values:
        for key in reversed(path):
            value = {key: value}
        if "old" in referenced([value], Deadline())[0]:
            return True
    return False
