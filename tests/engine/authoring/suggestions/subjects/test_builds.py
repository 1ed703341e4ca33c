"""The rule `build`: the sources of a BuildConfig, and ImageStreams of other projects."""

from __future__ import annotations

from tests.engine.authoring.suggestions.texts import documents, parameters

BUILD = """\
apiVersion: build.openshift.io/v1
kind: BuildConfig
metadata: {{name: {name}}}
spec:
  source: {{git: {{uri: "https://git.example/{name}.git", ref: main}}, contextDir: /src}}
  strategy: {{sourceStrategy: {{from: {{kind: {kind}, name: "python:3", namespace: openshift}}}}}}
"""


def builds(*texts: str) -> dict[str, str | None]:
    return {name: value for name, value in parameters(documents(*texts)).items() if name != "NAME"}


def test_a_build_has_a_repository_a_reference_and_a_directory() -> None:
    assert builds(BUILD.format(name="web", kind="ImageStreamTag")) == {
        "SOURCE_REPOSITORY_URL": "https://git.example/web.git",
        "SOURCE_REPOSITORY_REF": "main",
        "CONTEXT_DIR": "/src",
        "IMAGE_STREAM_NAMESPACE": "openshift",
    }


def test_the_objects_name_the_sources_of_several_builds_and_the_namespace_is_shared() -> None:
    listed = builds(*(BUILD.format(name=name, kind="ImageStreamTag") for name in ("shop-web", "shop-api")))
    assert listed["WEB_SOURCE_REPOSITORY_URL"] == "https://git.example/shop-web.git"
    assert listed["API_CONTEXT_DIR"] == "/src"
    assert listed["IMAGE_STREAM_NAMESPACE"] == "openshift"
    assert len(listed) == 7


def test_other_kinds_have_no_sources() -> None:
    text = BUILD.format(name="web", kind="DockerImage")
    assert "IMAGE_STREAM_NAMESPACE" not in builds(text)
    assert builds(text.replace("kind: BuildConfig", "kind: Pipeline")) == {}
