"""The limits of this site: each with its number, what happens past it, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from playground.deadlines import limits as limits_of_a_text
from playground.engine import Limits
from playground.fields import NAMES, SOURCE_BYTES, VALUE_CHARACTERS
from playground.models import NAME_CHARACTERS, TITLE_CHARACTERS
from playground.shares.creating import Expiry
from playground.shares.finding import LONGEST_SEARCH
from playground.shares.purging import KEPT, REMEMBERED
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
        """The number as text: bytes as MiB or KiB if whole.

        >>> Limit("", 1_048_576, "bytes", "", "").value, Limit("", 0, "a minute", "", "", "SAVES_PER_MINUTE").value
        ('1 MiB', 'any number')
        """
        if not self.number and self.setting:
            return "any number"
        for size, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
            if self.unit.startswith("bytes") and self.number % size == 0:
                return f"{self.number // size:,} {name}{self.unit.removeprefix('bytes')}"
        return f"{self.number:,} {self.unit}"


def of_the_text(limits: Limits) -> tuple[Limit, ...]:
    """The limits of one text."""
    row = partial(_lowered, limits)
    refused = "The text is refused at the place where it passes the limit (`SRC120`)."
    unread = "Further ones are not read (`SRC120`)."
    unclosed = "Look for an unclosed bracket."
    outside = "Keep large data out of the text."
    expanded = f"keys and values, {limits.expanded_bytes:,} characters, in one document"
    written_out = "Write out what the aliases stand for, in several documents."
    return (
        row("Text", "text_bytes", "bytes", refused, _SPLIT),
        row("Documents", "documents", "in one text", unread, _SPLIT),
        row("Keys and values", "nodes", "in one text", refused, _SPLIT),
        row("Keys, values, beginnings and ends", "events", "in one text", refused, _SPLIT),
        row("Depth", "depth", "mappings and lists inside one another", refused, unclosed),
        row("One key or value", "scalar_characters", "characters", refused, outside),
        row("With every alias written out", "expanded_nodes", expanded, refused, written_out),
        row("Objects", "objects", "of a Template or List", "Further ones are not looked at.", _SPLIT),
    )


def of_the_template(limits: Limits) -> tuple[Limit, ...]:
    """The limits of one Template, and of the output of it and its containers."""
    row = partial(_lowered, limits)
    nothing = "Nothing is inserted, and the place is named (`TPL211`)."
    kept = "The reference stays as it is, and the place is named (`ENV510`)."
    not_generated = "Nothing is generated, and the expression is named (`GEN702`)."
    no_more = "The further ones are not generated (`GEN702`)."
    cut, fewer = "The rest is not shown (`ENV510`).", "Paste only those that matter."
    shorter = "Write a shorter expression."
    stopped, seconds = "The evaluation is stopped (`SRC120`).", "s of the processor's time for one request"
    return (
        row("Parameters", "parameters", "of a Template", nothing, _LOCALLY),
        row("Value of a Parameter", "value_characters", "characters", nothing, _LOCALLY),
        row("Generated value", "generated_characters", "characters", not_generated, shorter),
        row(
            "Generated values together", "all_generated_characters", "characters", no_more, "Write shorter expressions."
        ),
        row("References to Parameters", "references", "of a Template", nothing, _SPLIT),
        row("One text after substitution", "text_characters", "characters", nothing, _LOCALLY),
        row("All texts after substitution", "output_characters", "characters", nothing, _LOCALLY),
        row("References to variables", "references", "in one text", kept, _SPLIT),
        row("What references to variables insert", "output_characters", "characters", kept, _LOCALLY),
        row("Variables from Services, ConfigMaps and Secrets", "inherited_variables", "in one text", cut, fewer),
        Limit("Time", settings.ENGINE_SECONDS, seconds, stopped, _SPLIT, "ENGINE_SECONDS"),
    )


def _lowered(limits: Limits, what: str, name: str, unit: str, past: str, instead: str) -> Limit:
    """The row of the engine's limit ``name``, which the setting LIMITS may lower."""
    return Limit(what, getattr(limits, name), unit, past, instead, f"LIMITS={name}=N")


def of_the_request() -> tuple[Limit, ...]:
    """The limits on the size of a request."""
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
    """The limits on the rate of one client, an IPv4 address or an IPv6 /64."""
    paused = "The request is refused with the seconds to wait (429); the text stays where it is."
    previews, a_day = settings.PREVIEWS_PER_MINUTE, settings.SAVED_BYTES_PER_DAY
    return (
        Limit("Evaluations", previews, "a minute", paused, _WAIT, "PREVIEWS_PER_MINUTE"),
        Limit("Saves", settings.SAVES_PER_MINUTE, "a minute", paused, _WAIT, "SAVES_PER_MINUTE"),
        Limit("Saves", settings.SAVES_PER_HOUR, "an hour", paused, _WAIT, "SAVES_PER_HOUR"),
        Limit("Saved", a_day, "bytes a day", paused, "Wait, or download instead of sharing.", "SAVED_BYTES_PER_DAY"),
    )


def of_what_is_shared() -> tuple[Limit, ...]:
    """How much is kept of all clients together, how much of one Share, and for how long."""
    full = "Nothing more is saved (507); reading, evaluating and deleting go on."
    refused = "It cannot be updated any more; the text is kept in the page."
    chosen = "days, or one day, a year, or for good, as its sender chooses"
    expired = f"Its address says that it has expired; {KEPT.seconds // 60} minutes later its text is taken out."
    forgotten = "Then its address is as if there had never been anything."
    month = Expiry.MONTH.value
    return (
        Limit("Shares", settings.STORED_SHARES, "of all visitors", full, _DELETE, "STORED_SHARES"),
        Limit("Stored", settings.STORED_BYTES, "bytes of all visitors", full, _DELETE, "STORED_BYTES"),
        Limit("Left free", settings.FREE_BYTES, "bytes of the disk", full, _DELETE, "FREE_BYTES"),
        Limit("Revisions", settings.REVISIONS, "of one Share", refused, "Save it as a copy.", "REVISIONS"),
        Limit("Life of a Share", month.days, chosen, expired, "Change its expiry on its page of details."),
        Limit("Memory of what is gone", REMEMBERED.days, "days", forgotten, "Share it anew."),
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
