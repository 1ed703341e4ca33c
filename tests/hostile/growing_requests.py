"""Parts of a request, of a stored thing and of a command that can grow: each prepares the work for the size ``n``."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playground.cli import main
from tests.api.calls import Api, template
from tests.hostile.growing import Form, numbered, template_text

Work = Callable[[], object]

_VALUES = "apiVersion: playground/v1\nkind: Values\ntemplate: text.yaml\nvalues: "
_OBJECT = {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "a"}, "data": {"a": "${P0}"}}
_POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - {name: c, image: i, args: [$(V0)]}\n"


def _parameters(count: int) -> list[dict[str, str]]:
    return [{"name": f"P{number}", "value": "v"} for number in range(count)]


def _texts(prefix: str, count: int, text: str = "value #") -> dict[str, str]:
    return {f"{prefix}{number}": text.replace("#", str(number)) for number in range(count)}


def _source(count: int) -> str:
    return template_text((f"name: P{number}" for number in range(count)), [json.dumps(_OBJECT)])


def _store(api: Api, count: int, **fields: Any) -> None:
    for number in range(count):
        api.create(template(f"t{number}", **fields))


def _changed(api: Api, count: int) -> None:
    """Store an object, and change it ``count`` times."""
    api.create(template())
    for number in range(count):
        api.patch("web", {"message": f"m{number}"})


def _listing(query: str, **headers: Any) -> Callable[[Api, int], Work]:
    """The list of ``n`` stored objects."""

    def prepare(api: Api, count: int) -> Work:
        _store(api, count, labels={"a": "b"})
        return lambda: api.call("GET", f"{api.address()}?{query}", **headers)

    return prepare


def _selecting(name: str, selector: Callable[[int], str]) -> Callable[[Api, int], Work]:
    """A list of ten objects with a selector of ``n`` terms."""

    def prepare(api: Api, count: int) -> Work:
        _store(api, 10)
        address = f"{api.address()}?{urlencode({name: selector(count)})}"
        return lambda: api.client.get(address, headers={"Authorization": f"Bearer {api.token}"})

    return prepare


def _watching(query: str) -> Callable[[Api, int], Work]:
    """A watch of a second that shows ``n`` objects."""

    def prepare(api: Api, count: int) -> Work:
        _store(api, count)
        headers = {"Authorization": f"Bearer {api.token}"}

        address = f"{api.address()}?watch=1&timeoutSeconds=1&{query}"
        return lambda: list(api.client.get(address, headers=headers).streaming_content)  # type: ignore[attr-defined]

    return prepare


def _patching(kind: str, change: Callable[[int], Any], stored: Callable[[int], dict[str, Any]]) -> Callable[..., Work]:
    """A patch of an object, both of size ``n``."""

    def prepare(api: Api, count: int) -> Work:
        api.create(template(**stored(count)))
        body, address = json.dumps(change(count)), f"{api.address('web')}?dryRun=All"
        headers = {"Authorization": f"Bearer {api.token}"}
        return lambda: api.client.patch(address, body, f"application/{kind}", headers=headers)

    return prepare


def _creating(make: Callable[[int], dict[str, Any]]) -> Callable[[Api, int], Work]:
    """An object of size ``n`` that is not stored."""

    def prepare(api: Api, count: int) -> Work:
        body, headers = json.dumps(make(count)), {"Authorization": f"Bearer {api.token}"}
        return lambda: api.client.post(f"{api.address()}?dryRun=All", body, "application/json", headers=headers)

    return prepare


def _processing(make: Callable[[int], dict[str, Any]]) -> Callable[[Api, int], Work]:
    """A Template of size ``n``, processed by the API."""

    def prepare(api: Api, count: int) -> Work:
        address = api.address().replace("/templates", "/processedtemplates")
        return lambda: api.client.post(address, json.dumps(make(count)), "application/json")

    return prepare


def _sending(address: str, make: Callable[[int], Mapping[str, Any]]) -> Callable[[Api, int], Work]:
    """A form of the page."""

    def prepare(api: Api, count: int) -> Work:
        form = dict(make(count))
        return lambda: api.client.post(address, form)

    return prepare


def _evaluating(make: Callable[[int], dict[str, Any]]) -> Callable[[Api, int], Work]:
    """A body of `/api/evaluate`."""

    def prepare(api: Api, count: int) -> Work:
        body = json.dumps(make(count))
        return lambda: api.client.post("/api/evaluate", body, "application/json")

    return prepare


def _getting(
    address: str, form: Callable[[int], Form], query: Callable[[int], str] = lambda _: "", revisions: int = 1
) -> Callable[[Api, int], Work]:
    """A page of a Share that holds ``form``."""

    def prepare(api: Api, count: int) -> Work:
        content = {**form(count), "action": "share-anyway", "values": "on", "assumed-values": "on"}
        share = api.client.post("/share", content).get("Location", "")
        for number in range(1, revisions):
            changed = {**content, "source": content["source"].replace("value #", "x") + f"# {number}\n"}
            api.client.post(f"{share}/update", {**changed, "base": str(number)})
        full = f"{share}{address}?{query(count)}"
        return lambda: api.client.get(full)

    return prepare


def _headers(make: Callable[[int], dict[str, str]]) -> Callable[[Api, int], Work]:
    def prepare(api: Api, count: int) -> Work:
        _store(api, 1)
        headers = {"Authorization": f"Bearer {api.token}", **make(count)}
        return lambda: (api.client.get(api.address(), headers=headers), api.client.get("/shares", headers=headers))

    return prepare


def _shares(query: str) -> Callable[[Api, int], Work]:
    def prepare(api: Api, count: int) -> Work:
        for number in range(count):
            api.client.post("/share", {"source": f"a: {number}", "title": f"t{number}", "action": "share-anyway"})
        return lambda: api.client.get(f"/shares?{query}")

    return prepare


def _revisions(api: Api, count: int) -> Work:
    _changed(api, count)
    slug = api.workspace.shares.get().slug
    return lambda: (api.client.get(f"/s/{slug}/details?from=1&to=2"), api.get("web"))


def _param_query(count: int) -> str:
    return urlencode(_texts("param.P", count))


REQUESTS: Mapping[str, Callable[[Api, int], Work]] = {
    "stored Templates, listed": _listing(""),
    "stored Templates, as a Table": _listing("", Accept="application/json;as=Table;v=v1;g=meta.k8s.io"),
    "stored Templates, selected": _listing("labelSelector=a!=c&fieldSelector=metadata.name!=x"),
    "stored Templates, watched": _watching(""),
    "changes of stored Templates, watched": _watching("resourceVersion=1&allowWatchBookmarks=true"),
    "Revisions of a stored Template": _revisions,
    "Shares": _shares(""),
    "Shares, searched": _shares("search=t1&page=2"),
    "terms of a label selector": _selecting("labelSelector", lambda n: numbered("k#!=v", n, ",")),
    "values of a label selector": _selecting("labelSelector", lambda n: f"k notin ({numbered('v#', n, ',')})"),
    "commas of a label selector": _selecting("labelSelector", lambda n: f"k in ({'a,' * n}a)"),
    "terms of a field selector": _selecting("fieldSelector", lambda n: numbered("metadata.name!=v#", n, ",")),
    "backslashes of a field selector": _selecting("fieldSelector", lambda n: "metadata.name!=" + "\\\\" * n),
    "types of Accept": _headers(lambda n: {"Accept": numbered("text/x#;q=0.5", n, ", ") + ", application/json"}),
    "cookies": _headers(lambda n: {"Cookie": numbered("c#=v", n, "; ")}),
    "languages and proxies": _headers(
        lambda n: {"Accept-Language": numbered("de-x#", n, ","), "X-Forwarded-For": numbered("10.0.0.#", n, ",")}
    ),
    "operations of a JSON patch": _patching(
        "json-patch+json",
        lambda n: [{"op": "add", "path": "/parameters/0", "value": {"name": f"N{i}"}} for i in range(n)],
        lambda n: {"parameters": _parameters(n)},
    ),
    "tests of a JSON patch": _patching(
        "json-patch+json",
        lambda n: [{"op": "test", "path": f"/parameters/{i}/name", "value": f"P{i}"} for i in range(n)],
        lambda n: {"parameters": _parameters(n)},
    ),
    "removals of a JSON patch": _patching(
        "json-patch+json",
        lambda n: [{"op": "remove", "path": "/parameters/0"}] * n,
        lambda n: {"parameters": _parameters(n)},
    ),
    "moves of a JSON patch": _patching(
        "json-patch+json",
        lambda n: [{"op": "move", "from": "/parameters/0", "path": "/parameters/-"}] * n,
        lambda n: {"parameters": _parameters(n)},
    ),
    "copies of a JSON patch": _patching(
        "json-patch+json",
        lambda n: [{"op": "copy", "from": "/parameters/0", "path": "/parameters/-"}] * n,
        lambda n: {"parameters": _parameters(n)},
    ),
    "fields of a merge patch": _patching(
        "merge-patch+json",
        lambda n: {"metadata": {"annotations": {f"a{i}": f"b{i}" for i in range(n)}}},
        lambda n: {"metadata": {"name": "web", "annotations": {f"a{i}": "x" for i in range(n)}}},
    ),
    "deletions of a strategic patch": _patching(
        "strategic-merge-patch+json",
        lambda n: {"metadata": {"$deleteFromPrimitiveList/finalizers": [f"a.b/f{i}" for i in range(n)]}},
        lambda n: {"metadata": {"name": "web", "finalizers": [f"a.b/f{i}" for i in range(n)]}},
    ),
    "labels of a sent Template": _creating(
        lambda n: template(metadata={"name": "web", "labels": {f"l{i}": "-" for i in range(n)}})
    ),
    "annotations of a sent Template": _creating(
        lambda n: template(metadata={"name": "web", "annotations": {f"/{i}": "-" for i in range(n)}})
    ),
    "unknown fields of a sent Template": _creating(lambda n: template(**_texts("unknown", n))),
    "unknown fields of sent Parameters": _creating(
        lambda n: template(parameters=[{"name": f"P{i}", "valu": "x"} for i in range(n)])
    ),
    "invalid Parameters of a sent Template": _creating(
        lambda n: template(parameters=[{"name": f"P-{i}"} for i in range(n)])
    ),
    "objects of a sent Template": _creating(lambda n: template(objects=[_OBJECT] * n)),
    "finalizers of a sent Template": _creating(
        lambda n: template(metadata={"name": "web", "finalizers": [f"f{i}" for i in range(n)]})
    ),
    "Parameters processed": _processing(lambda n: template(parameters=_parameters(n), objects=[_OBJECT])),
    "Parameters without a value processed": _processing(
        lambda n: template(parameters=[{"name": f"P{i}", "required": True} for i in range(n)], objects=[_OBJECT])
    ),
    "invalid names processed": _processing(lambda n: template(parameters=[{"name": f"P-{i}"} for i in range(n)])),
    "failing objects processed": _processing(
        lambda n: template(objects=[{"kind": "A", "a": f"${{{{P{i}}}}}"} for i in range(n)])
    ),
    "objects that are no objects processed": _processing(lambda n: template(objects=[f"a{i}" for i in range(n)])),
    "labels x objects processed": _processing(lambda n: template(labels=_texts("l", n, "v#"), objects=[_OBJECT] * 10)),
    "buttons x values": _sending(
        "/evaluate", lambda n: {"source": _source(n), **_texts("value.P", n), "clear": [f"P{i}" for i in range(n)]}
    ),
    "resets x expressions": _sending(
        "/evaluate",
        lambda n: {
            "source": _source(n),
            **_texts("value.P", n),
            **_texts("expression.P", n, "[a]"),
            "reset": [f"P{i}" for i in range(n)],
        },
    ),
    "encodings x values": _sending(
        "/evaluate", lambda n: {"source": _source(n), **_texts("value.P", n), "encode": [f"P{i}" for i in range(n)]}
    ),
    "fields of several lines": _sending(
        "/evaluate", lambda n: {"source": _source(n), "lengthen": [f"P{i}" for i in range(n)]}
    ),
    "unknown values": _sending("/evaluate", lambda n: {"source": _source(n), **_texts("value.PARAMETRE", n)}),
    "unknown fields of a form": _sending("/evaluate", lambda n: {"source": _source(1), **_texts("field", n)}),
    "former fields of a form": _sending("/evaluate", lambda n: {"source": _POD, **_texts("assume.V", n)}),
    "defaults and generated values": _sending(
        "/evaluate",
        lambda n: {
            "source": _source(n),
            **_texts("default.P", n),
            **_texts("generated.P", n),
            **_texts("generated-from.P", n),
        },
    ),
    "facts": _sending("/evaluate", lambda n: {"source": _POD, **_texts("cluster.service:shop/s", n, "10.0.0.1")}),
    "addresses of a fact": _sending(
        "/evaluate", lambda n: {"source": _POD, "cluster.podIPs": numbered("10.0.0.1", n, ",")}
    ),
    "a fix of many": _sending(
        "/", lambda n: {"source": "kind: A\napiVersion: v1\n" + "- {{ .Values.a }}\n" * n, "fix": "1"}
    ),
    "a definition of many": _sending(
        "/", lambda n: {"source": _POD.replace("$(V0)", numbered("$(V#)", n, ", ")), "define": "V1"}
    ),
    "a trace of many": _sending(
        "/trace", lambda n: {"source": _POD.replace("$(V0)", numbered("$(V#)", n, ", ")), "at": "6:40"}
    ),
    "a renaming of many": _sending(
        "/rename",
        lambda n: {"source": _POD.replace("$(V0)", numbered("$(V)", n, ", ")), "at": "6:40", "to": "W"},
    ),
    "a Template of many objects": _sending(
        "/evaluate",
        lambda n: {
            "source": "".join(f"---\nkind: Service\nmetadata: {{name: a-{number}, uid: x}}\n" for number in range(n)),
            "view": "template",
        },
    ),
    "a parameter of many places": _sending(
        "/parameter",
        lambda n: {
            "source": _POD.replace("$(V0)", ", ".join(["same"] * n)),
            "at": "6:40",
            "to": "W",
            "places": f"+{n}",
        },
    ),
    "the names at a place": _sending(
        "/references",
        lambda n: {"source": _POD.replace("$(V0)", numbered("$(V#)", n, ", ")) + "\n]" * 9, "at": "6:40"},
    ),
    "a title": _sending("/share", lambda n: {"source": "a: b", "title": "t" * 2 * n, "action": "share"}),
    "values, expressions, cluster of the API": _evaluating(
        lambda n: {
            "text": _source(n),
            "values": _texts("P", n),
            "expressions": _texts("E", n, "[a]"),
            "pinned": _texts("P", n),
            "assumed": _texts("V", n),
            "labels": _texts("l", n, "v#"),
        }
    ),
    "labels x objects of the API": _evaluating(
        lambda n: {
            "text": template_text(["name: A"], [json.dumps(_OBJECT)] * 10),
            "labels": _texts("l", n, "v#"),
        }
    ),
    "Services of a cluster": _evaluating(
        lambda n: {
            "text": _POD,
            "cluster": {
                "services": [
                    {"metadata": {"name": f"s{i}"}, "spec": {"clusterIP": "10.0.0.1", "ports": [{"port": 1}]}}
                    for i in range(n)
                ]
            },
        }
    ),
    "ConfigMaps of a cluster": _evaluating(
        lambda n: {
            "text": _POD.replace("args: [$(V0)]", f"envFrom: [{numbered('{configMapRef: {name: m#}}', n, ', ')}]"),
            "cluster": {"configMaps": [{"metadata": {"name": f"m{i}"}, "data": {f"K{i}": "v"}} for i in range(n)]},
        }
    ),
    "values of a link": _getting("", lambda n: {"source": _source(n)}, _param_query),
    "unknown values of a link": _getting(
        "", lambda n: {"source": _source(n)}, lambda n: urlencode(_texts("param.Q", n))
    ),
    "values of a link to details": _getting("/details", lambda n: {"source": _source(n)}, _param_query),
    "values of a link to the output": _getting("/processed.json", lambda n: {"source": _source(n)}, _param_query),
    "expressions of a link": _getting(
        "", lambda n: {"source": _source(n)}, lambda n: urlencode(_texts("from.P", n, "[a-z]{8}"))
    ),
    "stored values": _getting("", lambda n: {"source": _source(n), **_texts("value.P", n)}),
    "stored values, in the details": _getting("/details", lambda n: {"source": _source(n), **_texts("value.P", n)}),
    "stored values of two Revisions": _getting(
        "/details", lambda n: {"source": _source(n), **_texts("value.P", n)}, lambda _: "from=1&to=2", revisions=2
    ),
    "stored assumptions": _getting(
        "", lambda n: {"source": _POD.replace("$(V0)", numbered("$(V#)", n, ", ")), **_texts("assumed.V", n)}
    ),
    "lines of two Revisions": _getting(
        "/details", lambda n: {"source": numbered("- value #\n", n)}, lambda _: "from=1&to=2", revisions=2
    ),
}

_FORMATS = (
    "json", "yaml", "kyaml", "name", "describe", "aligned", "jsonpath={..name}",
    "go-template={{range .items}}{{.kind}}{{end}}",
)  # fmt: skip


def run_command(*arguments: str) -> None:
    """Run a command whose output nobody reads."""
    nobody = io.StringIO()
    with contextlib.redirect_stdout(nobody), contextlib.redirect_stderr(nobody), contextlib.suppress(SystemExit):
        main(arguments)


def _on(text: str, folder: Path, arguments: Iterable[str]) -> Work:
    """The command ``arguments`` on a file that holds ``text``."""
    file = folder / "text.yaml"
    file.write_text(text)
    complete = [argument.replace("FILE", str(file)) for argument in arguments]
    return lambda: run_command(*complete)


def _flags(flag: str, make: Callable[[int], str], command: str = "process") -> Callable[[Path, int], Work]:
    """``command`` with ``flag`` ``n`` times."""

    def prepare(folder: Path, count: int) -> Work:
        flags = [argument for number in range(count) for argument in (flag, make(number))]
        return _on(_source(count), folder, [command, "-f", "FILE", *flags])

    return prepare


def _holding(name: str, flag: str, make: Callable[[int], str]) -> Callable[[Path, int], Work]:
    """`process` with a further file ``name`` of size ``n``."""

    def prepare(folder: Path, count: int) -> Work:
        (folder / name).write_text(make(count))
        more = () if flag == "--values" else ("-f", "FILE")
        return _on(_source(count), folder, ["process", *more, flag, str(folder / name)])

    return prepare


def _with_format(form: Callable[[int], str], text: Callable[[int], str] = _source) -> Callable[[Path, int], Work]:
    return lambda folder, count: _on(text(count), folder, ["process", "-f", "FILE", "-o", form(count)])


def _folder(folder: Path, count: int) -> Work:
    for number in range(count):
        (folder / f"a{number}.yaml").write_text(_POD)
    return lambda: run_command("process", "-f", str(folder))


def _pattern(folder: Path, count: int) -> Work:
    for number in range(count):
        (folder / f"a{number}.yaml").write_text(_POD)
    return lambda: run_command("process", "-f", f"{folder}/*.yaml")


COMMANDS: Mapping[str, Callable[[Path, int], Work]] = {
    "-p": _flags("-p", lambda number: f"P{number}=v"),
    "-p of one name": _flags("-p", lambda number: "P0=v"),
    "-p of unknown names": _flags("-p", lambda number: f"PARAMETRE{number}=v"),
    "-p of expand": _flags("-p", lambda number: f"P{number}=v", "expand"),
    "--from": _flags("--from", lambda number: f"P{number}=[a-z]{{8}}"),
    "-l": _flags("-l", lambda number: f"l{number}=v"),
    "-l of one flag": lambda folder, n: _on(
        _source(n), folder, ["process", "-f", "FILE", "-l", numbered("l#=v", n, ",")]
    ),
    "--as-group": _flags("--as-group", lambda number: f"g{number}"),
    "--param-file": _holding("values.env", "--param-file", lambda n: numbered("P#=v\n", n)),
    "wrong lines of --param-file": _holding("values.env", "--param-file", lambda n: "P v\n" * n),
    "lines of one name of --param-file": _holding("values.env", "--param-file", lambda n: "P0=v\n" * n),
    "--values": _holding(
        "values.yaml",
        "--values",
        lambda n: _VALUES + json.dumps(_texts("P", n)),
    ),
    "--values of unknown names": _holding(
        "values.yaml",
        "--values",
        lambda n: _VALUES + json.dumps(_texts("Q", n)),
    ),
    "files of a folder": _folder,
    "files of a pattern": _pattern,
    "steps of a JSONPath": _with_format(lambda n: f"jsonpath={{{'.items' * n}}}"),
    "expressions of a JSONPath": _with_format(lambda n: f"jsonpath={'{.kind}' * n}"),
    "descents of a JSONPath": _with_format(lambda n: f"jsonpath={{{'..a' * n}}}"),
    "union of a JSONPath": _with_format(lambda n: f"jsonpath={{[{numbered(chr(39) + 'k#' + chr(39), n, ',')}]}}"),
    "actions of a Go template": _with_format(lambda n: "go-template=" + "{{.kind}}" * n),
    "variables of a Go template": _with_format(lambda n: "go-template=" + numbered("{{$v#:=1}}", n) + "{{$v0}}"),
    "pipes of a Go template": _with_format(lambda n: f"go-template={{{{.kind{' | html' * n}}}}}"),
    "nested ranges of a Go template": _with_format(
        lambda n: "go-template=" + "{{if .kind}}" * min(n, 90) + "{{end}}" * min(n, 90)
    ),
    **{
        f"objects, -o {form}": _with_format(
            lambda _, form=form: form,  # type: ignore[misc]
            lambda n: template_text(["name: P0, value: x"], [json.dumps(_OBJECT)] * n),
        )
        for form in _FORMATS
    },
}
