"""`check --fix`: applies every fix with one meaning, and writes the file as a whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Final

from playground.cli.check.cores import interrupts_held
from playground.cli.input.files import decoded, encoded
from playground.cli.streams import printable
from playground.engine import Evaluation, apply_edits, fixes_with_one_meaning

MOST_ROUNDS: Final = 10  # a fix may uncover a mistake with a fix of its own
_WRITE_BITS: Final = 0o222


@dataclass(frozen=True, slots=True)
class FixedText:
    """A text after its fixes, and its Evaluation."""

    text: str
    evaluation: Evaluation
    fixes: int  # how many were applied


def fixed(text: str, evaluation: Evaluation, evaluate_again: Callable[[str], Evaluation]) -> FixedText:
    """Apply all fixes with one meaning to ``text``, as the page's button does, and to the result while there are more.

    A text that is not valid UTF-8, one that could not be read after its fixes, and one whose fixes undo each other, so
    that they would never end, stays as it is.
    """
    before = after = FixedText(text, evaluation, 0)
    texts = {text}
    if evaluation.source.text.text != text:  # bytes that are not UTF-8 were replaced
        return before
    for _ in range(MOST_ROUNDS):
        fixes = fixes_with_one_meaning(after.evaluation.issues)
        if not fixes:
            break
        next_text = apply_edits(after.text, [edit for fix in fixes for edit in fix.edits])
        if next_text in texts:
            return before
        texts.add(next_text)
        after = FixedText(next_text, evaluate_again(next_text), after.fixes + len(fixes))
    return after if after.evaluation.readable else before


def replace_file(file: str, before: bytes, after: str) -> None:
    """Put the text ``after`` in the place of ``file``, whose content was ``before``, in the encoding of ``before``.

    The new content is complete on the disk before it takes the place of the old. The file keeps its permissions and its
    owner; of a link, the file that it leads to is replaced. OSError, with the file unchanged, if the file is read-only,
    if another program has changed it meanwhile, or if its new content would not be read as ``after``.
    """
    content = encoded(after, before)
    if decoded(file, content) != after:
        raise OSError(errno.EILSEQ, "its encoding has no sign for a character of the fixed text")
    path = Path(os.path.realpath(file))
    status = path.stat()
    if not status.st_mode & _WRITE_BITS or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is read-only")
    with interrupts_held():  # else the new file could be left behind
        descriptor, name = tempfile.mkstemp(prefix=".template-playground-", dir=path.parent)
        try:
            with open(descriptor, "wb") as stream:  # noqa: PTH123 - an open file has no Path
                stream.write(content)
                stream.flush()
                os.fchmod(descriptor, status.st_mode & 0o7777)
                if (os.fstat(descriptor).st_uid, os.fstat(descriptor).st_gid) != (status.st_uid, status.st_gid):
                    os.fchown(descriptor, status.st_uid, status.st_gid)
                os.fsync(descriptor)
            if path.read_bytes() != before:
                raise OSError(errno.EBUSY, "another program has changed the file meanwhile")
            os.replace(name, path)  # noqa: PTH105 - the new file is a name
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def diff_lines(name: str, before: str, after: str) -> Iterator[str]:
    """The differences of two texts, as `diff -u` prints them; nothing if they are equal. ``name`` is the file's."""
    shown = printable(name)
    for line in unified_diff(_lines(before), _lines(after), shown, shown):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _lines(text: str) -> list[str]:
    """The lines with their line feeds, as `diff` and `patch` count them."""
    lines = [f"{line}\n" for line in text.split("\n")]
    return [*lines[:-1], *([lines[-1].removesuffix("\n")] if lines[-1] != "\n" else [])]
