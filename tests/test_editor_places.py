"""The editor's tolerant outline finds each key where the reader finds it, also after the key has been half deleted."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from playground.engine import FieldPath, read

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted((ROOT / "playground" / "examples").glob("*.yaml"))
JSON = """\
{"kind": "Pod", "metadata": {"annotations": {"a": "say \\\\\\"{x: [\\\\\\" twice"}},
"spec": {"containers": [{"name": "c"}]}}
"""
FIND = """
import { placeAt } from "./frontend/editor/completion/place.js";
let text = "";
for await (const part of process.stdin) text += part;
const paths = JSON.parse(text).map(({ source, caret }) => {
  const place = placeAt(source, caret);
  return place?.key ? place.path : null;
});
process.stdout.write(JSON.stringify(paths));
"""


def keys_in(value: Any, path: FieldPath) -> Iterator[FieldPath]:
    """The path of every key of a document."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for part, child in entries:
        if isinstance(part, str):
            yield path / part
        yield from keys_in(child, path / part)


def half_typed(text: str) -> Iterator[tuple[dict[str, Any], list[str | int]]]:
    """``text`` with one key cut after its beginning, and the caret there; with the path of the mapping around it."""
    for document in read(text).documents:
        for path in keys_in(document.value, FieldPath()):
            start = document.source.offset(document.key_span(path).start)
            begun = start + len(re.match(r'"?[^":]{1,2}', text[start:])[0])  # type: ignore[index]
            end = text.find("\n", start)
            for source in (text, text[:begun] + text[end if end >= 0 else len(text) :]):
                yield {"source": source, "caret": begun}, list(path[:-1])


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_each_key_is_found_whole_and_half_typed() -> None:
    cases = [case for text in (*(file.read_text() for file in EXAMPLES), JSON) for case in half_typed(text)]
    command = ["node", "--input-type=module", "-e", FIND]
    places = json.dumps([case for case, _ in cases])
    done = subprocess.run(command, cwd=ROOT, input=places, capture_output=True, text=True, check=True, timeout=60)
    assert len(cases) > 500
    wrong = [
        (case["source"][max(0, case["caret"] - 40) : case["caret"]], place, path)
        for (case, path), place in zip(cases, json.loads(done.stdout), strict=True)
        if place is None or path[len(path) - len(place) :] != place  # the editor's path begins at the object
    ]
    assert wrong == []
