"""OpenShift's grammar of generator expressions: only `[class]{length}`.

OpenShift library-go ``pkg/template/generator/expressionvalue.go``, but a range includes its last character.
"""

from __future__ import annotations

import re
from functools import partial
from math import log2
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from playground.engine.model.records import record
from playground.engine.templates.generators.plan import Characters, Generation, Node, Plan, Repeat, Run, run_of
from playground.engine.templates.generators.regex import GeneratorError, bounded

SYMBOLS = "~!@#$%^&*()-_+={}[]\\|<,>.?/\"';:`"
ORDER = ascii_lowercase + ascii_uppercase + digits + SYMBOLS  # the order of characters in a range
CLASSES = {
    r"\w": ascii_lowercase + ascii_uppercase + digits + "_",
    r"\d": digits,
    r"\a": ascii_lowercase + ascii_uppercase + digits,
    r"\A": SYMBOLS,
}
LONGEST_VALUE = 65_536  # characters that one expression may generate, on the command line, too
PLENTY = 16  # characters: the suggested length where a regular expression has no upper bound
_LONGEST_RUN = 255  # characters that one token may generate
_MOST_INT64 = 2**63 - 1

_TOKEN = re.compile(r"\[([a-zA-Z0-9\-\\]++)\]\{([0-9]++)\}")
# OpenShift's own check is no stricter: a class must begin with `\w`, `\d`, `\a` or `\A`, or end with a range.
_WELL_FORMED = re.compile(r"\[\\[wdaA]|[a-zA-Z0-9]-[a-zA-Z0-9]\]")
_PIECE = re.compile(r"\\?[a-zA-Z0-9]-?[a-zA-Z0-9]?")


@record()
class ExpressionToken:
    """One `[class]{length}`: ``expression[start:end]`` gives ``length`` characters of ``alphabet``.

    ``never``: the characters of the alphabet that OpenShift's own generator never yields, because it stops a range
    before the last character.
    """

    start: int
    end: int
    alphabet: str
    length: int
    never: str


def plan(expression: str) -> Plan:
    """The plan of an expression; text between tokens stays as it is. Raises GeneratorError as ``expression_tokens``."""
    tokens = expression_tokens(expression)
    steps: list[str | Run] = []
    position = 0
    for token in tokens:
        steps += expression[position : token.start], run_of(token.alphabet, token.length, token.length)
        position = token.end
    return Plan((*steps, expression[position:]), partial(_generation, expression, tokens))


def _generation(expression: str, tokens: tuple[ExpressionToken, ...]) -> Generation:
    literal_length = len(expression) - sum(token.end - token.start for token in tokens)
    length = literal_length + sum(token.length for token in tokens)
    return Generation(
        "".join(dict.fromkeys("".join(token.alphabet for token in tokens))),
        (length, length),
        bits=sum(token.length * log2(len(token.alphabet)) for token in tokens),
        literal=not tokens,
        meant=None if tokens else meant(expression),
        never="".join(dict.fromkeys("".join(token.never for token in tokens))),
    )


def expression_tokens(expression: str) -> tuple[ExpressionToken, ...]:
    """The tokens of an expression, left to right; all other text is literal.

    Raises GeneratorError with OpenShift's own words for the first token that is wrong.

    >>> [(token.alphabet, token.length, token.never) for token in expression_tokens("user[A-F0-3]{3}")]
    [('ABCDEF0123', 3, 'F3')]
    """
    tokens = tuple(_token(match) for match in _TOKEN.finditer(expression))
    if sum(token.length for token in tokens) > LONGEST_VALUE:
        raise GeneratorError(f"the expression would generate more than {LONGEST_VALUE:,} characters")
    return tokens


def _token(match: re.Match[str]) -> ExpressionToken:
    start, end = match.span()
    bracket = f"[{match[1]}]"
    if not _WELL_FORMED.search(bracket):
        # OpenShift spells `expresion` so.
        raise GeneratorError(f"malformed expresion syntax: {bracket}", start, start + len(bracket))
    number = match[2].lstrip("0") or "0"
    # Go reads a number beyond 64 bits as the largest one. Python would refuse to read thousands of digits.
    length = min(int(number), _MOST_INT64) if len(number) < 20 else _MOST_INT64
    if not 1 <= length <= _LONGEST_RUN:
        raise GeneratorError(f"range must be within [1-{_LONGEST_RUN}] characters ({length})", start, end)
    alphabet, never = _alphabet(match[1], start, end)
    return ExpressionToken(start, end, alphabet, length, never)


