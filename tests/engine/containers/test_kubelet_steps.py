"""One container's environment, step by step."""

from __future__ import annotations

import pytest

from playground.engine import Limits
from playground.engine.containers.environment import Fate
from playground.engine.containers.events import Event
from tests.engine.environments import environment, environments, patterns, pod, problems_of, values

_MAP = "---\nkind: ConfigMap\nmetadata: {name: c}\ndata: {A: cm, OPTS: -ea}\n"
_SERVICE = "---\nkind: Service\nmetadata: {name: db}\nspec: {clusterIP: 10.0.0.7, ports: [{port: 80}]}\n"


def test_env_beats_env_from_beats_services() -> None:
    fields = "env: [{name: A, value: env}]\nenvFrom: [{configMapRef: {name: c}}]"
    container = environment(pod(fields, _MAP + _SERVICE))
    by_name = {variable.name: variable for variable in container.variables}
    assert (by_name["A"].value, [item.value for item in by_name["A"].hides]) == ("env", ["cm"])
    assert (by_name["OPTS"].value, by_name["DB_PORT"].origin.label) == ("-ea", "Service db")


def test_a_variable_that_hides_a_services_variable_is_marked() -> None:
    container = environment(pod("env: [{name: DB_PORT, value: '5432'}]", _SERVICE))
    (own,) = (variable for variable in container.variables if variable.name == "DB_PORT")
    assert (own.value, own.hides[0].value, own.hides[0].origin.object) == ("5432", "tcp://10.0.0.7:80", 1)


def test_before_its_declaration_a_name_still_has_its_earlier_value() -> None:
    fields = "env:\n- {name: B, value: $(DB_PORT)}\n- {name: DB_PORT, value: '5432'}\nargs: [$(DB_PORT)]"
    container = environment(pod(fields, _SERVICE))
    reference = container.declared[0].expanded.references[0]  # type: ignore[union-attr]
    assert reference.variable is not None
    assert (reference.fate, reference.variable.origin.label) == (Fate.RESOLVED, "Service db")
    assert container.args[0].result == "5432"


def test_a_forward_reference_stays_and_raises_an_event() -> None:
    events: list[Event] = []
    fields = "env:\n- {name: A, value: $(B)}\n- {name: B, value: x}\nargs: [$(B), $(NOPE)]"
    container = environment(pod(fields), events=events)
    assert values(container) == {"A": "$(B)", "B": "x"}
    assert [item.result for item in container.args] == ["x", "$(NOPE)"]
    assert [event.message.split(":")[0] for event in events] == [
        "variable reference $(B) could not be expanded",
        "variable reference $(NOPE) could not be expanded",
    ]
    involved = events[0].involved_object
    assert (involved.kind, involved.namespace, involved.name) == ("Pod", "shop", "web-0")
    assert involved.field_path == "spec.containers{app}"


def test_a_self_reference_extends_the_earlier_value() -> None:
    fields = "envFrom: [{configMapRef: {name: c}}]\nenv: [{name: OPTS, value: $(OPTS) -x}, {name: NEW, value: $(NEW)}]"
    container = environment(pod(fields, _MAP))
    assert (values(container)["OPTS"], values(container)["NEW"]) == ("-ea -x", "$(NEW)")


def test_a_later_duplicate_wins_and_each_entry_is_remembered() -> None:
    container = environment(pod("env: [{name: A, value: '1'}, {name: A, value: $(A)2}, {name: A}]"))
    assert values(container) == {"A": ""}
    assert [variable.value for variable in container.declared] == ["1", "12", ""]
    assert container.declared[2].hides == (container.declared[1],)


def test_a_skipped_entry_leaves_the_earlier_value() -> None:
    skipped = "{name: A, valueFrom: {configMapKeyRef: {name: c, key: nope, optional: true}}}"
    container = environment(pod(f"env: [{{name: A, value: x}}, {skipped}, {{name: B, value: $(A)}}]", _MAP))
    assert values(container) == {"A": "x", "B": "x"}
    assert [variable.skipped for variable in container.declared] == [False, True, False]


