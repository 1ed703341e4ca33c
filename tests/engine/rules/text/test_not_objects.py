"""Documents of other programs are recognised by their fields."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\n"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("services: {web: {image: a}}\n", "Compose"),
        ("deploy: {stage: a, script: [b]}\n", "GitLab"),
        ("on: push\njobs: {}\n", "GitHub"),
        ("resources: [a.yaml]\nnamePrefix: x\n", "kustomization"),
        ("apiVersion: v2\nname: web\nversion: 1.2.3\n", "Helm"),
        ("replicaCount: 1\nimage: {repository: nginx}\n", "Helm"),
        ("metadata: {}\n", "Add `apiVersion`"),
        ("apiVersion: v1\nmetadata: {name: web}\n", "Write a `kind`."),
    ],
)
def test_the_kind_of_a_document_is_guessed_from_its_fields(text: str, word: str) -> None:
    diagnostic = find_diagnostic(text, "SCH801")
    assert word in diagnostic.hint


@pytest.mark.parametrize(
    ("version", "kind", "hints"),
    [
        ("kustomize.config.k8s.io/v1beta1", "Kustomization", ["Paste what `kubectl kustomize` prints."]),
        ("kustomize.config.k8s.io/v1alpha1", "Component", ["Paste what `kubectl kustomize` prints."]),
        ("kustomize.toolkit.fluxcd.io/v1", "Kustomization", []),
    ],
)
def test_a_kustomization_is_no_object_but_that_of_flux_is(version: str, kind: str, hints: list[str]) -> None:
    text = f"apiVersion: {version}\nkind: {kind}\nresources: [a.yaml]\n"
    assert [diagnostic.hint for diagnostic in find_diagnostics(text, "SCH801")] == hints


@pytest.mark.parametrize("dialect", ["openshift", "proposal"])
def test_an_object_that_loses_its_kind_in_processing_is_reported_at_the_kind(dialect: str) -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n"
        "- {apiVersion: v1, kind: '${EMPTY}'}\n"
        "- {apiVersion: v1, kind: '${{NUMBER}}'}\n"
        "- {apiVersion: '${PATH}', kind: Route}\n"
        "- {apiVersion: v1, kind: '${KIND}'}\n"
        "- {apiVersion: v1}\n"
        "parameters:\n- {name: EMPTY}\n- {name: NUMBER, value: '3'}\n- {name: PATH, value: a/b/c}\n"
        "- {name: KIND, value: Route}\n"
    )
    diagnostics = find_diagnostics(text, "SCH801", "TPL206", dialect=dialect)
    assert [(diagnostic.code, str(diagnostic.span), diagnostic.field) for diagnostic in diagnostics] == [
        ("SCH801", "4:26", "objects[0].kind"),
        ("SCH801", "5:26", "objects[1].kind"),
        ("SCH801", "6:16", "objects[2].apiVersion"),
        ("TPL206", "8:3", "objects[4]"),
    ]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("kind: CronJob\nmetadata: {name: a}\n", "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\n"),
        ("{kind: Secret}\n", "{apiVersion: v1, kind: Secret}\n"),
        ('{"kind": "Secret"}\n', '{"apiVersion": "v1", "kind": "Secret"}\n'),
        ("metadata: {}\r\nkind: Secret\r\n", "metadata: {}\r\napiVersion: v1\r\nkind: Secret\r\n"),
        (
            f"{TEMPLATE}objects:\n- kind: Secret\n  metadata: {{name: a}}\n",
            f"{TEMPLATE}objects:\n- apiVersion: v1\n  kind: Secret\n  metadata: {{name: a}}\n",
        ),
    ],
)
def test_the_version_of_a_known_kind_is_added(text: str, mended: str) -> None:
    diagnostic = find_diagnostic(text, "SCH802")
    assert diagnostic.fix is not None
    assert apply_edits(text, diagnostic.fix.edits) == mended
    assert find_diagnostics(mended, "SCH802") == []


@pytest.mark.parametrize(
    "text",
    [
        "kind: Unheard\n",
        "kind: Secret\napiVersion:\n",
        "? kind\n: Secret\n",
        f"{TEMPLATE}objects: [{{kind: '${{K}}'}}]\nparameters: [{{name: K, value: Secret}}]\n",
        "kind: [a]\n",
    ],
)
def test_a_version_is_added_only_if_it_is_known_and_missing(text: str) -> None:
    assert [diagnostic.fix for diagnostic in find_diagnostics(text, "SCH802")] == [None]


@pytest.mark.parametrize(
    ("text", "code", "mended"),
    [
        ("apiVerison: v1\nkind: Secret\n", "SCH802", "apiVersion: v1\nkind: Secret\n"),
        ('{"apiversion": "v1", "kind": "Secret"}\n', "SCH802", '{"apiVersion": "v1", "kind": "Secret"}\n'),
        ("apiVersion: v1\nKind: Secret\n", "SCH801", "apiVersion: v1\nkind: Secret\n"),
        (
            f"{TEMPLATE}objects:\n- apiVerison: v1\n  kind: Secret\n",
            "SCH802",
            f"{TEMPLATE}objects:\n- apiVersion: v1\n  kind: Secret\n",
        ),
    ],
)
def test_a_misspelt_key_of_every_object_is_mended(text: str, code: str, mended: str) -> None:
    diagnostic = find_diagnostic(text, code)
    assert diagnostic.hint in ("Did you mean `apiVersion`?", "Did you mean `kind`?")
    assert diagnostic.fix is not None
    assert apply_edits(text, diagnostic.fix.edits) == mended
    assert find_diagnostics(mended, code) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("metadata: {}\n", "This document has no `kind`, so Kubernetes does not know what it is."),
        ("kind: 5\n", "This document has a `kind` that is not text, so Kubernetes does not know what it is."),
        ("- a\n", "This document is a list, not a Kubernetes object."),
        ("5\n", "This document is a number, not a Kubernetes object."),
        ("on\n", "This document is a boolean, not a Kubernetes object."),
        ("kind: List\napiVersion: v1\nitems: [a]\n", "This entry of a List is plain text, not a Kubernetes object."),
    ],
)
def test_the_place_and_the_fault_of_what_is_no_object_are_named(text: str, message: str) -> None:
    assert find_diagnostic(text, "SCH801").message == message
