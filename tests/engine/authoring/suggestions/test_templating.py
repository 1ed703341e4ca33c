"""The Template of pasted Objects is their text with edits, is proved, or is refused with the place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine import Deadline, Evaluation, Limits, NewTemplate, NoTemplate, OutOfTimeError, Suggestions

from playground.engine import evaluate, output_lines, suggest, template_of  # isort: skip
from tests.engine.authoring.suggestions.texts import (
    body,
    container,
    documents,
    lines_of,
    parameters,
    processed,
    service,
    suggestions,
    template,
    unwrappable,
    workload,
)

CORPUS = Path(__file__).resolve().parents[4] / "../shared/corpus/expected"
WEB = workload("Deployment", "web", container("web", "a/web:1.4", resources="{limits: {memory: 1Gi}}"), replicas=2)


def test_comments_quotes_and_layout_stay() -> None:
    text = """\
# The web server
apiVersion: v1
kind: Service   # of the pods
metadata:
    name:   'web'   # its name
spec:

    selector:   {app: "web",tier: 'front'}
# the end
"""
    new = template(text)
    assert (
        new.text
        == """\
apiVersion: template.openshift.io/v1
kind: Template
metadata:
  name: web
parameters:
- name: NAME
  displayName: Name
  description: The name of the application.
  value: web
objects:
# The web server
- apiVersion: v1
  kind: Service   # of the pods
  metadata:
      name:   '${NAME}'   # its name
  spec:

      selector:   {app: "${NAME}",tier: 'front'}
  # the end
