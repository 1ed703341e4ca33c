"""How a chart writes what replaces the author's text: actions of Go templates, which Helm replaces in its turn.

The Objects were processed with probes. So an Insertion is an action, and the YAML that Helm writes for it then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from playground.engine.exporting.helm.expressions import Value, in_block, json_value, quoted
from playground.engine.exporting.objects import checked_parts, read_as
from playground.engine.exporting.parts import Insertion, Parts, label_lines, written_text, yaml_of
from playground.engine.exporting.refusal import RefusedError
from playground.engine.exporting.regions import Region
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.reading.objects import Piece, TracedObject
from playground.engine.templates.substitution import Dialect, parameter_tokens

_KEEPING: Final = re.compile(r"[|>][1-9]?\+")  # of a block that keeps the line breaks at its end
_LAST_LINE: Final = "# Helm changes the end of a file, and so would change the text above.\n"


@record()
class ChartWriter:
    """What all Objects of a chart share: its name, its values by Parameter, its labels; and how they are written."""

    chart: str
    dialect: Dialect
    values: Mapping[str, Value]
    labels: Mapping[str, str] | None  # with the probes; None: the Template has no labels
    limits: Limits
    deadline: Deadline

    def value(self, item: TracedObject, path: FieldPath) -> Insertion:
        """The action in place of the whole value at ``path``."""
        pieces, probed = item.pieces[path], field_at(item.value, path)
        if self.is_json_reference(item, path):
            assert pieces[0].parameter is not None
            return json_value(self.values[pieces[0].parameter], self.chart, probed)
        return quoted(written_text(item, path), pieces, self.values, str(probed))

    def in_block(self, parameter: str, indentation: str) -> Insertion:
        """The action in place of a reference in a literal block."""
        return in_block(self.values[parameter], indentation)

    def key(self, item: TracedObject, path: FieldPath) -> Insertion:
        """The action in place of the key at ``path``."""
        return self.quoted(item.keys[path], str(path[-1]))

    def template_labels(self, indentation: int) -> Insertion:
        """The action that inserts the Template's labels, and the line break before them."""
        include = f'{{{{- include "{self.chart}.labels" . | nindent {indentation} }}}}'
        return Insertion(f"\n{' ' * indentation}{include}", label_lines(self.labels, indentation))

    def quoted(self, written: str, probed: str) -> Insertion:
        """The action for the text that the author has ``written``, as a quoted string; ``probed``: with the probes."""
        return quoted(written, self.pieces_of(written), self.values, probed)

    def pieces_of(self, text: str) -> Sequence[Piece]:
        """The pieces of a text that the author wrote: what is copied, and what a Parameter replaces."""
        pieces, position = [], 0
        for token in parameter_tokens(text, self.dialect):
            if not token.inert and token.name in self.values:
                if position < token.start:
                    pieces.append(Piece(0, 0, position, token.start))
                pieces.append(Piece(0, 0, token.start, token.end, token.name))
                position = token.end
        return [*pieces, Piece(0, 0, position, len(text))] if position < len(text) else pieces

    def is_json_reference(self, item: TracedObject, path: FieldPath) -> bool:
        """Whether the value at ``path`` is one reference that inserts a JSON value."""
        pieces = item.pieces[path]
        if len(pieces) != 1 or pieces[0].parameter is None or not self.values[pieces[0].parameter].is_json:
            return False
        (token,) = parameter_tokens(written_text(item, path), self.dialect)
        return token.form == "${{}}" or not isinstance(field_at(item.value, path), str)


def object_parts(item: TracedObject, region: Region, writer: ChartWriter) -> Parts:
    """The file of ``item`` in the chart. RefusedError if no text would be read as the Object."""
    checked = checked_parts(item, region, writer)
    if checked is None:
        raise RefusedError(Refusal("No YAML of Helm gives this object.", "Write it more simply.", item.span(ROOT)))
    parts, _ = checked
    return [*parts, _LAST_LINE] if _varies_at_end(yaml_of(parts), item, writer) else parts


def _varies_at_end(text: str, item: TracedObject, writer: ChartWriter) -> bool:
    """Whether ``text`` is another Object without the white space at its end, or with one more line break.

    Helm 3 removes the former, Helm 4 adds the latter.
    """
    trimmed = f"{text.rstrip()}\n"
    if text == trimmed and not _KEEPING.search(text):
        return False
    return any(read_as(other, item.value, writer) is None for other in (trimmed, f"{text}\n"))
