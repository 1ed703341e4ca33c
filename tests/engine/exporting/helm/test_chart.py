"""A Template as a chart: the author's text with edits, its values, and what is refused."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from pathlib import Path
from random import Random

import pytest

from playground.engine import Chart, Inputs, ProcessedTemplate, Refusal, archive, helm_chart, read, read_plain
from playground.engine.model.deadline import Deadline, OutOfTimeError
from playground.engine.model.limits import Limits
from playground.engine.pipeline import process_template

HEAD = "# The shop\napiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: Shop_Web}\n"
PARAMETERS = """\
parameters:
# Where it listens
- name: HOST
  displayName: Host
  description: |-
    The name of the host.
    Of one host.
  value: a.example.org  # not an address
- {name: PORT, value: "8080", required: true}
- {name: COUNT, value: "2"}
- {name: PASSWORD, generate: expression, from: "[a-z]{8}"}
"""


def processed_template(text: str, **values: str) -> ProcessedTemplate:
    processed = process_template(read(text), Inputs(values=values), random=Random(1), limits=Limits(), deadline=None)
    assert processed is not None
    return processed


def chart_of(text: str, name: str = "", **values: str) -> Chart | Refusal:
    return helm_chart(processed_template(text, **values), name=name)


def files_of(text: str, **values: str) -> dict[str, str]:
    chart = chart_of(text, **values)
    assert isinstance(chart, Chart), chart
    return dict(chart.files)


def object_of(lines: str, labels: str = "") -> str:
    """The file of the only object of a Template."""
    (text,) = (
        text for name, text in files_of(f"{HEAD}{labels}objects:\n{lines}{PARAMETERS}").items() if "/01-" in name
    )
    return text


def test_comments_order_and_layout_stay() -> None:
    objects = """\
# first, with {{ braces }}
- kind: Service  # of the shop
  apiVersion: v1

  metadata: {name: web,   annotations: {"a": '${HOST}'}}
# second
-   apiVersion: v1
    kind: ConfigMap
    data:
      # the address
      ADDRESS: http://${HOST}:${PORT}/100%  # as a URL
      "${HOST}": 'x'
      text: |
        listen ${HOST};
        # no comment {{ braces }}
        end
      whole: |
        ${HOST}
"""
    files = files_of(f"{HEAD}objects:\n{objects}{PARAMETERS}")
    assert (
        files["templates/01-service.yaml"]
        == """\
# first, with {{ "{{" }} braces }}
kind: Service  # of the shop
apiVersion: v1

metadata: {name: web,   annotations: {"a": {{ .Values.host | quote }}}}
"""
    )
    assert (
        files["templates/02-configmap.yaml"]
        == """\
# second
apiVersion: v1
kind: ConfigMap
data:
  # the address
  ADDRESS: {{ printf "http://%v:%v/100%%" .Values.host .Values.port | quote }}  # as a URL
  {{ .Values.host | quote }}: 'x'
  text: |
    listen {{ .Values.host | toString | replace "\\n" "\\n    " }};
    # no comment {{ "{{" }} braces }}
    end
  whole: {{ printf "%v\\n" .Values.host | quote }}
