"""A Share's kind, its names, its uid as an object, and its search words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from random import Random

from playground.engine import Evaluation, name_of
from playground.storage.counter import assign_version
from playground.storage.models import NAME_CHARACTERS, TITLE_CHARACTERS, Share, Workspace
from playground.storage.random_text import safe_characters
from playground.storage.transactions import StaleError

SUFFIX_CHARACTERS = 5
_LONGEST_KIND = 63
_NOT_IN_NAMES = re.compile(r"[^a-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class Identity:
    """The kind and the names of a text.

    The text is stored as an object of the API only if it is readable, and a Template is its only document.
    """

    kind: str = ""  # of the first object
    requested_name: str | None = None  # that the object of the API should have; None if the text is stored as none
    title: str = ""  # of a Share without a title of its own: the name of the Template, or else of the first object


def identify(evaluation: Evaluation) -> Identity:
    """The Identity of a text. Only a Template that is the only document and can be decoded is an object."""
    documents = evaluation.source.documents
    value = documents[0].value if documents else None
    kind = value.get("kind") if isinstance(value, dict) else None
    title = title_of(evaluation)
    if not isinstance(kind, str) or len(kind) > _LONGEST_KIND or not kind.isprintable():
        return Identity(title=title)
    template = evaluation.template
    if kind != "Template" or template is None or len(documents) != 1 or not evaluation.readable:
        return Identity(kind, title=title)
    if any(problem.pattern == "wrong-type" for problem in template.problems):
        return Identity(kind, title=title)
    return Identity(kind, template.name, title)


def title_of(evaluation: Evaluation) -> str:
    """The name of the text's Template, or of its first object if it has no Template; "" for none.

    An object of a Template may be named after a secret value.
    """
    if evaluation.template is not None:
        name = evaluation.template.name
    else:
        name = name_of(evaluation.objects[0].value) if evaluation.objects else ""
    return name[:TITLE_CHARACTERS] if name.isprintable() else ""


def new_object_columns(workspace: Workspace, requested_name: str, now: datetime, random: Random) -> dict[str, str]:
    """The columns that make a Share an object: a name that is free in ``workspace``, and a new uid."""
    return {"object_name": _free_name(workspace, requested_name, now, random), "uid": _uid(random)}


def search_words(title: str, kind: str, object_name: str) -> str:
    """The text that searches look through; casefolded here, because databases do it differently."""
    return f"{title}\n{kind}\n{object_name}".casefold()


def _free_name(workspace: Workspace, requested_name: str, now: datetime, random: Random) -> str:
    """``requested_name`` if it is valid and free, else a valid name made from it with a random suffix.

    Another change may take the name before it is stored; the unique constraint detects that, and the change is retried.
    """
    base = name_from(requested_name)
    return base if base == requested_name and _is_free(workspace, base, now) else suffixed(f"{base}-", random)


def _is_free(workspace: Workspace, name: str, now: datetime) -> bool:
    """Whether no object of ``workspace`` has the ``name``. An expired object with the name ceases to be an object."""
    holder = Share.objects.filter(workspace=workspace, withdrawn=None, object_name=name).first()
    if holder is not None and holder.is_gone(now):
        if not Share.objects.filter(pk=holder.pk, withdrawn=None).update(withdrawn=now):
            raise StaleError
        assign_version(holder)
        return True
    return holder is None


def suffixed(base: str, random: Random) -> str:
    """``base``, shortened if needed, and five random characters (apiserver, ``storage/names/generate.go``)."""
    return base[: NAME_CHARACTERS - SUFFIX_CHARACTERS] + safe_characters(SUFFIX_CHARACTERS, random)


def name_from(text: str) -> str:
    """A valid name of an object, made from ``text``: a DNS subdomain (RFC 1123).

    >>> name_from("My Template_2."), name_from("ok.v1"), name_from("__")
    ('my-template-2', 'ok.v1', 'template')
    """
    cleaned = _NOT_IN_NAMES.sub("-", text.lower())[:NAME_CHARACTERS]
    return ".".join(part for label in cleaned.split(".") if (part := label.strip("-"))) or "template"


def _uid(random: Random) -> str:
    """A random UUID (RFC 9562, version 4)."""
    digits = f"{random.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"
