"""Rules about text that Kubernetes refuses, or reads differently from what the author expects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import Position, SourceSpan
from playground.engine.reading import SourceProblem
from playground.engine.rules.registry import rule
from playground.engine.rules.text.entries_run_together import entries_run_together
from playground.engine.rules.text.source_problems import findings_of

_JSON_START = re.compile(r'\{\s*"')
# The closing quote is optional, so that an unclosed string is not scanned twice.
_TOKEN = re.compile(r'"(?>(?:[^"\\]++|\\.)*)"?|(?P<comment>#)|(?P<comma>,)(?=[ \t\r\n]*+[}\]])', re.DOTALL)


@rule("SRC121", Severity.ERROR)
def undefined_alias(evaluation: Evaluation) -> Iterator[Finding]:
    """An alias refers to an anchor that does not exist.

    `*name` repeats the value marked `&name` above it in the same document. Any other value that begins with `*` needs
    quotes.

    Example::

        path: *log

    Instead::

        path: "*log"
    """
    return findings_of(evaluation, "undefined-alias", "recursive-alias")


@rule("SRC122", Severity.ERROR)
def invalid_merge(evaluation: Evaluation) -> Iterator[Finding]:
    """`<<` has a value that cannot be merged.

    `<<` takes the keys of another mapping, or of a list of mappings.

    Example::

        <<: text
        a: 1

    Instead::

        <<: {b: 2}
        a: 1
    """
    return findings_of(evaluation, "merge-not-a-mapping")


@rule("SRC123", Severity.ERROR)
def tag_mismatch(evaluation: Evaluation) -> Iterator[Finding]:
    """A tag does not fit its value.

    `!!int`, `!!bool` and similar tags force a type. Kubernetes refuses a value that cannot be of that type.

    Example::

        replicas: !!int three

    Instead::

        replicas: 3
    """
    return findings_of(evaluation, "tag-mismatch")


@rule("SRC124", Severity.ERROR)
def unsupported_key(evaluation: Evaluation) -> Iterator[Finding]:
    """A key cannot be converted to JSON.

    Kubernetes converts YAML to JSON, whose keys are strings: a mapping, a list or null cannot be a key.

    Example::

        ? [a, b]
        : c

    Instead::

        a: c
    """
    return findings_of(evaluation, "unsupported-key")


@rule("SRC125", Severity.ERROR)
def unsupported_value(evaluation: Evaluation) -> Iterator[Finding]:
    """A number cannot be converted to JSON.

    `.inf` and `.nan` are numbers in YAML only. Kubernetes converts YAML to JSON.

    Example::

        ratio: .nan

    Instead::

        ratio: ".nan"
    """
    return findings_of(evaluation, "unsupported-value")


@rule("SRC130", Severity.WARNING)
def duplicate_key(evaluation: Evaluation) -> Iterator[Finding]:
    """A key is repeated in one mapping.

    The last value wins without a message, and the earlier values are lost. An API server that validates strictly
    refuses the object. If both `apiVersion` and `kind` are repeated, the line `---` between two objects is missing. If
    the first key of an entry of a list is repeated, a dash is missing.

    Example::

        metadata:
          name: web
          name: shop

    Instead::

        metadata:
          name: shop
    """
    repeated = [problem for problem in evaluation.source.problems if problem.pattern == "duplicate-key"]
    first_keys = _first_keys_of_second_objects(repeated)
    entries = entries_run_together(evaluation, repeated)
    yield from entries.findings.values()
    for problem in repeated:
        if entries.has(problem):
            continue
        first_key = first_keys.get(problem.document) if len(problem.field) == 1 else None
        if first_key is None:
            yield Finding(problem.message, problem.span, problem.hint, str(problem.field), problem.related)
        elif first_key == problem.field[0]:  # the other repeated keys of the second object have no finding of their own
            start = Position(problem.span.start.line, 1)
            yield Finding(
                "Another object begins here, but no `---` separates it from the object above: their fields are merged.",
                problem.span,
                hint="Write a line `---` above this object.",
                field=str(problem.field),
                related=problem.related,
                fix=Fix(
                    "Write --- above this object",
                    (Edit(SourceSpan(start, start), f"---{evaluation.source.text.newline}"),),
                ),
            )


def _first_keys_of_second_objects(repeated: Sequence[SourceProblem]) -> Mapping[int, str]:
    """By the index of a Document that is two objects without a `---`: the key with which the second object begins.

    Such a Document is a block mapping that repeats both `apiVersion` and `kind`.
    """
    first_keys: dict[int, str] = {}
    repeated_names: dict[int, set[str]] = {}  # by the Document's index: the repeated keys of its root
    at_root = [problem for problem in repeated if len(problem.field) == 1]
    for problem in at_root:
        repeated_names.setdefault(problem.document, set()).add(str(problem.field[0]))
    for problem in at_root:
        is_in_block = problem.span.start.column == 1
        if is_in_block and repeated_names[problem.document] >= {"apiVersion", "kind"}:
            first_keys.setdefault(problem.document, str(problem.field[0]))
    return first_keys


@rule("SRC131", Severity.WARNING)
def merge_override(evaluation: Evaluation) -> Iterator[Finding]:
    """A `<<` replaces keys that are written above it.

    Kubernetes applies `<<` in the order of the text. In most other parsers the keys beside `<<` win.

    Example::

        base: &base {a: 1}
        mine:
          a: 2
          <<: *base

    Instead::

        base: &base {a: 1}
        mine:
          <<: *base
          a: 2
    """
    return findings_of(evaluation, "merge-override")


@rule("SRC132", Severity.WARNING)
def odd_key(evaluation: Evaluation) -> Iterator[Finding]:
    """A key is not a string, and Kubernetes renames it.

    Kubernetes takes `y`, `on` and `no` for booleans, even as keys: `y` becomes `"true"`. It takes `1.10` and `0x10` for
    numbers: they become `"1.1"` and `"16"`.

    Example::

        data:
          y: 1

    Instead::

        data:
          "y": 1
    """
    return findings_of(evaluation, "odd-key")


@rule("SRC133", Severity.WARNING)
def long_integer(evaluation: Evaluation) -> Iterator[Finding]:
    """An integer is too long to be kept exactly.

    Kubernetes stores an integer of more than 64 bits as a floating point number, which loses digits.

    Example::

        id: 123456789012345678901234567890

    Instead::

        id: "123456789012345678901234567890"
    """
    return findings_of(evaluation, "long-integer")


@rule("SRC134", Severity.WARNING)
def ignored_text(evaluation: Evaluation) -> Iterator[Finding]:
    """Text after the end of a document is ignored.

    After `...` Kubernetes ignores everything until the next `---`.

    Example::

        a: 1
        ...
        b: 2

    Instead::

        a: 1
        ---
        b: 2
    """
    return findings_of(evaluation, "ignored-text")


@rule("SRC135", Severity.HINT)
def byte_order_mark(evaluation: Evaluation) -> Iterator[Finding]:
    """There is an invisible byte order mark inside the text.

    The mark comes from concatenated files. It becomes part of the key or value beside it, and no editor shows it.

    Example::

        host: a.exam\ufeffple

    Instead::

        host: a.example
    """
    return findings_of(evaluation, "byte-order-mark")


@rule("SRC141", Severity.WARNING)
def trailing_comma(evaluation: Evaluation) -> Iterator[Finding]:
    """JSON has a comma after the last member of an object or list.

    `oc` and kubectl accept the text, because they read it as YAML then. Programs that read JSON, such as `jq`, refuse
    it. YAML between braces, with keys that have no quotes, is not reported.

    Example::

        {
          "apiVersion": "v1",
          "kind": "ConfigMap",
          "metadata": {"name": "web"},
          "data": {
            "level": "info",
          }
        }

    Instead::

        {
          "apiVersion": "v1",
          "kind": "ConfigMap",
          "metadata": {"name": "web"},
          "data": {
            "level": "info"
          }
        }
    """
    source = evaluation.source.text
    for document in evaluation.source.documents:
        start, end = document.offsets()
        if document.syntax == "json" or not _JSON_START.match(source.text, start):
            continue
        tokens = list(_TOKEN.finditer(source.text, start, end))
        if any(token["comment"] for token in tokens):
            continue  # the text is meant as YAML, because JSON has no comments
        for token in tokens:
            if token["comma"]:
                span = source.span(*token.span())
                yield Finding(
                    "JSON allows no comma after the last member; this text is read as YAML.",
                    span,
                    hint="Remove the comma.",
                    fix=Fix("Remove the comma", (Edit(span, ""),)),
                )
