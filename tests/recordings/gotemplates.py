"""Go templates that Go's own package executed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.cli.output.gotemplate import GoTemplateError, decoded, execute, parse
from tests.recordings.suite import Case, Suite, rows_of

FIRST, *ROWS = rows_of("gotemplate")
DATA = decoded(FIRST["data"])


def printed(template: str, data: Any = DATA) -> tuple[str, str]:
    """What a template prints of ``data``, and the error that ended it; "" for none."""
    return execute(parse(template), data)


def answer(template: str) -> dict[str, str]:
    """The template's refusal, its output, and the error that ended its execution."""
    try:
        output, ended = printed(template)
    except GoTemplateError as refusal:
        return {"unread": str(refusal), "output": "", "ended": ""}
    return {"unread": "", "output": output, "ended": ended}


def suite() -> Suite:
    """All templates. The page runs none: Go templates are options of the command line."""
    return Suite(
        name="go-templates",
        title="Go templates",
        program="Go's text/template, Go 1.19",
        no_later_than="2026-11-23",
        note="Compared are the output, and the message of a template that cannot be read or ends early. Go templates"
        " run on the command line only: `process -o go-template=…`.",
        cases=tuple(_case(f"go-{number:03}", row) for number, row in enumerate(ROWS)),
    )


def _case(name: str, row: Mapping[str, Any]) -> Case:
    return Case(name, row["template"], {"template": row["template"], **answer(row["template"])} == row)
