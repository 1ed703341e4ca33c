"""`-o jsonpath=…` finds and refuses what kubectl does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from playground.cli.input.files import LIMITS
from playground.cli.options import RequestError
from playground.cli.output.jsonpath import execution as module
from playground.cli.output.jsonpath.execution import jsonpath
from tests.cost import steps

VALUE = {
    "kind": "List",
    "items": [{"a.b": "x", "n": 1.5, "s": "a)b"}, {"a.b": "<", "n": None}, {"n": 2.0, "m": {"k": [1, 2]}}],
    "big": 1234567.0,
    "empty": [],
}


@pytest.mark.parametrize(
    ("template", "output"),
    [
        ("{.items[*].a\\.b}", "x <"),
        ("{..k}", "[1,2]"),
        ('{.items[?(@.s=="x")].n}', "nope: s"),
        ("{range .items[0:1]}{.s}{end}", "a)b"),
        ("{range .nope[*]}{.s}{end}", "nope: nope"),
        ("{.items[*]['n','s']}", "1.5 null 2 a)b"),
        ("{.items[*]['n','nope']}", "nope: nope"),
        ("{.items[?(@.m)].n}", "2"),
        ("{.kind.x}", "nope: x"),
        ("{.empty[*].x}", ""),
        ("{.items[*].m.nope}", "nope: nope"),
    ],
)
def test_a_missing_field_can_be_an_error(template: str, output: str) -> None:
    missing = output.removeprefix("nope: ")
    if missing == output:
        assert jsonpath(template, VALUE, allow_missing=False) == output
    else:
        with pytest.raises(RequestError, match=f"Error executing template: {missing} is not found$"):
            jsonpath(template, VALUE, allow_missing=False)


@pytest.mark.parametrize(
    ("template", "output"),
    [
        ("{.kind}", "List"),
        (".kind", ".kind"),
        ("a}{.kind}}b", "a}List}b"),
        ("{.}", ""),
        ("{.nope}{.items[*].nope.x}", ""),
        ("{$.kind}{'-'}{@.items[-2].a\\.b}{\"\\n\"}", "List-<\n"),
        ("{.items[*].n}", "1.5 null 2"),
        ("{.items[2].m.*}", "[1,2]"),
        ("{.items[2].m}", '{"k":[1,2]}'),
        ('{"a\\u00e9\\x41\\101"}', "aéAA"),
        ("{'it\\'s'}", "it's"),
        ("{.big} {1} {-1.50} {true}", "1.234567e+06 1 -1.5 true"),
        ("{.items[0:2].n}", "1.5 null"),
        ("{.items[::2].n}", "1.5 2"),
        ("{.items[-1:].n}{.items[1:1].n}{.empty[*]}", "2"),
        ("{.items[0,2].n}", "1.5 2"),
        ("{.items[2]['n','kind']}", "2"),
        ("{.items[?(@.m)].n}", "2"),
        ("{.items[?(@.s=='a)b')].n}", "1.5"),
        ('{.items[?(@.s != "x")].n}', "1.5"),
        ("{.items[?(@.m.k[0]==1)].n}", "2"),
        ("{..k}", "[1,2]"),
        ("{.items..k[1]}", "2"),
        ("{range .items[*]}[{.n}]{end}!", "[1.5][null][2]!"),
        ("{range .empty[*]}{range .x}a{end}b{end}c{.kind}", "cList"),
        ("{range .items[*]}{range .m.k[*]}{@};{end}{end}", "1;2;"),
        ("{range .items[*]}{.n}", "1.5null2"),
        ("{.kind.*}", "76 105 115 116"),
        ("{range .items[1].n}<{@}>{.x}{end}", "<<no value>>"),
        ("{range .nope}{.kind};{end}{range .nope}{.kind}", "List"),
        ("{range .items[*]}{range .m}{.k}{end}{range .nope}-", "--[1,2]--"),
        ("{.items[?(@.m[0])].n}{.items[?(@.m.k[7])].n}{.items[?(foo)].n}", "221.5 null 2"),
        ("{.items[?(end)].n}", ""),
        ("{.items[?(@['m','n'])].n}", "1.5 null 2"),
        ('{"\\U0010ffff\\377\\xc3\\xa9"}', "\U0010ffff\udcffé"),
        ("{range .items[*].nope}{.kind}{end}!", "!"),
    ],
)
def test_paths_find_values(template: str, output: str) -> None:
    assert jsonpath(template, VALUE) == output


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{.kind", "unclosed action"),
        ("{.kind,.x}", "unrecognized character in action: U+002C ','"),
        (r'{"\q"}', r'unquote string "\q" error invalid syntax'),
        (r'{"\ud800"}', r'unquote string "\ud800" error invalid syntax'),
        (r'{"\U00110000"}', r'unquote string "\U00110000" error invalid syntax'),
        (r'{"\'"}', r'unquote string "\'" error invalid syntax'),
        (r'{"\777"}', r'unquote string "\777" error invalid syntax'),
        (r'{"\\""}', r'unquote string "\\"" error invalid syntax'),
        ('{"a', "unterminated quoted string"),
        ("{.items[0", "unterminated array"),
        ("{.items[x]}", "invalid array index x"),
        ("{.items[-]}", "array index - is not a number"),
        (f"{{.items[{'9' * 5000}]}}", f"array index {'9' * 5000} is not a number"),
        ("{.items[?(@.n]}", "unterminated filter"),
        ("{.items[?(@.n)}", "unclosed array expect ]"),
        ("{1.2.3}", "cannot parse number 1.2.3"),
        ("{....}", "invalid multiple recursive descent"),
    ],
)
def test_syntax_errors_are_refused(template: str, message: str) -> None:
    with pytest.raises(RequestError) as refused:
        jsonpath(template, VALUE)
    assert str(refused.value) == f"error parsing jsonpath {template}, {message}"


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{.items[7]}", "array index out of bounds: index 7, length 3"),
        ("{.items[0:9]}", "array index out of bounds: index 8, length 3"),
        ("{.items[2:1]}", "starting index 2 is greater than ending index 1"),
        ("{.items[::0]}", "step must be > 0"),
        ("{[0]}", "map[string]interface {} is not array or slice"),
        ("{.kind[0]}", "string is not array or slice"),
        ("{.kind[?(@)]}", "List is not array or slice and cannot be filtered"),
        ("{.items[2].m[?(@)]}", "map[k:[1 2]] is not array or slice and cannot be filtered"),
        ("{.items[?(@.n==2)]}", "incompatible types for comparison"),
        ("{.items[?(@==@)]}", "invalid type for comparison"),
        ("{.items[?(@.n=2.0)]}", "unrecognized filter operator ="),
        ("{.items[?(@.*==1)]}", "can only compare one element at a time"),
        ("{end}", "not in range, nothing to end"),
        ("{foo}", "unrecognized identifier foo"),
        ("{range .empty[*]}{foo}{end}", "unrecognized identifier foo"),
        ("{range .nope}{@[?(@)]}{end}", "<invalid reflect.Value> is not array or slice and cannot be filtered"),
        ("{range .nope}{[0]}{end}", "there is no value here"),
        ("{range .nope}{range @}{end}{end}", "there is no value here"),
    ],
)
def test_paths_that_lead_nowhere_are_refused(template: str, message: str) -> None:
    with pytest.raises(RequestError) as refused:
        jsonpath(template, VALUE)
    assert str(refused.value) == f'error executing jsonpath "{template}": Error executing template: {message}'


def test_what_is_found_again_and_again_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = [[[[[[[[VALUE]]]]]]]]
    nested = jsonpath("{..}", deep)
    monkeypatch.setattr(module, "MOST", 1000)
    with pytest.raises(RequestError, match="more than 1,000 steps"):
        jsonpath("{range ..}{range ..}{..}", deep)
    monkeypatch.setattr(module, "LIMITS", replace(LIMITS, output_characters=len(nested) - 10))
    with pytest.raises(RequestError, match=f"more than {len(nested) - 10:,} characters"):
        jsonpath("{..}", deep)


@pytest.mark.parametrize(
    "template",
    [
        "{..a..a..a..a}",
        "{..['a','a']..['a','a']}",
        "{..[?(@..a)]..[?(@..a)]}",
        "{..[*][*][*]}",
        "{range ..}{..a..a}{end}",
    ],
)
def test_a_path_that_looks_at_too_many_values_is_stopped_while_it_does(
    template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    value: Any = {"a": [[[1] * 20] * 20] * 20}
    for _ in range(60):
        value = {"a": value, "b": [1]}
    monkeypatch.setattr(module, "MOST", 1_000)

    def refuse() -> None:
        with pytest.raises(RequestError, match="more than 1,000 steps"):
            jsonpath(template, value)

    assert steps(refuse) < 40_000


def test_as_json_the_results_of_each_path_are_a_list() -> None:
    assert jsonpath("a{.kind}", VALUE, as_json=True) == '[\n    "a"\n]\n[\n    "List"\n]\n'
    assert jsonpath("{.nope}", VALUE, as_json=True) == "[]\n"


def test_a_word_may_have_backslashes() -> None:
    with pytest.raises(RequestError, match=r"unrecognized identifier foo\\$"):
        jsonpath("{foo\\}", VALUE)


def test_templates_that_double_with_every_range_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 1000)
    with pytest.raises(RequestError, match="more than 1,000 steps"):
        jsonpath("{range .nope}" * 40, VALUE)
    with pytest.raises(RequestError, match="more than 100 nested ranges"):
        jsonpath("{range @}" * 150, VALUE)
