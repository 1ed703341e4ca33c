"""Lines that look like secrets are found, and a Parameter can replace each."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, apply_edits, evaluate, written_secrets
from tests.cost import steps

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: i
    env:
    - {name: DB_PASSWORD, value: hunter2}
    - {name: TOKEN, value: changeme}
"""
SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: hunter2, user: ann}\n"


def template(parameters: str, objects: str) -> str:
    body = "".join(f"  {line}\n" for line in objects.splitlines())
    return f"apiVersion: template.openshift.io/v1\nkind: Template\n{parameters}objects:\n-{body[1:]}"


def names_and_lines(text: str) -> list[tuple[str, int]]:
    return [(secret.name, secret.line) for secret in written_secrets(evaluate(text))]


def mend(text: str) -> str:
    """The text after the fix of its only secret; fails if a secret remains."""
    (secret,) = written_secrets(evaluate(text))
    assert secret.fix is not None
    after = apply_edits(text, secret.fix.edits)
    assert names_and_lines(after) == []
    assert "hunter2" not in after
    return after


def test_secrets_in_env_and_in_secrets_are_found_and_placeholders_are_not() -> None:
    assert names_and_lines(POD) == [("DB_PASSWORD", 9)]
    assert names_and_lines(SECRET) == [("password", 4)]
    listed = "apiVersion: v1\nkind: List\nitems:\n- " + SECRET.replace("\n", "\n  ").rstrip(" ")
    assert names_and_lines(listed) == [("password", 7)]
    assert names_and_lines(SECRET.replace("stringData", "data").replace("hunter2", "aHVudGVyMg==")) == [("password", 4)]


@pytest.mark.parametrize(
    "text", [POD.replace("hunter2", "$(OTHER)"), SECRET.replace("hunter2", '""'), "", "kind: Pod\n"]
)
def test_what_is_no_secret_is_not_listed(text: str) -> None:
    assert names_and_lines(text) == []


@pytest.mark.parametrize("text", ["# postgres://shop:hunter2@db/shop\n", "a: [\n-----BEGIN RSA PRIVATE KEY-----\n"])
def test_lines_that_look_like_secrets_are_found_everywhere(text: str) -> None:
    assert [name for name, _ in names_and_lines(text)] == [""]


def test_outside_a_template_there_is_no_fix() -> None:
    assert [secret.fix for secret in written_secrets(evaluate(POD))] == [None]


@pytest.mark.parametrize(
    "parameters",
    [
        "",
        "parameters:\n- name: A\n  value: a\n",
        "parameters:\n  - {name: A, value: a}\n",
        "parameters: [{name: A, value: a}]\n",
        "parameters:\n- name: DB_PASSWORD\n",
        "parameters:\n-\n  name: A\n",
        "parameters: []\n",
        "parameters:\n",
    ],
)
def test_a_written_secret_is_replaced_by_a_parameter(parameters: str) -> None:
    for objects in (POD, SECRET):
        text = template(parameters, objects)
        evaluation = evaluate(mend(text), Inputs(values={"DB_PASSWORD": "p", "PASSWORD": "p", "DB_PASSWORD_2": "p"}))
        assert evaluation.template is not None
        assert len(evaluation.template.parameters) == len(evaluate(text).template.parameters) + 1  # type: ignore[union-attr]
        assert evaluation.template.parameters[-1].required
        assert '"p"' in str(evaluation.objects[0].value).replace("'", '"')


def test_a_secret_default_is_replaced_by_a_required_or_generated_value() -> None:
    objects = "kind: Secret\napiVersion: v1\nstringData: {p: '${DB_PASSWORD}'}\n"
    block = mend(template("parameters:\n- name: DB_PASSWORD\n  value: hunter2\n", objects))
    assert "- name: DB_PASSWORD\n  required: true\n" in block
    flow = mend(template("parameters: [{name: DB_PASSWORD, value: hunter2}]\n", objects))
    assert "[{name: DB_PASSWORD, required: true}]" in flow
    without_secrets = mend(
        template(
            'parameters:\n- {name: DB_PASSWORD, value: hunter2, generate: expression, from: "[a-z]{9}"}\n', objects
        )
    )
    assert len(evaluate(without_secrets).objects[0].value["stringData"]["p"]) == 9


def test_in_json_the_fix_is_json() -> None:
    text = '{"kind": "Template", "apiVersion": "template.openshift.io/v1", "parameters": [{"name": "A"}], "objects": '
    text += '[{"kind": "Secret", "apiVersion": "v1", "stringData": {"password": "hunter2"}}]}'
    after = mend(text)
    assert '{"name": "A"}, {"name": "PASSWORD", "required": true}' in after
    assert '"password": "${PASSWORD}"' in after


def test_in_json_without_parameters_the_fix_writes_the_list() -> None:
    text = '{"kind": "Template", "apiVersion": "template.openshift.io/v1", "objects": '
    text += '[{"kind": "Secret", "apiVersion": "v1", "stringData": {"password": "hunter2"}}]}'
    assert '"parameters": [{"name": "PASSWORD", "required": true}], "objects"' in mend(text)


def test_nothing_refers_to_the_new_parameter_but_the_secret() -> None:
    secret = SECRET.replace("user: ann", "user: '${DB_PASSWORD}'").replace("password:", "dbPassword:")
    assert 'dbPassword: "${DB_PASSWORD_2}"' in mend(template("", secret))


def test_a_list_that_an_alias_gives_gets_no_parameter() -> None:
    (secret,) = written_secrets(evaluate(template("x: &p [{name: A}]\nparameters: *p\n", SECRET)))
    assert secret.fix is None


def test_line_ends_stay_as_they_are() -> None:
    text = template("parameters:\n- name: A\n", SECRET).replace("\n", "\r\n")
    assert mend(text).count("\n") == mend(text).count("\r\n")


def test_many_secrets_beside_many_parameters_cost_no_product() -> None:
    parameters = "parameters:\n- {name: DB_PASSWORD}\n" + "".join(
        f"- {{name: DB_PASSWORD_{n}}}\n" for n in range(2, 300)
    )
    secrets = "\n".join(f"    - {{name: DB_PASSWORD, value: hunter{number}}}" for number in range(300))
    evaluation = evaluate(template(parameters, POD.replace("    - {name: DB_PASSWORD, value: hunter2}", secrets)))
    assert len(written_secrets(evaluation)) == 300
    assert steps(lambda: written_secrets(evaluation)) < 150 * 300
