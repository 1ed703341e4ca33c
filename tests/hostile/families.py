"""Malicious texts, grouped by what they attack; at most ten per family, large ones generated."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

_POD = "apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec:\n  containers:\n  - name: c\n    image: i\n{}"
_TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {{name: t}}\nparameters:\n{}objects:\n{}"
MARKUP = (
    "<script>window.pwn=1</script>",
    "<img src=x onerror=window.pwn=1>",
    '"><svg onload=window.pwn=1>',
    "javascript:window.pwn=1",
    "</textarea><script>window.pwn=1</script>",
    "</script><script>window.pwn=1</script>",
    "' onmouseover='window.pwn=1",
    "{{constructor.constructor('window.pwn=1')()}}",
    "<!--<script>window.pwn=1//-->",
    "\u2028<script>window.pwn=1</script>",
)


_MARKED = """\
apiVersion: v1
kind: Template
metadata: {name: MARK, annotations: {description: MARK, iconClass: MARK, openshift.io/documentation-url: MARK}}
message: MARK
labels: {MARK: MARK}
parameters:
- {name: A, displayName: MARK, description: MARK, value: MARK}
- {name: MARK, value: MARK, generate: MARK, from: MARK}
objects:
- {apiVersion: v1, kind: MARK, metadata: {name: MARK}, MARK: "${A}"}
- apiVersion: v1
  kind: Pod
  metadata: {name: MARK}
  spec: {containers: [{name: MARK, image: MARK, env: [{name: MARK, value: MARK}], args: ["$(MARK)", MARK]}]}
"""


@dataclass(frozen=True)
class Family:
    """An attack and its texts."""

    name: str
    texts: tuple[str, ...]
    says: str = ""  # codes, of which each text gets at least one; "": any diagnostics, or none


def pod(lines: str) -> str:
    """A Pod whose one container has ``lines`` besides its name."""
    return _POD.format("".join(f"    {line}\n" for line in lines.splitlines()))


def template(parameters: str, objects: str) -> str:
    """A Template of these ``parameters`` and ``objects``, each a list's text."""
    return _TEMPLATE.format(
        "".join(f"- {line}\n" for line in parameters.splitlines()),
        "".join(f"- {line}\n" for line in objects.splitlines()),
    )


def environment(pairs: Iterable[tuple[str, str]]) -> str:
    """A Pod with these variables."""
    return pod("env:\n" + "".join(f"- {{name: {name}, value: '{value}'}}\n" for name, value in pairs))


