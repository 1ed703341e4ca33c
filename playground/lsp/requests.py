"""What the server answers to each request of an editor."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from playground.lsp.actions import FIX_ALL, QUICK_FIX, code_actions
from playground.lsp.server import Server
from playground.lsp.settings import section_of, settings_of


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
    return code_actions(answer, params.range, params.context.only, versioned=server.takes_versioned_edits)


def new_server() -> Server:
    """A server that answers all requests."""
    server = Server()
    server.feature(types.INITIALIZE)(_initialize)
    server.feature(types.INITIALIZED)(_initialized)
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(_configuration_changed)
    server.feature(types.SHUTDOWN)(_shut_down)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([QUICK_FIX, FIX_ALL]))(_code_actions)
    return server
