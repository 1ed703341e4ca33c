"""The rule `image`: images and tags become Parameters, with the names that distinguish them."""

from __future__ import annotations

import pytest

from tests.engine.authoring.suggestions.texts import body, container, documents, lines_of, parameters, workload


def images(*texts: str) -> dict[str, str | None]:
    pods = "".join(container(f"c{number}", text) for number, text in enumerate(texts))
    listed = parameters(workload("Deployment", "web", pods))
    return {name: value for name, value in listed.items() if "IMAGE" in name}


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("web:1.4", {"IMAGE": "web", "IMAGE_TAG": "1.4"}),
        ("localhost:5000/a/web:v1", {"IMAGE": "localhost:5000/a/web", "IMAGE_TAG": "v1"}),
        ("localhost:5000/a/web", {"IMAGE": "localhost:5000/a/web"}),
        ("web", {"IMAGE": "web"}),
        ("web:1@sha256:abcdef", {"IMAGE": "web:1@sha256:abcdef"}),
        ("web:${TAG}", {}),
        ("' '", {}),
        ("5", {}),
    ],
)
def test_a_tag_is_a_parameter_of_its_own_and_a_digest_is_not(image: str, expected: dict[str, str]) -> None:
    assert images(image) == expected


def test_equal_images_share_a_parameter() -> None:
    assert images("web:1", "web:1") == {"IMAGE": "web", "IMAGE_TAG": "1"}


def test_the_container_names_the_images_of_a_pod_with_several() -> None:
    assert images("web:1", "side") == {"C0_IMAGE": "web", "C0_IMAGE_TAG": "1", "C1_IMAGE": "side"}


def test_the_object_names_the_images_of_several_workloads() -> None:
    text = documents(
        workload("Deployment", "shop", container("shop", "shop:1")),
        workload("Deployment", "shop-db", container("db", "postgres:16"), container("backup", "backup")),
    )
    listed = {name for name in parameters(text) if "IMAGE" in name}
    assert listed == {"IMAGE", "IMAGE_TAG", "DB_IMAGE", "DB_IMAGE_TAG", "DB_BACKUP_IMAGE"}


def test_both_parts_are_written_in_the_place_of_the_image() -> None:
    text = workload("Deployment", "web", container("web", '"a/web:1"  # ours'))
    assert list(lines_of(body(text), "image:")) == ['image: "${IMAGE}:${IMAGE_TAG}"  # ours']
    assert list(lines_of(body(text, without=["IMAGE"]), "image:")) == ['image: "a/web:${IMAGE_TAG}"  # ours']


def test_fields_of_other_things_are_no_images() -> None:
    assert parameters("apiVersion: example.org/v1\nkind: Thing\nmetadata: {name: a}\nspec: {image: a/b:1}\n") == {
        "NAME": "a"
    }
