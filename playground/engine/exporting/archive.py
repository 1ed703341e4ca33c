"""Files as a `.tgz`, byte for byte the same for the same files."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping


def archive(folder: str, files: Mapping[str, str]) -> bytes:
    """A `.tgz` with ``files``, texts by their names inside ``folder``. It names no user and no time."""
    content = io.BytesIO()
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=content, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name in sorted(files):
            data = files[name].encode()
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return content.getvalue()
