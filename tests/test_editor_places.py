"""The editor's tolerant outline finds each key where the reader finds it, also after the key has been half deleted."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.half_typed import EXAMPLES, JSON, half_typed

ROOT = Path(__file__).resolve().parents[1]
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


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_each_key_is_found_whole_and_half_typed() -> None:
    cases = [case for text in (*(file.read_text() for file in EXAMPLES), JSON) for case in half_typed(text)]
    command = ["node", "--input-type=module", "-e", FIND]
    carets = json.dumps([{"source": source, "caret": caret} for source, caret, _ in cases])
    done = subprocess.run(command, cwd=ROOT, input=carets, capture_output=True, text=True, check=True, timeout=60)
    assert len(cases) > 500
    wrong = [
        (source[max(0, caret - 40) : caret], place, path)
        for (source, caret, path), place in zip(cases, json.loads(done.stdout), strict=True)
        if place is None or list(path[-1 - len(place) : -1]) != place  # the editor's path begins at the object
    ]
    assert wrong == []
