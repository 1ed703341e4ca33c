"""Turns a fuzzer's bytes into a property and its input: the first byte selects the property."""

from __future__ import annotations

from tests.nightly.fuzz import promises

SWITCHES = (
    *("-f", "-p", "--from", "--dialect", "--cluster", "--kubernetes-version", "-o", "--format", "--param-file", "-l"),
    *("--parameters", "--raw", "--template", "-n", "--values", "--explain", "--ignore-unknown-parameters", "--local"),
)
VIEWS = ("expanded", "environment", "diff", "source")
COMMANDS = ("process", "expand", "check", "explain", "completion")
FILES = ("t.yaml", "p.env", "v.yaml", "c.yaml")


def one_input(data: bytes) -> None:
    """Try one promise. Raises AssertionError, or whatever else should not have been raised."""
    if data:
        AIMS[data[0] % len(AIMS)](data[1:])


def _texts(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    promises.text_keeps_promises(text, {"A": text[:40], "B": "b"}, ("auto", "openshift", "proposal")[len(data) % 3])


def _conversions(data: bytes) -> None:
    promises.conversion_keeps_promises(data.decode("utf-8", "surrogateescape"))


def _commands(data: bytes) -> None:
    """A line of words, each a switch's number or itself; and the same bytes as every file that they name."""
    first, _, text = data.partition(b"\n")
    arguments = [_word(part) for part in first[:200].split(b"\x1f")[:12]]
    arguments = [word for word in arguments if word not in ("--watch", "--interactive", "-") and "/" not in word]
    command = COMMANDS[len(text) % len(COMMANDS)]
    file = ["-f", FILES[0]] if command in ("process", "expand", "check") else []
    promises.command_keeps_promises([command, *file, *arguments], dict.fromkeys(FILES, text))


def _word(data: bytes) -> str:
    if len(data) == 1:
        choices = (*SWITCHES, *FILES)
        return choices[data[0] % len(choices)]
    return data.decode("utf-8", "surrogateescape")


def _languages(data: bytes) -> None:
    promises.little_languages_keep_their_promises(data[:500].decode("utf-8", "surrogateescape"))


def _requests(data: bytes) -> None:
    kind, body = (data[0], data[1:]) if data else (0, b"")
    promises.request_keeps_promises(body, kind, body[-40:].decode("utf-8", "replace"))


def _pages(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    promises.page_keeps_promises(text, text[:8], text[-60:], VIEWS[len(data) % len(VIEWS)])


AIMS = (_texts, _conversions, _commands, _requests, _pages, _languages)
