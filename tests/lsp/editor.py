"""An editor without a screen: the client of pytest-lsp, and our server in a process of its own."""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
from collections.abc import Callable, Coroutine, Mapping
from types import TracebackType
from typing import Any, TypeVar

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

from tests.browser.servers import ROOT

COMMAND = (sys.executable, "-m", "playground", "lsp")
PATIENCE = 60  # seconds, after which a test that waits for the server fails
Result = TypeVar("Result")


class Editor:
    """A session with the server, from `initialize` to `exit`.

    ``options`` are the initializationOptions, ``configuration`` what the server gets when it asks, ``encodings`` the
    units of positions that the editor offers, ``name`` the editor whose capabilities it has; "": none.
    """

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        configuration: Mapping[str, Any] | None = None,
        encodings: list[str] | None = None,
        name: str = "visual_studio_code",
    ) -> None:
        self.loop = asyncio.new_event_loop()
        self.client = LanguageClient(converter_factory=default_converter, configuration={"": dict(configuration or {})})
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        self.refreshes = 0  # how often the server asked to request inlay hints again
        self.arrived = asyncio.Condition()

        async def publish(params: types.PublishDiagnosticsParams) -> None:
            async with self.arrived:
                self.published[params.uri] = params
                self.arrived.notify_all()

        async def refresh(_params: None) -> None:
            async with self.arrived:
                self.refreshes += 1
                self.arrived.notify_all()

        register_lsp_features(
            self.client,
            {
                **DEFAULT_CLIENT_FEATURES,
                types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: publish,
                types.WORKSPACE_INLAY_HINT_REFRESH: refresh,
            },
        )
        self.numbers = itertools.count()
        self.versions: dict[str, int] = {}
        self.capabilities = client_capabilities(name) if name else types.ClientCapabilities()
        if encodings is not None:
            assert self.capabilities.general
            self.capabilities.general.position_encodings = encodings
        self.options = options

    def __enter__(self) -> Editor:
        params = types.InitializeParams(self.capabilities, initialization_options=self.options)
        self.run(self.client.start_io(*COMMAND, cwd=ROOT))
        self.server = self.run(self.client.initialize_session(params))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.run(self.client.shutdown_session())
        self.run(self.client.stop())  # type: ignore[no-untyped-call]
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """The result of ``work``."""
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def open(self, text: str, uri: str = "") -> str:
        """Open a new document; its URI."""
        uri = uri or f"file:///{next(self.numbers)}/a.yaml"
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, "yaml", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, *changes: types.TextDocumentContentChangeEvent) -> None:
        """Send the next version of a document."""
        self.versions[uri] += 1
        identifier = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, list(changes)))

    def replace(self, uri: str, text: str) -> None:
        """Send a whole new text of a document."""
        self.change(uri, types.TextDocumentContentChangeWholeDocument(text))

    def close(self, uri: str) -> None:
        """Close a document."""
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """The diagnostics of the newest version, once they have arrived."""
        return list(self.run(self._diagnostics(uri, self.versions[uri])).diagnostics)

    def diagnostics_after_closing(self, uri: str) -> list[types.Diagnostic]:
        """The diagnostics that the server leaves for a document that was closed."""
        return list(self.run(self._diagnostics(uri, None)).diagnostics)

    async def _diagnostics(self, uri: str, version: int | None) -> types.PublishDiagnosticsParams:
        await self.until(lambda: uri in self.published and self.published[uri].version == version)
        return self.published[uri]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for what the server sends until ``holds``."""
        async with self.arrived:
            await self.arrived.wait_for(holds)

    def codes(self, uri: str) -> list[str]:
        """The codes of the newest diagnostics."""
        return [str(diagnostic.code) for diagnostic in self.diagnostics(uri)]


def applied(text: str, edit: types.WorkspaceEdit) -> str:
    """``text`` after an edit, as an editor applies it: places are lines and UTF-16 units."""
    changes: list[types.TextEdit] = []
    for listed in (edit.changes or {}).values():
        changes += listed
    for document_change in edit.document_changes or ():
        assert isinstance(document_change, types.TextDocumentEdit)
        changes += [change for change in document_change.edits if isinstance(change, types.TextEdit)]
    units = text.encode("utf-16-le")
    for change in sorted(changes, key=lambda change: _unit(text, change.range.start), reverse=True):
        start, end = _unit(text, change.range.start), _unit(text, change.range.end)
        units = units[: 2 * start] + change.new_text.encode("utf-16-le") + units[2 * end :]
    return units.decode("utf-16-le")


def _unit(text: str, position: types.Position) -> int:
    """The number of UTF-16 units before a place."""
    lines = re.split(r"(?<=\n)", text)
    before = "".join(lines[: position.line])
    return len(before.encode("utf-16-le")) // 2 + position.character
