"""Documents of other programs are recognised by their fields."""

from __future__ import annotations

import pytest

from tests.engine.rules.finding import diagnostic, diagnostics


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("services: {web: {image: a}}\n", "Compose"),
        ("deploy: {stage: a, script: [b]}\n", "GitLab"),
        ("on: push\njobs: {}\n", "GitHub"),
        ("resources: [a.yaml]\nnamePrefix: x\n", "kustomization"),
        ("metadata: {}\n", "Add `apiVersion`"),
    ],
)
def test_the_kind_of_a_document_is_guessed_from_its_fields(text: str, word: str) -> None:
    one = diagnostic(text, "SCH801")
    assert word in one.hint


@pytest.mark.parametrize(
    ("version", "kind", "found"),
    [
        ("kustomize.config.k8s.io/v1beta1", "Kustomization", ["Paste what `kubectl kustomize` prints."]),
        ("kustomize.config.k8s.io/v1alpha1", "Component", ["Paste what `kubectl kustomize` prints."]),
        ("kustomize.toolkit.fluxcd.io/v1", "Kustomization", []),
    ],
)
def test_a_kustomization_is_no_object_but_that_of_flux_is(version: str, kind: str, found: list[str]) -> None:
    text = f"apiVersion: {version}\nkind: {kind}\nresources: [a.yaml]\n"
    assert [one.hint for one in diagnostics(text, "SCH801")] == found


@pytest.mark.parametrize("dialect", ["openshift", "proposal"])
def test_an_object_that_loses_its_kind_in_processing_is_reported_where_it_is_lost(dialect: str) -> None:
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
    found = diagnostics(text, "SCH801", "TPL206", dialect=dialect)
    assert [(one.code, str(one.span), one.field) for one in found] == [
        ("SCH801", "4:26", "objects[0].kind"),
        ("SCH801", "5:26", "objects[1].kind"),
        ("SCH801", "6:16", "objects[2].apiVersion"),
        ("TPL206", "8:3", "objects[4]"),
    ]
