"""The limits of this site: each with its number, what happens beyond it, and what to do."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from playground.engine import (
    DEEPEST_EXPRESSION,
    LONGEST_CLASS,
    LONGEST_CLASSES,
    LONGEST_EXPRESSION,
    LONGEST_OUTPUT,
    MOST_DRAW_STEPS,
    MOST_FINDINGS,
    MOST_FIXED,
    MOST_MENTIONS,
    Limits,
)
from playground.pages.allowance import ALL_CHARACTERS, TEXT_CHARACTERS
from playground.pages.form.fields import MOST_FILES, MOST_SETS, MOST_VALUES, SOURCE_BYTES, VALUE_CHARACTERS
from playground.pages.markup import code_link, prose
from playground.pages.new_template.suggestions_panel import MOST_BOXES
from playground.pages.output.containers import MOST_CONTAINERS, MOST_TEXTS, MOST_VARIABLES
from playground.pages.output.faults.of_evaluation import MOST_ISSUES
from playground.pages.output.graph import MOST_NODES
from playground.pages.output.lines_panel import (
    LONGEST_COMPARED,
    MOST_CHARACTERS,
    MOST_COMPARED,
    MOST_LINES,
    MOST_WHOLE,
    WHOLE_CHARACTERS,
)
from playground.pages.output.sets_table import MOST_DIFFERENCES
from playground.pages.output.traces import ALL_STEPS, MOST_TRACES
from playground.pages.parameters.strength import MOST_CHECKED
from playground.pages.playground.parameter_panel import LONGEST_WORDS
from playground.pages.playground.places import MOST_PLACES
from playground.pages.sharing.panel import MOST_ROWS
from playground.storage.models import NAME_CHARACTERS, TITLE_CHARACTERS
from playground.storage.shares.expiry import Expiry
from playground.storage.shares.finding import LONGEST_SEARCH
from playground.storage.shares.purging import END_TOLD_FOR, TEXT_KEPT_FOR
from playground.web.api_limits import (
    DEEPEST,
    LONGEST_SELECTOR,
    LONGEST_WATCH,
    MOST_COPIED,
    MOST_LISTED,
    MOST_OPERATIONS,
    MOST_RECEIVED,
    MOST_WATCHES,
    WATCHES_OF_A_CLIENT,
)
from playground.web.configured_limits import site_limits
from playground.web.invisible_in_pages import MOST_SHOWN
from playground.web.status import LONGEST_ANSWER

_BODY = Limits()  # of a body that the API reads; the setting LIMITS does not lower them
_LOCALLY = "Use the command line, which takes more: `template-playground process -f FILE`."
_SPLIT = "Split the text, or use the command line: `template-playground process -f FILE`."
_WAIT = "Wait: the page says how long, and goes on by itself."
_RULE = re.compile("`([A-Z]{3}[0-9]{3})`")
_DELETE = "Download the text, or delete what you no longer need: its space is free again within two hours."


@dataclass(frozen=True, slots=True)
class Limit:
    """One row: ``number`` of ``unit``, and the setting that changes it."""

    title: str
    number: float
    unit: str
    consequence: str  # what happens beyond the limit
    advice: str  # what to do then
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


def _engine_limit(limits: Limits, title: str, name: str, unit: str, consequence: str, advice: str) -> Limit:
    """The row of the engine's limit ``name``, which the setting LIMITS may lower."""
    return Limit(title, getattr(limits, name), unit, consequence, advice, f"LIMITS={name}=N")


def text_limits(limits: Limits) -> tuple[Limit, ...]:
    """The limits of one text."""
    row = partial(_engine_limit, limits)
    refused = "The text is refused at the place where it exceeds the limit (`SRC120`)."
    unread = "Further documents are not read (`SRC120`)."
    unclosed = "Look for an unclosed bracket."
    outside = "Keep large data out of the text."
    expanded = f"keys and values, {limits.expanded_characters:,} characters, in one text"
    written_out = "Write the values in place of the aliases, in several texts."
    return (
        row("Text", "text_bytes", "bytes", refused, _SPLIT),
        row("Documents", "documents", "in one text", unread, _SPLIT),
        row("Keys and values", "nodes", "in one text", refused, _SPLIT),
        row("YAML events", "events", "in one text: every key, value, start and end", refused, _SPLIT),
        row("Depth", "depth", "nested mappings and lists", refused, unclosed),
        row("One key or value", "scalar_characters", "characters", refused, outside),
        row("With every alias written out", "expanded_nodes", expanded, refused, written_out),
        row("Objects of the Template", "objects", "in one text", "The Template is refused (`TPL211`).", _SPLIT),
        row("Other objects", "objects", "in one text", "Further objects are ignored (`SRC120`).", _SPLIT),
    )


