"""Runs the real `helm` on charts: many in one call, as charts of one parent. `make` fetches the programs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sysconfig
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from playground.engine import Chart, Refusal, helm_chart, read_plain
from playground.engine.exporting.helm.values import flow
from playground.engine.text.yaml import scalar
from tests.engine.exporting.texts import processed, write

_SCRIPTS: Final = Path(sysconfig.get_path("scripts"))
HELMS: Final = [path for path in (_SCRIPTS / "helm-3", _SCRIPTS / "helm-4") if path.exists()]
NEWEST: Final = HELMS[-1:]  # a sample needs one version only
_OBJECT: Final = re.compile(r"^---\n# Source: parent/charts/([^/\n]+)/templates/(\d+)-[^\n]*\n", re.MULTILINE)
_PARENT: Final = "apiVersion: v2\nname: parent\nversion: 0.1.0\n"


class HelmError(Exception):
    """Helm has refused; the message is its own."""


def chart_of(text: str, name: str = "web", *, generate_in_chart: bool = False, **values: str) -> Chart:
    """The chart of the Template of ``text``."""
    chart = helm_chart(processed(text, values), name=name, generate_in_chart=generate_in_chart)
    assert not isinstance(chart, Refusal), chart
    return chart


def helm(program: Path, home: Path, *arguments: str | Path) -> str:
    """The standard output of Helm; it knows no cluster and no files but those below ``home``. Raises HelmError."""
    process = _run(program, home, *arguments)
    if process.returncode:
        raise HelmError(process.stderr.decode("utf-8", "replace"))
    return process.stdout.decode()


def lint(program: Path, home: Path, folders: Iterable[Path]) -> str:
    """The report of `helm lint --strict` on the charts in ``folders``."""
    return _run(program, home, "lint", "--strict", *folders).stdout.decode()


def _run(program: Path, home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    return subprocess.run([program, *arguments], capture_output=True, check=False, env=environment)


def values_file(values: Mapping[str, Any]) -> str:
    """A file of values."""
    return "".join(f"{scalar(name)}: {flow(value)}\n" for name, value in values.items())


def rendered(
    program: Path,
    folder: Path,
    charts: Iterable[Chart],
    values: Mapping[str, Mapping[str, Any]],
    options: Sequence[str] = (),
) -> dict[str, list[str]]:
    """The texts that `helm template` prints for the objects of each chart, by its name, in the order of the Template.

    ``values``: of each chart, for a file of values. The charts become parts of one parent in ``folder``, because each
    call of Helm takes a tenth of a second.
    """
    parent, texts = folder / "parent", {}
    parent.mkdir()
    (parent / "Chart.yaml").write_text(_PARENT)
    for chart in charts:
        write(chart.files, parent / "charts" / chart.name)
        texts[chart.name] = list[tuple[int, str]]()
    file = folder / "values.yaml"
    file.write_text(values_file(values))
    _, *parts = _OBJECT.split(helm(program, folder, "template", "release", parent, "-f", file, *options))
    for name, number, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        texts[name].append((int(number), text))
    return {name: [text for _, text in sorted(numbered)] for name, numbered in texts.items()}


def objects(texts: Iterable[str]) -> list[Any]:
    """The objects in printed ``texts``."""
    return [read_plain(text) for text in texts]


_READER: Final = """\
{{- range $path, $_ := .Files.Glob "texts/*" }}
---
{{ $path }}: {{ $.Files.Get $path | fromYaml | toJson | b64enc }}
{{- end }}
"""


def as_json(program: Path, folder: Path, texts: Mapping[str, Sequence[str]]) -> dict[str, list[Any]]:
    """The objects in ``texts`` that Helm has printed, by the names of their charts, as Helm itself reads them."""
    reader = folder / "reader"
    (reader / "texts").mkdir(parents=True)
    (reader / "templates").mkdir()
    (reader / "Chart.yaml").write_text(_PARENT)
    (reader / "templates/all.yaml").write_text(_READER)
    for name, printed in texts.items():
        for number, text in enumerate(printed):
            (reader / f"texts/{name}.{number:04}").write_text(text)
    answers: dict[str, list[Any]] = {name: [] for name in texts}
    lines = re.findall(r"^texts/(.*)\.\d+: (\S+)$", helm(program, folder, "template", "release", reader), re.MULTILINE)
    for name, encoded in lines:
        answers[name].append(json.loads(b64decode(encoded)))
    return answers
