"""The API server's warnings for files of a volume with overlapping paths; most cases are those of Kubernetes' tests."""

from __future__ import annotations

import pytest

from playground.engine.validation.volumes.overlaps import MOST_CHARACTERS, MOST_OVERLAPS
from tests.engine.validation.pods import pod_warnings

_TOKEN = "{serviceAccountToken: {path: %s}}"
_API = "{downwardAPI: {items: [{path: test, fieldRef: {fieldPath: metadata.name}}]}}"


def volume_warnings(volumes: str, version: str = "1.36") -> list[str]:
    return pod_warnings(f"volumes: [{volumes}]", version)


def of_config_map(*paths: str) -> list[str]:
    items = ", ".join(f"{{key: k, path: {path}}}" for path in paths)
    warnings = volume_warnings(f"{{name: v, configMap: {{name: c, items: [{items}]}}}}")
    return [warning.removeprefix('volume "v" (ConfigMap "c"): overlapping paths: ') for warning in warnings]


def of_projected(*sources: str) -> list[str]:
    warnings = volume_warnings(f"{{name: v, projected: {{sources: [{', '.join(sources)}]}}}}")
    return [warning.removeprefix('volume "v" (Projected): overlapping paths: ') for warning in warnings]


@pytest.mark.parametrize(
    ("paths", "warnings"),
    [
        (("test", "test"), ['"test" with "test"']),
        (("test", "test/app"), ['"test/app" with "test"']),
        (("test/app", "test"), ['"test" with "test/app"']),
        (("dir/path1", "dir/path2", "dir/path345"), []),
        (("path1/path3", "path1/path3/"), ['"path1/path3" with "path1/path3"']),
        (("path/path1", "other", "path/path2", "path"), ['"path" with "path/path1"', '"path" with "path/path2"']),
        (("a", "a/b", "a/b/c"), ['"a/b" with "a"', '"a/b/c" with "a"', '"a/b/c" with "a/b"']),
    ],
)
def test_files_of_one_config_map_overlap(paths: tuple[str, ...], warnings: list[str]) -> None:
    assert of_config_map(*paths) == warnings


def test_there_are_not_more_warnings_than_a_pod_needs() -> None:
    assert len(of_config_map(*["path"] * 200)) == MOST_OVERLAPS


def test_very_long_paths_are_not_compared() -> None:
    long = "a/" * (MOST_CHARACTERS // 2)
    assert of_config_map("p", "p", long, "p") == ['"p" with "p"']


def test_a_warning_names_the_volumes_source() -> None:
    items = "items: [{key: k, path: p}, {key: l, path: p}]"
    api = "items: [{path: p, fieldRef: {fieldPath: metadata.name}}, {path: p, fieldRef: {fieldPath: metadata.name}}]"
    overlap = 'overlapping paths: "p" with "p"'
    volumes = f"{{name: v, secret: {{secretName: s, {items}}}}}, {{name: w, downwardAPI: {{{api}}}}}"
    assert volume_warnings(volumes) == [f'volume "v" (Secret "s"): {overlap}', f'volume "w" (DownwardAPI): {overlap}']
    assert volume_warnings(volumes, "1.31") == []


def test_sources_of_a_projected_volume_overlap() -> None:
    secret = "{secret: {name: s, items: [{key: k, path: test}]}}"
    config = "{configMap: {name: c, items: [{key: k, path: test/test}]}}"
    assert of_projected(config, _API, secret, _TOKEN % "test/") == [
        '"test" (DownwardAPI) with "test/test" (ConfigMap "c")',
        '"test" (Secret "s") with "test/test" (ConfigMap "c")',
        '"test" (Secret "s") with "test" (DownwardAPI)',
        '"test" (ServiceAccountToken) with "test/test" (ConfigMap "c")',
        '"test" (ServiceAccountToken) with "test" (DownwardAPI)',
        '"test" (ServiceAccountToken) with "test" (Secret "s")',
    ]


def test_all_keys_of_a_source_have_no_known_paths() -> None:
    assert of_projected("{secret: {name: s}}", "{configMap: {name: c}}", _TOKEN % "test") == []


def test_a_source_that_the_api_server_drops_is_empty() -> None:
    bundle = "{clusterTrustBundle: {name: b, path: test}}"
    warnings = of_projected("{}", _TOKEN % "test", bundle, _TOKEN % "test")
    empty = 'volume "v" (Projected) has no sources provided'
    assert warnings == [empty, empty, '"test" (ServiceAccountToken) with "test" (ServiceAccountToken)']
