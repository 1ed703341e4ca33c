"""What we say about text that is no YAML or JSON (SRC1xx): the reader finds the pattern, here is its manual."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.diagnostics import Finding, Severity
from playground.engine.evaluation import Evaluation
from playground.engine.rules.registry import rule
from playground.engine.rules.source_problems import found


@rule("SRC101", Severity.ERROR)
def invalid_yaml(evaluation: Evaluation) -> Iterator[Finding]:
    """The text is not valid YAML.

    The reader gave up here. Nothing below this place is known, so mend this first; further errors may follow.

    Example::

        args: [a]b

    Instead::

        args: ["ab"]
    """
    yield from found(evaluation, "invalid-yaml")


@rule("SRC102", Severity.ERROR)
def invalid_json(evaluation: Evaluation) -> Iterator[Finding]:
    """The text is not valid JSON.

    A text that begins with `{` or `[` is read as JSON. Kubernetes tolerates a comma after the last entry, and no
    comments.

    Example::

        {"kind": "Pod" "apiVersion": "v1"}

    Instead::

        {"kind": "Pod", "apiVersion": "v1"}
    """
    yield from found(evaluation, "invalid-json")


@rule("SRC103", Severity.ERROR)
def tab_indentation(evaluation: Evaluation) -> Iterator[Finding]:
    """A line is indented with a tab.

    YAML allows spaces only: a tab is as wide as each editor likes.

    Example::

        metadata:
        \tname: web

    Instead::

        metadata:
          name: web
    """
    yield from found(evaluation, "tab-indentation")


@rule("SRC104", Severity.ERROR)
def missing_colon(evaluation: Evaluation) -> Iterator[Finding]:
    """A key has no colon behind it.

    In a mapping every line needs `key: value`.

    Example::

        metadata:
          name: web
          labels

    Instead::

        metadata:
          name: web
          labels: {}
    """
    yield from found(evaluation, "missing-colon")


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
    yield from found(evaluation, "missing-space")


@rule("SRC106", Severity.ERROR)
def unquoted_start(evaluation: Evaluation) -> Iterator[Finding]:
    """A value begins with a character that has a meaning of its own.

    `*`, `&`, `@`, `%`, `!`, `|`, `>` and the backtick can't begin a plain text; quotes make them ordinary.

    Example::

        password: @secret

    Instead::

        password: "@secret"
    """
    yield from found(evaluation, "unquoted-start")


@rule("SRC107", Severity.ERROR)
def unquoted_braces(evaluation: Evaluation) -> Iterator[Finding]:
    """`{{ … }}` stands without quotes.

    A brace opens a mapping in YAML. Helm and other tools replace it before YAML is read; Kubernetes does not.

    Example::

        name: {{ .Values.name }}

    Instead::

        name: "{{ .Values.name }}"
    """
    yield from found(evaluation, "unquoted-braces")


@rule("SRC108", Severity.ERROR)
def nested_colon(evaluation: Evaluation) -> Iterator[Finding]:
    """A plain value holds a second colon followed by a space.

    The reader takes it for another key on the same line. Quotes keep the text together.

    Example::

        description: Note: read this

    Instead::

        description: "Note: read this"
    """
    yield from found(evaluation, "nested-colon")


@rule("SRC109", Severity.ERROR)
def bad_indentation(evaluation: Evaluation) -> Iterator[Finding]:
    """A line is indented unlike the lines it belongs to.

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
    yield from found(evaluation, "bad-indentation")


@rule("SRC110", Severity.ERROR)
def unclosed_quote(evaluation: Evaluation) -> Iterator[Finding]:
    """A quote is opened and never closed.

    Everything after it is read as text, so the error appears far from the place that needs mending.

    Example::

        name: "web
        kind: Pod

    Instead::

        name: "web"
        kind: Pod
    """
    yield from found(evaluation, "unclosed-quote")


@rule("SRC111", Severity.ERROR)
def unclosed_bracket(evaluation: Evaluation) -> Iterator[Finding]:
    """A bracket or brace is opened and never closed.

    Everything after it is read as its contents.

    Example::

        args: [a, b
        kind: Pod

    Instead::

        args: [a, b]
        kind: Pod
    """
    yield from found(evaluation, "unclosed-bracket")


@rule("SRC112", Severity.ERROR)
def text_after_quote(evaluation: Evaluation) -> Iterator[Finding]:
    """Text follows a closed quote.

    A quoted value ends with its quote. To have quotes inside the value, quote the whole differently.

    Example::

        command: "echo" hello

    Instead::

        command: '"echo" hello'
    """
    yield from found(evaluation, "text-after-quote")


@rule("SRC113", Severity.ERROR)
def invalid_escape(evaluation: Evaluation) -> Iterator[Finding]:
    """A backslash in double quotes is followed by a character that it can't escape.

    Single quotes take every backslash as it is.

    Example::

        pattern: "\\d+"

    Instead::

        pattern: '\\d+'
    """
    yield from found(evaluation, "invalid-escape")


@rule("SRC114", Severity.ERROR)
def invalid_property(evaluation: Evaluation) -> Iterator[Finding]:
    """An anchor, a tag or the header of a block can't be read.

    `&name` and `!tag` need a name, and `|` or `>` takes nothing but an indentation digit, `+`, `-` and a comment.

    Example::

        text: |hello

    Instead::

        text: |
          hello
    """
    yield from found(evaluation, "invalid-anchor", "invalid-tag", "block-header")


@rule("SRC115", Severity.ERROR)
def invalid_character(evaluation: Evaluation) -> Iterator[Finding]:
    """The text holds a character that YAML does not allow.

    Control characters come from copied terminals and binary files; they can only be written as escapes in double
    quotes.

    Example::

        name: we\bb

    Instead::

        name: web
    """
    yield from found(evaluation, "invalid-character")


@rule("SRC116", Severity.ERROR)
def invalid_separator(evaluation: Evaluation) -> Iterator[Finding]:
    """A line that separates documents, or a directive, can't be read.

    `---` stands alone on its line for Kubernetes, and only `%YAML 1.1` is understood.

    Example::

        --- {a: 1}

    Instead::

        ---
        a: 1
    """
    yield from found(evaluation, "document-separator", "directive")


@rule("SRC117", Severity.ERROR)
def nested_list(evaluation: Evaluation) -> Iterator[Finding]:
    """A list item begins on the line of its key.

    The items of a list stand on lines of their own, each with its dash, or in brackets on one line.

    Example::

        args: - --verbose

    Instead::

        args:
        - --verbose
    """
    yield from found(evaluation, "nested-list")


@rule("SRC118", Severity.ERROR)
def question_mark_in_brackets(evaluation: Evaluation) -> Iterator[Finding]:
    """A plain text inside brackets or braces holds a question mark.

    Kubernetes' reader stops there, though most others do not. Quotes make it ordinary.

    Example::

        annotations: {docs: http://a.example?page=1}

    Instead::

        annotations: {docs: "http://a.example?page=1"}
    """
    yield from found(evaluation, "flow-question-mark")