def _aliases(levels: int, width: int) -> str:
    lines = ["a0: &a0 [x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


def _merges(levels: int, width: int) -> str:
    lines = ["m0: &m0 {k: v}"]
    lines += [f"m{n}: &m{n}\n  <<: [{', '.join([f'*m{n - 1}'] * width)}]\n  k{n}: v" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


FAMILIES = (
    Family(
        "brackets without end", tuple(sign * count for sign in "[{" for count in (201, 25_093, 400_000)), says="SRC120"
    ),
    Family("sequences inside sequences", ("- " * 201 + "x", "- " * 30_000 + "x", "? " * 30_000), says="SRC120"),
    Family("blocks inside blocks", ("".join(" " * n + f"k{n}:\n" for n in range(500)),), says="SRC120"),
    Family(
        "spaces before what is no value",
        tuple(
            text.replace("_", " " * 20_000)
            for text in (
                "_@x\n",
                "a:\n_@x\n",
                "- _@\n",
                "a: [_x y_]\n",
                "a: {_b_:_c_",
                "a: b_@ # c\n",
                "a: b_\tc\n",
                "_- _a",
            )
        ),
    ),
    Family("aliases of aliases", (_aliases(9, 9), _aliases(30, 2), _aliases(3, 2_000)), says="SRC120"),
    Family("merges of merges", (_merges(9, 9), _merges(25, 3)), says="SRC120"),
    Family(
        "aliases of themselves",
        ("a: &a [*a]\n", "a: &a {b: *a}\n", "&a {? *a : x}\n", "a: &a\n  <<: *a\n"),
        says="SRC121",
    ),
    Family("aliases of nothing", ("a: *b\n", "*a", "a: &b\nb: *c\n"), says="SRC121"),
    Family("thousands of anchors", ("".join(f"k{n}: &a{n} x\n" for n in range(20_000)),), says="SCH801"),
    Family("thousands of documents", ("---\n" * 100_000, "a: 1\n---\n" * 1_001)),
    Family(
        "thousands of small values",
        ("[" + "1," * 400_000 + "]", "[" + "{}," * 200_000 + "]", "? \n" * 60_000),
        says="SRC120 SRC124",
    ),
    Family(
        "values without end",
        ("a: " + "x" * 300_000, "a: |\n" + "  x\n" * 200_000, "a: '" + "x" * 900_000),
        says="SRC120 SRC110",
    ),
    Family(
        "numbers without end",
        ("a: " + "9" * 5_000, '{"a": ' + "9" * 5_000 + "}", "a: 1e999999999", "a: -" + "1" * 400),
        says="SCH801 SRC125",
    ),
    Family(
        "tags that make objects",
        tuple(
            f"a: {tag} x\n"
            for tag in (
                "!!python/object:os.system",
                "!!python/name:os.system",
                "!!python/object/apply:os.system [id]",
                "!!python/module:os",
                "!!int",
                "!!bool",
                "!!timestamp",
                "!!float",
                "!!binary",
                "!!set",
            )
        ),
        says="SCH801 SRC101 SRC123",
    ),
    Family(
        "dates that are none",
        ("a: 2001-99-99\n", "a: 2001-02-30T99:99:99Z\n", "a: 0000-00-00\n", "2001-01-01: x\n"),
        says="SCH801",
    ),
    Family(
        "escapes past Unicode",
        ('a: "\\UFFFFFFFF"', 'a: "\\U00110000"', 'a: "\\uD800"', 'a: "\\x"', '{"a": "\\ud800"}'),
        says="SRC113 SCH801",
    ),
    Family(
        "characters that no text holds",
        ("a: \0b", "\0", "a: \ufffe", "a: \x07", '"\\0": x', 'a: "\\0"'),
        says="SRC115 SCH801",
    ),
    Family(
        "invisible characters",
        tuple(pod(f'args: ["a{sign}b"]') for sign in "\u202e\u2066\u200b\u2060\ufeff\u061c\U000e0041\u00ad"),
    ),
    Family(
        "line ends of all kinds",
        ("a: 1\rb: 2\r\nc: 3\n\r", "a: x\u2028b: y\u2029", "a: x\x85b: y\n", "\ufeff\ufeffa: 1"),
        says="SCH801",
    ),
    Family(
        "tabs and marks",
        ("a:\t- b\n\t- c", "\t", "%YAML 9.9\n---\na", "%TAG ! tag:x,2000:\n---\n!x a", "@a", "`a`", "a: %b"),
        says="SRC117 SRC103 SRC116 SRC106",
    ),
    Family(
        "one text for gigabytes",
        tuple(
            template(f"{{name: A, value: '{'x' * size}'}}", "{kind: A, apiVersion: v1, v: '" + "${A}" * count + "'}")
            for size, count in ((60_000, 100_000), (1_000, 100_000), (60_000, 1_000))
        ),
        says="SRC120 TPL211",
    ),
    Family(
        "variables that double",
        (
            environment([("X0", "ab"), *((f"X{n}", f"$(X{n - 1})$(X{n - 1})") for n in range(1, 60))]),
            environment([("X0", "a" * 1000), *((f"X{n}", f"$(X{n - 1})" * 100) for n in range(1, 10))]),
        ),
        says="ENV510",
    ),
    Family(
        "references without end",
        (
            pod("args: ['" + "$(" * 200_000 + "']"),
            pod("args: ['" + "$" * 200_000 + "']"),
            pod("args: ['" + "$(A)" * 60_000 + "']"),
            template("{name: A, value: b}", "{kind: A, apiVersion: v1, v: '" + "${" * 100_000 + "'}"),
            template("{name: A, value: b}", "{kind: A, apiVersion: v1, v: '" + "${A}" * 60_000 + "'}"),
        ),
        says="SRC120 ENV510 TPL211 PAR306",
    ),
    Family(
        "expressions without end",
        tuple(
            template(f"{{name: A, generate: expression, from: '{text}'}}", "{kind: A, apiVersion: v1, v: '${A}'}")
            for text in (
                "[a]{255}" * 5_000,
                "[a-z]{1,99999999}",
                "(((((a{99}){99}){99}){99}){99}){99}",
                "(a*)*b",
                "(a|a)*" * 500,
                "[" * 10_000,
                "(" * 10_000,
                "a{999999999999999999999}",
                "(?=a)(?<!b)\\1",
                "[z-a]{5}",
            )
        ),
        says="GEN701 GEN702",
    ),
    Family(
        "parameters without end",
        (
            template("".join(f"{{name: P{n}, value: x}}\n" for n in range(5_000)), "{kind: A, apiVersion: v1}"),
            template("{name: A}\n" * 3_000, "{kind: A, apiVersion: v1}"),
        ),
        says="TPL211",
    ),
    Family(
        "objects without end",
        (
            template("{name: A, value: b}", "{kind: A, apiVersion: v1}\n" * 5_000),
            "apiVersion: v1\nkind: List\nitems:\n" + "- {apiVersion: v1, kind: Pod}\n" * 5_000,
            "apiVersion: v1\nkind: List\nitems:\n"
            + "".join("  " * n + "- kind: List\n" + "  " * n + "  items:\n" for n in range(90)),
        ),
        says="TPL211 SRC120 SCH802",
    ),
    Family(
        "containers and variables without end",
        (
            environment((f"V{n}", f"$(V{n - 1})") for n in range(5_000)),
            environment(("SAME", "$(SAME)x") for _ in range(3_000)),
            "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n"
            + "".join(f"  - {{name: c{n}, image: i}}\n" for n in range(3_000)),
        ),
    ),
    Family(
        "services without end",
        (
            "\n---\n".join(
                f"{{apiVersion: v1, kind: Service, metadata: {{name: s{n}}}, "
                "spec: {clusterIP: 10.0.0.1, ports: [{port: 1}]}}"
                for n in range(900)
            )
            + "\n---\n"
            + pod("args: [$(S1_SERVICE_HOST)]"),
        ),
    ),
    Family(
        "JSON of all kinds",
        (
            "[" * 100_000,
            '{"a":' * 100_000,
            '{"a": NaN, "b": Infinity}',
            '{"a": 1, "a": 2}',
            '{"a": "\\ud800", "b": "\\uZZZZ"}',
            "[1,]",
            '{"a": 1e400}',
            '{"\\u0000": 1}',
            "[" + '"' * 100_001,
            "{" * 5_000 + "}" * 5_000,
        ),
        says="SRC120 SRC102 SRC125 SCH801 SCH802",
    ),
    Family(
        "shapes that nobody expects",
        (
            "kind: Template\nparameters: {}\nobjects: x\n",
            "kind: [Template]\n",
            "kind: Pod\nspec: 7\n",
            "kind: Pod\nspec: {containers: {a: b}}\n",
            "kind: Pod\nspec: {containers: [null, 7, [], {env: [null, 1, {name: 1, value: {}}]}]}\n",
            "kind: List\nitems: {a: b}\n",
            "kind: Template\nobjects: [null, 7, [], x]\n",
            "? {a: b}\n: c\n",
            "apiVersion: v1\nkind: Template\nparameters: [{name: {}}, 7, null, {name: A, value: [1]}]\nobjects: []\n",
            "42",
        ),
        says="PAR310 SCH801 SCH802 POD602 TPL201 SRC124",
    ),
    Family(
        "markup in every field",
        tuple(_MARKED.replace("MARK", json.dumps(text)) for text in MARKUP),
    ),
    Family(
        "templates of other languages",
        tuple(
            pod(f"args: [{text!r}]")
            for text in (
                "{{ 7*7 }}",
                "{% debug %}",
                "{0.__class__.__mro__}",
                "%(x)s %s %n",
                "#{7*7}",
                "<%= 7*7 %>",
                "$" + "{7*7}",
                "{{ settings.SECRET_KEY }}",
                "{% load static %}",
                "__import__('os')".replace("'", ""),
            )
        ),
    ),
    Family(
        "names that mean something to a program",
        tuple(
            environment([(name, "x"), ("B", f"$({name})")])
            for name in (
                "__proto__",
                "constructor",
                "toString",
                "__class__",
                "None",
                "PATH",
                "LD_PRELOAD",
                "hasOwnProperty",
            )
        ),
    ),
    Family(
        "words that end a line of a log",
        tuple(
            f"kind: {text}\n"
            for text in ("'a\\r\\nb'", '"a\\r\\nb"', '"\\e[31mred"', '"\\e]0;title\\a"', '"a\\b\\b\\bc"', '"\\x9b31m"')
        ),
        says="SCH802",
    ),
    Family(
        "keys without end",
        ("? " + "k" * 200_000 + "\n: v\n", '{"' + "k" * 200_000 + '": 1}', "k" * 1_100 + ": v\n"),
        says="SCH801 SRC101",
    ),
    Family(
        "errors that repeat what follows",
        (
            "{~: " * 150 + "[" + "1," * 140_000 + "]" + "}" * 150,
            "~: x\n" * 900 + "~: [" + "1," * 140_000 + "]\n",
            "{" + '"a": 1, ' * 20_000 + '"b": 2}\n' + "---\n{a: b: c}\n" * 900,
        ),
        says="SRC124 SRC111",
    ),
)
