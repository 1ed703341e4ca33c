"""Parts of a form that can grow: each makes a form in which something occurs ``n`` times, or ``n`` times ``n``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Form = dict[str, str]

_TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: t}\n"
_POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n"
_CONTAINER = "  - name: c\n    image: i\n"
_OBJECT = "kind: A\napiVersion: v1\nb:\n"


def template_text(parameters: Iterable[str], objects: Iterable[str], fields: str = "") -> str:
    declarations = "".join(f"- {{{parameter}}}\n" for parameter in parameters)
    return f"{_TEMPLATE}{fields}parameters:\n{declarations}objects:\n" + "".join(f"- {item}\n" for item in objects)


def _settings(number: int, text: str) -> str:
    return f"{{kind: ConfigMap, apiVersion: v1, metadata: {{name: a{number}}}, data: {{a: '{text}'}}}}"


def numbered(text: str, count: int, separator: str = "") -> str:
    return separator.join(text.replace("#", str(number)) for number in range(count))


def _following(text: str, count: int) -> str:
    """``text`` ``count`` times; `#` becomes its number, `%` the next one."""
    return "".join(text.replace("#", str(number)).replace("%", str(number + 1)) for number in range(count))


def _pod(fields: str) -> str:
    return f"{_POD}{_CONTAINER}{fields}"


def _fields(prefix: str, text: str, count: int) -> Form:
    return {f"{prefix}{number}": text.replace("#", str(number)) for number in range(min(count, 400))}


_SERVICE = "---\n{apiVersion: v1, kind: Service, metadata: {name: s#}, spec: {selector: {a: b#}, ports: [{port: 1}]}}\n"
_MAP = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {%s}\n"
_VOLUMES = "  volumes:\n%s  containers:\n"

_TEXTS: Mapping[str, Callable[[int], str]] = {
    "parameters": lambda n: template_text((f"name: P{i}, value: v" for i in range(n)), [_settings(0, "${P0}")]),
    "parameters that are used": lambda n: template_text(
        (f"name: P{i}, value: v" for i in range(n)), [_settings(0, numbered("${P#}", n))]
    ),
    "parameters x misspelt references": lambda n: template_text(
        (f"name: PARAMETER{i}, value: v" for i in range(n)), [_settings(0, numbered("${PARAMETRE#}", n))]
    ),
    "parameters that are generated": lambda n: template_text(
        (f"name: P{i}, generate: expression, from: '[a-z]{{8}}'" for i in range(n)), [_settings(0, "${P0}")]
    ),
    "parameters of one name": lambda n: template_text(["name: P, value: v"] * n, [_settings(0, "${P}")]),
    "secret parameters x objects": lambda n: template_text(
        (f"name: PASSWORD{i}, value: verysecret{i}" for i in range(n)),
        (_settings(i, f"${{PASSWORD{i}}}") for i in range(n)),
    ),
    "objects": lambda n: template_text(["name: A, value: b"], (_settings(i, "${A}") for i in range(n))),
    "objects of one name": lambda n: template_text(["name: A, value: b"], [_settings(0, "${A}")] * n),
    "labels x objects": lambda n: template_text(
        ["name: A, value: b"], (_settings(i, "x") for i in range(10)), f"labels: {{{numbered('l#: x', n, ', ')}}}\n"
    ),
    "documents": lambda n: "\n---\n".join(_settings(i, "x") for i in range(n)),
    "documents that cannot be read": lambda n: "\n---\n".join(["a: b: c"] * n),
    "unknown fields of a Template": lambda n: f"{_TEMPLATE}{numbered('field#: x', n, chr(10))}\nobjects: []\n",
    "unknown fields of a container": lambda n: _pod(numbered("    field#: x\n", n)),
    "references": lambda n: template_text(["name: A, value: b"], [_settings(0, "${A}" * n)]),
    "references x words": lambda n: template_text(["name: A, value: b"], [_settings(0, "${A} x " * n)]),
    "characters": lambda n: template_text(["name: A, value: b"], [_settings(0, "x" * 20 * n)]),
    "characters of a value": lambda n: template_text([f"name: A, value: '{'x' * 20 * n}'"], [_settings(0, "${A}")]),
    "lines of a block": lambda n: f"{_TEMPLATE}objects:\n- kind: A\n  a: |\n" + "    x ${A} $(B)\n" * n,
    "lines of a folded block": lambda n: _pod("    args:\n    - >\n" + "      x $(A) y\n" * n),
    "column of a block with a digit": lambda n: _pod(f"    args:\n{' ' * 4 * n}    - |1\n{' ' * 4 * n}      $(A)\n"),
    "containers": lambda n: _POD + numbered("  - {name: c#, image: i, args: ['$(A)']}\n", n),
    "containers of one name": lambda n: _POD + "  - {name: c, image: i, args: ['$(A)']}\n" * n,
    "variables": lambda n: _pod("    env:\n" + numbered("    - {name: V#, value: x}\n", n)),
    "variables of one name": lambda n: _pod("    env:\n" + "    - {name: V, value: $(V)x}\n" * n),
    "variables that refer to the next": lambda n: _pod(
        "    env:\n" + _following("    - {name: V#, value: $(V%)}\n", n)
    ),
    "variables that refer to the previous": lambda n: _pod(
        "    env:\n" + _following("    - {name: V%, value: $(V#)}\n", n)
    ),
    "variables x misspelt references": lambda n: _pod(
        "    env:\n"
        + numbered("    - {name: VARIABLE#, value: x}\n", n)
        + "    args:\n"
        + numbered("    - $(VARIABEL#)\n", n)
    ),
    "secrets in variables": lambda n: _pod("    env:\n" + numbered("    - {name: PASSWORD, value: verysecret#}\n", n)),
    "arguments": lambda n: _pod("    args:\n" + "    - $(A)\n" * n),
    "openers": lambda n: _pod(f"    args: ['{'$(' * n}']\n"),
    "dollars": lambda n: _pod(f"    args: ['{'$' * n}']\n"),
    "services": lambda n: _pod("    args: [$(S1_SERVICE_HOST)]\n") + numbered(_SERVICE, n),
    # With links, each pod receives a variable of each service: the answer itself is a product, bounded by Limits.
    "pods x services": lambda n: (
        numbered(f"---\n{_POD.replace('name: p', 'name: p#, labels: {a: c#}')}{_CONTAINER}", n).replace(
            "spec:\n", "spec:\n  enableServiceLinks: false\n"
        )
        + numbered(_SERVICE, n)
    ),
    "ports": lambda n: _pod("    ports:\n" + _following("    - {containerPort: %, name: p#}\n", n)),
    "ports of one number": lambda n: _pod("    ports:\n" + "    - {containerPort: 1, name: p}\n" * n),
    "volumes x misspelt mounts": lambda n: _pod(
        "    volumeMounts:\n" + numbered("    - {name: volumf#, mountPath: /a#}\n", n)
    ).replace("  containers:\n", _VOLUMES % numbered("  - {name: volume#, emptyDir: {}}\n", n)),
    "variables from a ConfigMap": lambda n: (
        _pod("    envFrom: [{configMapRef: {name: m}}]\n    args: [$(K1)]\n") + _MAP % numbered("K#: v", n, ", ")
    ),
    "keys of a ConfigMap x missing ones": lambda n: (
        _pod("    env:\n" + numbered("    - {name: V#, valueFrom: {configMapKeyRef: {name: m, key: kez#}}}\n", n))
        + _MAP % numbered("key#: v", n, ", ")
    ),
    "ConfigMaps x missing ones": lambda n: (
        _pod("    env:\n" + numbered("    - {name: V#, valueFrom: {configMapKeyRef: {name: mapp#, key: k}}}\n", n))
        + numbered("---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: map#}}\n", n)
    ),
    "labels of a pod": lambda n: _pod("").replace("name: p", f"name: p, labels: {{{numbered('l#: x', n, ', ')}}}"),
    "keys of a Secret": lambda n: (
        "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n" + numbered("  password#: verysecret#\n", n)
    ),
    "repeated keys": lambda n: "apiVersion: v1\nkind: A\n" + "k: 1\n" * n,
    "repeated keys in JSON": lambda n: '{"apiVersion": "v1", "kind": "A"' + ', "k": 1' * n + "}",
    "mappings with a repeated key in JSON": lambda n: (
        '{"apiVersion": "v1", "kind": "A", "x": [1' + ', {"k": 1, "k": 2}' * n + "]}"
    ),
    "unsupported keys": lambda n: "apiVersion: v1\nkind: A\n" + numbered("? {a: #}\n: c\n", n),
    "aliases": lambda n: "apiVersion: v1\nkind: A\na: &a [1, 2]\nb: [" + "*a, " * n + "]\n",
    "merged mappings": lambda n: "apiVersion: v1\nkind: A\na: &a {x: 1}\nb:\n" + "- {<<: *a, y: 1}\n" * n,
    "anchors": lambda n: _OBJECT + numbered("- &a# x\n", n),
    "tags": lambda n: _OBJECT + "- !a x\n" * n,
    "comments": lambda n: "# comment ${A}\n" * n + _OBJECT,
    "empty lines": lambda n: "\n" * n + _OBJECT,
    "tabs": lambda n: _OBJECT + "\t- a\n" * n,
    "invisible characters": lambda n: _OBJECT + "- a\u200bb\n" * n,
    "curly quotes": lambda n: _OBJECT + "- \u201ca\u201d\n" * n,
    "misread words": lambda n: _OBJECT + "- yes\n- 010\n" * n,
    "fences": lambda n: "```yaml\nkind: A\n```\n" * n,
    "braces of Helm": lambda n: _OBJECT + "- {{ .Values.a }}\n" * n,
    "prose": lambda n: "some words here and there\n" * n,
    "items of a List": lambda n: (
        "apiVersion: v1\nkind: List\nitems:\n" + numbered("- {apiVersion: v1, kind: Pod, metadata: {name: p#}}\n", n)
    ),
    "unknown kinds": lambda n: numbered("apiVersion: v1\nkind: Podd#\n", n, "---\n"),
    "long keys": lambda n: "kind: A\napiVersion: v1\n" + numbered(f"{'k' * 300}#: [1, 2]\n", n),
    "depth x items": lambda n: f"kind: A\napiVersion: v1\nx: {'[' * min(150, n)}{'1, ' * n}{']' * min(150, n)}\n",
}

PARTS: Mapping[str, Callable[[int], Form]] = {
    **{name: (lambda n, make=make: {"source": make(n)}) for name, make in _TEXTS.items()},  # type: ignore[misc]
    "values": lambda n: {
        "source": template_text((f"name: P{i}" for i in range(min(n, 400))), [_settings(0, "${P0}")]),
        **_fields("value.P", "value #", n),
    },
    "expressions": lambda n: {
        "source": template_text(
            (f"name: P{i}, generate: expression, from: '[a]{{2}}'" for i in range(min(n, 400))), [_settings(0, "x")]
        ),
        **_fields("expression.P", "[a-z]{8}", n),
    },
    "assumed variables": lambda n: {
        "source": _pod("    args:\n" + numbered("    - $(V#)\n", n)),
        **_fields("assumed.V", "value #", n),
    },
    "secrets x values": lambda n: {
        "source": _pod("    args:\n" + numbered("    - $(V#)\n", n)),
        **_fields("assumed.V", "valuevalue #" * 9, n),
        **_fields("assumed.TOKEN", "valuevalue x#" * 9, n),
    },
}
