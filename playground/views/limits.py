"""The limits of this site: each with its number, what happens past it, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from playground.deadlines import limits as limits_of_a_text
from playground.engine import Limits
from playground.fields import NAMES, SOURCE_BYTES, VALUE_CHARACTERS
from playground.models import NAME_CHARACTERS, TITLE_CHARACTERS
from playground.shares.ending import KEPT, REMEMBERED
from playground.shares.finding import LONGEST_SEARCH
from playground.shares.making import Expiry
from playground.views.panels.words import prose

_LOCALLY = "Use the command line, which takes more: `python -m playground process -f FILE`."
_SPLIT = "Split the text, or use the command line: `python -m playground process -f FILE`."
_WAIT = "Wait: the page says how long, and goes on by itself."
_DELETE = "Download the text, or delete what you no longer need: its room is there again within two hours."


@dataclass(frozen=True, slots=True)
class Limit:
    """One row: ``number`` of ``unit``, and the setting that changes it."""

    what: str
    number: float
    unit: str
    past: str  # what happens
    instead: str  # what to do
    setting: str = ""  # the environment variable

    @property
    def value(self) -> str:
        """The number as it is said: bytes as MiB or KiB where they are whole ones.

        >>> Limit("", 1_048_576, "bytes", "", "").value, Limit("", 0, "a minute", "", "", "SAVES_PER_MINUTE").value
        ('1 MiB', 'any number')
        """
        if not self.number and self.setting:
            return "any number"
        for size, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
            if self.unit.startswith("bytes") and self.number % size == 0:
                return f"{self.number // size:,} {name}{self.unit.removeprefix('bytes')}"
        return f"{self.number:,} {self.unit}"


def lower(name: str) -> str:
    """The setting that lowers the limit ``name`` of the engine."""
    return f"LIMITS={name}=…"


def of_the_text(limits: Limits) -> tuple[Limit, ...]:
    """What one text may hold."""
    refused = "The text is refused at the place where it passes the limit (`SRC120`)."
    return (
        Limit("Text", limits.text_bytes, "bytes", refused, _SPLIT, lower("text_bytes")),
        Limit(
            "Documents",
            limits.documents,
            "in one text",
            "Further ones are not read (`SRC120`).",
            _SPLIT,
            lower("documents"),
        ),
        Limit("Keys and values", limits.nodes, "in one text", refused, _SPLIT, lower("nodes")),
        Limit("Keys, values, beginnings and ends", limits.events, "in one text", refused, _SPLIT, lower("events")),
        Limit(
            "Depth",
            limits.depth,
            "mappings and lists inside one another",
            refused,
            "Look for an unclosed bracket.",
            lower("depth"),
        ),
        Limit(
            "One key or value",
            limits.scalar_characters,
            "characters",
            refused,
            "Keep large data out of the text.",
            lower("scalar_characters"),
        ),
        Limit(
            "With every alias written out",
            limits.expanded_nodes,
            f"keys and values, {limits.expanded_bytes:,} characters, in one document",
            refused,
            "Write out what the aliases stand for, in several documents.",
            lower("expanded_nodes"),
        ),
        Limit(
            "Objects",
            limits.objects,
            "of a Template or List",
            "Further ones are not looked at.",
            _SPLIT,
            lower("objects"),
        ),
    )


def of_the_template(limits: Limits) -> tuple[Limit, ...]:
    """What one Template may hold, and what it may make."""
    nothing = "Nothing is inserted, and the place is named (`TPL211`)."
    kept = "The reference stays as it is, and the place is named (`ENV510`)."
    return (
        Limit("Parameters", limits.parameters, "of a Template", nothing, _LOCALLY, lower("parameters")),
        Limit(
            "Value of a Parameter", limits.value_characters, "characters", nothing, _LOCALLY, lower("value_characters")
        ),
        Limit(
            "Generated value",
            limits.generated_characters,
            "characters",
            "Nothing is generated, and the expression is named (`GEN702`).",
            "Write a shorter expression.",
            lower("generated_characters"),
        ),
        Limit(
            "Generated values together",
            limits.all_generated_characters,
            "characters",
            "The further ones are not generated (`GEN702`).",
            "Write shorter expressions.",
            lower("all_generated_characters"),
        ),
        Limit("References to Parameters", limits.references, "of a Template", nothing, _SPLIT, lower("references")),
        Limit(
            "One text after substitution",
            limits.text_characters,
            "characters",
            nothing,
            _LOCALLY,
            lower("text_characters"),
        ),
        Limit(
            "All texts after substitution",
            limits.output_characters,
            "characters",
            nothing,
            _LOCALLY,
            lower("output_characters"),
        ),
        Limit("References to variables", limits.references, "in one text", kept, _SPLIT, lower("references")),
        Limit(
            "What references to variables insert",
            limits.output_characters,
            "characters",
            kept,
            _LOCALLY,
            lower("output_characters"),
        ),
        Limit(
            "Variables from Services, ConfigMaps and Secrets",
            limits.inherited_variables,
            "in one text",
            "The rest is not shown (`ENV510`).",
            "Paste only those that matter.",
            lower("inherited_variables"),
        ),
        Limit(
            "Time",
            settings.ENGINE_SECONDS,
            "s of the processor's time for one request",
            "The evaluation is stopped (`SRC120`).",
            _SPLIT,
            "ENGINE_SECONDS",
        ),
    )


def of_the_request() -> tuple[Limit, ...]:
    """How much a request may hold."""
    refused = "The request is refused; what was typed is kept."
    return (
        Limit("Request", settings.REQUEST_BYTES, "bytes", "It is refused unread (413).", _LOCALLY, "REQUEST_BYTES"),
        Limit("Text in the form", SOURCE_BYTES, "bytes", f"{refused[:-1]} (413).", _LOCALLY),
        Limit("Fields of the form", settings.DATA_UPLOAD_MAX_NUMBER_FIELDS, "fields", refused, _LOCALLY),
        Limit("Values in the form", NAMES, "of a kind", refused, _LOCALLY),
        Limit("Value in the form", VALUE_CHARACTERS, "characters", refused, _LOCALLY),
        Limit("Name in the form", NAME_CHARACTERS, "characters", refused, "Use a shorter name."),
        Limit("Title", TITLE_CHARACTERS, "characters", refused, "Use a shorter title."),
    )


def of_the_client() -> tuple[Limit, ...]:
    """How often one client, an IPv4 address or an IPv6 /64, may ask."""
    paused = "The request is refused with the seconds to wait (429); the text stays where it is."
    previews, minute, hour, day = (
        settings.PREVIEWS_PER_MINUTE,
        settings.SAVES_PER_MINUTE,
        settings.SAVES_PER_HOUR,
        settings.SAVED_BYTES_PER_DAY,
    )
    return (
        Limit("Evaluations", previews, "a minute", paused, _WAIT, "PREVIEWS_PER_MINUTE"),
        Limit("Saves", minute, "a minute", paused, _WAIT, "SAVES_PER_MINUTE"),
        Limit("Saves", hour, "an hour", paused, _WAIT, "SAVES_PER_HOUR"),
        Limit("Saved", day, "bytes a day", paused, "Wait, or download instead of sharing.", "SAVED_BYTES_PER_DAY"),
    )


def of_what_is_shared() -> tuple[Limit, ...]:
    """How much is kept of all clients together, how much of one Share, and for how long."""
    full = "Nothing more is saved (507); reading, evaluating and deleting go on."
    days, remembered = Expiry.MONTH.value, REMEMBERED
    return (
        Limit("Shares", settings.STORED_SHARES, "of all visitors", full, _DELETE, "STORED_SHARES"),
        Limit("Stored", settings.STORED_BYTES, "bytes of all visitors", full, _DELETE, "STORED_BYTES"),
        Limit("Left free", settings.FREE_BYTES, "bytes of the disk", full, _DELETE, "FREE_BYTES"),
        Limit(
            "Revisions",
            settings.REVISIONS,
            "of one Share",
            "It cannot be updated any more; the text is kept in the page.",
            "Save it as a copy.",
            "REVISIONS",
        ),
        Limit(
            "Life of a Share",
            days.days,
            "days, or one day, a year, or for good, as its sender chooses",
            f"Its address says that it has expired; {KEPT.seconds // 60} minutes later its text is taken out.",
            "Change its expiry on its page of details.",
        ),
        Limit(
            "Memory of what is gone",
            remembered.days,
            "days",
            "Then its address is as if there had never been anything.",
            "Share it anew.",
        ),
        Limit("Search in My shares", LONGEST_SEARCH, "characters", "The rest is not looked at.", "Search for less."),
    )


@require_safe
def limits(request: HttpRequest) -> HttpResponse:
    """All limits, as they are set on this site."""
    taken = limits_of_a_text()
    groups = (
        ("A text", of_the_text(taken)),
        ("A Template and what it makes", of_the_template(taken)),
        ("A request", of_the_request()),
        ("A network", of_the_client()),
        ("What is shared", of_what_is_shared()),
    )
    shown = [(title, [(row, prose(row.past), prose(row.instead)) for row in rows]) for title, rows in groups]
    return render(request, "limits/page.html", {"groups": shown})