"""
    )


def test_the_values_have_the_words_of_their_parameters() -> None:
    files = files_of(f"{HEAD}objects:\n- {{kind: A, apiVersion: v1, n: '${{{{COUNT}}}}'}}\n{PARAMETERS}")
    _, *blocks = files["values.yaml"].split("\n\n")
    assert blocks == [
        '# Where it listens\n# not an address\n# Host\n# The name of the host.\n# Of one host.\nhost: "a.example.org"',
        'port: "8080"',
        "count: 2",
        '# Required; values-generated.yaml has one.\npassword: ""\n',
    ]
    schema = json.loads(files["values.schema.json"])
    assert schema["required"] == ["host", "port", "count", "password"]
    assert schema["properties"]["host"] == {
        "type": "string",
        "title": "Host",
        "description": "The name of the host.\nOf one host.",
    }
    assert schema["properties"]["port"] == {"type": "string", "minLength": 1}
    assert schema["properties"]["password"]["minLength"] == 1
    assert files["Chart.yaml"].splitlines()[:3] == ["# The shop", "apiVersion: v2", "name: shop-web"]


def test_generated_values_are_drawn_once_and_are_no_part_of_the_chart() -> None:
    chart = chart_of(f"{HEAD}objects: []\n{PARAMETERS}")
    assert isinstance(chart, Chart)
    drawn = read_plain(chart.private_values)
    assert list(drawn) == ["password"]
    assert len(drawn["password"]) == 8
    assert drawn["password"] not in "".join(chart.files.values())
    assert "values-generated.yaml" in chart.files[".helmignore"]
    assert [value.option for value in chart.needed] == ["--set-string password=VALUE"]


def test_secret_values_that_were_given_are_no_part_of_the_chart() -> None:
    parameters = f"{PARAMETERS}- {{name: DB_PASSWORD, value: of the author}}\n- {{name: TOKEN}}\n"
    chart = chart_of(f"{HEAD}objects: []\n{parameters}", DB_PASSWORD="mine", HOST="b.example.org", TOKEN="")
    assert isinstance(chart, Chart)
    assert read_plain(chart.private_values)["dbPassword"] == "mine"
    assert "mine" not in "".join(chart.files.values())
    values = read_plain(chart.files["values.yaml"])
    assert (values["dbPassword"], values["host"], values["token"]) == ("", "b.example.org", "")
    assert [value.name for value in chart.needed] == ["password", "dbPassword"]


def test_labels_of_the_template_come_first_and_replace_the_objects_own() -> None:
    own = "- apiVersion: v1\n  kind: A\n  metadata:\n    name: a\n    labels:\n      app: old\n      tier: web\n"
    assert object_of(own, "labels: {app: shop, host: 'h-${HOST}'}\n") == (
        "apiVersion: v1\nkind: A\nmetadata:\n  name: a\n  labels:\n"
        '    {{- include "shop-web.labels" . | nindent 4 }}\n    tier: web\n'
    )
    without = "- apiVersion: v1\n  kind: A\n  metadata:\n    name: a\n"
    assert object_of(without, "labels: {app: shop}\n") == (
        'apiVersion: v1\nkind: A\nmetadata:\n  labels:\n    {{- include "shop-web.labels" . | nindent 4 }}\n  name: a\n'
    )


def test_namespaces_go_and_old_groups_get_their_names() -> None:
    lines = "- apiVersion: v1\n  kind: Route\n  metadata:\n    namespace: prod\n    name: a\n"
    assert object_of(lines) == "apiVersion: route.openshift.io/v1\nkind: Route\nmetadata:\n  name: a\n"
    kept = "- apiVersion: v1\n  kind: Pod\n  metadata:\n    namespace: ${HOST}\n"
    assert "namespace: {{ .Values.host | quote }}" in object_of(kept)


def test_an_object_with_aliases_is_printed_anew_with_the_comments_above_it() -> None:
    lines = "# why\n- apiVersion: v1\n  kind: A\n  a: &it {b: '${HOST}'}\n  c: *it\n"
    assert object_of(lines) == (
        "# why\napiVersion: v1\nkind: A\na:\n  b: {{ .Values.host | quote }}\nc:\n  b: {{ .Values.host | quote }}\n"
    )


def test_json_becomes_yaml() -> None:
    template = {
        "apiVersion": "template.openshift.io/v1",
        "kind": "Template",
        "metadata": {"name": "j"},
        "labels": {"app": "j"},
        "objects": [{"apiVersion": "v1", "kind": "A", "metadata": {"name": "${N}"}, "n": "${{C}}", "t": "${X} {{"}],
        "parameters": [{"name": "N"}, {"name": "C", "value": "[1]"}],
    }
    assert files_of(json.dumps(template))["templates/01-a.yaml"] == (
        "apiVersion: v1\nkind: A\nmetadata:\n  name: {{ .Values.n | quote }}\n  labels:\n"
        '    {{- include "j.labels" . | nindent 4 }}\n"n": {{ .Values.c | toJson }}\nt: ${X} {{ "{{" }}\n'
    )


def test_the_message_becomes_the_notes() -> None:
    files = files_of(f"{HEAD}message: Open http://${{HOST}} {{{{now}}}}\nobjects: []\n{PARAMETERS}")
    assert files["templates/NOTES.txt"] == 'Open http://{{ .Values.host }} {{ "{{" }}now}}\n'


@pytest.mark.parametrize(
    ("objects", "reason", "place"),
    [
        ("- null\n", "An object is `null`.", (6, 3)),
        ("- {apiVersion: v1}\n", "Object 'Kind' is missing", (6, 3)),
        ("- text\n", "cannot unmarshal string", (6, 3)),
    ],
)
def test_what_cannot_be_converted_is_refused_with_its_place(objects: str, reason: str, place: tuple[int, int]) -> None:
    refusal = chart_of(f"{HEAD}objects:\n{objects}")
    assert isinstance(refusal, Refusal)
    assert reason in refusal.reason
    assert refusal.span is not None
    assert refusal.span.start == place


@pytest.mark.parametrize("name", ["Shop", "-a", "a-", "a.b", "../x", "a" * 54, "a/b", "a\n"])
def test_a_name_that_is_no_dns_label_is_refused(name: str) -> None:
    refusal = chart_of(f"{HEAD}objects: []\n", name)
    assert isinstance(refusal, Refusal)
    assert "is no name of a chart" in refusal.reason


def test_names_of_files_never_leave_the_chart() -> None:
    kinds = ["../../etc/passwd", "/a", "A\0B", "é", "a" * 1000, "-", "_x"]
    objects = "".join(f"- {{apiVersion: v1, kind: {json.dumps(kind)}}}\n" for kind in kinds)
    names = [name for name in files_of(f"{HEAD}objects:\n{objects}") if name[10:12].isdigit()]
    assert names == [
        "templates/01-etc-passwd.yaml",
        "templates/02-a.yaml",
        "templates/03-a-b.yaml",
        "templates/04-object.yaml",
        f"templates/05-{'a' * 40}.yaml",
        "templates/06-object.yaml",
        "templates/07-x.yaml",
    ]


def test_a_chart_obeys_the_deadline() -> None:
    objects = "".join(f"- {{apiVersion: v1, kind: A, v: '${{P}}{number}'}}\n" for number in range(400))
    text = f"{HEAD}objects:\n{objects}parameters:\n- name: P\n"
    processed = process_template(read(text), Inputs(), random=Random(1), limits=Limits(), deadline=None)
    assert processed is not None
    with pytest.raises(OutOfTimeError):
        helm_chart(processed, deadline=Deadline(1.0, iter([0.0, *[2.0] * 1000]).__next__))


def test_the_archive_is_the_same_for_the_same_files() -> None:
    content = archive("shop", {"b": "2\n", "a/é": "1\n"})
    assert content == archive("shop", {"a/é": "1\n", "b": "2\n"})
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        assert [(entry.name, entry.mode, entry.mtime, entry.uid, entry.uname) for entry in tar] == [
            ("shop/a/é", 0o644, 0, 0, ""),
            ("shop/b", 0o644, 0, 0, ""),
        ]
    assert gzip.decompress(content).count(b"1\n") == 1


def test_one_value_may_be_text_here_and_json_there() -> None:
    files = files_of(
        f"{HEAD}objects:\n- {{kind: A, apiVersion: v1, n: '${{{{COUNT}}}}', t: '${{COUNT}}'}}\n{PARAMETERS}"
    )
    assert 'count: "2"\n' in files["values.yaml"]
    assert json.loads(files["values.schema.json"])["properties"]["count"] == {"type": "string"}
    text = files["templates/01-a.yaml"]
    assert '{{ include "shop-web.json" .Values.count }}' in text
    assert "t: {{ .Values.count | quote }}" in text


def test_a_block_stays_a_block_unless_a_value_could_change_its_form() -> None:
    blocks = """\