def test_after_an_error_the_value_is_unknown_and_the_preview_continues() -> None:
    broken = "{name: A, valueFrom: {fieldRef: {fieldPath: status.phase}}}"
    container = environment(pod(f"env: [{broken}, {{name: B, value: '[$(A)]'}}, {{name: C, value: x}}]"))
    assert (container.error, container.aborted) == ("unsupported fieldPath: status.phase", True)
    later = broken.replace("phase", "reason")
    assert environment(pod(f"env: [{broken}, {later}]")).error == "unsupported fieldPath: status.phase"
    assert values(container) == {"A": None, "B": "[$(A)]", "C": "x"}


def test_assumed_values_replace_undefined_and_unknown_variables() -> None:
    unknown = "{name: U, valueFrom: {secretKeyRef: {name: s, key: k}}}"
    fields = f"env: [{unknown}, {{name: A, value: real}}]\nargs: [$(U)/$(X)/$(A)]"
    container = environment(pod(fields), assumed={"U": "u", "X": "x", "A": "no", "UNUSED": "no"})
    assert container.args[0].result == "u/x/real"
    assert values(container) == {"U": "u", "A": "real", "X": "x"}
    assert [variable.origin.assumed for variable in container.variables[-3:]] == [True, False, True]


def test_an_exec_probe_without_a_command_runs_nothing() -> None:
    (probe,) = environment(pod("livenessProbe: {exec: {}}\nstartupProbe: {httpGet: {port: 1}}")).probes
    assert (probe.kind, probe.command) == ("livenessProbe", ())


def test_exec_probes_see_only_the_literal_values() -> None:
    fields = """
    env:
    - {name: A, value: '1'}
    - {name: B, value: $(A)2}
    - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
    livenessProbe: {exec: {command: [$(B), '[$(IP)]', $$(A), $(NOPE)]}}
    readinessProbe: {httpGet: {path: /$(A)}}
    """
    (probe,) = environment(pod(fields)).probes
    assert [item.result for item in probe.command] == ["$(A)2", "[]", "$(A)", "$(NOPE)"]
    assert str(probe.command[0].path) == "spec.containers[0].livenessProbe.exec.command[0]"


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("$(A)/x", ""),
        ("$$(A)", ""),
        ("$(Z)$(EMPTY)$(B)$(Z)", "missing value for B, EMPTY, Z"),
        ("/$(A)", "error SubPath `/1` must not be an absolute path"),
        ("a/../$(A)", "unable to provision SubPath `a/../1`: must not contain '..'"),
        ("a..b", ""),
    ],
)
def test_a_sub_path_needs_every_variable_and_a_relative_result(expression: str, error: str) -> None:
    fields = (
        "env: [{name: A, value: '1'}, {name: EMPTY}]\n"
        f"volumeMounts: [{{mountPath: /c}}, {{mountPath: /d, subPathExpr: '{expression}'}}]"
    )
    container = environment(pod(fields))
    (sub_path,) = container.sub_paths
    assert (sub_path.error, container.error, container.aborted) == (error, error, False)
    assert [problem.error for problem in container.problems if problem.pattern == "bad-sub-path"] == [error] * bool(
        error
    )


def test_values_that_grow_without_end_are_withheld_and_reported() -> None:
    chain = "\n".join(f"- {{name: V{n}, value: $(V{n - 1})$(V{n - 1})}}" for n in range(1, 40))
    container = environment(pod(f"env:\n- {{name: V0, value: '0123456789'}}\n{chain}"))
    first = container.problems[0]
    assert (first.pattern, first.start, first.end) == ("value-too-large", 6, 12)
    assert sum(len(variable.value or "") for variable in container.variables) < 2 * Limits().output_characters


def test_inherited_variables_are_limited() -> None:
    """Containers times keys must not decide how much memory a text costs."""
    keys = "".join(f"  K{number}: ''\n" for number in range(1000))
    entries = "".join(
        f"  - {{name: c{n}, image: i, envFrom: [{{configMapRef: {{name: c}}}}], args: [$(X)]}}\n" for n in range(110)
    )
    text = pod("args: []", entries) + f"---\nkind: ConfigMap\nmetadata: {{name: c}}\ndata:\n{keys}"
    containers = environments(text)
    assert sum(len(values(container)) for container in containers) <= Limits().inherited_variables
    assert (patterns(containers[1]), len(values(containers[1]))) == ([], 1000)
    assert (patterns(containers[-1]), values(containers[-1])) == (["too-many-variables"], {})
    assert containers[-1].args[0].references[0].fate is Fate.UNKNOWN


