"""The API server's errors for images."""

from __future__ import annotations

from playground.engine import evaluate

_HEAD = "kind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n"


def errors(containers: str, stage: str) -> list[str]:
    return [
        problem.error for problem in evaluate(_HEAD + containers).server_problems if problem.detail["stage"] == stage
    ]


def test_a_container_without_an_image_is_refused_beside_one_that_has_one() -> None:
    two = "  - {name: a, image: i}\n  - {name: b}\n"
    assert errors(two, "validation") == ["spec.containers[1].image: Required value"]
    assert errors(two, "recorded") == []


def test_a_fragment_leaves_all_images_out_on_purpose() -> None:
    fragment = "  - {name: a}\n  - {name: b}\n"
    assert errors(fragment, "validation") == []
    assert errors(fragment, "recorded") == [f"spec.containers[{index}].image: Required value" for index in (0, 1)]


def test_only_two_policies_for_the_last_message_are_known() -> None:
    message = 'Unsupported value: "x": supported values: "File", "FallbackToLogsOnError"'
    container = "  - {name: a, image: i, terminationMessagePolicy: x}\n"
    assert errors(container, "validation") == [f"spec.containers[0].terminationMessagePolicy: {message}"]
