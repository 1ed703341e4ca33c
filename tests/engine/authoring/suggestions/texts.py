"""Plain Objects as text, shaped like those of well-known examples, and what was made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from playground.engine import Deadline, Evaluation, Inputs, NewTemplate, NoTemplate, Refusal, Suggestions

from playground.engine import evaluate, suggest, template_of  # isort: skip


def documents(*texts: str) -> str:
    """One text of several documents."""
    return "---\n".join(texts)


def workload(
    kind: str,
    name: str,
    *containers: str,
    replicas: int | None = None,
    labels: str = "",
    more: str = "",
    generated: bool = False,
) -> str:
    """A Deployment or the like; ``labels`` of its pods, in braces; ``more`` lines of its `spec`."""
    labels = labels or f"{{app: {name}}}"
    count = "" if replicas is None else f"  replicas: {replicas}\n"
    selector = "" if kind == "Job" else f"  selector:\n    matchLabels: {labels}\n"
    return (
        f"apiVersion: {'batch/v1' if kind == 'Job' else 'apps/v1'}\nkind: {kind}\nmetadata:\n"
        f"  {'generateName' if generated else 'name'}: {name}\nspec:\n{count}{selector}"
        f"  template:\n    metadata:\n      labels: {labels}\n    spec:\n      containers:\n"
        f"{''.join(containers)}{'      restartPolicy: Never' + chr(10) if kind == 'Job' else ''}{more}"
    )


def container(
    name: str, image: str, *, resources: str = "", env: Iterable[tuple[str, str]] = (), indent: int = 6
) -> str:
    """An entry of `containers`; ``resources`` in braces."""
    lines = [f"- name: {name}", f"  image: {image}"]
    lines += [f"  resources: {resources}"] if resources else []
    entries = [line for key, value in env for line in (f"  - name: {key}", f"    value: {value}")]
    lines += ["  env:", *entries] if entries else []
    return "".join(f"{' ' * indent}{line}\n" for line in lines)


def service(name: str, labels: str = "", *, port: int = 80) -> str:
    """A Service of the pods with ``labels``, in braces."""
    selector = labels or f"{{app: {name}}}"
    return (
        f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {name}\nspec:\n  selector: {selector}\n"
        f"  ports:\n  - port: {port}\n"
    )


def ingress(name: str, host: str, target: str, *, tls: bool = False) -> str:
    """An Ingress of one host."""
    secret = f"  tls:\n  - hosts:\n    - {host}\n    secretName: {name}-tls\n" if tls else ""
    return (
        f"apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: {name}\nspec:\n{secret}"
        f"  rules:\n  - host: {host}\n    http:\n      paths:\n      - path: /\n        pathType: Prefix\n"
        f"        backend:\n          service:\n            name: {target}\n"
        f"            port:\n              number: 80\n"
    )


def suggestions(text: str, **inputs: str) -> Suggestions:
    answer = suggest(evaluate(text, Inputs(**inputs)), Deadline())  # type: ignore[arg-type]
    assert isinstance(answer, Suggestions), answer
    return answer


def unwrappable(text: str) -> Refusal:
    answer = suggest(evaluate(text), Deadline())
    assert isinstance(answer, Refusal)
    return answer


def parameters(text: str, *, env: bool = False) -> dict[str, str | None]:
    """The Parameters that are suggested, with their defaults; None: generated, or without a default."""
    listed = (item for item in suggestions(text).items if item.is_on or env)
    return {item.declaration.name: item.declaration.value for item in listed if item.declaration}


def template(text: str, *more: str, without: Iterable[str] = ()) -> NewTemplate:
    """The Template of the suggestions that are on, and ``more``, by key."""
    listed = suggestions(text)
    new = template_of(listed, (listed.defaults | {*more}) - {*without}, Deadline())
    assert isinstance(new, NewTemplate), new
    return new


def refusal(text: str, *keys: str) -> NoTemplate:
    """Why there is no Template of these suggestions; of those that are on, without ``keys``."""
    listed = suggestions(text)
    new = template_of(listed, keys or listed.defaults, Deadline())
    assert isinstance(new, NoTemplate)
    return new


def body(text: str, *more: str, without: Iterable[str] = ()) -> str:
    """The Template's text from its `objects` on."""
    return template(text, *more, without=without).text.partition("\nobjects:")[2].lstrip("\r\n")


def processed(new: NewTemplate) -> Evaluation:
    """The Template, evaluated with the values that left its text."""
    return evaluate(new.text, Inputs(values=new.dropped))


def lines_of(text: str, word: str) -> Iterator[str]:
    """The lines that hold ``word``, without their blanks."""
    return (line.strip() for line in text.splitlines() if word in line)
