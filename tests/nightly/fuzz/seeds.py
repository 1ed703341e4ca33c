"""The fuzzer's seeds: examples, cases, vectors and families; and tokens worth inserting."""

from __future__ import annotations

import json
from pathlib import Path

from tests.hostile.families import FAMILIES

_TESTS = Path(__file__).resolve().parents[2]
LONGEST = 8_192  # bytes of a seed; a longer one is a matter for the families' own tests

# What means something to a reader of ours; a mutation that inserts one of them gets further than any other.
WORDS: tuple[str, ...] = (
    *("$(", "$$(", "${", "${{", "}}", ")", "$(A)", "${A}", "${{A}}", "$$", "\\", "%", "&a ", "*a", "<<: *a", "!!int "),
    *(
        "? ",
        ": ",
        "- ",
        "|-\n  ",
        ">+2\n",
        "'",
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
        "#",
        "---\n",
        "...\n",
        "\t",
        "\r",
        "\r\n",
    ),
    *("\0", "\x85", "\u2028", "\ufeff", "\u202e", "\u200b", "\U000e0041", "😀", "\ud800", "\x1b[31m", "é", "\x7f"),
    *(
        "null",
        "~",
        "0x1F",
        "1e400",
        ".nan",
        "-.inf",
        "0o17",
        "9" * 40,
        "2001-99-99",
        "yes",
        "=",
        "[a-z]{8}",
        "[\\w]{4}",
    ),
    *(
        "kind: Template\n",
        "kind: List\nitems:\n",
        "apiVersion: v1\n",
        "objects:\n",
        "parameters:\n",
        "generate: expression",
    ),
    *(
        "from: ",
        "value: ",
        "name: A",
        "required: true",
        "env:\n",
        "envFrom:\n",
        "valueFrom:\n",
        "fieldRef:",
        "secretKeyRef:",
    ),
    *(
        "containers:\n",
        "args: [",
        "command: [",
        "subPathExpr: ",
        "stringData:\n",
        "data:\n",
        "clusterIP: ",
        "ports: [{port: 1}]",
    ),
)


def seeds() -> tuple[str, ...]:
    """All our short texts, each once, in the same order in each run."""
    files = [*(_TESTS.parent / "playground" / "examples").glob("*.yaml"), *(_TESTS / "cases").rglob("*.yaml")]
    texts = [path.read_text() for path in files]
    for name, field in (("process.jsonl", "template"), ("process-2.jsonl", "template"), ("expand.jsonl", "input")):
        lines = (_TESTS / "vectors" / name).read_text().splitlines()
        texts += [str(json.loads(line).get(field, "")) for line in lines]
    texts += [text for family in FAMILIES for text in family.texts]
    return tuple(sorted({text for text in texts if 0 < len(text.encode("utf-8", "surrogatepass")) <= LONGEST}))
