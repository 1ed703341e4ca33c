"""Fixes as code actions: of one diagnostic, of all places with one cause, and all fixes that have one meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from lsprotocol import types

from playground.engine import Diagnostic, Edit, Issue, fixes_with_one_meaning
from playground.lsp.actions.edits import workspace_edit
from playground.lsp.diagnostics import protocol_diagnostic
from playground.lsp.evaluating import Answer

# Editors ask for `source.fixAll` and get every kind below it; a user can also choose this one in the settings.
FIX_ALL: Final = f"{types.CodeActionKind.SourceFixAll.value}.template-playground"
QUICK_FIX: Final = types.CodeActionKind.QuickFix.value


def code_actions(
    answer: Answer, range_: types.Range, only: Sequence[str] | None, *, versioned: bool
) -> list[types.CodeAction]:
    """The code actions for a range: those of its diagnostics, and one for the whole text.

    ``only``: the kinds that the editor asks for, each with those below it; None for all.
    """
    actions = [*_quick_fixes(answer, range_, versioned=versioned), *_fix_all(answer, versioned=versioned)]
    return [action for action in actions if only is None or is_of_kind(action.kind or "", only)]


def is_of_kind(kind: str, wanted: Iterable[str]) -> bool:
    """Whether ``kind`` is one of the ``wanted`` kinds, or below one.

    >>> is_of_kind("refactor.extract", ["refactor"]), is_of_kind("refactor.extract", ["quickfix"])
    (True, False)
    """
    return any(not above or kind == above or kind.startswith(above + ".") for above in wanted)


def _quick_fixes(answer: Answer, range_: types.Range, *, versioned: bool) -> Iterator[types.CodeAction]:
    asked = answer.places.our_span(range_)
    for issue in answer.evaluation.issues:
        for diagnostic in issue.diagnostics:
            if diagnostic.span.start <= asked.end and asked.start <= diagnostic.span.end:
                mended = [protocol_diagnostic(diagnostic, answer.places, answer.uri)]
                for title, edits, is_only in _fixes(issue, diagnostic):
                    edit = workspace_edit(edits, answer, versioned=versioned)
                    yield types.CodeAction(title, QUICK_FIX, mended, is_preferred=is_only or None, edit=edit)


def _fixes(issue: Issue, diagnostic: Diagnostic) -> Iterator[tuple[str, tuple[Edit, ...], bool]]:
    """The title and the edits of each fix, and whether it is the only one; those of the whole issue last."""
    for fix in diagnostic.fixes:
        yield fix.title, fix.edits, (fix,) == diagnostic.fixes and fix == diagnostic.fix
    if len(issue.diagnostics) > 1:
        for fix in issue.fixes:
            if fix not in diagnostic.fixes:
                yield f"{fix.title} ({len(issue.diagnostics)} places)", fix.edits, False


def _fix_all(answer: Answer, *, versioned: bool) -> Iterator[types.CodeAction]:
    fixes = fixes_with_one_meaning(answer.evaluation.issues)
    edits = sorted((edit for fix in fixes for edit in fix.edits), key=lambda edit: edit.span)
    if edits:
        title = f"Apply {len(fixes)} {'fix' if len(fixes) == 1 else 'fixes'} with one meaning"
        yield types.CodeAction(title, FIX_ALL, edit=workspace_edit(edits, answer, versioned=versioned))
