"""The server: open documents, their evaluation, and the requests of an editor.

Each document is evaluated in a thread, one version at a time, always the newest. A change stops the evaluation of the
version before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from playground import __version__
from playground.engine import KUBERNETES_VERSIONS, SourceText
from playground.lsp.completions import Typing
from playground.lsp.evaluating import Answer, Version, Work, answer_for
from playground.lsp.positions import Places, with_change
from playground.lsp.settings import SECTION, EditorSettings, settings_of

NAME: Final = "template-playground"
_LOG: Final = logging.getLogger(__name__)


class OpenDocument:
    """A document that an editor has open, and the answer to its newest text."""

    def __init__(self, item: types.TextDocumentItem) -> None:
        self.text = Version(item.uri, item.version, SourceText(item.text))
        self.work = Work()
        self.minor = 0  # the minor version of Kubernetes in the last answer; 0: there was none
        self.task: asyncio.Task[None] | None = None  # evaluates until the answer fits the text
        # Done once the newest text has its Answer; None: the text has changed before, or was closed.
        self.answer: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()

    def renew(self) -> None:
        """Drop the answer, and whoever waits for it: it fits the text or the settings no more."""
        self.close()
        self.answer = asyncio.get_running_loop().create_future()

    def close(self) -> None:
        """End the evaluation under way."""
        self.work.stop()
        if not self.answer.done():
            self.answer.set_result(None)


class Protocol(LanguageServerProtocol):
    """The protocol, with our own documents: for pygls, U+2028 and a form feed end lines; for the protocol, they do not.

    ``Server`` keeps the documents.
    """

    _server: Server

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Keep the document, and evaluate it."""
        self._server.open(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change the document, and evaluate it again."""
        self._server.change(params.text_document, params.content_changes)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget the document, and its diagnostics."""
        self._server.close(params.text_document.uri)


class Server(LanguageServer):
    """The language server of one editor."""

    def __init__(self) -> None:
        super().__init__(NAME, __version__, protocol_cls=Protocol)
        self.documents: dict[str, OpenDocument] = {}
        self.settings = EditorSettings()
        self.complaint = ""  # about the settings of a project, which was shown last
        self.is_shut_down = False  # the editor has announced the end of the session

    @property
    def encoding(self) -> str:
        """The units of positions that client and server agreed on."""
        return types.PositionEncodingKind(self.workspace.position_encoding).value

    def open(self, item: types.TextDocumentItem) -> None:
        """Keep a document, in place of one with the same name."""
        if item.uri in self.documents:
            self.documents[item.uri].close()
        self.documents[item.uri] = document = OpenDocument(item)
        self._evaluate(document)

    def change(
        self, identifier: types.VersionedTextDocumentIdentifier, changes: Iterable[types.TextDocumentContentChangeEvent]
    ) -> None:
        """Apply ``changes``, one after the other, to an open document."""
        document = self.documents[identifier.uri]
        source = document.text.source
        for change in changes:
            source = with_change(source, change, self.encoding)
        document.text = Version(identifier.uri, identifier.version, source)
        document.renew()
        self._evaluate(document)

    def close(self, uri: str) -> None:
        """Forget a document; the editor gets an empty list of diagnostics."""
        self.documents.pop(uri).close()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def answer(self, uri: str) -> Answer | None:
        """The answer to the text that the document has now; None if it changes before, or is not open."""
        document = self.documents.get(uri)
        return await asyncio.shield(document.answer) if document else None

    @property
    def takes_versioned_edits(self) -> bool:
        """Whether the editor understands edits of one version of a document."""
        workspace = self.client_capabilities.workspace
        return bool(workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes)

    @property
    def takes_later_edits(self) -> bool:
        """Whether the editor asks for the edit of a code action once the user has chosen it."""
        document = self.client_capabilities.text_document
        actions = document.code_action if document else None
        later = actions.resolve_support.properties if actions and actions.resolve_support else ()
        return bool(actions and actions.data_support) and "edit" in later

    @property
    def takes_markdown(self) -> bool:
        """Whether the editor shows Markdown beside the pointer."""
        document = self.client_capabilities.text_document
        formats = document.hover.content_format if document and document.hover else None
        return types.MarkupKind.Markdown in (formats or ())

    def typing(self, uri: str, position: types.Position) -> Typing | None:
        """The place of the caret in the newest text of a document; None if the document is not open."""
        document = self.documents.get(uri)
        if document is None:
            return None
        text_document = self.client_capabilities.text_document
        completion = text_document.completion if text_document else None
        abilities = completion.completion_item if completion else None
        modes = abilities.insert_text_mode_support.value_set if abilities and abilities.insert_text_mode_support else ()
        places = Places(document.text.source, self.encoding)
        return Typing(
            places.source,
            places.ours(position),
            places,
            document.minor or int((self.settings.kubernetes or KUBERNETES_VERSIONS[0]).partition(".")[2]),
            snippets=bool(abilities and abilities.snippet_support),
            keeps_indentation=types.InsertTextMode.AsIs in modes,
        )

    def shut_down(self) -> None:
        """End all evaluations; the editor is about to end the session."""
        self.is_shut_down = True
        for document in self.documents.values():
            document.close()

    def warn(self, messages: Iterable[str]) -> None:
        """Show messages to the user."""
        for message in messages:
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def set_settings(self, value: Any) -> None:
        """Use the settings that the editor sent, and say what is wrong with them."""
        settings, errors = settings_of(value, self.settings)
        self.warn(errors)
        if settings == self.settings:
            return
        is_switched, self.settings = settings.hints != self.settings.hints, settings
        for document in self.documents.values():
            document.renew()
            self._evaluate(document)
        workspace = self.client_capabilities.workspace
        if is_switched and workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    async def fetch_settings(self, otherwise: Any) -> None:
        """Use the settings that the editor gives when asked; of an editor that cannot be asked, ``otherwise``."""
        workspace = self.client_capabilities.workspace
        if workspace is None or not workspace.configuration:
            self.set_settings(otherwise)
            return
        asked = types.ConfigurationParams([types.ConfigurationItem(section=SECTION)])
        answers = await self.workspace_configuration_async(asked)
        self.set_settings(answers[0] if answers else None)

    def _evaluate(self, document: OpenDocument) -> None:
        """Let a task evaluate the document; one that is under way goes on with the new text."""
        if document.task is None or document.task.done():
            document.task = asyncio.create_task(self._evaluate_newest(document))
            document.task.add_done_callback(lambda task: self._report(task, document))

    async def _evaluate_newest(self, document: OpenDocument) -> None:
        while not document.answer.done():
            awaited, document.work = document.answer, Work()
            answer = await asyncio.to_thread(answer_for, document.text, self.encoding, self.settings, document.work)
            if answer is not None and not awaited.done():
                awaited.set_result(answer)
                self._publish(document, answer)

    def _publish(self, document: OpenDocument, answer: Answer) -> None:
        """Send the diagnostics, and say once what is wrong with the settings of the project."""
        document.minor = answer.evaluation.cluster.version.minor
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(answer.uri, answer.diagnostics, answer.version)
        )
        if answer.complaint not in ("", self.complaint):
            self.warn([answer.complaint])
        self.complaint = answer.complaint

    def _report(self, task: asyncio.Task[None], document: OpenDocument) -> None:
        """Report an evaluation that failed, which is a bug of ours; the next change starts another."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            document.close()
            _LOG.error("An evaluation failed.", exc_info=error)
            message = f"Template Playground could not evaluate this text ({type(error).__name__}). This is a bug."
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))
