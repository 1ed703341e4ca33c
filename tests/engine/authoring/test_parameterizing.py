"""Any value becomes a Parameter by edits of the text, and the Objects stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine import (
    Deadline,
    Edit,
    Inputs,
    Limits,
    NewParameter,
    OutOfTimeError,
    Refusal,
    SourceSpan,
    SourceText,
    apply_edits,
    evaluate,
    make_parameter,
    new_parameter_at,
    read,
    why_no_new_name,
)
from playground.engine.authoring.wrapping import Wrapping, wrap
from playground.engine.printing.comparison import compare
from tests.cost import steps

EXAMPLES = sorted((Path(__file__).parents[4] / "playground/examples").glob("*.yaml"))

SHOP = """\
# The shop
apiVersion: template.openshift.io/v1
kind: Template
parameters:
- name: TITLE # shown
  value: Shop
objects:
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web, labels: {app: web, tier: front}}
  spec:
    replicas: 3
    selector: {matchLabels: {app: web}}
    template:
      metadata: {labels: {app: "web"}}   # of the pods
      spec:
        containers:
        - name: web
          image: quay.io/acme/web:1.4
          ports: [{containerPort: 8080}]
          env:
          - {name: DB_PASSWORD, value: hunter2}
          - {name: TITLE, value: "${TITLE}"}
          - name: API
            value: 'http://web-api:8080/web'
          args:
          - |
            echo "hello web"
            exit ${CODE}
          resources: {limits: {memory: 512Mi}}
        - name: side
          image: quay.io/acme/side:1.4
- apiVersion: v1
  kind: Service
  metadata:
    name: web-api
  spec:
    selector: {app: web}
    ports: [{port: 80, targetPort: 8080}]
- apiVersion: v1
  kind: Secret
  metadata: {name: login}
  stringData: {password: hunter2, user: web}
