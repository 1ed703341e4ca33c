"""The text of a chart's file: literal text, and the actions of Go templates that Helm replaces.

Each action also knows what Helm will write for a probe, a value that stands for any value of a Parameter. So a finished
file can be checked without Helm: with the probes it must be read as the Object that processing with the probes gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from playground.engine.exporting.parts import Insertion, Parts
from playground.engine.model.records import record
from playground.engine.reading.objects import Piece
from playground.engine.text.go import to_json
from playground.engine.text.yaml import double_quoted

# `{{` in the author's text would begin an action; Helm writes this action as `{{`.
_ESCAPED_BRACES: Final = '{{ "{{" }}'
_ESCAPED_BRACE: Final = '{{ "{" }}'


@record()
class Value:
    """A Parameter as a value of the chart: its name in `values.yaml`, and how the templates use the value."""

    name: str
    probe: str  # the value of the Parameter in the check
    is_json: bool = False  # the templates insert a JSON value: a number, bool, list, mapping or text
    is_text: bool = False  # the templates insert text
    is_in_block: bool = False  # the templates insert lines into a block of YAML

    @property
    def term(self) -> str:
        """The value in an action.

        >>> Value("host", "").term, Value("0a", "").term
        ('.Values.host', 'index .Values "0a"')
        """
        return f".Values.{self.name}" if self.name.isidentifier() else f"index .Values {double_quoted(self.name)}"

    @property
    def argument(self) -> str:
        """The value as an argument of a function."""
        return self.term if self.name.isidentifier() else f"({self.term})"


def helm_text(parts: Parts) -> str:
    """``parts`` as a template of Helm.

    >>> helm_text(["{{ a }} {", Insertion("{{ .Values.b }}", "")])
    '{{ "{{" }} a }} {{ "{" }}{{ .Values.b }}'
    """
    written: list[str] = []
    for part in _joined(parts):
        if isinstance(part, Insertion):
            if written and written[-1].endswith("{"):
                written[-1] = written[-1][:-1] + _ESCAPED_BRACE
            written.append(part.text)
        else:
            written.append(part.replace("{{", _ESCAPED_BRACES))
    return "".join(written)


def _joined(parts: Parts) -> Iterable[str | Insertion]:
    """``parts`` with neighbouring texts as one: a `{{` may begin in one and end in the next."""
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        else:
            yield "".join(texts)
            texts = []
            yield part
    yield "".join(texts)


def quoted(text: str, pieces: Sequence[Piece], values: Mapping[str, Value], probed: str) -> Insertion:
    """The author's ``text`` as a quoted string. ``pieces``: of ``probed``, the same text with the probes."""
    return Insertion(f"{{{{ {formatted(text, pieces, values)} | quote }}}}", double_quoted(probed))


def formatted(text: str, pieces: Sequence[Piece], values: Mapping[str, Value]) -> str:
    """The expression for a text: a value alone, or `printf` with values. `%` is the only special character.

    `print` would add blanks between numbers. A value inside quotes would break them if it contained a quote.
    """
    if len(pieces) == 1 and pieces[0].parameter is not None:
        return values[pieces[0].parameter].term
    layout, arguments = "", []
    for piece in pieces:
        if piece.parameter is None:
            layout += text[piece.source_start : piece.source_end].replace("%", "%%")
        else:
            layout += "%v"
            arguments.append(values[piece.parameter].argument)
    return " ".join(("printf", double_quoted(layout), *arguments))


def json_value(value: Value, chart: str, probed: Any) -> Insertion:
    """A JSON value: what `${{P}}` inserts. A value that is also used as text is decoded by the chart's helper."""
    probe = double_quoted(probed) if isinstance(probed, str) else to_json(probed)
    if value.is_text:
        return Insertion(f'{{{{ include "{chart}.json" {value.argument} }}}}', probe)
    return Insertion(f"{{{{ {value.term} | toJson }}}}", probe)


def in_block(value: Value, indentation: str) -> Insertion:
    """A value in a literal block; ``indentation``: the blanks before each line of the block."""
    lines = double_quoted(f"\n{indentation}")
    return Insertion(
        f'{{{{ {value.term} | toString | replace "\\n" {lines} }}}}', value.probe.replace("\n", f"\n{indentation}")
    )


def plain(text: str, pieces: Sequence[Piece], values: Mapping[str, Value]) -> Parts:
    """The author's ``text`` with the values as they are, for a file that is no YAML."""
    return [
        text[piece.source_start : piece.source_end]
        if piece.parameter is None
        else Insertion(f"{{{{ {values[piece.parameter].term} }}}}", values[piece.parameter].probe)
        for piece in pieces
    ]
