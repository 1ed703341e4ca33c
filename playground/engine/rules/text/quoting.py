"""Rules about quotes, and about characters that need them; the reader finds the patterns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.registry import rule
from playground.engine.rules.text.source_problems import findings_of


@rule("SRC106", Severity.ERROR)
def unquoted_start(evaluation: Evaluation) -> Iterator[Finding]:
    """A value begins with a character that has a special meaning in YAML.

    `*`, `&`, `@`, `%`, `!`, `|`, `>` and the backtick cannot begin plain text; quotes make them ordinary characters.

    Example::

        password: @secret

    Instead::

        password: "@secret"
    """
    return findings_of(evaluation, "unquoted-start")


@rule("SRC107", Severity.ERROR)
def unquoted_braces(evaluation: Evaluation) -> Iterator[Finding]:
    """`{{ … }}` is not quoted.

    A brace opens a mapping in YAML. Helm and other tools replace `{{ … }}` before they parse the YAML; Kubernetes does
    not.

    Example::

        name: {{ .Values.name }}

    Instead::

        name: "{{ .Values.name }}"
    """
    return findings_of(evaluation, "unquoted-braces")


@rule("SRC110", Severity.ERROR)
def unclosed_quote(evaluation: Evaluation) -> Iterator[Finding]:
    """A quote is opened and never closed.

    Everything after the quote is read as text, so the parser may report the error far below the missing quote.

    Example::

        name: "web
        kind: Pod

    Instead::

        name: "web"
        kind: Pod
    """
    return findings_of(evaluation, "unclosed-quote")


@rule("SRC112", Severity.ERROR)
def text_after_quote(evaluation: Evaluation) -> Iterator[Finding]:
    """Text follows a closed quote.

    A quoted value ends with its closing quote. If the value contains quotes, put the other kind of quotes around it.

    Example::

        command: "echo" hello

    Instead::

        command: '"echo" hello'
    """
    return findings_of(evaluation, "text-after-quote")


@rule("SRC113", Severity.ERROR)
def invalid_escape(evaluation: Evaluation) -> Iterator[Finding]:
    """A backslash in double quotes is followed by a character that it cannot escape.

    Single quotes keep every backslash as it is.

    Example::

        pattern: "\\d+"

    Instead::

        pattern: '\\d+'
    """
    return findings_of(evaluation, "invalid-escape")


@rule("SRC114", Severity.ERROR)
def invalid_property(evaluation: Evaluation) -> Iterator[Finding]:
    """An anchor, a tag or the header of a block of text cannot be read.

    `&` and `!` need a name. After `|` or `>` only an indentation digit, `+`, `-` and a comment may follow; the text
    begins on the next line.

    Example::

        text: |hello

    Instead::

        text: |
          hello
    """
    return findings_of(evaluation, "invalid-anchor", "invalid-tag", "block-header")


@rule("SRC115", Severity.ERROR)
def invalid_character(evaluation: Evaluation) -> Iterator[Finding]:
    """The text contains a character that YAML does not allow.

    Control characters come from copied terminals and binary files. A value can contain them only as escapes in double
    quotes. Bytes that are not UTF-8 are a warning: Kubernetes reads the character U+FFFD in their place.

    Example::

        name: we\bb

    Instead::

        name: web
    """
    yield from findings_of(evaluation, "invalid-character")
    for finding in findings_of(evaluation, "invalid-bytes"):
        yield replace(finding, severity=Severity.WARNING)


@rule("SRC116", Severity.ERROR)
def invalid_separator(evaluation: Evaluation) -> Iterator[Finding]:
    """Text after `---` on the same line, or a line that begins with `%`, cannot be read.

    After `---`, Kubernetes allows only a comment on the same line. It cuts the text at these lines, so every directive
    (a line that begins with `%`) is cut off from its document and refused, even `%YAML 1.1`.

    Example::

        --- {a: 1}

    Instead::

        ---
        a: 1
    """
    return findings_of(evaluation, "document-separator", "directive")


@rule("SRC118", Severity.ERROR)
def question_mark_in_brackets(evaluation: Evaluation) -> Iterator[Finding]:
    """Plain text inside brackets or braces contains a question mark.

    Kubernetes' parser stops at the question mark; most other parsers do not. In quotes it is an ordinary character.

    Example::

        annotations: {docs: http://a.example?page=1}

    Instead::

        annotations: {docs: "http://a.example?page=1"}
    """
    return findings_of(evaluation, "flow-question-mark")
