"""Kustomizations of Templates, and the objects that `kubectl kustomize` built of their files.

`python -m tests.recordings.kustomizing` records them again with the `kubectl` of the tests.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playground.engine import Kustomization, ProcessedTemplate, kustomization, read
from tests.api.servers import KUBECTL
from tests.engine.exporting.kustomize.program import (
    as_built,
    built,
    expected,
    other_values,
)
from tests.engine.exporting.texts import filled, processed, vectors, write
from tests.recordings.suite import Case, Suite, rows_of

FILE = Path(__file__).resolve().parents[1] / "vectors/kustomize.jsonl"
SETS: Mapping[str, Random | None] = {"changed": None, "hostile": Random(0)}  # other values, or hostile ones


def answer(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Our files for the Template and the values of a row, by their digest; the objects that processing gives."""
    base = processed(row["template"], row["base"])
    overlay = processed(row["template"], row["values"], base)
    kustomized = kustomization(base, {"set": overlay})
    assert isinstance(kustomized, Kustomization), kustomized
    return {"files": _digest(kustomized), "objects": [expected(base), expected(overlay)]}


def is_equal(row: Mapping[str, Any]) -> bool:
    """Whether kustomize built the objects that processing gives, of the files that we write today."""
    recorded = [sorted(map(as_built, objects)) for objects in row["objects"]]
    return {"files": row["files"], "objects": recorded} == answer(row)


def suite() -> Suite:
    """All recorded kustomizations."""
    first, *rows = rows_of("kustomize")
    return Suite(
        name="kustomize",
        title="Kustomize",
        program=f"the command kubectl kustomize, {first['program']}",
        no_later_than=first["recorded"],
        note="A Template becomes a base and an overlay. Compared are the objects that the real program built of these"
        " files, and those of processing; keys in any order. A Template that kustomize cannot build is refused, and is"
        " no case.",
        cases=tuple(
            Case(row["id"], row["id"], is_equal(row), text=row["template"], values={**row["base"], **row["values"]})
            for row in rows
        ),
    )


def _digest(kustomized: Kustomization) -> str:
    return hashlib.sha256(json.dumps(dict(kustomized.files), sort_keys=True).encode()).hexdigest()


def _recorded() -> Iterator[Mapping[str, Any]]:
    """A row for each recorded call of `oc process` with another Template, and each kind of values."""
    version = subprocess.run([KUBECTL, "version", "--client"], capture_output=True, check=True, text=True).stdout
    client, kustomize = (line.split()[-1] for line in version.splitlines())
    yield {
        "program": f"kubectl {client} with kustomize {kustomize}",
        "recorded": datetime.now(tz=UTC).date().isoformat(),
    }
    for name, text, _ in vectors():
        base = filled(text)
        for kind, random in SETS.items() if base else ():
            assert base
            values = other_values(base, random)
            overlay = processed(text, values, base)
            kustomized = kustomization(base, {"set": overlay})
            if isinstance(kustomized, Kustomization):
                yield _row(f"{name}-{kind}", text, base, values, kustomized)


def _row(
    name: str, text: str, base: ProcessedTemplate, values: Mapping[str, str], kustomized: Kustomization
) -> Mapping[str, Any]:
    given = {value.parameter.name: value.text for value in base.values if value.origin == "given"}
    with TemporaryDirectory() as folder:
        write(kustomized.files, Path(folder))
        outputs = [built(Path(folder) / place) for place in ("base", "overlays/set")]
    objects = [[document.value for document in read(output).documents] for output in outputs]
    return {
        "id": name,
        "template": text,
        "base": given,
        "values": values,
        "files": _digest(kustomized),
        "objects": objects,
    }


if __name__ == "__main__":
    FILE.write_text("".join(f"{json.dumps(row)}\n" for row in _recorded()), encoding="ascii")
