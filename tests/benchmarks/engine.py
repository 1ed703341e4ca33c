"""The engine beside what anyone can run: the bare parser, PyYAML's C loader and dumper, ``re.sub``."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import yaml
from yaml._yaml import CParser

from playground.engine import evaluate, expand
from playground.engine.emit import to_yaml
from playground.engine.processing import process
from playground.engine.source import read
from playground.engine.template import dialect_of, find_templates
from tests.benchmarks.measure import best, figure, heading
from tests.benchmarks.texts import pod, stream, template

SIZES = (2_000, 6_000, 20_000, 60_000, 126_000, 1_000_000)
LENGTH = 400_000  # characters of a text to expand
PODS = (40, 400)  # containers, and variables of each
VALUES = {"NAME": "value", "A": "b"}


def measure_reading() -> None:
    """Print what reading with positions costs, line by line and by the parser's events."""
    heading("read(YAML), best run; as a multiple of the bare parse (libyaml, no events) and of PyYAML's C loader")
    for size in SIZES:
        for kind, text in (("plain", template(size)), ("with an anchor", f"x-first: &first 1\n{template(size)}")):
            ours = best(lambda text=text: read(text))  # type: ignore[misc]
            bare = best(lambda text=text: CParser(text).raw_parse(), 0.3)  # type: ignore[misc]
            loader = best(lambda text=text: yaml.load(text, yaml.CSafeLoader))  # type: ignore[misc]
            name = f"{len(text) / 1000:.0f} KB, {kind}"
            figure(name, f"{ours * 1000:8.2f} ms = {ours / bare:5.1f} × raw_parse = {ours / loader:5.2f} × CSafeLoader")


def measure_processing() -> None:
    """Print what a Template costs: read, processed and printed; then with containers, facts and rules."""
    heading("a Template, best run; bare is read + process + print")
    for size in SIZES[:-1]:
        text = template(size)
        value = yaml.load(text, yaml.CSafeLoader)
        bare = best(lambda text=text: _processed(text))  # type: ignore[misc]
        whole = best(lambda text=text: evaluate(text))  # type: ignore[misc]
        loader = best(lambda text=text: yaml.load(text, yaml.CSafeLoader))  # type: ignore[misc]
        ours = best(lambda value=value: to_yaml(value), 0.3)  # type: ignore[misc]
        dumper = best(lambda value=value: yaml.dump(value, Dumper=yaml.CSafeDumper, sort_keys=False))  # type: ignore[misc]
        figure(
            f"{len(text) / 1000:.0f} KB",
            f"bare {bare * 1000:7.2f} ms = {bare / loader:4.2f} × CSafeLoader, evaluate {whole * 1000:7.2f} ms ="
            f" {whole / bare:4.2f} × bare, print = {ours / dumper:4.2f} × CSafeDumper",
        )


def _processed(text: str) -> str:
    found = find_templates(read(text).documents)[0]
    made = process(found, dialect_of(found, "auto"), given={}, random=Random(1))
    return "".join(to_yaml(item.value) for item in made.objects)


def measure_expansion() -> None:
    """Print what expanding a text costs beside ``re.sub``, and how that grows when the text is four times as long."""
    heading("expand(text), beside re.sub; what four times the text takes")
    kinds = {
        "no reference": "just words, and more of them; ",
        "one reference in fifty characters": "quite a lot of words, all of them before $(NAME), ",
        "one reference in thirty characters": "some words before $(NAME), then ",
        "nothing but references": "$(A)",
        "nothing but `$$(A)`": "$$(A)",
        "hostile: `$(` that never closes": "$(",
        "hostile: nothing but `$`": "$",
    }
    for name, piece in kinds.items():
        short, long = (piece * (length // len(piece)) for length in (LENGTH // 4, LENGTH))
        one, four = (best(lambda text=text: expand(text, _mapping), 0.3) for text in (short, long))  # type: ignore[misc]
        figure(
            name, f"{four / len(long) * 1e9:8.1f} ms a million characters   × {four / one:4.1f}{_beside(long, four)}"
        )
    text = "one $(NAME) of three, another $(NAME) in the middle of it, and the last one $(NAME) at the end of all 100"
    ours = best(lambda: expand(text, _mapping), 0.3)
    figure("100 characters with three", f"{ours * 1e6:8.2f} µs{_beside(text, ours)}")


def _mapping(name: str) -> str:
    return VALUES.get(name, f"$({name})")


def _beside(text: str, seconds: float) -> str:
    """The same replacement by ``re.sub``; it is quadratic on `$(` without `)`, so it is not asked about that."""
    if text.count("$(") > text.count(")"):
        return ""
    reference = re.compile(r"\$\((\w+)\)")
    floor = best(lambda: reference.sub(lambda match: VALUES[match[1]], text), 0.3)
    return f" = {seconds / floor:5.2f} × re.sub"


def measure_growth() -> None:
    """Print how much longer four times of something takes; linear is 4, and 5 is the most that is accepted."""
    heading("growth: evaluate(4 n) / evaluate(n)")
    inputs: dict[str, tuple[Callable[[int], str], int]] = {
        "size of a Template": (template, 20_000),
        "variables of a container": (lambda size: pod(1, size), 100),
        "containers": (lambda size: pod(size, 40), 10),
        "documents": (stream, 60),
    }
    for name, (make, size) in inputs.items():
        small, large = make(size), make(4 * size)
        one, four = (best(lambda text=text: evaluate(text)) for text in (small, large))  # type: ignore[misc]
        figure(name, f"× {four / one:4.1f}   ({one * 1000:.1f} ms, then {four * 1000:.1f} ms)")


def measure_pods() -> None:
    """Print what a variable costs beyond the reading of its text, rules included."""
    containers, variables = PODS
    heading(f"a pod of {containers} containers with {variables} variables each")
    text = pod(containers, variables)
    reading, whole = best(lambda: read(text), 2.0), best(lambda: evaluate(text), 4.0)
    figure("read", f"{reading * 1000:8.0f} ms")
    figure("evaluate", f"{whole * 1000:8.0f} ms")
    figure("a variable, beyond reading", f"{(whole - reading) / containers / variables * 1e6:8.1f} µs")
