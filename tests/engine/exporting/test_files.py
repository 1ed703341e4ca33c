"""The archive of a conversion: what may be read by whom."""

from __future__ import annotations

import io
import tarfile

from playground.engine.exporting.files import archive

FILES = {"base/secrets/01.yaml": "s\n", "base/01.yaml": "é\n"}


def test_secret_files_of_an_archive_are_for_their_owner_only() -> None:
    content = archive("web", FILES, ["base/secrets/01.yaml"])
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        modes = {entry.name: entry.mode for entry in tar}
    assert modes == {"web/base/01.yaml": 0o644, "web/base/secrets/01.yaml": 0o600}
