"""The language server: what the engine says of a text, in an editor.

Language Server Protocol 3.17. `serve` runs the server; importing this folder needs pygls.
"""

from __future__ import annotations

import sys

from playground.lsp.log import set_up_log
from playground.lsp.requests import new_server


def serve() -> int:
    """Answer on standard output what comes on standard input, until the editor ends the session.

    Returns the exit status that the protocol asks for: 1 if the editor left without announcing it.
    """
    set_up_log()
    protocol_output = sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print would damage the protocol
    server = new_server()
    server.start_io(stdout=protocol_output)
    return 0 if server.is_shut_down else 1
