"""The engine beside readers that only read, and expansion on kind and on hostile texts: ratios of one run."""

from __future__ import annotations

import json

import yaml

from playground.engine import evaluate, expand, read_plain
from tests.benchmarks.measure import best, figure, heading
from tests.benchmarks.texts import template

SIZES = (2_000, 20_000, 126_000)
LENGTH = 400_000  # characters of a text to expand


def measure_evaluation() -> None:
    """Print what evaluating a Template costs, and how many times as much that is as reading it."""
    heading("evaluate(Template), best run; as a multiple of json.loads and of PyYAML's C loader for the same value")
    for size in SIZES:
        text = template(size)
        as_json = json.dumps(read_plain(text))
        ours = best(lambda text=text: evaluate(text))  # type: ignore[misc]
        by_json = best(lambda text=as_json: json.loads(text), 0.3)  # type: ignore[misc]
        by_yaml = best(lambda text=text: yaml.load(text, yaml.CSafeLoader))  # type: ignore[misc]
        figure(
            f"{len(text.encode()) / 1000:.0f} KB",
            f"{ours * 1000:8.1f} ms = {ours / by_json:6.0f} × json = {ours / by_yaml:5.2f} × CSafeLoader",
        )


def measure_expansion() -> None:
    """Print what expanding a text costs per megabyte, and how that grows when the text is four times as long."""
    heading("expand(text), per million characters; and how much longer four times the text takes")
    kinds = {
        "no reference": "just words, and more of them; ",
        "one reference in thirty characters": "some words before $(NAME), then ",
        "nothing but references": "$(A)",
        "nothing but `$$(A)`": "$$(A)",
        "hostile: `$(` that never closes": "$(",
        "hostile: nothing but `$`": "$",
    }
    values = {"NAME": "value", "A": "b"}

    def mapping(name: str) -> str:
        return values.get(name, f"$({name})")

    for name, piece in kinds.items():
        short, long = (piece * (length // len(piece)) for length in (LENGTH // 4, LENGTH))
        one, four = (best(lambda text=text: expand(text, mapping), 0.4) for text in (short, long))  # type: ignore[misc]
        figure(name, f"{four / len(long) * 1e9:8.1f} ms   × {four / one:4.1f}")