"""


def span_of(text: str, marked: str, *, selected: bool = False) -> SourceSpan:
    """The place of the caret in ``marked`` at its `|`, which is not in the text; or of the whole of ``marked``."""
    before, _, after = marked.partition("|")
    offset = text.index(before + after)
    source = evaluate(text).source.text
    if selected:
        return source.span(offset, offset + len(marked))
    return source.span(offset + len(before), offset + len(before))


def asked(text: str, marked: str, *, selected: bool = False) -> NewParameter | Refusal:
    return new_parameter_at(evaluate(text), span_of(text, marked, selected=selected), Deadline())


def parameter(text: str, marked: str, *, selected: bool = False) -> NewParameter:
    answer = asked(text, marked, selected=selected)
    assert isinstance(answer, NewParameter), answer
    return answer


def refusal(text: str, marked: str, *, selected: bool = False) -> str:
    answer = asked(text, marked, selected=selected)
    assert isinstance(answer, Refusal)
    return answer.message


def after(text: str, marked: str, *, selected: bool = False, places: tuple[int, ...] | None = None) -> str:
    """The text with the value as a Parameter of the proposed name, in all places of the same meaning."""
    new = parameter(text, marked, selected=selected)
    edits = make_parameter(
        evaluate(text), new, new.name, new.same if places is None else places, random=Random(0), deadline=Deadline()
    )
    assert not isinstance(edits, Refusal), edits
    return apply_edits(text, edits)


def changed(text: str, marked: str, *, selected: bool = False) -> set[str]:
    """The lines that are new in the text."""
    return {line.strip() for line in after(text, marked, selected=selected).splitlines()} - {
        line.strip() for line in text.splitlines()
    }


def test_a_name_is_replaced_as_a_word_in_all_places_of_names() -> None:
    new = parameter(SHOP, "  name: web-a|pi")
    assert [place.field for place in new.places if place.same] == ["objects[1].metadata.name"]
    assert changed(SHOP, "{name: we|b,") == {
        "- name: NAME",
        "displayName: Name",
        "description: The name of the application.",
        "value: web",
        'metadata: {name: "${NAME}", labels: {app: "${NAME}", tier: front}}',
        'selector: {matchLabels: {app: "${NAME}"}}',
        'metadata: {labels: {app: "${NAME}"}}   # of the pods',
        "- name: ${NAME}",
        "name: ${NAME}-api",
        'selector: {app: "${NAME}"}',
    }


def test_texts_that_only_mention_a_name_are_offered_and_not_chosen() -> None:
    new = parameter(SHOP, "{name: we|b,")
    mentions = [place.field.partition("].")[2] for place in new.places if not place.same]
    container = "spec.template.spec.containers[0]"
    assert mentions == [
        f"{container}.image",
        f"{container}.env[2].value",
        f"{container}.env[2].value",
        f"{container}.args[0]",
        "stringData.user",
    ]
    everywhere = after(SHOP, "{name: we|b,", places=tuple(range(len(new.places))))
    assert "'http://${NAME}-api:8080/${NAME}'" in everywhere
    assert 'echo "hello ${NAME}"' in everywhere


def test_each_place_can_be_left_out() -> None:
    new = parameter(SHOP, "{name: we|b,")
    edits = make_parameter(evaluate(SHOP), new, "WHO", new.same[:1], random=Random(0), deadline=Deadline())
    assert not isinstance(edits, Refusal)
    assert apply_edits(SHOP, edits).count("${WHO}") == 1
    assert make_parameter(evaluate(SHOP), new, "WHO", [], random=Random(0), deadline=Deadline()) == Refusal(
        "No place is chosen."
    )


@pytest.mark.parametrize(
    ("marked", "name", "value"),
    [
        ("replicas: |3", "REPLICAS", "3"),
        ("image: quay|.io/acme/web", "WEB_IMAGE", "quay.io/acme/web"),
        ("acme/web:1|.4", "WEB_IMAGE_TAG", "1.4"),
        ("memory: |512Mi", "MEMORY_LIMIT", "512Mi"),
        ("containerPort: 80|80", "PORT", "8080"),
        ("port: 8|0,", "SERVICE_PORT", "80"),
        ("value: 'ht|tp", "API", "http://web-api:8080/web"),
        ("tier: fr|ont", "TIER", "front"),
        ("user: w|eb", "USER", "web"),
        ("name: si|de", "CONTAINER_NAME", "side"),
        ("name: log|in", "SECRET_NAME", "login"),
        ("- name: A|PI", "ENV_NAME", "API"),
    ],
)
def test_names_are_those_that_authors_use(marked: str, name: str, value: str) -> None:
    new = parameter(SHOP, marked)
    assert (new.name, new.declaration.value) == (name, value)
    assert new.declaration.display_name
    assert new.declaration.description


def test_numbers_stay_numbers_and_texts_stay_texts() -> None:
    assert "    replicas: ${{REPLICAS}}\n" in after(SHOP, "replicas: |3")
    ports = after(SHOP, "containerPort: 80|80")
    assert 'ports: [{containerPort: "${{PORT}}"}]' in ports
    assert 'ports: [{port: 80, targetPort: "${{PORT}}"}]' in ports
    text = SHOP.replace("tier: front", 'tier: "8"').replace("replicas: 3", "paused: true")
    assert 'tier: "${TIER}"' in after(text, 'tier: "|8')
    assert "paused: ${{PAUSED}}" in after(text, "paused: tr|ue")


def test_a_password_leaves_the_text_and_is_generated_in_all_places() -> None:
    result = after(SHOP, "value: hun|ter2")
    assert "hunter2" not in result
    assert result.count('"${DB_PASSWORD}"') == 2
    new = evaluate(result).template
    assert new is not None
    assert new.parameters[-1].from_ == "[a-zA-Z0-9]{16}"
    assert new.parameters[-1].required


def test_of_an_address_the_password_under_the_caret_is_taken_alone() -> None:
    url = SHOP.replace("http://web-api:8080/web", "redis://me:s3cret@db/1")
    for marked in ("s3c|ret@", "|s3cret@", "s3cret|@"):
        assert "'redis://me:${PASSWORD}@db/1'" in after(url, marked)
    assert "'redis://me:${PASSWORD}@db/1'" in after(url, "s3cret", selected=True)
    assert "value: '${API}'" in after(url, "redis:|//me")


def test_a_token_is_a_secret_whatever_its_variable_is_called() -> None:
    token = f"ghp_{16 * 'a'}"
    text = SHOP.replace("http://web-api:8080/web", token).replace("value: hunter2", f"value: {token}")
    result = after(text, f"'|{token}")
    assert token not in result
    assert result.count("${API}") == 2
    new = evaluate(result).template
    assert new is not None
    assert new.parameters[-1].generate == "expression"


def test_a_host_is_replaced_wherever_it_is_the_whole_value() -> None:
    route = """\
