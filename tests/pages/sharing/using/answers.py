"""What "Use it" answers: the part about one tool, and the files of an archive."""

from __future__ import annotations

import io
import re
import tarfile
from collections.abc import Mapping
from typing import Any

from django.test import Client


def part_about(client: Client, tool: str, form: Mapping[str, Any]) -> str:
    """What "Use it" says of ``tool``, as HTML."""
    answer = client.post("/use", {"use": tool, **form})
    assert answer.status_code == 200
    part = re.search(f'<div class="tool" data-tool="{tool}">(.*?)</div>', answer.content.decode(), re.DOTALL)
    assert part
    return part[1]


def files_at(client: Client, address: str, form: Mapping[str, Any]) -> dict[str, str]:
    """The files of the archive that ``address`` answers, by their paths."""
    answer = client.post(address, form)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/gzip")
    with tarfile.open(fileobj=io.BytesIO(answer.content)) as archive:
        members = {name: archive.extractfile(name) for name in archive.getnames()}
        return {name: file.read().decode() for name, file in members.items() if file}
