"""`expand`: its output and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from playground.engine import read_plain
from tests.cli.running import run
from tests.texts import POD


@pytest.fixture
def pod(tmp_path: Path) -> str:
    file = tmp_path / "pod.yaml"
    file.write_text(POD)
    return str(file)


def without_service(lines: str) -> list[str]:
    """The lines, less those of the cluster's own Service, which every container gets."""
    return [line for line in lines.splitlines() if not line.startswith("KUBERNETES_")]


def test_expand_prints_the_objects_as_the_containers_receive_them(pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "expand", "-f", pod)
    note, event = err.splitlines()
    assert (status, note[:15]) == (0, "Today's kubelet")
    assert "spec.containers{web}: variable reference $(PORT) could not be expanded" in event
    container = read_plain(out)["spec"]["containers"][0]
    assert container["args"] == ["--url=http://ü.example:$(PORT)"]
    assert container["env"][1] == {"name": "URL", "value": "http://ü.example:$(PORT)"}


def test_expand_answers_in_json_with_the_containers(pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "expand", "-f", pod, "-o", "json")
    containers = json.loads(out)["containers"]
    assert status == 0
    assert [(item["kind"], item["name"], item["args"]) for item in containers] == [
        ("container", "web", ["--url=http://ü.example:$(PORT)"])
    ]
    assert {"name": "PORT", "value": "80"} in containers[0]["env"]


def test_expand_prints_one_variable_a_line(pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "expand", "-f", pod, "-o", "env")
    assert status == 0
    assert without_service(out) == ["HOST=ü.example", "PORT=80", "URL=http://ü.example:$(PORT)"]


def test_the_environments_of_several_containers_are_separated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "two.yaml"
    second = '  - name: second\n    image: x\n    env: [{name: A, value: "1\\n2"}]\n'
    file.write_text(POD + second)
    status, out, err = run(capsys, "expand", "-f", str(file), "-o", "env")
    assert (status, err) == (0, "A of second is left out: its value contains a line end\n")
    lines = without_service(out)
    assert [line for line in lines if line.startswith("#")] == [
        '# Pod "web", container web',
        '# Pod "web", container second',
    ]
    assert lines[-1] == '# Pod "web", container second'


def test_a_template_is_processed_before_it_is_expanded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "template.yaml"
    file.write_text(
        "apiVersion: v1\nkind: Template\nmetadata: {name: t}\nparameters: [{name: P, value: x}]\n"
        "objects:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: $(P)}}\n"
    )
    status, out, _ = run(capsys, "expand", "-f", str(file), "-p", "P=y")
    assert (status, read_plain(out)["metadata"]) == (0, {"name": "y"})
    _, out, _ = run(capsys, "expand", "-f", str(file), "--dialect", "openshift")
    assert read_plain(out)["metadata"] == {"name": "$(P)"}


def test_expand_says_why_a_text_cannot_be_expanded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("a: b: c\n")
    status, out, err = run(capsys, "expand", "-f", str(file))
    assert (status, out) == (1, "")
    assert err.startswith(f"{file}:1:")


def test_the_answer_is_json_also_for_a_text_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("a: b: c\n")
    status, out, err = run(capsys, "expand", "-f", str(file), "-o", "json")
    answer = json.loads(out)
    assert (status, answer["containers"], answer["validationErrors"], answer["warnings"]) == (1, [], [], [])
    assert answer["error"] in err


def test_the_version_of_kubernetes_is_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pod.yaml"
    file.write_text(POD.replace("ü.example", "$ü.example"))
    _, newest, _ = run(capsys, "expand", "-f", str(file), "-o", "env")
    _, same, _ = run(capsys, "expand", "-f", str(file), "-o", "env", "--kubernetes-version", "1.36")
    _, older, _ = run(capsys, "expand", "-f", str(file), "-o", "env", "--kubernetes-version", "1.33")
    assert newest == same
    assert "HOST=$ü.example" in newest.splitlines()
    assert "HOST=$Ã\ufffd.example" in older.splitlines()


def test_a_version_that_is_not_known_is_a_usage_error(pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "expand", "-f", pod, "--kubernetes-version", "1.28")
    assert (status, out) == (2, "")
    assert "invalid choice: '1.28' (choose from" in err


def test_the_answer_is_json_also_for_a_request_that_cannot_be_met(
    pod: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "cluster.yaml"
    broken.write_text("a: b: c\n")
    for request in (["-f", pod, "--cluster", str(broken)], ["-f", pod, "--cluster", "absent"], ["-f", "absent"]):
        status, out, err = run(capsys, "expand", *request, "-o", "json")
        answer = json.loads(out)
        assert (status, err) == (2, f"error: {answer['error']}\n")
        assert (answer["containers"], answer["validationErrors"], answer["warnings"]) == ([], [], [])
    assert run(capsys, "expand", "-f", "absent")[1] == ""


def test_an_unknown_key_of_the_cluster_file_is_reported(
    pod: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster = tmp_path / "cluster.yaml"
    cluster.write_text("{configmaps: [], nodeName: n, pod: {}, 5: x, services: []}")
    status, out, err = run(capsys, "expand", "-f", pod, "--cluster", str(cluster), "-o", "json")
    assert status == 0
    assert [line for line in err.splitlines() if line.startswith("the cluster's key")] == [
        "the cluster's key configmaps is unknown and ignored; did you mean configMaps?",
        "the cluster's key 5 is unknown and ignored",
    ]
    assert [item["name"] for item in json.loads(out)["containers"]] == ["web"]