- {apiVersion: route.openshift.io/v1, kind: Route, metadata: {name: r}, spec: {host: a.example, to: {name: web-api}}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {host: a.example, url: "https://a.example/"}}
"""
    lines = changed(SHOP + route, "host: a.ex|ample, to")
    assert any('{host: "${HOSTNAME}", to' in line for line in lines)
    assert any('{host: "${HOSTNAME}", url: "https://a.example/"}' in line for line in lines)
    new = parameter(SHOP + route, "host: a.ex|ample, to")
    assert [place.field for place in new.places if not place.same] == ["objects[4].data.url"]
    everywhere = after(SHOP + route, "host: a.ex|ample, to", places=tuple(range(len(new.places))))
    assert 'url: "https://${HOSTNAME}/"' in everywhere


def test_selected_stretches_of_blocks_quotes_and_brackets_are_replaced_in_place() -> None:
    assert "            echo ${ARGS}\n" in after(SHOP, '"hello web"', selected=True)
    assert "'http://web-api:${API}'" in after(SHOP, "8080/web", selected=True)
    assert 'tier: "${TIER}t"' in after(SHOP, "fron", selected=True)  # a part of a word
    plain = SHOP.replace("tier: front", "tier: it's-front")
    assert 'tier: "it\'s-${TIER}"' in after(plain, "front", selected=True)


def test_selected_escapes_and_folded_lines_are_replaced_as_they_are_written() -> None:
    escaped = SHOP.replace("tier: front", r'tier: "fr\x6fnt-end"')
    assert 'tier: "${TIER}-end"' in after(escaped, r"fr\x6fnt", selected=True)
    folded = SHOP.replace('echo "hello web"', "echo").replace("- |\n", "- >-\n")
    assert "          - >-\n            ${ARGS} ${CODE}\n" in after(folded, "echo\n            exit", selected=True)


@pytest.mark.parametrize("block", ["|", "|-", ">", ">-"])
def test_at_a_block_of_one_line_the_line_becomes_a_parameter(block: str) -> None:
    text = SHOP.replace("value: 'http://web-api:8080/web'", f"value: {block}\n              some text")
    assert f"value: {block}\n              ${{API}}\n" in after(text, "some |text")


def test_of_an_alias_the_anchor_is_edited_alone() -> None:
    text = SHOP.replace("{app: web, tier: front}", "{app: &app web, tier: *app}")
    result = after(text, "tier: *a|pp")
    assert '{app: &app "${NAME}", tier: *app}' in result


def test_plain_objects_become_a_template_and_keep_their_comments() -> None:
    text = """\
# two objects
kind: Service
apiVersion: v1
metadata:
  name: web # the name
---
kind: ConfigMap
apiVersion: v1
metadata: {name: web-settings}
data:
  script: |
    echo ${NAME}
"""
    assert (
        after(text, "name: w|eb")
        == """\
apiVersion: template.openshift.io/v1
kind: Template
metadata:
  name: web
parameters:
- name: APP_NAME
  displayName: Name
  description: The name of the application.
  value: web
objects:
# two objects
- kind: Service
  apiVersion: v1
  metadata:
    name: ${APP_NAME} # the name
