"""Values that a field does not know are hints, unless another rule reports them."""

from __future__ import annotations

import pytest

from tests.engine.rules.finding import find_diagnostic, find_diagnostics
from tests.engine.rules.fixing import mend

CLAIM = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [MODES]}\n"
ROUTE = "apiVersion: route.openshift.io/v1\nkind: Route\nspec: {to: {name: a}, tls: {termination: TERMINATION}}\n"


def test_a_value_that_the_field_does_not_know_is_a_hint_with_the_values() -> None:
    diagnostic = find_diagnostic(ROUTE.replace("TERMINATION", "secure"), "POD623")
    assert (diagnostic.field, diagnostic.fix) == ("spec.tls.termination", None)
    assert diagnostic.hint == "Kubernetes knows `edge`, `passthrough` or `reencrypt`."


def test_a_near_value_is_written_instead() -> None:
    assert mend(ROUTE.replace("TERMINATION", "Edge"), "POD623") == ROUTE.replace("TERMINATION", "edge")


def test_each_entry_of_a_list_is_looked_at() -> None:
    diagnostics = find_diagnostics(CLAIM.replace("MODES", "ReadWriteOnce, RWX, ReadWriteMnay"), "POD623")
    assert [diagnostic.field for diagnostic in diagnostics] == ["spec.accessModes[1]", "spec.accessModes[2]"]


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: v1\nkind: Secret\ntype: example.com/own\n",  # an open set
        "apiVersion: v1\nkind: Pod\nspec: {restartPolicy: always}\n",  # POD612
        "apiVersion: v1\nkind: Pod\nspec: {dnsPolicy: default}\n",  # POD602
        ROUTE.replace("TERMINATION", "${TERMINATION}"),
        ROUTE.replace("TERMINATION", '""'),
        ROUTE.replace("TERMINATION", "1"),
        "apiVersion: example.com/v1\nkind: Route\nspec: {tls: {termination: x}}\n",
    ],
)
def test_other_values_have_no_hint(text: str) -> None:
    assert find_diagnostics(text, "POD623") == []
