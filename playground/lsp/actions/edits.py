"""Edits in the protocol's form, and the error that says why there are none."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from playground.engine import Edit
from playground.lsp.evaluating import Answer


class RefusedError(JsonRpcException):
    """A request that cannot be answered for a reason that the user should read: the protocol's `RequestFailed`."""

    CODE = -32803


def workspace_edit(edits: Iterable[Edit], answer: Answer, *, versioned: bool) -> types.WorkspaceEdit:
    """``edits`` of the document. ``versioned``: the editor refuses them for another version, which not all can."""
    changes = [types.TextEdit(answer.places.range(edit.span), edit.text) for edit in edits]
    if not versioned:
        return types.WorkspaceEdit(changes={answer.uri: changes})
    identifier = types.OptionalVersionedTextDocumentIdentifier(answer.uri, answer.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, list(changes))])
