"""Rules about quotes, and about characters that need them: the reader finds the pattern."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.registry import rule
from playground.engine.rules.text.source_problems import found


@rule("SRC106", Severity.ERROR)
def unquoted_start(evaluation: Evaluation) -> Iterator[Finding]:
    """A value begins with a character that has a meaning of its own.

    `*`, `&`, `@`, `%`, `!`, `|`, `>` and the backtick cannot begin plain text; quotes make them ordinary characters.

    Example::

        password: @secret

    Instead::

        password: "@secret"
    """
    return found(evaluation, "unquoted-start")


@rule("SRC107", Severity.ERROR)
def unquoted_braces(evaluation: Evaluation) -> Iterator[Finding]:
    """`{{ … }}` is not quoted.

    A brace opens a mapping in YAML. Helm and other tools replace the placeholder before YAML is parsed; Kubernetes does
    not.

    Example::

        name: {{ .Values.name }}

    Instead::

        name: "{{ .Values.name }}"
    """
    return found(evaluation, "unquoted-braces")


@rule("SRC110", Severity.ERROR)
def unclosed_quote(evaluation: Evaluation) -> Iterator[Finding]:
    """A quote is opened and never closed.

    Everything after it is read as text, so the error appears far from the place that must be corrected.

    Example::

        name: "web
        kind: Pod

    Instead::

        name: "web"
        kind: Pod
    """
    return found(evaluation, "unclosed-quote")


@rule("SRC112", Severity.ERROR)
def text_after_quote(evaluation: Evaluation) -> Iterator[Finding]:
    """Text follows a closed quote.

    A quoted value ends with its quote. To have quotes inside the value, use the other kind of quotes around it.

    Example::

        command: "echo" hello

    Instead::

        command: '"echo" hello'
    """
    return found(evaluation, "text-after-quote")


@rule("SRC113", Severity.ERROR)
def invalid_escape(evaluation: Evaluation) -> Iterator[Finding]:
    """A backslash in double quotes is followed by a character that it cannot escape.

    Single quotes keep every backslash as it is.

    Example::

        pattern: "\\d+"

    Instead::

        pattern: '\\d+'
    """
    return found(evaluation, "invalid-escape")


@rule("SRC114", Severity.ERROR)
def invalid_property(evaluation: Evaluation) -> Iterator[Finding]:
    """An anchor, a tag or the header of a block cannot be read.

    `&name` and `!tag` need a name, and `|` or `>` takes nothing but an indentation digit, `+`, `-` and a comment.

    Example::

        text: |hello

    Instead::

        text: |
          hello
    """
    return found(evaluation, "invalid-anchor", "invalid-tag", "block-header")


@rule("SRC115", Severity.ERROR)
def invalid_character(evaluation: Evaluation) -> Iterator[Finding]:
    """The text contains a character that YAML does not allow.

    Control characters come from copied terminals and binary files; they can only be written as escapes in double
    quotes.

    Example::

        name: we\bb

    Instead::

        name: web
    """
    return found(evaluation, "invalid-character")


@rule("SRC116", Severity.ERROR)
def invalid_separator(evaluation: Evaluation) -> Iterator[Finding]:
    """A line that separates documents, or a directive, cannot be read.

    `---` must be alone on its line for Kubernetes, and only `%YAML 1.1` is understood.

    Example::

        --- {a: 1}

    Instead::

        ---
        a: 1
    """
    return found(evaluation, "document-separator", "directive")


@rule("SRC118", Severity.ERROR)
def question_mark_in_brackets(evaluation: Evaluation) -> Iterator[Finding]:
    """Plain text inside brackets or braces contains a question mark.

    Kubernetes' parser stops there, although most others do not. Quotes make it an ordinary character.

    Example::

        annotations: {docs: http://a.example?page=1}

    Instead::

        annotations: {docs: "http://a.example?page=1"}
    """
    return found(evaluation, "flow-question-mark")
