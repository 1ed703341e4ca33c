"""Options of requests are validated all at once, as the real server does it."""

from __future__ import annotations

from typing import Any

import pytest

from playground.storage.models import Share
from tests.api.calls import Api, template

DRY = 'dryRun: Unsupported value: ["Some"]: supported values: "All"'
VALIDATION = 'fieldValidation: Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"'


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("dryRun=Some", DRY),
        ("dryRun=", DRY.replace("Some", "")),
        ("fieldValidation=strict", VALIDATION),
        ("fieldManager=" + "x" * 129, "fieldManager: Too long: may not be more than 128 bytes"),
        ("fieldManager=a%07", 'fieldManager: Invalid value: "a\\a": invalid character U+0007 (at position 1)'),
        ("dryRun=Some&fieldValidation=strict", f"[{DRY}, {VALIDATION}]"),
    ],
)
def test_invalid_options_are_refused(api: Api, query: str, words: str) -> None:
    status = api.create(template(), 422, f"?{query}")
    assert status["message"] == f'CreateOptions.meta.k8s.io "" is invalid: {words}'
    assert (status["details"]["group"], status["details"]["kind"]) == ("meta.k8s.io", "CreateOptions")
    made = api.create(template())
    status = api.put("web", made, 422, f"?{query}")
    assert status["message"] == f'UpdateOptions.meta.k8s.io "" is invalid: {words}'
    status = api.patch("web", {}, status=422, query=f"?{query}")
    assert status["message"] == f'PatchOptions.meta.k8s.io "" is invalid: {words}'
    address = api.address().removesuffix("templates") + "processedtemplates"
    status = api.call("POST", f"{address}?{query}", template(), 422)
    assert status["message"] == f'CreateOptions.meta.k8s.io "" is invalid: {words}'


def test_options_of_other_verbs_are_not_looked_at(api: Api) -> None:
    made = api.create(template(), query="?force=true")
    api.put("web", made, query="?force=true")
    api.delete("web", query=f"?force=true&fieldValidation=strict&fieldManager={'x' * 129}")


def test_a_manager_has_up_to_128_bytes(api: Api) -> None:
    api.create(template(), query=f"?fieldManager={'é' * 64}")
    api.create(template("other"), 422, f"?fieldManager={'é' * 65}")


def test_only_an_apply_may_be_forced_and_it_needs_a_manager(api: Api) -> None:
    api.create(template())
    status = api.patch("web", {}, status=422, query="?force=true")
    assert status["details"]["causes"] == [
        {
            "reason": "FieldValueForbidden",
            "message": "Forbidden: may not be specified for non-apply patch",
            "field": "force",
        }
    ]
    status = api.patch("web", template(), "apply-patch+yaml", 422)
    words = "fieldManager: Required value: is required for apply patch"
    assert status["message"] == f'PatchOptions.meta.k8s.io "" is invalid: {words}'
    api.patch("web", template(), "apply-patch+yaml", query="?fieldManager=a&force=true")


POLICY = 'propagationPolicy: Unsupported value: "Now": supported values: "Foreground", "Background", "Orphan", "nil"'


@pytest.mark.parametrize(
    ("body", "query", "words"),
    [
        ({"dryRun": ["Some"]}, "", DRY),
        (None, "?dryRun=Some", DRY),
        ({"propagationPolicy": "Now"}, "", POLICY),
        (None, "?propagationPolicy=Now", POLICY),
        (
            {"propagationPolicy": "Orphan", "orphanDependents": False},
            "",
            'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
        ),
    ],
)
def test_invalid_options_delete_nothing(api: Api, body: Any, query: str, words: str) -> None:
    api.create(template())
    for name in ("web", ""):
        status = api.delete(name, body, 422, query)
        assert status["message"] == f'DeleteOptions.meta.k8s.io "" is invalid: {words}'
    assert Share.objects.get().withdrawn is None


def test_a_stranger_learns_nothing_of_options(api: Api, stranger: Api) -> None:
    stranger.call("DELETE", api.address("web"), {"dryRun": ["Some"]}, 403)
    stranger.call("POST", api.address() + "?dryRun=Some", template(), 403)
