"""The rule `secret`: a pasted secret is replaced."""

from __future__ import annotations

import pytest

from playground.engine import Deadline, NewTemplate, Suggestions, evaluate, suggest, template_of
from tests.engine.authoring.suggestions.texts import (
    body,
    container,
    documents,
    parameters,
    suggestions,
    template,
    workload,
)

SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: login}\n"


def env(*entries: tuple[str, str], name: str = "web") -> str:
    return workload("Deployment", name, container(name, "a", env=entries))


def secrets(text: str) -> list[str]:
    return [item.key for item in suggestions(text).items if item.rule == "secret"]


def test_secrets_are_replaced_and_generated() -> None:
    new = template(
        documents(SECRET + "stringData: {password: hunter2, user-name: shop}\n", env(("API_KEY", "abc123x")))
    )
    assert "hunter2" not in new.text
    assert new.dropped == {"PASSWORD": "hunter2", "USER_NAME": "shop", "API_KEY": "abc123x"}
    assert new.text.count('  generate: expression\n  from: "[a-zA-Z0-9]{16}"\n  required: true\n') == 3


@pytest.mark.parametrize("name", ["DB_PASSWORD", "apiKey", "AUTH_TOKEN", "CLIENT_SECRET", "CREDENTIALS"])
def test_variables_are_known_by_their_names(name: str) -> None:
    assert len(secrets(env((name, "abc")))) == 1


@pytest.mark.parametrize(
    "name", ["PASSWORD_FILE", "TOKEN_PATH", "SECRET_NAME", "TOKEN_URL", "USER", "MINIO_ACCESS_KEY"]
)
def test_what_is_about_a_secret_stays(name: str) -> None:
    assert secrets(env((name, "abc"))) == []


@pytest.mark.parametrize("value", ["$(OTHER)", "${OTHER}", '""', "null", "|\n            a\n            b"])
def test_references_empty_texts_and_texts_of_several_lines_stay(value: str) -> None:
    assert secrets(env(("PASSWORD", value))) == []


def test_a_folded_secret_is_replaced_as_a_whole() -> None:
    new = template(SECRET + "stringData:\n  a: >-\n    one word\n    or two\n  # a comment\n  b: >-\n    hunter2\n")
    assert new.text.endswith("stringData:\n    a: >-\n      ${A}\n    # a comment\n    b: >-\n      ${B}\n")
    assert new.dropped == {"A": "one word or two", "B": "hunter2"}


def test_a_password_in_an_address_follows_where_it_is_escaped() -> None:
    variables = r'[{"name": "PASSWORD", "value": "a\u0026b"}, {"name": "URL", "value": "redis://me:a\u0026b@db"}]'
    text = f'{{"kind": "Pod", "spec": {{"containers": [{{"name": "web", "image": "a", "env": {variables}}}]}}}}'
    assert body(text).count("${PASSWORD}") == 2


def test_secrets_with_line_breaks_stay_with_a_note() -> None:
    blocks = "stringData:\n  key: |\n    a\n    b\n  word: |\n    hunter2\n  blank: |+\n\n"
    text = documents(SECRET + blocks, env(("TOKEN", r'"a\nb"')))
    listed = suggestions(text)
    assert [item.rule for item in listed.items if item.rule == "secret"] == []
    assert [(note.span.start.line, note.message) for note in listed.notes[-2:]] == [
        (5, "The values of `key` and 1 more have line breaks, so they stay in the Template."),
        (29, "The value of `TOKEN` has line breaks, so it stays in the Template."),
    ]


def test_equal_secrets_stay_equal_whatever_they_are_called() -> None:
    text = documents(SECRET + "stringData: {password: hunter2}\n", env(("DB_PASSWORD", "hunter2"), ("TOKEN", "other7")))
    assert secrets(text) == ["PASSWORD", "TOKEN"]
    assert body(text).count("${PASSWORD}") == 2


def test_the_same_name_with_another_secret_gets_a_number() -> None:
    assert secrets(documents(env(("TOKEN", "a")), env(("TOKEN", "b"), name="web-b"))) == ["TOKEN", "TOKEN_2"]


def test_a_password_in_an_address_follows() -> None:
    text = env(("PASSWORD", "hunter2"), ("URL", "redis://me:hunter2@db/1"), ("OTHER", "redis://me:hunter22@db"))
    assert "value: redis://me:${PASSWORD}@db/1\n" in body(text)
    assert "value: redis://me:hunter22@db\n" in body(text)


def test_an_address_is_required_and_not_generated() -> None:
    new = template(SECRET + "stringData: {url: 'postgres://me:hunter2@db/shop'}\n")
    assert "hunter2" not in new.text
    assert "- name: URL\n" in new.text
    assert "required: true" in new.text
    assert "generate" not in new.text.replace("Nothing is generated", "")


def test_secrets_that_stay_somewhere_else_are_named_with_their_line() -> None:
    new = template(env(("PASSWORD", "hunter2"), ("NOTE", "it is hunter2")))
    line = next(number for number, text in enumerate(new.text.splitlines(), 1) if "it is hunter2" in text)
    assert new.left == {"PASSWORD": line}
    (secret,) = (
        item
        for item in suggestions(env(("PASSWORD", "hunter2"), ("NOTE", "it is hunter2"))).items
        if item.rule == "secret"
    )
    assert len(secret.mentions) == 1


def test_kept_secrets_are_defaults() -> None:
    listed = suggest(evaluate(env(("PASSWORD", "hunter2"))), Deadline(), keeps_secrets=True)
    assert isinstance(listed, Suggestions)
    new = template_of(listed, listed.defaults, Deadline())
    assert isinstance(new, NewTemplate)
    assert (
        "- name: PASSWORD\n  displayName: Password\n  description: A value for PASSWORD.\n  value: hunter2\n"
        in new.text
    )
    assert new.dropped == {}


def test_base64_gets_a_note_and_no_parameter() -> None:
    listed = suggestions(SECRET + "data: {password: aHVudGVyMg==, user: YQ==}\n")
    assert [item.rule for item in listed.items] == ["name"]
    assert [(str(note.span), "stringData" in note.message) for note in listed.notes] == [("4:1", True)]


def test_a_webhook_of_a_build_has_a_secret() -> None:
    build = "apiVersion: build.openshift.io/v1\nkind: BuildConfig\nmetadata: {name: web}\n"
    triggers = "  - {type: GitHub, github: {secret: abc123}}\n  - {type: Generic, generic: {secret: x}}\n"
    text = f"{build}spec:\n  triggers:\n{triggers}"
    assert secrets(text) == ["GITHUB_WEBHOOK_SECRET", "GENERIC_WEBHOOK_SECRET"]
    assert parameters(text)["GITHUB_WEBHOOK_SECRET"] is None


def test_an_argument_of_a_build_is_known_by_its_name() -> None:
    build = "kind: BuildConfig\nmetadata: {name: web}\nspec:\n  strategy:\n    dockerStrategy:\n      buildArgs:\n"
    assert secrets(f"{build}      - {{name: NPM_TOKEN, value: abc123}}\n      - {{name: MODE, value: a}}\n") == [
        "NPM_TOKEN"
    ]
