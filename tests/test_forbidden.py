"""Constructs that our code must not contain, because they execute, trust or send a stranger's text.

The linter's own security rules (`S` of ruff) hold for all code but the tests. Each exception has its reason beside it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FILES = tuple(
    sorted(
        (
            *(ROOT / "playground").rglob("*.py"),
            *(ROOT / "deploy").rglob("*.py"),
            ROOT / "gunicorn.conf.py",
            ROOT / "manage.py",
        )
    )
)


class Module(NamedTuple):
    """A file's imports (line and dotted name) and its calls, each with the name of the called function."""

    imports: list[tuple[int, str]]
    calls: list[tuple[ast.Call, str]]

    @classmethod
    def parse(cls, text: str) -> Module:
        module = cls([], [])
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                module.imports.extend((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                module.imports.extend((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
            elif isinstance(node, ast.Call):
                module.calls.append((node, dotted_name(node.func)))
        return module


def dotted_name(node: ast.expr) -> str:
    """A name with its attributes, as `os.system`; anything without a name is `_`."""
    if isinstance(node, ast.Attribute):
        return f"{dotted_name(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "_"


Rule = Callable[[Module], Iterator[int]]

CLIENTS = {"aiohttp", "ftplib", "http.client", "httpx", "requests", "smtplib", "socket", "urllib.request", "urllib3"}
PICKLES = {"dill", "marshal", "pickle", "shelve"}
RUNNERS = {"subprocess", "os.system", "os.popen", "os.execv", "os.execve", "os.posix_spawn", "pty"}
BUILT_IN = {"eval", "exec", "compile", "__import__"}
PAGES = {"Template", "Context", "engines", "from_string"}
REDIRECTS = {"redirect", "HttpResponseRedirect", "HttpResponsePermanentRedirect", "SeeOther"}


def loads_yaml(module: Module) -> Iterator[int]:
    """A loader of PyYAML builds objects, and deep nesting can end the process. We read the parser's events instead."""
    for node, name in module.calls:
        if re.fullmatch(r"yaml\.(\w+_)?(load|load_all|compose|compose_all)", name):
            yield node.lineno


def trusts_text(module: Module) -> Iterator[int]:
    """Django does not escape text that is marked as safe."""
    for node, name in module.calls:
        if name.rpartition(".")[2] in ("mark_safe", "SafeString", "SafeText", "html_safe"):
            yield node.lineno


def writes_sql(module: Module) -> Iterator[int]:
    """SQL that is put together at run time. A module that imports no Django runs no query."""
    if not any(re.match(r"django\b|playground\.storage\b", name) for _, name in module.imports):
        return
    for node, name in module.calls:
        method = name.rpartition(".")[2]
        by_hand = ("." in name and method in ("raw", "extra")) or method == "RawSQL"
        mixed = "." in name and method in ("execute", "executemany") and not isinstance(node.args[0], ast.Constant)
        if by_hand or mixed:
            yield node.lineno


def runs_text(module: Module) -> Iterator[int]:
    """Python code that is compiled at run time."""
    yield from (node.lineno for node, name in module.calls if name in BUILT_IN)


def starts_programs(module: Module) -> Iterator[int]:
    """Code that starts another program."""
    yield from (node.lineno for node, name in module.calls if name in RUNNERS or name.partition(".")[0] in RUNNERS)
    yield from (line for line, name in module.imports if name in RUNNERS or name.partition(".")[0] in RUNNERS)


def needs_no_token(module: Module) -> Iterator[int]:
    """A view that accepts forms of other sites."""
    yield from (line for line, name in module.imports if name.endswith(".csrf_exempt"))


def asks_elsewhere(module: Module) -> Iterator[int]:
    """A client of any protocol: the server sends no requests."""
    yield from (line for line, name in module.imports if any(f"{name}.".startswith(f"{client}.") for client in CLIENTS))


def unpickles(module: Module) -> Iterator[int]:
    """Formats whose readers run code."""
    yield from (line for line, name in module.imports if name.partition(".")[0] in PICKLES)


def throws_weak_dice(module: Module) -> Iterator[int]:
    """Functions of `random` can be predicted. `Random` as a type is allowed: callers pass the source of randomness."""
    for line, name in module.imports:
        if name.partition(".")[0] == "random" and name not in ("random.Random", "random.SystemRandom"):
            yield line
    yield from (node.lineno for node, name in module.calls if name == "Random")


def makes_pages_of_text(module: Module) -> Iterator[int]:
    """A page made of text: Django's template engine runs it."""
    for line, name in module.imports:
        if name.startswith("django.template") and name.rpartition(".")[2] in PAGES:
            yield line
    yield from (node.lineno for node, name in module.calls if name.endswith((".from_string", "template.Template")))


def formats_by_text(module: Module) -> Iterator[int]:
    """`str.format` of anything but a literal or a constant: braces in a text reach attributes."""
    for node, _ in module.calls:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            text = node.func.value
            name = text.value if isinstance(text, ast.Subscript) else text
            if not isinstance(text, ast.Constant) and not re.fullmatch(r"_?[A-Z][A-Z_]*", ast.unparse(name)):
                yield node.lineno


def goes_where_it_is_told(module: Module) -> Iterator[int]:
    """A redirect to an address from the request."""
    for node, name in module.calls:
        target = " ".join(map(ast.unparse, node.args[:1]))
        if name.rpartition(".")[2] in REDIRECTS and re.search(r"\brequest\b", target):
            yield node.lineno


RULES: tuple[Rule, ...] = (
    loads_yaml,
    trusts_text,
    writes_sql,
    runs_text,
    starts_programs,
    needs_no_token,
    asks_elsewhere,
    unpickles,
    throws_weak_dice,
    makes_pages_of_text,
    formats_by_text,
    goes_where_it_is_told,
)

# The exceptions, with their reasons.
ALLOWED: dict[tuple[Rule, str], str] = {
    (trusts_text, "playground/pages/output/lines.py"): "joins thousands of lines; each is escaped",
    (
        trusts_text,
        "playground/pages/output/lines_panel.py",
    ): "joins thousands of lines; each is escaped",
    (trusts_text, "playground/pages/sharing/panel.py"): "joins lines; each is escaped",
    (trusts_text, "playground/pages/markup.py"): "puts signs for invisible characters between escaped parts",
    (writes_sql, "playground/storage/management/commands/migrate.py"): "`execute` of a Django command, not of a query",
    (
        writes_sql,
        "playground/storage/migrations/0008_counted_room.py",
    ): "a function has a name of its own in each database",
    (writes_sql, "playground/storage/rates.py"): "a constant, and SQLite's settings",
    (writes_sql, "playground/storage/counter.py"): "three constants, sent to PostgreSQL in one message",
    (starts_programs, "gunicorn.conf.py"): "runs `manage.py purge` every hour, without any user's text",
    (needs_no_token, "playground/api/protocol/endpoints.py"): "the API uses no cookies",
    (needs_no_token, "playground/api/processed.py"): "the API uses no cookies",
    (asks_elsewhere, "deploy/healthcheck.py"): "asks the server in the same container; it is no part of the server",
    (asks_elsewhere, "playground/web/worker.py"): "looks whether a client has closed its connection",
    (
        throws_weak_dice,
        "playground/pages/parameters/strength.py",
    ): "a sample that may be predicted",
    (throws_weak_dice, "playground/cli/check/file_report.py"): "a report that must be repeatable, and prints no value",
    (throws_weak_dice, "playground/cli/testing/running.py"): "generated values that are the same in each run of a test",
    (
        throws_weak_dice,
        "playground/lsp/evaluating.py",
    ): "an answer that must be repeatable; generated values are masked",
    (formats_by_text, "playground/engine/cluster/pod_facts.py"): "patterns from a table beside it",
}

# Code that each rule must notice, each in a file of its own.
PLANTED: tuple[tuple[Rule, str], ...] = (
    (loads_yaml, "yaml.load(text)"),
    (loads_yaml, "yaml.safe_load(text)"),
    (loads_yaml, "yaml.compose_all(text)"),
    (trusts_text, "mark_safe(text)"),
    (trusts_text, "safestring.SafeString(text)"),
    (writes_sql, "from playground.storage.models import Share\nShare.objects.raw(query)"),
    (writes_sql, "from playground.storage.models import Share\nshares.extra(where=[text])"),
    (writes_sql, "from playground.storage.models import Share\nannotate(RawSQL(text, ()))"),
    (writes_sql, "from django.db import connection\ncursor.execute(f'select {text}')"),
    (runs_text, "eval(text)"),
    (runs_text, "exec(compile(text, '', 'exec'))"),
    (starts_programs, "import subprocess"),
    (starts_programs, "os.system(text)"),
    (needs_no_token, "from django.views.decorators.csrf import csrf_exempt"),
    (asks_elsewhere, "import socket"),
    (asks_elsewhere, "from urllib.request import urlopen"),
    (asks_elsewhere, "from urllib import request"),
    (asks_elsewhere, "import requests.adapters"),
    (unpickles, "import pickle"),
    (unpickles, "from marshal import loads"),
    (throws_weak_dice, "from random import choice"),
    (throws_weak_dice, "import random\nrandom.choice(letters)"),
    (throws_weak_dice, "from random import Random\nRandom(4)"),
    (makes_pages_of_text, "from django.template import Template"),
    (makes_pages_of_text, "engine.from_string(text)"),
    (makes_pages_of_text, "template.Template(text)"),
    (formats_by_text, "text.format(value)"),
    (formats_by_text, "share.title.format(value)"),
    (goes_where_it_is_told, "redirect(request.GET['next'])"),
    (goes_where_it_is_told, "HttpResponseRedirect(request.META['HTTP_REFERER'])"),
)


def test_the_code_contains_nothing_forbidden_and_every_exception_is_needed() -> None:
    modules = {path.relative_to(ROOT).as_posix(): Module.parse(path.read_text()) for path in FILES}
    broken = {(rule, path): lines for path, module in modules.items() for rule in RULES if (lines := [*rule(module)])}
    assert {place: lines for place, lines in broken.items() if place not in ALLOWED} == {}
    assert ALLOWED.keys() - broken == set()


def test_forbidden_code_would_be_noticed() -> None:
    assert [planted for rule, planted in PLANTED if not [*rule(Module.parse(planted))]] == []


def test_every_rule_has_code_that_breaks_it() -> None:
    assert {rule for rule, _ in PLANTED} == set(RULES)


def test_linter_rules_are_switched_off_only_with_a_reason() -> None:
    unsaid = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in FILES
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if re.search(r"#\s*noqa: S\d+\s*$", line)
    ]
    assert unsaid == []
