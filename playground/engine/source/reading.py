"""The trip from a text to its Source: cut, read each chunk alone, place every problem."""

from __future__ import annotations

from dataclasses import dataclass, field

from playground.engine.diagnostics import Related
from playground.engine.source.chunks import Chunk, cut
from playground.engine.source.documents import Document
from playground.engine.source.events import YamlReading
from playground.engine.source.limits import Guards, Limits
from playground.engine.source.problem import Refusal, Sketch, SourceProblem
from playground.engine.source.scalars import Resolver
from playground.engine.source.text import SourceText


@dataclass(frozen=True, slots=True)
class Source:
    """One text, read: its Documents in order, and everything that is wrong with the text itself."""

    text: SourceText
    documents: tuple[Document, ...]
    problems: tuple[SourceProblem, ...]


@dataclass(slots=True)
class _Reader:
    """What is known while one text is read."""

    source: SourceText
    guards: Guards
    resolver: Resolver = field(default_factory=Resolver)
    documents: list[Document] = field(default_factory=list)
    problems: list[SourceProblem] = field(default_factory=list)


def read(text: str, limits: Limits = Limits()) -> Source:
    """Read YAML or JSON text; whatever is wrong with it becomes a problem with its place. Never raises for any str."""
    reader = _Reader(SourceText(text), Guards(limits))
    for chunk in cut(text):
        _read_chunk(reader, chunk)
    return Source(reader.source, tuple(reader.documents), tuple(reader.problems))


def _read_chunk(reader: _Reader, chunk: Chunk) -> None:
    start, text = chunk.start, chunk.text
    if text.startswith("\ufeff"):
        start, text = start + 1, text[1:]
    reading = YamlReading(text, reader.guards, reader.resolver)
    try:
        piece = reading.run()
    except Refusal as refusal:
        reading.note(refusal.sketch)
        piece = None
    for sketch in reading.sketches:
        _place(reader, sketch, start)
    if piece is not None and not any(sketch.refused for sketch in reading.sketches):
        index = len(reader.documents)
        reader.documents.append(Document(index, piece.value, "yaml", reader.source, piece.tape, start))


def _place(reader: _Reader, sketch: Sketch, base: int) -> None:
    """A sketch becomes a problem: its offsets become lines and columns."""
    span = reader.source.span
    related = tuple(Related(span(base + start, base + end), message) for start, end, message in sketch.related)
    reader.problems.append(
        SourceProblem(
            sketch.pattern,
            sketch.message,
            sketch.hint,
            span(base + sketch.start, base + sketch.end),
            len(reader.documents),
            sketch.field,
            related,
            sketch.refused,
        )
    )