def test_too_many_services_are_left_out_and_reported() -> None:
    ports = "\n".join(f"  - {{name: p{number}, port: {number + 1}}}" for number in range(20_000))
    container = environment(pod() + f"---\nkind: Service\nmetadata: {{name: many}}\nspec:\n  ports:\n{ports}\n")
    assert (patterns(container), values(container)) == (["too-many-variables"], {})


def test_a_value_made_of_a_random_one_is_random_too() -> None:
    services = "".join(
        f"---\nkind: Service\nmetadata: {{name: {name}}}\nspec: {{clusterIP: 10.0.0.{n}, ports: [{{port: 8{n}}}]}}\n"
        for n, name in enumerate(("a", "a-service"))
    )
    env = "env: [{name: X, value: $(A_SERVICE_PORT)}, {name: Y, value: y}, {name: Z, value: $(X)-$(Y)}]"
    container = environment(pod(env, services))
    assert container.nondeterministic == ("A_SERVICE_PORT", "X", "Z")


def test_an_item_that_is_not_text_is_left_out_alone() -> None:
    text = pod("env: [x, {name: A, value: 8080}, {name: B, value: $(A)}]\nargs: [1, a]")
    container = environment(text)
    assert values(container) == {"A": "8080", "B": "8080"}
    assert [item.result for item in container.args] == ["1", "a"]
    assert [problem.pattern for problem in problems_of(text)].count("non-string-value") == 2


def test_null_in_a_list_is_an_entry_without_fields() -> None:
    """Go reads null as an empty struct: a variable without a name, a container without a name."""
    text = pod("env: [null, {name: A, value: $()x}]\nenvFrom: [null]\nargs: [null]")
    container = environment(text)
    assert values(container) == {"": "", "A": "x"}
    assert [item.result for item in container.args] == [""]
    assert [item.error for item in problems_of(text) if item.detail["stage"] == "validation"] == [
        "spec.containers[0].env[0].name: Required value",
        'spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
    ]
    (nameless, _) = environments("kind: Pod\nspec: {containers: [null, {name: a}]}")
    assert (nameless.name, str(nameless.path), values(nameless)) == ("", "spec.containers[0]", {})


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ("Job", "{completionMode: Indexed, template: {spec: {"),
        ("CronJob", "{jobTemplate: {spec: {completionMode: Indexed, template: {spec: {"),
    ],
)
def test_the_job_controller_adds_the_index_after_all_entries_of_env(kind: str, place: str) -> None:
    main = (
        "{name: main, args: [$(JOB_COMPLETION_INDEX)], env: [{name: SHARD, value: $(JOB_COMPLETION_INDEX)}],"
        " livenessProbe: {exec: {command: [$(JOB_COMPLETION_INDEX)]}}}"
    )
    own = "{name: own, args: [$(JOB_COMPLETION_INDEX)], env: [{name: JOB_COMPLETION_INDEX, value: mine}]}"
    lists = f"initContainers: [{{name: init}}], containers: [{main}, {own}], ephemeralContainers: [{{name: debug}}]"
    text = f"kind: {kind}\nmetadata: {{name: job}}\nspec: {place}{lists}" + "}" * place.count("{")
    init, first, second, debug = environments(text)
    assert values(init) == {"JOB_COMPLETION_INDEX": "0"}
    assert values(first) == {"SHARD": "$(JOB_COMPLETION_INDEX)", "JOB_COMPLETION_INDEX": "0"}
    assert ([arg.result for arg in first.args], [word.result for word in first.probes[0].command]) == (["0"], [""])
    assert (values(second), second.args[0].result) == ({"JOB_COMPLETION_INDEX": "mine"}, "mine")
    assert values(debug) == {}


def test_a_job_without_indexes_adds_none() -> None:
    assert values(environment("kind: Job\nspec: {template: {spec: {containers: [{name: a}]}}}")) == {}
