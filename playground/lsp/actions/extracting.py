"""The code action that makes a value a Parameter, with the name and the places that are proposed.

To find the places and to prove the result takes as long as an evaluation, so both wait until the user has chosen the
action; for an editor that cannot ask then, until the user asks for actions.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import SystemRandom
from typing import Any, Final

from lsprotocol import types

from playground.engine import (
    Deadline,
    Edit,
    OutOfTimeError,
    Position,
    Refusal,
    SourceSpan,
    field_at,
    make_parameter,
    new_parameter_at,
)
from playground.lsp.actions.edits import RefusedError, workspace_edit
from playground.lsp.actions.fixes import QUICK_FIX, is_of_kind
from playground.lsp.diagnostics import protocol_diagnostic
from playground.lsp.evaluating import SECONDS, Answer

EXTRACT: Final = types.CodeActionKind.RefactorExtract.value
_TITLE: Final = "Make this a parameter"
_SUBSTITUTED: Final = (("objects",), ("labels",), ("message",))  # the fields of a Template in which references count
_CHANGED: Final = "The text has changed since this action was offered."
_NO_TIME: Final = f"This takes longer than {SECONDS:.0f} seconds of a processor."


def extractions(answer: Answer, range_: types.Range, only: Sequence[str] | None) -> list[types.CodeAction]:
    """The actions for the value at a range, and for those of its diagnostics, without their edits.

    ``only``: as in ``code_actions``. A file that `check` passes over has none.
    """
    if answer.passed_over:
        return []
    actions = [*_of_value(answer, range_), *_of_diagnostics(answer, range_)]
    return [action for action in actions if only is None or is_of_kind(action.kind or "", only)]


def _of_value(answer: Answer, range_: types.Range) -> Iterator[types.CodeAction]:
    span = answer.places.our_span(range_)
    if _is_value(answer, span):
        yield types.CodeAction(_TITLE, EXTRACT, data=_request(answer, span))


def _is_value(answer: Answer, span: SourceSpan) -> bool:
    """Whether ``span`` is on a value: a cheap look, which says nothing of its meaning."""
    document = answer.evaluation.source.document_at(span.start) if answer.evaluation.readable else None
    if document is None:
        return False
    path, template = document.path_at(span.start), answer.evaluation.template
    if template and (document is not template.document or path[len(template.path) :][:1] not in _SUBSTITUTED):
        return False
    value, written = field_at(document.value, path), document.span(path)
    is_scalar = bool(path) and value is not None and not isinstance(value, dict | list)
    return is_scalar and written.start <= span.start and span.end <= written.end


def _of_diagnostics(answer: Answer, range_: types.Range) -> Iterator[types.CodeAction]:
    asked = answer.places.our_span(range_)
    for diagnostic in answer.evaluation.diagnostics:
        is_here = diagnostic.span.start <= asked.end and asked.start <= diagnostic.span.end
        if is_here and diagnostic.literal is not None:
            mended = [protocol_diagnostic(diagnostic, answer.places, answer.uri)]
            yield types.CodeAction(_TITLE, QUICK_FIX, mended, data=_request(answer, diagnostic.literal))


def _request(answer: Answer, span: SourceSpan) -> dict[str, Any]:
    """What the editor sends back when the action is chosen."""
    return {"uri": answer.uri, "version": answer.version, "span": [*span.start, *span.end]}


def uri_of(action: types.CodeAction) -> str:
    """The document of an action of ours; "" for any other."""
    return str(_requested(action).get("uri", ""))


def _requested(action: types.CodeAction) -> Mapping[str, Any]:
    return action.data if isinstance(action.data, Mapping) else {}


def with_edit(action: types.CodeAction, answer: Answer | None, *, versioned: bool) -> types.CodeAction:
    """``action`` with its edits. RefusedError if the value cannot become a Parameter, or the text has changed."""
    requested = _requested(action)
    if answer is None or requested.get("version") != answer.version:
        raise RefusedError(_CHANGED)
    line, column, last, end = requested["span"]
    edits = _edits(answer, SourceSpan(Position(line, column), Position(last, end)))
    if isinstance(edits, Refusal):
        raise RefusedError(f"Line {edits.span.start.line}: {edits.message}" if edits.span else edits.message)
    action.edit = workspace_edit(edits, answer, versioned=versioned)
    return action


def complete(actions: Iterable[types.CodeAction], answer: Answer, *, versioned: bool) -> list[types.CodeAction]:
    """The ``actions`` with their edits, for an editor that cannot ask later; without those that are refused."""
    completed = []
    for action in actions:
        with suppress(RefusedError):
            completed.append(with_edit(action, answer, versioned=versioned))
    return completed


def _edits(answer: Answer, span: SourceSpan) -> tuple[Edit, ...] | Refusal:
    """The edits that make the value at ``span`` a Parameter wherever it means the same, or why there are none."""
    evaluation, deadline = answer.evaluation, Deadline(SECONDS, time.thread_time)
    try:
        parameter = new_parameter_at(evaluation, span, deadline)
        if isinstance(parameter, Refusal):
            return parameter
        return make_parameter(
            evaluation, parameter, parameter.name, parameter.same, random=SystemRandom(), deadline=deadline
        )
    except OutOfTimeError:
        return Refusal(_NO_TIME)
