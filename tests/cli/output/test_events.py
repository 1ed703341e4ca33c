"""The Events of unresolved references, on the standard error of `expand`."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.cli.output.events import MOST_EVENTS, event_lines
from playground.engine import evaluate
from tests.cli.running import run

POD = (
    "kind: Pod\napiVersion: v1\nmetadata: {name: p, namespace: shop}\nspec:\n  containers:\n  - {name: c, args: ARGS}\n"
)


def lines(args: str) -> list[str]:
    return list(event_lines(evaluate(POD.replace("ARGS", args))))


def test_each_unresolved_reference_has_an_event_on_its_container_and_repeated_ones_are_counted() -> None:
    note, twice, once = lines("[$(A)$(A), $(B)]")
    assert note == "Today's kubelet records none of these events, so no cluster shows them:"
    assert twice.startswith("  Warning ")
    assert " shop/p spec.containers{c}: " in twice
    assert "A" in twice
    assert twice.endswith(" (x2)")
    assert not once.endswith(")")


def test_without_unresolved_references_nothing_is_printed() -> None:
    assert lines("[$$(A), plain]") == []


def test_many_events_are_cut_and_counted() -> None:
    found = lines("[" + ", ".join(f"$(A{n})" for n in range(MOST_EVENTS + 3)) + "]")
    assert (len(found), found[-1]) == (MOST_EVENTS + 2, "  and 3 more")


def test_control_characters_in_a_name_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in "".join(lines('["$(\\e[31m)"]'))


@pytest.mark.parametrize(("output", "told"), [("yaml", True), ("env", False), ("json", False)])
def test_expand_prints_them_on_standard_error(
    output: str, told: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pod.yaml"
    file.write_text(POD.replace("ARGS", "[$(A)]"))
    _, out, err = run(capsys, "expand", "-f", str(file), "-o", output)
    assert ("spec.containers{c}" in err) is told
    assert "Today's kubelet" not in out
