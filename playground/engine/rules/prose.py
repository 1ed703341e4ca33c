"""Tells prose, which people read, from texts that programs read: a dollar form in prose is no reference that failed."""

from __future__ import annotations

import re
from typing import Final

from playground.engine.model.location import FieldPath

_WORD = re.compile(r"[^\W\d_]{2,}")
_DOLLAR_FORM = re.compile(r"(?<!\$)\$++(?:\w+|\{[^{}]*\}+|\([^()]*\))")
# Words in the names of fields, annotations and variables whose texts are for readers.
_FOR_READERS = re.compile(
    r"(?:^|[^a-z])(?:description|documentation|help|usage|notes?|comment|summary|instructions?|changelog)(?:$|[^a-z])",
    re.IGNORECASE,
)
# Keys under `data` whose values are documents, such as `README.md`.
_DOCUMENT = re.compile(r"(?:^|/)(?:readme|notes|changelog|license)\b|\.(?:md|txt|rst|adoc)\Z", re.IGNORECASE)
_DATA: Final = frozenset({"data", "stringData"})
_LEAST_WORDS: Final = 3  # words beside the dollar forms that make prose of a text in a field for readers
_LEAST_WORDS_OF_A_SENTENCE: Final = 5  # words beside the dollar forms that make a sentence of a text in any field
_LONGEST: Final = 10_000  # characters; the rest of a longer text is not searched for words


def is_prose(text: str, field: FieldPath, name: str = "") -> bool:
    """Whether ``text`` is for a reader: a sentence, a document, or some words in a ``field`` such as a description.

    ``name`` is the name of the variable whose value the text is; "" for a text that is not the value of a variable.

    >>> is_prose("Set $HOME before you start the program.", FieldPath(("data", "a")))
    True
    >>> is_prose("http://$HOST/a", FieldPath(("annotations", "example.com/description")))
    False
    """
    field_name = name or (str(field[-1]) if field else "")
    if not name and _DATA.intersection(map(str, field[:-1])) and _DOCUMENT.search(field_name):
        return True
    count = len(_WORD.findall(_DOLLAR_FORM.sub(" ", text[:_LONGEST])))
    # A field `message`, such as the Template's, is for readers; a variable `message` may have any text.
    if count >= _LEAST_WORDS and (_FOR_READERS.search(field_name) or (field_name == "message" and not name)):
        return True
    return count >= _LEAST_WORDS_OF_A_SENTENCE and text[0].isupper() and text.rstrip().endswith((".", "!", "?"))
