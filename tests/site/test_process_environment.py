"""Settings are parsed strictly: an unreadable one stops the start and says why."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from playground.site.process_environment import comma_list, lower_limits, number, secret_key, switch, text


def test_an_unset_or_empty_variable_has_its_default() -> None:
    assert text({}, "TITLE", "none") == "none"
    assert text({"TITLE": ""}, "TITLE", "none") == "none"
    assert text({"TITLE": "mine"}, "TITLE", "none") == "mine"


def test_a_variable_can_be_given_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("s3cret\n")
    assert text({"KEY_FILE": str(tmp_path / "key")}, "KEY") == "s3cret"


@pytest.mark.parametrize("content", [None, "", "\n"], ids=["missing", "empty", "blank"])
def test_an_empty_file_is_refused_by_name(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "key"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ImproperlyConfigured, match="KEY_FILE names"):
        text({"KEY_FILE": str(path)}, "KEY")


def test_a_variable_and_its_file_cannot_both_be_set(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="both set"):
        text({"KEY": "a", "KEY_FILE": str(tmp_path)}, "KEY")


@pytest.mark.parametrize(
    ("word", "on"), [("1", True), ("TRUE", True), ("on", True), ("0", False), ("no", False), ("", False)]
)
def test_a_switch_is_on_or_off(word: str, on: bool) -> None:
    assert switch({"DEBUG": word}, "DEBUG") is on


@pytest.mark.parametrize("word", ["ture", "2", "enabled", " 1"])
def test_a_switch_that_is_neither_on_nor_off_is_refused(word: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DEBUG"):
        switch({"DEBUG": word}, "DEBUG")


@pytest.mark.parametrize("word", ["-1", "1.5", "ten", "٣", "1_000"])
def test_a_number_is_whole_and_ascii(word: str) -> None:
    assert number({"SIZE": "12"}, "SIZE", 3) == 12
    with pytest.raises(ImproperlyConfigured, match="SIZE"):
        number({"SIZE": word}, "SIZE", 3)


def test_a_list_is_separated_by_commas() -> None:
    assert comma_list({"HOSTS": " a, b,,c "}, "HOSTS") == ["a", "b", "c"]


def test_a_given_key_must_be_long_and_varied() -> None:
    assert secret_key("a2345" * 10, Path("unused")) == "a2345" * 10
    with pytest.raises(ImproperlyConfigured, match="49 characters"):
        secret_key(("a2345" * 10)[1:], Path("unused"))
    with pytest.raises(ImproperlyConfigured, match="placeholder"):
        secret_key("k" * 64, Path("unused"))
    with pytest.raises(ImproperlyConfigured, match="placeholder"):
        secret_key("django-insecure-" + "a2345" * 10, Path("unused"))


def test_a_key_is_generated_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret-key"
    key = secret_key("", path)
    assert len(key) > 80
    assert secret_key("", path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(path.parent) == ["secret-key"]  # noqa: PTH208


def test_processes_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: secret_key("", tmp_path / "secret-key"), range(32)))
    assert len(keys) == 1


def test_a_key_that_cannot_be_stored_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set"):
        secret_key("", tmp_path / "file" / "secret-key")


HIGHEST = {"depth": 200, "documents": 1000}


def test_limits_are_lowered_by_name() -> None:
    assert lower_limits({}, "LIMITS", HIGHEST) == {}
    assert lower_limits({"LIMITS": "depth=200, documents=1"}, "LIMITS", HIGHEST) == {"depth": 200, "documents": 1}


@pytest.mark.parametrize(
    "value", ["depth", "depth=", "depth=0", "depth=201", "depth=-1", "depth=١", "width=3", "depth=1=2"]
)
def test_an_unknown_or_raised_limit_stops_the_start(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="LIMITS"):
        lower_limits({"LIMITS": value}, "LIMITS", HIGHEST)