- apiVersion: v1
  kind: A
  folded: >
    ${HOST} here
  first: |
    ${HOST} first
  last: |-
    ends with ${HOST}
  kept: |+
    in ${HOST} between
    ü 100%

"""
    assert object_of(blocks) == (
        "apiVersion: v1\nkind: A\n"
        'folded: {{ printf "%v here\\n" .Values.host | quote }}\n'
        'first: {{ printf "%v first\\n" .Values.host | quote }}\n'
        'last: {{ printf "ends with %v" .Values.host | quote }}\n'
        'kept: {{ printf "in %v between\\nü 100%%\\n\\n" .Values.host | quote }}\n'
    )


def test_pods_do_not_get_the_labels_of_the_template() -> None:
    lines = (
        "- apiVersion: apps/v1\n  kind: Deployment\n  metadata:\n    name: a\n"
        "  spec:\n    template:\n      metadata:\n        labels:\n          own: b\n"
    )
    text = object_of(lines, "labels: {app: shop}\n")
    assert text.count('include "shop-web.labels"') == 1
    assert text.endswith("    metadata:\n      labels:\n        own: b\n")


def test_the_head_of_the_template_becomes_the_head_of_the_chart() -> None:
    annotations = (
        "annotations: {description: Sells things, tags: 'shop, php ,', iconClass: icon-php, "
        "openshift.io/display-name: Shop, template-playground/parameter-groups: 'a: B'}"
    )
    files = files_of(f"{HEAD.replace('{name: Shop_Web}', f'{{name: Shop_Web, {annotations}}}')}objects: []\n")
    assert read_plain(files["Chart.yaml"]) == {
        "apiVersion": "v2",
        "name": "shop-web",
        "description": "Sells things",
        "type": "application",
        "version": "0.1.0",
        "keywords": ["shop", "php"],
        "annotations": {"iconClass": "icon-php", "openshift.io/display-name": "Shop"},
    }


def test_of_two_declarations_the_last_one_counts() -> None:
    files = files_of(f"{HEAD}objects: []\n{PARAMETERS}- {{name: HOST, value: later, description: The last}}\n")
    assert files["values.yaml"].count("host:") == 1
    assert '# The last\nhost: "later"\n' in files["values.yaml"]


def test_values_are_in_quotes_and_in_utf_8() -> None:
    files = files_of(f"{HEAD}objects: []\n{PARAMETERS}", HOST='😀 1e3: "it\'s"\n\x85')
    assert 'host: "😀 1e3: \\"it\'s\\"\\n\\u0085"\n' in files["values.yaml"]


def test_hostile_words_of_parameters_stay_comments() -> None:
    words = json.dumps("a\n{{ .Values }}\r# b\x85c\u2028---\x00\x1b[31m")
    parameter = f"parameters:\n- {{name: A, displayName: {words}, description: {words}}}\n"
    files = files_of(f"{HEAD}objects: []\n{parameter}")
    assert read_plain(files["values.yaml"]) == {"a": ""}
    assert json.loads(files["values.schema.json"])["properties"]["a"]["title"] == json.loads(words)


def test_comments_of_an_object_that_is_printed_anew_stand_above_it() -> None:
    lines = "# above\n- {apiVersion: v1, kind: A,  # {{ inside\n   b: c}  # behind\n"
    assert object_of(lines) == '# above\n# {{ "{{" }} inside\n# behind\napiVersion: v1\nkind: A\nb: c\n'


def test_a_thousand_objects_keep_their_order() -> None:
    objects = "".join(f"- {{apiVersion: v1, kind: A, metadata: {{name: 'a{number}'}}}}\n" for number in range(1000))
    names = [name for name in files_of(f"{HEAD}objects:\n{objects}") if name.endswith("-a.yaml")]
    assert names == [f"templates/{number:04}-a.yaml" for number in range(1, 1001)]


def test_the_example_of_the_gallery_makes_a_chart_that_its_author_knows_again() -> None:
    example = Path(__file__).resolve().parents[4] / "playground/examples/79-helm-chart.yaml"
    chart = chart_of(example.read_text())
    assert isinstance(chart, Chart)
    assert [value.option for value in chart.needed] == ["--set-string dbPassword=VALUE"]
    deployment, alerts = chart.files["templates/02-deployment.yaml"], chart.files["templates/03-configmap.yaml"]
    assert "  replicas: {{ .Values.replicas | toJson }}  # a number\n" in deployment
    assert "        # The customers' address, as the shop writes it in mails.\n" in deployment
    assert '          value: {{ printf "https://%v/" .Values.host | quote }}\n' in deployment
    assert "  alerts.yaml: |\n    groups:\n" in alerts
    assert '          summary: "{{ "{{" }} $labels.pod }} is slow"\n' in alerts
    assert "# Two are enough at night.\n# Replicas\nreplicas: 2\n" in chart.files["values.yaml"]
    assert chart.files["templates/NOTES.txt"] == "Open https://{{ .Values.host }} in a browser.\n"
    drawing = helm_chart(processed_template(example.read_text()), generate_in_chart=True)
    assert isinstance(drawing, Chart)
    assert (drawing.drawn, drawing.private_values, drawing.needed) == (("dbPassword",), "", ())
