"""Orders that break when sorted, and references that Flux replaces first."""

from __future__ import annotations

from playground.engine import apply_edits, evaluate
from tests.cost import growth
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

KIND = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n"
KUSTOMIZATION = f"{KIND}metadata: {{name: a}}\nspec: {{postBuild: POST}}\n---\n"
ONE = KUSTOMIZATION.replace("POST", "{substitute: {A: b}}")
MORE = KUSTOMIZATION.replace("POST", "{substituteFrom: [{kind: ConfigMap, name: c}]}")


def settings(data: str, annotation: str = "") -> str:
    metadata = f"{{name: c, annotations: {{{annotation}}}}}" if annotation else "{name: c}"
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {metadata}\ndata: {{k: '{data}'}}\n"


def managed(fields: str, metadata: str = "labels: {helm.sh/chart: web-1}") -> str:
    return pod(fields).replace("  name: web-0\n", f"  name: web-0\n  {metadata}\n")


def test_an_order_that_sorting_keeps_has_no_finding() -> None:
    text = managed("env: [{name: A, value: x}, {name: B, value: $(A)}]")
    assert find_diagnostics(text, "ENV540") == []


BROKEN_BY_SORTING = "env: [{name: Z, value: x}, {name: B, value: $(Z)}]"


def test_an_order_that_nobody_sorts_has_no_finding() -> None:
    assert find_diagnostics(pod(BROKEN_BY_SORTING), "ENV540") == []
    assert find_diagnostics(managed(BROKEN_BY_SORTING, "labels: {app: a}"), "ENV540") == []
    for metadata in ("annotations: {meta.helm.sh/release-name: a}", "ownerReferences: [{kind: Shop, name: a}]"):
        assert len(find_diagnostics(managed(BROKEN_BY_SORTING, metadata), "ENV540")) == 1


def test_the_fix_of_an_order_brings_no_other_issue() -> None:
    text = pod("env: [{name: B, value: $(Z)}, {name: Z, value: x}]")
    fix = find_diagnostic(text, "ENV502").fix
    assert fix is not None
    assert evaluate(apply_edits(text, fix.edits)).diagnostics == ()


def test_a_container_that_sorting_breaks_is_reported_once() -> None:
    text = managed("env: [{name: Z, value: x}, {name: B, value: $(Z)}, {name: C, value: $(Z)$(B)}]")
    diagnostic = find_diagnostic(text, "ENV540")
    assert diagnostic.message == (
        "`B` needs `Z` above it; a tool that sorts `env` by name breaks this order."
        " The same holds for 1 more reference in this container."
    )
    assert len(diagnostic.related) == 1


def test_flux_is_mentioned_only_beside_a_kustomization_with_post_build() -> None:
    assert find_diagnostics(settings("${HOST}"), "ENV541") == []
    assert len(find_diagnostics(ONE + settings("${HOST}"), "ENV541")) == 1


def test_what_flux_defines_or_ignores_has_no_finding() -> None:
    for data in ("${A}", "${B:-c}", "$${B}", "$$$$", "$B"):
        assert find_diagnostics(ONE + settings(data), "ENV541") == []
    assert find_diagnostics(ONE + settings("${B}", "kustomize.toolkit.fluxcd.io/substitute: disabled"), "ENV541") == []


def test_names_that_may_come_from_elsewhere_are_a_hint() -> None:
    assert [item.severity for item in find_diagnostics(MORE + settings("${B}"), "ENV541")] == ["hint"]


def test_the_fix_escapes_for_flux_and_nothing_else_complains_of_it() -> None:
    text = ONE + pod("command: [sh, -c, 'echo ${B} $$(id)']")
    for _ in range(2):
        (item, *_rest) = find_diagnostics(text, "ENV541")
        assert item.fix is not None
        text = apply_edits(text, item.fix.edits)
    assert "echo $${B} $$$$(id)" in text
    assert {item.code for item in evaluate(text).diagnostics}.isdisjoint({"ENV541", "ENV507"})


def test_unclosed_references_take_time_in_proportion() -> None:
    assert not find_diagnostics(ONE + settings("${X"), "ENV541")
    assert growth(lambda size: ONE + settings("${X" * size), evaluate, 4_000) < 8
