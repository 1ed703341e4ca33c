"""Chooses the printer for `-o` and `--template` of `process`, or says why there is none.

k8s.io/cli-runtime ``genericclioptions/print_flags.go``, ``template_flags.go`` and ``jsonpath_flags.go``.
"""

from __future__ import annotations

import re
from argparse import Namespace
from dataclasses import dataclass
from typing import Final

from playground.cli.input.files import RequestError, read_text
from playground.cli.output.gotemplate import GoTemplate, GoTemplateError, parse
from playground.engine import go_quote

FORMATS: Final = (
    "json", "yaml", "kyaml", "name", "describe", "jsonpath=…", "jsonpath-as-json=…", "jsonpath-file=…",
    "go-template=…", "go-template-file=…", "aligned",
)  # fmt: skip
_OC_FORMATS: Final = (
    "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml"
)
_FILES: Final = ("jsonpath-file", "go-template-file", "templatefile")
_GO_TEMPLATES: Final = ("go-template", "go-template-file", "template", "templatefile")
_TEMPLATED: Final = ("jsonpath", "jsonpath-file", "jsonpath-as-json", *_GO_TEMPLATES)


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer: ``name`` is `json`, `yaml`, `kyaml`, `name`, `describe`, `aligned`, `jsonpath`, `jsonpath-as-json` or
    `go-template`.
    """

    name: str
    path: str = ""  # the expression of `jsonpath` and `jsonpath-as-json`
    template: GoTemplate | None = None  # of `go-template`


def printer(options: Namespace) -> Printer:
    """The printer for ``options``; raises RequestError with `oc`'s message if there is none."""
    output, template = options.output, options.template or ""
    if output is None:
        output = "go-template" if template else "json"
    output = output or "name"
    if output in ("describe", "aligned"):
        return Printer(output)
    if output.lower() in ("json", "yaml", "kyaml", "name"):
        return Printer(output.lower())
    name, _, text = (output, "", template) if template else output.partition("=")
    if name not in _TEMPLATED:
        words = f"unable to match a printer suitable for the output format {go_quote(output)}, allowed formats are: "
        raise RequestError(words + _OC_FORMATS)
    if not text:
        raise RequestError("template format specified but no template given")
    if name in _FILES:
        text = _file(text)
    if name in _GO_TEMPLATES:
        return Printer("go-template", template=_go_template(text))
    return Printer("jsonpath-as-json" if name == "jsonpath-as-json" else "jsonpath", text)


def _go_template(text: str) -> GoTemplate:
    try:
        return parse(re.sub("[\udc80-\udcff]", "\ufffd", text))
    except GoTemplateError as error:
        raise RequestError(f"error parsing template {text}, {error}") from None


def _file(name: str) -> str:
    try:
        return read_text(name)
    except FileNotFoundError:
        raise RequestError(f"error reading --template {name}, open {name}: no such file or directory") from None