def template_limits(limits: Limits) -> tuple[Limit, ...]:
    """The limits of one Template, and of the output of it and its containers."""
    row = partial(_engine_limit, limits)
    nothing = "Nothing is substituted, and the place is reported (`TPL211`)."
    unchanged = "The reference stays as it is, and the place is reported (`ENV510`)."
    not_generated = "Nothing is generated, and the expression is reported (`GEN702`)."
    no_more = "Further values are not generated (`GEN702`)."
    cut, fewer = "The rest is not shown (`ENV510`).", "Paste only those that matter."
    shorter = "Write a shorter expression."
    stopped, seconds = "The evaluation is stopped (`SRC120`).", "s of CPU time per request"
    return (
        row("Parameters", "parameters", "per Template", nothing, _LOCALLY),
        row("Value of a Parameter", "value_characters", "characters", nothing, _LOCALLY),
        row("Generated value", "generated_characters", "characters", not_generated, shorter),
        row(
            "Generated values together", "all_generated_characters", "characters", no_more, "Write shorter expressions."
        ),
        Limit("Expression", LONGEST_EXPRESSION, "characters", not_generated, shorter),
        Limit("Character class of an expression", LONGEST_CLASS, "characters", not_generated, shorter),
        Limit("All character classes with non-ASCII characters", LONGEST_CLASSES, "characters", not_generated, shorter),
        Limit("Groups of an expression", DEEPEST_EXPRESSION, "nested", not_generated, shorter),
        Limit("Repetitions of an expression", MOST_DRAW_STEPS, "characters and empty groups", not_generated, shorter),
        row("References to Parameters", "references", "per Template", nothing, _SPLIT),
        row("Levels of texts with a dollar sign", "reference_levels", "of all texts, added up", nothing, _SPLIT),
        row("Lists and mappings from `${{P}}`", "expanded_nodes", "keys and values", nothing, _LOCALLY),
        row("One text after substitution", "text_characters", "characters", nothing, _LOCALLY),
        row("All texts after substitution", "output_characters", "characters", nothing, _LOCALLY),
        row("References to variables", "references", "in one text", unchanged, _SPLIT),
        row("Text that references to variables insert", "output_characters", "characters", unchanged, _LOCALLY),
        row("Variables from Services, ConfigMaps and Secrets", "inherited_variables", "in one text", cut, fewer),
        Limit("Time", settings.ENGINE_SECONDS, seconds, stopped, _SPLIT, "ENGINE_SECONDS"),
    )


def request_limits() -> tuple[Limit, ...]:
    """The limits on the size of a request."""
    refused = "The request is refused; the form keeps its text."
    words = "Write a longer one into the text."
    return (
        Limit(
            "Request",
            settings.REQUEST_BYTES,
            "bytes",
            "It is refused without being read (413).",
            _LOCALLY,
            "REQUEST_BYTES",
        ),
        Limit("Text in the form", SOURCE_BYTES, "bytes", f"{refused[:-1]} (413).", _LOCALLY),
        Limit("Files", MOST_FILES, "opened at once", "None of them is opened.", "Open some of them."),
        Limit("Fields of the form", settings.DATA_UPLOAD_MAX_NUMBER_FIELDS, "fields", refused, _LOCALLY),
        Limit("Values in the form", MOST_VALUES, "of a kind", refused, _LOCALLY),
        Limit("Value sets", MOST_SETS, "in the form", refused, "Use `process --set NAME=FILE … -o diff`."),
        Limit("Value in the form", VALUE_CHARACTERS, "characters", refused, _LOCALLY),
        Limit("Name in the form", NAME_CHARACTERS, "characters", refused, "Use a shorter name."),
        Limit(
            "Display name or description of a new parameter", LONGEST_WORDS, "characters", "The dialog says so.", words
        ),
        Limit("Title", TITLE_CHARACTERS, "characters", refused, "Use a shorter title."),
    )


