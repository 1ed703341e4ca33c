"""The files of a conversion: what those of Objects are called, and all of them as one `.tgz`."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
from collections.abc import Collection, Mapping
from typing import Final

_NO_WORD: Final = re.compile(r"[^a-z0-9]+")
_LONGEST_KIND: Final = 40  # characters of a file's name
_OWNER_ONLY: Final = 0o600


def file_stem(number: int, count: int, kind: str) -> str:
    """The name, without its ending, of the file of the Object with this ``number``, of ``count``.

    Any text may be the ``kind``.

    >>> file_stem(3, 12, "ConfigMap"), file_stem(3, 120, "../../etc/passwd")
    ('03-configmap', '003-etc-passwd')
    """
    width = max(2, len(str(count)))
    word = _NO_WORD.sub("-", kind.lower())[:_LONGEST_KIND].strip("-") or "object"
    return f"{number:0{width}}-{word}"


def archive(folder: str, files: Mapping[str, str], secret_files: Collection[str] = ()) -> bytes:
    """A `.tgz` with ``files``, texts by their names inside ``folder``; the ``secret_files`` are for their owner only.

    It names no user and no time, so it is the same for the same files, byte for byte.
    """
    content = io.BytesIO()
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=content, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name in sorted(files):
            data = files[name].encode()
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size = len(data)
            entry.mode = _OWNER_ONLY if name in secret_files else entry.mode
            tar.addfile(entry, io.BytesIO(data))
    return content.getvalue()
