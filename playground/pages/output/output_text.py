"""The output as text, in the stage, syntax and shape that the user chose."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from playground.engine import LONGEST_OUTPUT, Aligned, Deadline, Evaluation, OutputLines, aligned, output_lines
from playground.pages.form.draft import Draft

TOO_LONG = "The output is too long to be written here: its lines are deeply indented. Use the command line."


def lines_of(
    evaluation: Evaluation,
    draft: Draft,
    most: int | None = None,
    characters: float = inf,
    longest: float = LONGEST_OUTPUT,
) -> OutputLines:
    """The output in the stage, syntax and shape that the user chose.

    Only the first lines: at most ``most`` lines, which have at most ``characters`` characters together.
    Raises OutputTooLongError if the whole output would be longer than ``longest`` bytes of memory.
    """
    objects = [item.value for item in evaluation.objects] if draft.stage == "processed" else evaluation.expanded
    # The aligned output is not made of Objects, and only a Template can be written as one: documents take their place.
    cannot = draft.shape == "aligned" or (draft.shape == "template" and evaluation.processed is None)
    shape = "documents" if cannot else draft.shape
    template, syntax = evaluation.processed, draft.syntax
    return output_lines(
        objects, syntax=syntax, shape=shape, template=template, most=most, characters=characters, longest=longest
    )


def aligned_output(evaluation: Evaluation, deadline: Deadline | None = None) -> Aligned:
    """The aligned output, or why there is none: for example because the ``deadline`` has passed."""
    if evaluation.processed is None:
        return Aligned(None, "there is no Template")
    return aligned(evaluation.processed, deadline)


def output_file(evaluation: Evaluation, draft: Draft, deadline: Deadline | None = None) -> tuple[bytes, str]:
    """The output's file, and its syntax. The aligned output has the syntax of the source.

    Raises OutputTooLongError if the file would be longer than LONGEST_OUTPUT.
    """
    text = aligned_output(evaluation, deadline).text if draft.shape == "aligned" else None
    if text is not None and evaluation.processed is not None:
        return text.encode(), evaluation.processed.template.document.syntax
    return file_of(lines_of(evaluation, draft).texts), draft.syntax


def output_syntax(evaluation: Evaluation, draft: Draft) -> str:
    """The syntax of the output's file: see ``output_file``."""
    is_aligned = draft.shape == "aligned" and aligned_output(evaluation).text is not None
    return evaluation.processed.template.document.syntax if is_aligned and evaluation.processed else draft.syntax


def file_of(lines: Iterable[str]) -> bytes:
    """A file with these ``lines``, each encoded on its own: in one str, a single emoji makes each character take four
    bytes of memory.
    """
    return b"".join(f"{line}\n".encode() for line in lines)