def limits_of_the_api() -> tuple[Limit, ...]:
    """The limits of requests to the API, beside those of every request."""
    longer, expand = "Send it to `processedtemplates`, as an object.", "Use `template-playground expand`."
    refused, too_large, busy = (f"The request is refused ({status})." for status in (400, 413, 429))
    smaller, ended, again = "Send several patches.", "The answer ends.", "Request the rest with its `continue` token."
    a_value = "One key or value, and so the text of `/api/evaluate`"
    return (
        Limit(a_value, _BODY.scalar_characters, "characters", refused, longer),
        Limit("Answer with an Evaluation or a processed Template", LONGEST_ANSWER, "bytes", too_large, expand),
        Limit("Values of all containers, in its answer", MOST_RECEIVED, "characters", too_large, expand),
        Limit("Operations", MOST_OPERATIONS, "of a JSON patch", too_large, smaller),
        Limit("Copied values", MOST_COPIED, "or ten times as many characters, by a JSON patch", too_large, smaller),
        Limit("Depth", DEEPEST, "mappings and lists after a JSON patch", too_large, "Store a flatter object."),
        Limit("Selector", LONGEST_SELECTOR, "characters", refused, "Use a shorter one."),
        Limit("Texts of a list", MOST_LISTED, "characters per answer", ended, again),
        Limit("Watches", MOST_WATCHES, "at a time per process", busy, "Try again in a moment."),
        Limit("Watches of a client", WATCHES_OF_A_CLIENT, "at a time per process", busy, "End one of them."),
        Limit("Watch", LONGEST_WATCH, "s", ended, "Watch again from the last version."),
    )


def page_limits() -> tuple[Limit, ...]:
    """How much of a long result a page shows; the whole result is computed."""
    counted, download, first = "The others are only counted.", "Download the output.", "Mend the first ones."
    cut, narrower = "The rest is only counted.", "Leave other documents out of the text."
    whole = "It is refused as a file and by the API."
    select = "Select the value there."
    return (
        Limit("Findings of one rule", MOST_FINDINGS, "in one text", "The last one says that there are more.", first),
        Limit("Fixes of one rule", MOST_FIXED, "characters", "Further findings have no fix.", "Apply some first."),
        Limit("Issues", MOST_ISSUES, "on a page", counted, first),
        Limit("Lines of the output", MOST_LINES, "on a page", counted, download),
        Limit("Lines of the output", MOST_WHOLE, "on a page that shows all", counted, download),
        Limit("All lines of the output", MOST_CHARACTERS, "characters", counted, download),
        Limit("All lines of the output", WHOLE_CHARACTERS, "characters on a page that shows all", counted, download),
        Limit("Whole output", LONGEST_OUTPUT, "bytes of memory: each line takes 128 beside its text", whole, _LOCALLY),
        Limit("Lines that are compared", MOST_COMPARED, "of the output", "It is not compared.", download),
        Limit("Output that is compared", LONGEST_COMPARED, "bytes of memory", "It is not compared.", download),
        Limit("Fields that differ between value sets", MOST_DIFFERENCES, "on a page", counted, _LOCALLY),
        Limit("One text on a page", TEXT_CHARACTERS, "characters", cut, download),
        Limit("All texts on a page", ALL_CHARACTERS, "characters, with their markup", cut, download),
        Limit("Containers", MOST_CONTAINERS, "on a page", counted, narrower),
        Limit("Variables", MOST_VARIABLES, "per container", counted, narrower),
        Limit("Arguments", MOST_TEXTS, "per container", counted, narrower),
        Limit("Graph", MOST_NODES, "variables per container", counted, narrower),
        Limit(
            "Places of a new parameter", MOST_PLACES, "in its dialog", "One check box stands for the others.", narrower
        ),
        Limit("Suggestions with a check box", MOST_BOXES, "for a Template", "Others are taken as usual.", _LOCALLY),
        Limit("Mentions of its value", MOST_MENTIONS, "in its dialog", "Others are not offered.", select),
        Limit("Values with their origin", MOST_TRACES, "in the output", "Others show no origin.", narrower),
        Limit("Expressions beside given values", MOST_CHECKED, "on a page", "Others show no strength.", narrower),
        Limit("Steps of all origins", ALL_STEPS, "on a page", "Further steps are left out.", narrower),
        Limit("Lines of a comparison", MOST_ROWS, "on a page", counted, "Download both versions."),
        Limit("Invisible characters", MOST_SHOWN, "groups on a page", "Others are shown as `\ufffd`.", "Remove some."),
    )


