"""The files with the fields of kinds."""

from __future__ import annotations

import gzip
import json

import pytest
from django.test import Client

from playground.engine import kind_fields, kinds_digest
from playground.pages.playground.kinds import kinds_address


def test_a_file_is_compressed_and_cached_for_ever() -> None:
    address = f"{kinds_address()}1.36/apps/v1/Deployment.json"
    packed = Client().get(address, headers={"accept-encoding": "gzip, br"})
    assert packed.status_code == 200
    assert packed["Cache-Control"] == "public, max-age=31536000, immutable"
    assert (packed["Content-Encoding"], packed["Vary"]) == ("gzip", "Accept-Encoding")
    assert len(packed.content) < 16 * 1024
    plain = Client().get(address)
    assert "Content-Encoding" not in plain
    assert plain.content == gzip.decompress(packed.content) == kind_fields(36, "apps/v1", "Deployment").encode()
    assert json.loads(Client().get(f"{kinds_address()}1.36/example.org/v1/Shop.json").content) == []


def test_the_kinds_of_a_version_are_listed_by_api_version() -> None:
    newest, oldest = (json.loads(Client().get(f"{kinds_address()}1.{minor}.json").content) for minor in (36, 29))
    assert {"Deployment", "StatefulSet"} < set(newest["apps/v1"])
    assert "PodList" not in newest["v1"]
    assert "flowcontrol.apiserver.k8s.io/v1beta3" in oldest.keys() - newest.keys()


@pytest.mark.parametrize(
    "path",
    [
        "0123456789ab/1.36/v1/Pod.json",
        "0123456789ab/1.36.json",
        "{}/1.28.json",
        "{}/1.28/v1/Pod.json",
        "{}/1.37/v1/Pod.json",
        "{}/1.36/v1/Pod",
        "{}/1.36/a/b/c/Pod.json",
        "{}/1.36/v1/../Pod.json",
        "{}/1.36/v1/Po%0Ad.json",
    ],
)
def test_a_bad_address_is_answered_in_words(path: str) -> None:
    answer = Client().get(f"/kinds/{path.format(kinds_digest())}")
    assert answer.status_code == 404
    assert b"There is no page at this address." in answer.content
    assert answer["Cache-Control"] == "no-store"
