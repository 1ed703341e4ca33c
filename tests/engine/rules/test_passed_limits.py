"""Texts that exceed a limit."""

from __future__ import annotations

import pytest

from playground.engine import Limits, evaluate

CONTAINERS = "\n".join(f"  - {{name: web-{number}, image: a/b}}" for number in range(5))
POD = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec:\n  containers:\n{CONTAINERS}\n"


def test_too_many_inherited_variables_are_reported_once_at_the_first_container() -> None:
    evaluation = evaluate(POD, limits=Limits(inherited_variables=10))  # the cluster's own Service gives eight to each
    assert sum(bool(container.problems) for container in evaluation.containers) > 1
    [diagnostic] = [item for item in evaluation.diagnostics if item.code == "ENV510"]
    first = next(container for container in evaluation.containers if container.problems)
    assert diagnostic.field == str(first.path)


LIST = "apiVersion: v1\nkind: List\nitems:\n- {kind: A, apiVersion: v1}\n- {kind: B, apiVersion: v1}\n"
OBJECT = "---\nkind: C\napiVersion: v1\n"


@pytest.mark.parametrize(
    ("text", "field", "line"),
    [
        (LIST + OBJECT + OBJECT, "", 10),  # the fourth object; no document alone has too many
        (OBJECT * 4, "", 11),
        (OBJECT * 2 + "---\n" + LIST, "items[1]", 12),
    ],
)
def test_ignored_objects_are_reported_at_the_first(text: str, field: str, line: int) -> None:
    [diagnostic] = [item for item in evaluate(text, limits=Limits(objects=3)).diagnostics if item.code == "SRC120"]
    assert diagnostic.message == "The text has 4 objects; only the first 3 are evaluated."
    assert (diagnostic.field, diagnostic.span.start.line) == (field, line)
    assert "SRC120" not in {item.code for item in evaluate(text, limits=Limits(objects=4)).diagnostics}