def client_limits() -> tuple[Limit, ...]:
    """The limits on the rate of one client, an IPv4 address or an IPv6 /64."""
    paused = "The request is refused with the seconds to wait (429); the text stays where it is."
    previews, a_day = settings.PREVIEWS_PER_MINUTE, settings.SAVED_BYTES_PER_DAY
    return (
        Limit("Evaluations", previews, "a minute", paused, _WAIT, "PREVIEWS_PER_MINUTE"),
        Limit("Saves", settings.SAVES_PER_MINUTE, "a minute", paused, _WAIT, "SAVES_PER_MINUTE"),
        Limit("Saves", settings.SAVES_PER_HOUR, "an hour", paused, _WAIT, "SAVES_PER_HOUR"),
        Limit("Saved", a_day, "bytes a day", paused, "Wait, or download instead of sharing.", "SAVED_BYTES_PER_DAY"),
    )


def share_limits() -> tuple[Limit, ...]:
    """How much is stored of all clients together and of one Share, and for how long."""
    full = "Nothing more is saved (507); reading, evaluating and deleting go on."
    refused = "It cannot be updated any more; the text is kept in the page."
    chosen = "days, or a day, a year or for good, as its sender chooses"
    expired = f"Its address says that it has expired; {TEXT_KEPT_FOR.seconds // 60} minutes later its text is deleted."
    forgotten = "Then its address answers as if the Share had never existed (404)."
    month = Expiry.MONTH.value
    return (
        Limit("Shares", settings.STORED_SHARES, "for all visitors together", full, _DELETE, "STORED_SHARES"),
        Limit("Stored", settings.STORED_BYTES, "bytes for all visitors together", full, _DELETE, "STORED_BYTES"),
        Limit("Disk space left free", settings.FREE_BYTES, "bytes", full, _DELETE, "FREE_BYTES"),
        Limit("Revisions", settings.REVISIONS, "of one Share", refused, "Save it as a copy.", "REVISIONS"),
        Limit("Life of a Share", month.days, chosen, expired, "Change its expiry on its page of details."),
        Limit("Notice of a Share that is gone", END_TOLD_FOR.days, "days", forgotten, "Share the text again."),
        Limit("Search in My shares", LONGEST_SEARCH, "characters", "The rest is ignored.", "Use a shorter search."),
    )


def _linked(text: str) -> SafeString:
    """A sentence of ours as HTML; the code of a rule links to the rule's page."""
    parts = _RULE.split(text)
    parts[::2] = map(prose, parts[::2])
    parts[1::2] = (code_link(reverse("rule", args=[code]), code) for code in parts[1::2])
    return format_html_join("", "{}", ((part,) for part in parts))


@require_safe
def limits(request: HttpRequest) -> HttpResponse:
    """All limits, as they are set on this site."""
    in_force = site_limits()
    groups = (
        ("A text", text_limits(in_force)),
        ("A Template and its output", template_limits(in_force)),
        ("A page", page_limits()),
        ("A request", request_limits()),
        ("A request to the API", limits_of_the_api()),
        ("A network", client_limits()),
        ("Shared texts", share_limits()),
    )
    panels = [
        (group, [(prose(row.title), row, _linked(row.consequence), prose(row.advice)) for row in rows])
        for group, rows in groups
    ]
    return render(request, "manual/limits.html", {"groups": panels})