"""
    )


def test_the_name_is_the_first_parameter_and_others_follow_the_text() -> None:
    text = documents("# note\n" + WEB, service("web"))
    names = [line for line in template(text).text.splitlines() if line.startswith("- name:")]
    assert names == [f"- name: {name}" for name in ("NAME", "REPLICAS", "IMAGE", "IMAGE_TAG", "MEMORY_LIMIT")]


def test_only_what_is_chosen_becomes_a_parameter() -> None:
    assert "parameters" not in template(WEB, without=parameters(WEB)).text
    new = template(WEB, "unknown", without=["NAME", "IMAGE"])
    assert [item.key for item in new.chosen] == ["IMAGE_TAG", "REPLICAS", "MEMORY_LIMIT"]
    assert "image: a/web:${IMAGE_TAG}\n" in new.text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{kind: Service, metadata: {name: web}}\n", '- {kind: Service, metadata: {name: "${NAME}"}}'),
        ("kind: Service\nmetadata: {name: web, x: [web]}\n", '  metadata: {name: "${NAME}", x: [web]}'),
        ('{"kind": "Service",\n"metadata": {"name": "web"}}\n', '  "metadata": {"name": "${NAME}"}}'),
        ("kind: Service\nmetadata:\n  name: &n web\n  labels: {app: *n}\n", "    name: &n ${NAME}"),
        ("kind: Service\nmetadata:\n  name: >-\n    web\n", "      ${NAME}"),
        ('kind: Service\nmetadata:\n  name: "w\\u0065b"\n', '    name: "${NAME}"'),
        ("kind: Service\nmetadata: {name: web}\ndata: {x: 😀 web}\n", "  data: {x: 😀 web}"),
    ],
)
def test_every_syntax_keeps_its_form(text: str, line: str) -> None:
    new = template(text)
    assert line in new.text.splitlines()
    assert template(text.replace("\n", "\r\n")).text.split() == new.text.split()


def test_of_an_alias_the_anchor_is_edited_alone_and_anchors_may_repeat() -> None:
    text = documents(*[f"kind: {kind}\nmetadata: {{name: &a web, labels: {{app: *a}}}}\n" for kind in "AB"])
    assert body(text).count('{name: &a "${NAME}", labels: {app: *a}}') == 2


def test_directives_go_and_a_script_with_references_stays() -> None:
    script = "kind: ConfigMap\nmetadata: {name: web}\ndata:\n  run: |\n    echo ${IMAGE} ${{X}}\n    exit\n"
    text = body(f"%YAML 1.1\n---\n{documents(WEB, script)}")
    assert "    echo ${IMAGE} ${{X}}\n" in text
    assert list(lines_of(text, "image:")) == ["image: ${IMAGE_2}:${IMAGE_TAG}"]


def test_a_repeated_key_keeps_its_value() -> None:
    new = template("kind: Service\nmetadata: {name: old, name: web}\n")
    assert [item.value["metadata"] for item in processed(new).objects] == [{"name": "web"}]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("kind: Service\nmetadata:\n\tname: web\n", "3:1"),
        ("kind: Service\n---\nword\n", "3:1"),
        ("kind: A\nx: |\n a\u2028 b\n", "1:1"),
        ("kind: Template\nobjects: []\n", "1:1"),
        ("", "1:1"),
        ("# only a comment\n", "1:1"),
    ],
)
def test_what_cannot_be_wrapped_is_refused_with_its_place(text: str, place: str) -> None:
    answer = unwrappable(text)
    assert answer.reason.endswith(".")
    assert answer.hint
    assert str(answer.span) == place


def limited(text: str, limits: Limits) -> NewTemplate | NoTemplate:
    listed = suggest(evaluate(text, limits=limits), Deadline())
    assert isinstance(listed, Suggestions)
    return template_of(listed, listed.defaults, Deadline())


def test_too_many_parameters_are_refused_at_the_first_beyond_the_limit() -> None:
    answer = limited(WEB, Limits(parameters=3))
    assert isinstance(answer, NoTemplate)
    assert answer.refusal.reason == "The Template would have 5 parameters, and the limit is 3."
    assert answer.suspect == ""
    assert str(answer.refusal.span) == "6:13"


def test_too_many_objects_are_refused_with_the_limit() -> None:
    answer = limited(documents(*(service(f"web-{number}") for number in range(12))), Limits(objects=10))
    assert isinstance(answer, NoTemplate)
    assert "12 objects; the limit is 10" in answer.refusal.reason
    assert answer.refusal.hint.startswith("Paste fewer objects")


@pytest.mark.nightly
def test_a_megabyte_of_objects_becomes_a_template() -> None:
    setting = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web-{}\n  uid: x\ndata:\n  text: {}\n"
    new = template(documents(*(setting.format(number, "word " * 200) for number in range(900))))
    assert new.objects == 900
    assert new.text.count("name: ${NAME}-") == 900
    assert "uid" not in new.text


def test_all_left_out_is_no_template() -> None:
    pod = "kind: Pod\nmetadata: {name: a, ownerReferences: [{kind: X, name: y}]}\n"
    text = documents(pod, pod)
    listed = suggestions(documents(text, "kind: Service\n"))
    assert "owned:Pod/a" in listed.defaults
    assert not any(key.startswith("owned") for key in suggestions(text).defaults)


def test_the_deadline_ends_the_search_and_the_proof() -> None:
    text = documents(*(workload("Deployment", f"web-{number}", container("a", "b")) for number in range(60)))
    evaluation = evaluate(text)
    with pytest.raises(OutOfTimeError):
        suggest(evaluation, Deadline(-1.0))
    listed = suggest(evaluation, Deadline())
    assert isinstance(listed, Suggestions)
    with pytest.raises(OutOfTimeError):
        template_of(listed, listed.defaults, Deadline(-1.0))


def test_the_same_text_gives_the_same_template() -> None:
    text = documents(WEB, service("web"))
    assert {template(text).text for _ in range(3)} == {template(text).text}


def test_the_work_grows_with_the_text_only() -> None:
    steps = []
    for count in (20, 40):
        deadline = _Counting()
        text = documents(
            *(workload("Deployment", f"web-{number}", container("a", f"b{number}")) for number in range(count))
        )
        listed = suggest(evaluate(text), deadline)
        assert isinstance(listed, Suggestions)
        template_of(listed, listed.defaults, deadline)
        steps.append(deadline.count)
    assert steps[1] < 2.5 * steps[0]


class _Counting(Deadline):
    """Counts all steps."""

    count = 0

    def spend(self, steps: int = 1) -> None:
        self.count += steps


def objects_of(path: Path) -> dict[str, object] | None:
    answer = json.loads(path.read_text(encoding="utf-8"))
    normalised = answer["normalised"] if isinstance(answer["normalised"], dict) else answer["as_is"]
    listed: dict[str, object] | None = normalised.get("list")
    return listed if listed and listed["items"] else None


def as_yaml(evaluation: Evaluation) -> str:
    return "".join(f"{line.text}\n" for line in output_lines(evaluation.objects, syntax="yaml", shape="list"))


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus of real templates is not beside the project")
@pytest.mark.parametrize("syntax", [pytest.param("json", marks=pytest.mark.nightly), "yaml"])
def test_objects_of_real_templates_become_templates_again(syntax: str) -> None:
    count = 0
    for path in sorted(CORPUS.glob("*.json")):
        objects = objects_of(path)
        if objects is None:
            continue
        text = json.dumps(objects, indent=2)
        text = as_yaml(evaluate(text)) if syntax == "yaml" else text
        listed = suggestions(text)
        keys = listed.defaults if syntax == "yaml" else [item.key for item in listed.items]
        new = template_of(listed, keys, Deadline())
        assert isinstance(new, NewTemplate), (path.name, new)
        count += 1
    assert count == 89


SCALARS = st.sampled_from(
    [
        "web",
        "web-db",
        "'web'",
        '"web"',
        "1",
        "2Gi",
        "'5'",
        "true",
        "a/b:1",
        "${X}",
        "$(A)",
        "x.web.svc",
        "[web, 1]",
        "{a: web}",
    ]
)
FIELDS = st.sampled_from(
    [
        "metadata: {{name: {0}, labels: {{app: {0}}}}}",
        "metadata:\n  name: {0}\n  uid: x\n  creationTimestamp: null",
        "metadata: {{namespace: {0}, annotations: {{a: {0}}}}}",
        "status: {0}",
        "spec: {{replicas: {0}, selector: {{app: {0}}}}}",
        "spec:\n  replicas: {0}\n  template:\n    spec:\n      containers:\n      - image: {0}\n        name: {0}",
        "spec:\n  containers:\n  - name: a\n    env:\n    - {{name: TOKEN, value: {0}}}\n    - {{name: B, value: {0}}}",
        "stringData: {{password: {0}}}",
        "data:\n  a: |\n    {0}\n  b: {0}",
        "subjects: [{{kind: ServiceAccount, name: {0}, namespace: {0}}}]",
    ]
)
KINDS = st.sampled_from(["Deployment", "Service", "Secret", "Pod", "ConfigMap", "Route", "RoleBinding"])


@st.composite
def plain_objects(draw: st.DrawFn) -> str:
    """One to three Objects whose fields hold anything."""
    texts = []
    for _ in range(draw(st.integers(1, 3))):
        fields = draw(st.lists(FIELDS, max_size=4, unique_by=lambda field: field.split(":")[0]))
        lines = [field.format(draw(SCALARS)) for field in fields]
        texts.append("\n".join([f"kind: {draw(KINDS)}", *lines, ""]))
    text = documents(*texts)
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@given(plain_objects(), st.data())
def test_whatever_is_chosen_gives_the_same_objects_or_is_refused(text: str, data: st.DataObject) -> None:
    listed = suggest(evaluate(text), Deadline())
    if not isinstance(listed, Suggestions):
        assert listed.reason.endswith(".")
        return
    keys = data.draw(st.sets(st.sampled_from([item.key for item in listed.items] or [""])))
    new = template_of(listed, keys, Deadline())
    if isinstance(new, NoTemplate):
        assert new.refusal.reason
        assert new.refusal.hint
        return
    again = processed(new).processed
    assert again is not None
    assert {value.parameter.name for value in again.values} == {item.key for item in new.chosen if item.declaration}
    if not any(item.fields for item in new.chosen):
        before = evaluate(listed.wrapping.text()).processed
        assert before is not None
        assert list(map(repr, (item.value for item in again.objects))) == [repr(item.value) for item in before.objects]


@pytest.mark.parametrize(
    "line",
    [
        "note: me hunter2's",
        "json: '{\"password\": \"hunter2''s\"}'",
        "url: https://me@db/?password=hunter2%27s",
        "base64: aHVudGVyMidz",
        "auth: bWU6aHVudGVyMidz",  # me:hunter2's
        "auth: bWU6IGh1bnRlcjIncwo=",  # me: hunter2's, with a line break
        'escaped: "\\x68unter2\\u0027s"',
        'in_text: "me:\\x68unter2\'s"',
        '"\\x68unter2\'s": key',
        'in_json: "{\\"password\\": \\"\\x68unter2\'s\\"}"',
        'in_base64: "aHVud\\x47VyMidz"',
    ],
)
def test_a_secret_that_another_line_holds_in_any_writing_is_named_with_the_line(line: str) -> None:
    text = f"kind: Secret\nmetadata: {{name: db}}\nstringData: {{password: hunter2's}}\nother:\n  {line}\n"
    made = template(text)
    assert made.dropped == {"PASSWORD": "hunter2's"}
    (number,) = made.left.values()
    assert made.text.splitlines()[number - 1].strip() == line
    with_line_breaks_of_old = template(text.replace("\n", "\r"))
    assert with_line_breaks_of_old.left == made.left
    assert template(text.replace(line, "a: b")).left == {}
