"""What the server answers to each request of an editor."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from playground.lsp.actions.extracting import EXTRACT, complete, extractions, uri_of, with_edit
from playground.lsp.actions.fixes import FIX_ALL, QUICK_FIX, code_actions
from playground.lsp.completions import (
    TRIGGERS,
    completion_list,
    field_completions,
    is_reference,
    is_wanted,
    reference_completions,
)
from playground.lsp.hints import inlay_hints
from playground.lsp.hovers import hover_at
from playground.lsp.names import definitions, highlights, references, renamed_range, renaming_edit
from playground.lsp.server import Server
from playground.lsp.settings import section_of, settings_of
from playground.lsp.symbols import document_symbols


def _initialize(server: Server, params: types.InitializeParams) -> None:
    server.settings, errors = settings_of(params.initialization_options, server.settings)
    server.warn(errors)


async def _initialized(server: Server, _params: types.InitializedParams) -> None:
    await server.fetch_settings(None)


async def _configuration_changed(server: Server, params: types.DidChangeConfigurationParams) -> None:
    await server.fetch_settings(section_of(params.settings))


def _shut_down(server: Server, _params: Any) -> None:
    server.shut_down()


async def _code_actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    answer = await server.answer(params.text_document.uri)
    if answer is None:
        return None
    context, versioned = params.context, server.takes_versioned_edits
    fixes = code_actions(answer, params.range, context.only, versioned=versioned)
    extracting = extractions(answer, params.range, context.only)
    if server.takes_later_edits:
        return [*fixes, *extracting]
    is_asked = context.trigger_kind is not types.CodeActionTriggerKind.Automatic
    return [*fixes, *(await asyncio.to_thread(complete, extracting, answer, versioned=versioned) if is_asked else ())]


async def _resolve_action(server: Server, action: types.CodeAction) -> types.CodeAction:
    answer = await server.answer(uri_of(action))
    return await asyncio.to_thread(with_edit, action, answer, versioned=server.takes_versioned_edits)


async def _complete(server: Server, params: types.CompletionParams) -> types.CompletionList | None:
    typing, context = server.typing(params.text_document.uri, params.position), params.context
    trigger = context.trigger_character if context else None
    if typing is None or not is_wanted(typing, trigger or ""):
        return None
    if not is_reference(typing):
        return completion_list(await asyncio.to_thread(field_completions, typing))
    answer = await server.answer(params.text_document.uri)
    return completion_list(await asyncio.to_thread(reference_completions, typing, answer)) if answer else None


async def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    answer = await server.answer(params.text_document.uri)
    return hover_at(answer, params.position, markdown=server.takes_markdown) if answer else None


async def _definition(server: Server, params: types.DefinitionParams) -> list[types.Location] | None:
    answer = await server.answer(params.text_document.uri)
    return definitions(answer, params.position) if answer else None


async def _references(server: Server, params: types.ReferenceParams) -> list[types.Location] | None:
    answer = await server.answer(params.text_document.uri)
    if answer is None:
        return None
    return references(answer, params.position, with_declarations=params.context.include_declaration)


async def _highlights(server: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
    answer = await server.answer(params.text_document.uri)
    return highlights(answer, params.position) if answer else None


async def _prepare_rename(server: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    answer = await server.answer(params.text_document.uri)
    return renamed_range(answer, params.position) if answer else None


async def _rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    answer = await server.answer(params.text_document.uri)
    if answer is None:
        return None
    return renaming_edit(answer, params.position, params.new_name, versioned=server.takes_versioned_edits)


async def _symbols(server: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
    answer = await server.answer(params.text_document.uri)
    return document_symbols(answer) if answer else None


async def _inlay_hints(server: Server, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    answer = await server.answer(params.text_document.uri)
    return inlay_hints(answer, params.range) if answer and server.settings.hints else None


def new_server() -> Server:
    """A server that answers all requests."""
    server = Server()
    server.feature(types.INITIALIZE)(_initialize)
    server.feature(types.INITIALIZED)(_initialized)
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(_configuration_changed)
    server.feature(types.SHUTDOWN)(_shut_down)
    kinds = types.CodeActionOptions([QUICK_FIX, EXTRACT, FIX_ALL], resolve_provider=True)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)(_code_actions)
    server.feature(types.CODE_ACTION_RESOLVE)(_resolve_action)
    server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS))(_complete)
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover)
    server.feature(types.TEXT_DOCUMENT_DEFINITION)(_definition)
    server.feature(types.TEXT_DOCUMENT_REFERENCES)(_references)
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(_highlights)
    server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)(_prepare_rename)
    server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))(_rename)
    server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(_symbols)
    server.feature(types.TEXT_DOCUMENT_INLAY_HINT)(_inlay_hints)
    return server
