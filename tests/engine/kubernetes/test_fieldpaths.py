"""The fields of the downward API."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.fieldpaths import DownwardError, converted_field, split_subscript


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("metadata.labels['app']", ("metadata.labels", "app")),
        ("metadata.labels['a['b']", ("metadata.labels", "a['b")),
        ("metadata.labels['']", ("metadata.labels", "")),
        ('metadata.labels["app"]', None),
        ("metadata.labels[app]", None),
        ("['app']", None),
        ("metadata.labels['app'].x", None),
        ("metadata.name", None),
    ],
)
def test_only_single_quotes_at_the_end_make_a_subscript(path: str, parts: tuple[str, str] | None) -> None:
    assert split_subscript(path) == parts


def test_the_first_clients_alias_is_understood() -> None:
    assert converted_field("v1", "spec.host") == "spec.nodeName"


@pytest.mark.parametrize(
    ("version", "path", "message"),
    [
        ("v2", "metadata.name", "unsupported pod version: v2"),
        ("v1", "metadata.name['x']", "field label does not support subscript: metadata.name['x']"),
        ("v1", 'metadata.labels["x"]', 'field label not supported: metadata.labels["x"]'),
        ("v1", "spec.hostname", "field label not supported: spec.hostname"),
    ],
)
def test_other_fields_are_refused_in_the_kubelets_words(version: str, path: str, message: str) -> None:
    with pytest.raises(DownwardError) as caught:
        converted_field(version, path)
    assert str(caught.value) == message
