"""Real public templates are processed as by `oc process`; skipped without the corpus."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from playground.engine.model.inputs import Inputs
from playground.engine.printing.shapes import SYNTAXES, output_lines
from playground.engine.reading import read, read_plain
from playground.engine.templates import ProcessedTemplate, process
from playground.engine.templates.refusals import refusal
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import Template, find_templates
from playground.engine.text.go import to_json

CORPUS = Path(__file__).resolve().parents[3] / "../shared/corpus"
FILES = sorted(path.name for path in (CORPUS / "templates").glob("*"))
OPENSHIFT = Inputs(dialect=Dialect.OPENSHIFT)
pytestmark = pytest.mark.skipif(not FILES, reason="the corpus of real templates is not beside the project")


def expected(name: str) -> Any:
    return json.loads((CORPUS / "expected" / f"{name}.json").read_text(encoding="utf-8"))


def template(name: str) -> Template:
    return find_templates(read((CORPUS / "templates" / name).read_text(encoding="utf-8")).documents)[0]


def as_json(values: Any) -> str:
    """JSON, which tells true from 1 and 1 from 1.0; Python's == does not."""
    return json.dumps(values, sort_keys=True)


def as_numbers(value: Any) -> str:
    """As ``as_json``, but 1 equals 1.0, because `oc` writes both as 1."""
    return to_json(value, sort_keys=True)


def values(processed: ProcessedTemplate) -> str:
    return as_json([item.value for item in processed.objects])


def test_the_corpus_has_96_templates() -> None:
    assert len(FILES) == 96


def test_real_templates_are_processed_as_recorded() -> None:
    for name in FILES:
        answer = expected(name)["as_is"]
        processed = process(template(name), OPENSHIFT, random=Random(1))
        assert refusal(processed, name) == answer.get("stderr", "").rstrip("\n")
        if "list" in answer and not any(value.generation for value in processed.values):
            assert values(processed) == as_json(answer["list"]["items"]), name


def test_real_templates_with_their_values_give_the_objects_of_oc() -> None:
    for name in FILES:
        check_template_with_values(name)


def check_template_with_values(name: str) -> None:
    answer = expected(name)
    normalised = answer["normalised"] if isinstance(answer["normalised"], dict) else answer["as_is"]
    if "list" not in normalised:  # refused with every value there is
        assert refusal(process(template(name), OPENSHIFT, random=Random(1)), name)
        return
    inputs = {**answer["generated_params_pinned"], **answer["required_params_filled"]}
    processed = process(template(name), replace(OPENSHIFT, values=inputs), random=Random(1))
    assert values(processed) == as_json(normalised["list"]["items"]), name
    for syntax in SYNTAXES:  # and so do the objects that are read in our output
        lines = output_lines(processed.objects, syntax=syntax, shape="list", template=processed)
        assert as_numbers(read_plain("\n".join(line.text for line in lines))) == as_numbers(normalised["list"]), name
