"""The printer for each combination of options of `process`."""

from __future__ import annotations

from argparse import Namespace

import pytest

from playground.cli.output import printer as module
from playground.cli.output.printer import FORMATS, Printer, printer
from tests.cli.running import process


@pytest.mark.parametrize(
    ("output", "template", "chosen"),
    [
        (None, None, Printer("json")),
        (None, "", Printer("json")),
        ("KYaml", None, Printer("kyaml")),
        ("describe", "{{.}}", Printer("describe")),
        ("yaml", "{{.}}", Printer("yaml")),
        ("jsonpath=a=b", None, Printer("jsonpath", "a=b")),
        ("jsonpath-as-json", "x", Printer("jsonpath-as-json", "x")),
    ],
)
def test_output_has_precedence_over_template(output: str | None, template: str | None, chosen: Printer) -> None:
    assert printer(Namespace(output=output, template=template)) == chosen


@pytest.mark.parametrize(
    ("output", "template"), [(None, "{{.a}}"), ("go-template", "{{.a}}"), ("template={{.a}}", None)]
)
def test_a_go_template_may_be_given_in_either_option(output: str | None, template: str | None) -> None:
    chosen = printer(Namespace(output=output, template=template))
    assert chosen.name == "go-template"
    assert chosen.template is not None
    assert chosen.template.text == "{{.a}}"


@pytest.mark.parametrize("name", [name for name in FORMATS if not name.endswith("…")])
def test_every_format_that_is_named_has_a_printer(name: str) -> None:
    assert printer(Namespace(output=name, template=None)).name == name


def test_the_file_of_a_template_is_read_once(
    template: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    contents = iter(["{{.kind}}"])  # as a pipe, which is empty the second time
    monkeypatch.setattr(module, "read_text", lambda _: next(contents))
    assert process(capsys, "-f", template, "--from", "CODE=b", "-o", "go-template-file=pipe")[:2] == (0, "List")