def _alphabet(text: str, start: int, end: int) -> tuple[str, str]:
    """The distinct characters of a class, and those of them that OpenShift's own generator leaves out.

    OpenShift cuts the class into pieces: an optional backslash, a letter or digit, an optional `-`, an optional letter
    or digit. The first and last characters of a piece make a range. So neighbours pair up: `[abc0-9]` is a-b, c-0 and a
    9 that gives nothing. In `[\\wA-Z]`, the piece `\\wA` is read as `\\A`.
    """
    yielded, included = dict[str, None](), dict[str, None]()  # as ordered sets
    for piece in dict.fromkeys(_PIECE.findall(text)):
        first, last = piece[0], piece[-1]
        named = CLASSES.get(first + last, "")
        yielded |= dict.fromkeys(named or _range(first, last, start, end))
        included |= dict.fromkeys(named or (_range(first, last, start, end) + last if len(piece) > 1 else ""))
    return "".join(included), "".join(char for char in included if char not in yielded)


def _range(first: str, last: str, start: int, end: int) -> str:
    """The characters from ``first`` up to ``last``, without ``last``."""
    low, high = ORDER.index(first), ORDER.index(last)
    if low > high:
        raise GeneratorError(f"invalid range specified: {first}-{last}", start, end)
    return ORDER[low:high]


def meant(expression: str) -> str | None:
    """The OpenShift expression to suggest for a regular expression, which OpenShift would take as literal text.

    Each value that it generates also matches the regular expression. None if ``expression`` is no regular expression,
    has nothing to choose from, or has no counterpart in OpenShift's grammar.

    >>> meant("[a-zA-Z0-9_]{8}"), meant(r"user-\\d{3,5}"), meant("[a-z!]+"), meant("(a|bc)")
    ('[\\\\w]{8}', 'user-[\\\\d]{5}', '[a-z]{16}', None)
    """
    try:
        regex = bounded(expression)
        parts = [_part(node) for node in regex.nodes]
        text = "".join(part for part in parts if part is not None)
        tokens = expression_tokens(text)
    except GeneratorError:
        return None
    crashes = any(token.never == token.alphabet for token in tokens)  # `oc` crashes on `[a-a]`
    return text if tokens and None not in parts and not crashes else None


def _part(node: Node) -> str | None:
    """OpenShift's expression for a node; None if there is none."""
    if isinstance(node, Characters):
        return _token_text(node.characters, 1)
    if isinstance(node, Repeat) and len(node.body) == 1 and isinstance(node.body[0], Characters):
        length = max(node.least, PLENTY) if node.unbounded else node.most
        return _token_text(node.body[0].characters, length)
    return None


def _token_text(characters: str, length: int) -> str | None:
    """The token for these characters, or for as many of them as a class of OpenShift can name; None if for none."""
    if length == 0:
        return ""
    if len(characters) == 1:
        return None if characters == "[" else characters * length  # a literal `[` could open a token
    text = _class_text(frozenset(characters))
    return f"[{text}]{{{length}}}" if text else None


def _class_text(characters: frozenset[str]) -> str:
    """The inside of `[class]` for these characters; "" if no class can name any of them."""
    for name in (r"\w", r"\a"):
        if characters.issuperset(CLASSES[name]):
            return name
    alphanumerics = characters.intersection(ascii_letters + digits)
    if alphanumerics == frozenset(digits):
        return r"\d"
    if not alphanumerics and characters.issuperset(SYMBOLS):
        return r"\A"
    return "".join(
        _runs(ascii_lowercase, alphanumerics) + _runs(ascii_uppercase, alphanumerics) + _runs(digits, alphanumerics)
    )


def _runs(order: str, members: frozenset[str]) -> list[str]:
    """The ``members`` of ``order`` as ranges `x-y`."""
    marked = "".join(char if char in members else " " for char in order)
    return [f"{run[0]}-{run[-1]}" for run in marked.split()]
