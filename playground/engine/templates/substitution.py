"""Substitutes the parameter references of one string, in both dialects, and records where each piece came from.

OpenShift library-go ``pkg/template/templateprocessing``; the Kubernetes proposal "OpenShift Template Syntax".
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import accumulate
from typing import Any, Literal, NamedTuple

from playground.engine.reading.objects import Piece
from playground.engine.templates.types import DROP, ConversionError, SubstitutionLimitError, convert, decode

__all__ = [
    "DROP",
    "ConversionError",
    "Dialect",
    "ParameterToken",
    "Substitution",
    "SubstitutionLimitError",
    "convert",
    "parameter_tokens",
    "substitute",
]

LONGEST_TEXT = 1 << 20  # characters of one substituted string
MOST_WORK = 1 << 21  # characters that ``_in_turn``, `oc`'s own loop, may search for one string

_RAW = r"\$\{\{(?P<before>[ \t]*+)(?P<raw>[A-Za-z0-9_]++)(?P<after>[ \t]*+)\}\}"
_OPENSHIFT = re.compile(_RAW + r"|\$\{(?P<text>[A-Za-z0-9_]++)\}")
# A run of `$` before `(` is matched as a whole: in an even run, each pair is an escape, and no `$` is left for the `(`.
_PROPOSAL = re.compile(_OPENSHIFT.pattern + r"|(?<!\$)(?P<run>\$++)\((?P<call>[A-Za-z0-9_]++)\)")

Form = Literal["$()", "${}", "${{}}", "$$()"]


class Dialect(StrEnum):
    """The rules by which a Template is processed."""

    OPENSHIFT = "openshift"
    PROPOSAL = "proposal"


class ParameterToken(NamedTuple):
    """A parameter reference, or a text that looks like one: ``text[start:end]``, in code points.

    ``inert``: this dialect leaves the token unchanged even if the parameter is declared: `x${{P}}` in openshift,
    `${{ P }}` in both, and `$$(P)`, which is an escape for the kubelet.
    """

    start: int
    end: int
    name: str
    form: Form
    inert: bool = False


class Substitution(NamedTuple):
    """The result for one string.

    ``value`` is a str, unless the string was exactly one `${{P}}`, or one reference to a Parameter with a type.

    ``pieces`` cover the value from left to right without gaps; empty if nothing was substituted.
    """

    value: Any
    pieces: tuple[Piece, ...] = ()


def parameter_tokens(text: str, dialect: Dialect) -> tuple[ParameterToken, ...]:
    """Every ParameterToken of ``text``, left to right, declared or not. Linear time.

    >>> [(token.name, token.form, token.inert) for token in parameter_tokens("${A}-${{B}}-$(C)", Dialect.OPENSHIFT)]
    [('A', '${}', False), ('B', '${{}}', True)]
    >>> [(token.name, token.form) for token in parameter_tokens("${{B}}$(C)$$(D)", Dialect.PROPOSAL)]
    [('B', '${{}}'), ('C', '$()'), ('D', '$$()')]
    """
    if "$" not in text:
        return ()
    if dialect is Dialect.PROPOSAL:
        return tuple(_proposal_token(match) for match in _PROPOSAL.finditer(text))
    return tuple(_openshift_token(match) for match in _OPENSHIFT.finditer(text))


def _openshift_token(match: re.Match[str]) -> ParameterToken:
    if match["raw"] is None:
        return ParameterToken(match.start(), match.end(), match["text"], "${}")
    whole = match.end() - match.start() == len(match.string)
    return ParameterToken(match.start(), match.end(), match["raw"], "${{}}", not whole or _is_spaced(match))


def _proposal_token(match: re.Match[str]) -> ParameterToken:
    if match["raw"] is not None:
        return ParameterToken(match.start(), match.end(), match["raw"], "${{}}", _is_spaced(match))
    if match["text"] is not None:
        return ParameterToken(match.start(), match.end(), match["text"], "${}")
    operator = match.end("run")
    if len(match["run"]) % 2:
        return ParameterToken(operator - 1, match.end(), match["call"], "$()")
    return ParameterToken(operator - 2, match.end(), match["call"], "$$()", inert=True)


def _is_spaced(match: re.Match[str]) -> bool:
    return bool(match["before"] or match["after"])


def substitute(
    text: str,
    values: Mapping[str, str],
    dialect: Dialect,
    types: Mapping[str, str] | None = None,
    *,
    limit: int = LONGEST_TEXT,
    tokens: Iterable[ParameterToken] | None = None,
) -> Substitution:
    """``text`` with the references to the parameters in ``values`` replaced; all others stay as they are.

    A declared parameter without a value is in ``values`` as "". ``types`` matter in the proposal only: a string
    that is exactly one reference to an `int` or `bool` parameter becomes a number or a bool; a value that does not
    have that type is inserted as text (``convert`` raises the error). ``tokens``: those of ``text``, if the caller
    has them. Raises SubstitutionLimitError if the result would be longer than ``limit`` characters.

    >>> substitute("${A}${B}", {"A": "${B}", "B": "x"}, Dialect.OPENSHIFT).value  # `oc` replaces the first `${B}`
    'x${B}'
    >>> substitute("$(N)", {"N": "3"}, Dialect.PROPOSAL, {"N": "int"}).value
    3
    """
    tokens = parameter_tokens(text, dialect) if tokens is None else tokens
    live = [token for token in tokens if not token.inert and token.name in values]
    if not live:
        return Substitution(text)
    first = live[0]
    if first.start == 0 and first.end == len(text):
        type_ = (types or {}).get(first.name, "") if dialect is Dialect.PROPOSAL else ""
        value = _whole(first, values[first.name], type_)
        end = len(value) if isinstance(value, str) else 0
        return Substitution(value, (Piece(0, end, source_start=0, source_end=len(text), parameter=first.name),))
    result = _in_one_pass(text, live, values, limit)
    if dialect is Dialect.OPENSHIFT and _is_stolen(result.value, live):
        return _in_turn(text, live, values)
    return result


def _whole(token: ParameterToken, value: str, type_: str) -> Any:
    """The value of a string that consists of ``token`` alone."""
    if type_ in ("int", "bool"):
        try:
            return convert(value, type_)
        except ConversionError:
            return value
    return decode(value) if token.form == "${{}}" and type_ != "base64" else value


def _in_one_pass(text: str, live: Iterable[ParameterToken], values: Mapping[str, str], limit: int) -> Substitution:
    """``text`` with each reference replaced at its own place."""
    stretches: list[tuple[int, int, str | None]] = []  # of ``text``: start, end, the parameter that replaces it
    position = 0
    for token in live:
        if position < token.start:
            stretches.append((position, token.start, None))
        stretches.append((token.start, token.end, token.name))
        position = token.end
    if position < len(text):
        stretches.append((position, len(text), None))
    # Lengths first: a text of 1 MiB with references to a value of 64 KiB must be refused before it is built.
    ends = list(accumulate(end - start if name is None else len(values[name]) for start, end, name in stretches))
    if ends[-1] > limit:
        raise SubstitutionLimitError(f"the substituted text is longer than {limit:,} characters")
    value = "".join(text[start:end] if name is None else values[name] for start, end, name in stretches)
    places = zip([0, *ends], ends, stretches, strict=False)
    return Substitution(value, tuple([Piece(begin, finish, *stretch) for begin, finish, stretch in places]))


def _is_stolen(result: str, live: Iterable[ParameterToken]) -> bool:
    """Whether `oc` could have replaced another `${P}` than the reference's own.

    For each reference, `oc` replaces the first `${P}` in its current text. That is another `${P}` only if values
    inserted before the reference form one. Up to the first such step, both ways give the same text, so ``result``,
    which was built in one pass, contains that `${P}`, too.
    """
    names = {token.name for token in live}
    return any(match["text"] in names for match in _OPENSHIFT.finditer(result))


def _in_turn(text: str, live: list[ParameterToken], values: Mapping[str, str]) -> Substitution:
    """`oc`'s own loop: for each reference, replace its first occurrence in the current text.

    No two `${P}` overlap, so a step destroys only the occurrence that it replaces. So each reference finds an
    occurrence, and the result is as long as the result of one pass.
    """
    result = text
    # Where each character of ``result`` came from: its index in ``text``; or, from a value, -1 - the number of the step
    # that inserted the value.
    owners = array("q", range(len(text)))
    # For each step, the part of ``text`` that the step replaced (start and end), and the parameter.
    stretches: list[tuple[int, int, str]] = []
    work = 0
    for token in live:
        value, reference = values[token.name], f"${{{token.name}}}"
        position = result.find(reference)
        work += len(result)
        if work > MOST_WORK:
            raise SubstitutionLimitError("the values inserted into this text form too many new references")
        end = position + len(reference)
        stretches.append((*_original_stretch(owners[position:end], stretches), token.name))
        owners[position:end] = array("q", [-len(stretches)]) * len(value)
        result = result[:position] + value + result[end:]
    return Substitution(result, tuple(_pieces(owners, stretches)))


def _original_stretch(owners: array[int], stretches: list[tuple[int, int, str]]) -> tuple[int, int]:
    """Start and end of the part of the original text that these characters came from."""
    places = [(owner, owner + 1) if owner >= 0 else stretches[-1 - owner][:2] for owner in set(owners)]
    return min(start for start, _ in places), max(end for _, end in places)


def _pieces(owners: array[int], stretches: list[tuple[int, int, str]]) -> Iterable[Piece]:
    """The pieces: runs of characters of the same origin."""
    start = 0
    for end in range(1, len(owners) + 1):
        first, last = owners[start], owners[end - 1]
        if end < len(owners) and owners[end] == (last + 1 if last >= 0 else last):
            continue
        yield Piece(start, end, first, last + 1) if first >= 0 else Piece(start, end, *stretches[-1 - first])
        start = end
