"""Rules about text that is not YAML or JSON; the reader finds the patterns."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.registry import rule
from playground.engine.rules.text.source_problems import findings_of


@rule("SRC101", Severity.ERROR)
def invalid_yaml(evaluation: Evaluation) -> Iterator[Finding]:
    """The text is not valid YAML.

    The parser stopped here and has not read the rest of the document. Correct this error first; others may follow.

    Example::

        args: [a]b

    Instead::

        args: ["ab"]
    """
    return findings_of(evaluation, "invalid-yaml")


@rule("SRC102", Severity.ERROR)
def invalid_json(evaluation: Evaluation) -> Iterator[Finding]:
    """The text is not valid JSON.

    A text that begins with `{` or `[` is read as JSON, or else as YAML. So Kubernetes accepts a comma after the last
    entry and comments that begin with `#`, but no comments that begin with `//`.

    Example::

        {"kind": "Pod" "apiVersion": "v1"}

    Instead::

        {"kind": "Pod", "apiVersion": "v1"}
    """
    return findings_of(evaluation, "invalid-json")


@rule("SRC103", Severity.ERROR)
def tab_indentation(evaluation: Evaluation) -> Iterator[Finding]:
    """A line is indented with a tab.

    YAML allows only spaces, because the width of a tab depends on the editor.

    Example::

        metadata:
        ⇥name: web

    Instead::

        metadata:
          name: web
    """
    return findings_of(evaluation, "tab-indentation")


@rule("SRC104", Severity.ERROR)
def missing_colon(evaluation: Evaluation) -> Iterator[Finding]:
    """A key has no colon after it.

    Every line of a mapping has the form `key: value`.

    Example::

        metadata:
          name: web
          labels

    Instead::

        metadata:
          name: web
          labels: {}
    """
    return findings_of(evaluation, "missing-colon")


@rule("SRC105", Severity.ERROR)
def missing_space(evaluation: Evaluation) -> Iterator[Finding]:
    """There is no space between a colon and its value.

    Without the space the whole text is one word, not a key with a value.

    Example::

        metadata:
          name:web
          uid: a

    Instead::

        metadata:
          name: web
          uid: a
    """
    return findings_of(evaluation, "missing-space")


@rule("SRC108", Severity.ERROR)
def nested_colon(evaluation: Evaluation) -> Iterator[Finding]:
    """A plain value contains a second colon followed by a space.

    The parser takes the text before the second colon for another key. In quotes the colon is an ordinary character.

    Example::

        description: Note: read this

    Instead::

        description: "Note: read this"
    """
    return findings_of(evaluation, "nested-colon")


@rule("SRC109", Severity.ERROR)
def bad_indentation(evaluation: Evaluation) -> Iterator[Finding]:
    """A line is indented differently from the lines it belongs to.

    The entries of one mapping or list must begin in the same column.

    Example::

        metadata:
          name: web
           labels: {}

    Instead::

        metadata:
          name: web
          labels: {}
    """
    return findings_of(evaluation, "bad-indentation")


@rule("SRC111", Severity.ERROR)
def unclosed_bracket(evaluation: Evaluation) -> Iterator[Finding]:
    """A bracket or brace is never closed, closes nothing, or has entries without a comma between them.

    Everything after an open bracket is read as its contents. Inside brackets the brace of `${NAME}` opens a mapping,
    too: there, text with a reference to a Parameter needs quotes.

    Example::

        args: [a, b
        kind: Pod

    Instead::

        args: [a, b]
        kind: Pod
    """
    return findings_of(evaluation, "unclosed-bracket")


@rule("SRC117", Severity.ERROR)
def nested_list(evaluation: Evaluation) -> Iterator[Finding]:
    """A list item begins on the line of its key.

    Write each item with its dash on a line of its own, or all items in brackets on one line.

    Example::

        args: - --verbose

    Instead::

        args:
        - --verbose
    """
    return findings_of(evaluation, "nested-list")
