"""Validation of a container's `image`, `imagePullPolicy` and `terminationMessagePolicy`.

Kubernetes v1.36 ``validateContainerCommon``, ``validateContainerOnlyForPod`` and ``validatePullPolicy``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import text
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import FieldError, choice_errors, invalid, required

_PULL_POLICIES: Final = ("Always", "IfNotPresent", "Never")
_MESSAGE_POLICIES: Final = ("File", "FallbackToLogsOnError")


def image_errors(container: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in the container's `image` and `terminationMessagePolicy`.

    If no container of the pod has an image, the text is a fragment: then the missing image is only recorded.
    """
    if not text(container.get("image")):
        error = required(path / "image")
        yield error if facts.has_images else replace(error, stage="recorded")
    if "terminationMessagePolicy" in container or not facts.cluster.defaulting:
        defaulted = facts.cluster.defaulting
        yield from choice_errors(container, "terminationMessagePolicy", _MESSAGE_POLICIES, path, defaulted=defaulted)


def pull_policy_errors(container: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Sequence[FieldError]:
    """Errors in the container's `imagePullPolicy`."""
    return choice_errors(container, "imagePullPolicy", _PULL_POLICIES, path, defaulted=facts.cluster.defaulting)


def image_blank_errors(container: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors for blanks around the container's `image`; only for Pods, pod templates may have blanks there."""
    if (image := text(container.get("image"))) != image.strip():
        yield FieldError(path / "image", invalid(image, "must not have leading or trailing whitespace"), "bad-image")