- kind: ConfigMap
  apiVersion: v1
  metadata: {name: "${APP_NAME}-settings"}
  data:
    script: |
      echo ${NAME}
"""
    )


def test_json_stays_json() -> None:
    text = '{"kind": "Template", "apiVersion": "template.openshift.io/v1", "objects": [{"kind": "Deployment",\n'
    text += '"apiVersion": "apps/v1", "metadata": {"name": "a"}, "spec": {"replicas": 2}}]}\n'
    result = after(text, '"replicas": |2')
    assert '"replicas": "${{REPLICAS}}"' in result
    assert '"parameters": [{"name": "REPLICAS", "displayName": "Replicas",' in result
    assert read(result, Limits(), Deadline()).documents[0].syntax == "json"


@pytest.mark.parametrize(
    ("marked", "message"),
    [
        ("repl|icas: 3", "keys stay as they are"),
        ('value: "${TI|TLE}', "refers to `TITLE` already"),
        ("echo| ", "Select the part"),
        ("value: Sh|op", "only, not in this field"),
        ("kind: Tem|plate", "only, not in this field"),
        ("# The| shop", "not on a value"),
    ],
)
def test_what_cannot_become_a_parameter_is_refused_with_the_reason(marked: str, message: str) -> None:
    assert message in refusal(SHOP, marked)


def test_further_refusals() -> None:
    assert "cannot be read" in refusal("a: [\n", "a|: [")
    assert "no `kind`" in refusal("a: 1\n", "a: |1")
    assert "beside the Template" in refusal(SHOP + "---\nkind: Pod\n", "kind: P|od")
    assert "no value here" in refusal(SHOP.replace("replicas: 3", "paused: null"), "paused: nu|ll")
    assert "blank" in refusal(SHOP.replace("tier: front", "tier: ' '"), "tier: '| ")
    assert "The value is empty." in refusal(SHOP.replace("tier: front", "tier: ''"), "tier: '|'")
    assert "not a part of one value" in refusal(SHOP, 'hello web"\n            exit', selected=True)
    assert "already. Select" in refusal(SHOP, "it ${CO", selected=True)
    escaped = SHOP.replace('"web"', r'"w\u0065b"')
    assert parameter(escaped, r'"w\u00|65b"').name == "NAME"


def test_a_name_that_is_taken_reserved_or_invalid_is_refused() -> None:
    evaluation = evaluate(SHOP)
    assert "has a parameter `TITLE` already" in why_no_new_name(evaluation, "TITLE")
    assert "refers to `CODE` already" in why_no_new_name(evaluation, "CODE")
    assert "letters, digits" in why_no_new_name(evaluation, "A-B")
    assert why_no_new_name(evaluation, "FREE") == ""
    assert parameter(SHOP.replace("tier", "code"), "code: fr|ont").name == "CODE_2"


def test_a_result_with_other_objects_is_refused_with_the_place() -> None:
    text = SHOP.replace("{name: login}", "{name: login, namespace: prod}")
    new = parameter(text, "namespace: pr|od")
    answer = make_parameter(evaluate(text), new, new.name, new.same, random=Random(0), deadline=Deadline())
    assert isinstance(answer, Refusal)
    assert "would keep" in answer.message
    assert answer.span is not None


def test_generated_and_given_values_do_not_disturb_the_proof() -> None:
    text = SHOP.replace("value: Shop", "generate: expression\n  from: '[a-z]{8}'")
    assert "TIER" in after(text, "tier: fr|ont")
    evaluation = evaluate(SHOP, Inputs(values={"TITLE": "x"}, labels={"team": "a"}))
    new = new_parameter_at(evaluation, span_of(SHOP, "tier: fr|ont"), Deadline())
    assert isinstance(new, NewParameter)
    assert not isinstance(
        make_parameter(evaluation, new, new.name, new.same, random=Random(0), deadline=Deadline()), Refusal
    )


def test_the_deadline_ends_the_search_and_the_proof() -> None:
    evaluation, span = evaluate(SHOP), span_of(SHOP, "tier: fr|ont")
    many = evaluate(SHOP + "- {kind: ConfigMap, apiVersion: v1, data: {a: [" + "front, " * 3000 + "]}}\n")
    with pytest.raises(OutOfTimeError):
        new_parameter_at(many, span, Deadline(-1.0))
    new = new_parameter_at(evaluation, span, Deadline())
    assert isinstance(new, NewParameter)
    with pytest.raises(OutOfTimeError):
        make_parameter(evaluation, new, new.name, new.same, random=Random(0), deadline=Deadline(-1.0))


def test_a_text_of_many_references_costs_what_it_is_long() -> None:
    def cost(count: int) -> int:
        value = "${A} shop " * count
        text = f"apiVersion: v1\nkind: Template\nparameters: [{{name: A}}]\nobjects: [{{kind: B, b: '{value}'}}]"
        evaluation, span = evaluate(text), span_of(text, "shop", selected=True)
        return steps(lambda: new_parameter_at(evaluation, span, Deadline()))

    assert cost(800) < 5 * cost(200)


def test_the_last_character_of_a_long_text_is_found_without_a_look_at_all_others() -> None:
    def cost(count: int) -> int:
        evaluation = evaluate(f"apiVersion: v1\nkind: ConfigMap\ndata: {{a: {'x' * count}}}\n")
        text = evaluation.source.text
        last = text.text.rindex("x")
        return steps(lambda: new_parameter_at(evaluation, text.span(last, last + 1), Deadline()))

    assert cost(4_000) < 2 * cost(200)


def texts() -> list[str]:
    """The examples, SHOP, and the objects of SHOP as plain documents."""
    plain = "\n---\n".join(
        f"# {number}\n" + "\n".join(line[2:] for line in part.splitlines())
        for number, part in enumerate(SHOP.partition("objects:\n")[2].split("\n- "))
    )
    return [*(path.read_text(encoding="utf-8") for path in EXAMPLES), SHOP, SHOP.replace("\n", "\r\n"), plain]


TEXTS = texts()


@given(st.data())
def test_any_value_of_any_text_becomes_a_parameter_that_gives_the_same_objects(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    evaluation = evaluate(text)
    offset = data.draw(st.integers(0, len(text)))
    position = evaluation.source.text.position(offset)
    new = new_parameter_at(evaluation, SourceSpan(position, position), Deadline())
    if isinstance(new, Refusal):
        assert new.message.endswith(".")
        return
    numbers = st.sets(st.integers(0, len(new.places) - 1), min_size=1)
    places = data.draw(st.one_of(st.just(set(new.same)), numbers))
    edits = make_parameter(evaluation, new, new.name, places, random=Random(0), deadline=Deadline())
    if isinstance(edits, Refusal):
        assert "namespace" in edits.message
        return
    result = apply_edits(text, edits)
    assert apply_edits(result, inverse(text, edits)) == text
    wrapping = wrap(evaluation.source)
    before = evaluation if evaluation.template else evaluate(wrapping.text() if isinstance(wrapping, Wrapping) else "")
    assert before.processed is not None
    values = {value.parameter.name: value.text for value in before.processed.values if value.settled}
    if new.declaration.value is None:
        values[new.name] = new.value
    again = evaluate(result, Inputs(values=values))
    assert again.processed is not None
    assert [*compare((before.processed.objects, again.processed.objects), Deadline())] == []
    assert f"${{{new.name}}}" in result or f"${{{{{new.name}}}}}" in result


def inverse(text: str, edits: Sequence[Edit]) -> list[Edit]:
    """The edits that take ``edits`` of ``text`` back."""
    before, after_text, shift, inverted = SourceText(text), SourceText(apply_edits(text, edits)), 0, []
    for edit in sorted(edits, key=lambda edit: edit.span):
        start, end = (before.offset(position) for position in edit.span)
        new = start + shift
        inverted.append(Edit(after_text.span(new, new + len(edit.text)), text[start:end]))
        shift += len(edit.text) - (end - start)
    return inverted
