"""The reference graph: rows in the kubelet's order, arcs, and the list that says the same."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from django.template.loader import render_to_string

from playground.engine import Inputs, evaluate
from playground.pages.allowance import Allowance
from playground.pages.output.graph import LONGEST_LABEL, MOST_ARCS, MOST_NODES, Graph, graph_of

URL = "[{name: URL, value: 'http://$(HOST):$(PORT)'}, {name: HOST, value: h}]"


def graph(env: str = "[]", args: str = "[]", more: str = "", assumed: dict[str, str] | None = None) -> Graph | None:
    """The graph of the one container of a Pod."""
    text = f"kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: web\n    args: {args}\n    env: {env}\n{more}"
    (container,) = evaluate(text, Inputs(assumed=assumed or {})).containers
    return graph_of(container, 0, Allowance())


def drawn(env: str = "[]", args: str = "[]", more: str = "", assumed: dict[str, str] | None = None) -> Graph:
    drawing = graph(env, args, more, assumed)
    assert drawing is not None
    return drawing


def outline(drawing: Graph) -> list[tuple[str, str]]:
    return [(node.label, node.kind) for node in drawing.nodes]


def sentences(drawing: Graph) -> list[str]:
    """The list, as it is read."""
    page = render_to_string("output/containers/_graph.html", {"graph": drawing})
    return [" ".join(re.sub("<[^>]*>", "", item).split()) for item in re.findall("<li>(.*?)</li>", page, re.DOTALL)]


def test_a_container_without_references_has_no_graph() -> None:
    assert graph("[{name: A, value: a}, {name: B, value: $$(A)}]", "['$(']") is None


def test_rows_are_the_connected_variables_in_the_kubelets_order() -> None:
    drawing = drawn(
        "[{name: ALONE, value: a}, {name: HOST, value: $(KUBERNETES_SERVICE_HOST)}, {name: URL, value: $(HOST)/$(NO)}]",
        "['--url=$(URL)', plain]",
    )
    assert outline(drawing) == [
        ("KUBERNETES_SERVICE_HOST", "outside"),
        ("NO", "missing"),
        ("HOST", "env"),
        ("URL", "env"),
        ("args[0]", "text"),
    ]
    assert [node.y for node in drawing.nodes] == sorted(node.y for node in drawing.nodes)
    assert len(drawing.arcs) == 4
    assert not drawing.early
    assert sentences(drawing) == [
        "HOST uses KUBERNETES_SERVICE_HOST",
        "URL uses HOST, NO, which nothing defines",
        "args[0] uses URL",
    ]


def test_a_forward_reference_leads_up_on_the_left_and_is_named_in_the_list() -> None:
    drawing = drawn(URL, "[$(HOST)]", assumed={"PORT": "80"})
    assert [arc.early for arc in drawing.arcs] == [True, False, False]
    early, plain, _ = drawing.arcs
    assert early.path.startswith(f"M{drawing.box_x} ")
    assert plain.path.startswith(f"M{drawing.box_x + drawing.box_width} ")
    assert sentences(drawing) == ["URL uses PORT, HOST before it is defined", "args[0] uses HOST"]
    page = render_to_string("output/containers/_graph.html", {"graph": drawing})
    assert page.count("arc-early") == 1
    assert "Dashed arrows, on the left" in page


def test_a_self_reference_is_too_early_unless_the_name_was_defined_before() -> None:
    assert drawn("[{name: PATH, value: '$(PATH):/x'}]").early == 1
    twice = drawn("[{name: PATH, value: /bin}, {name: PATH, value: '$(PATH):/x'}]")
    assert (outline(twice), twice.early) == ([("PATH", "env"), ("PATH", "env")], 0)


def test_an_optional_source_that_is_missing_defines_nothing() -> None:
    pod = "[{name: A, valueFrom: {configMapKeyRef: {name: m, key: k, optional: true}}}, {name: B, value: $(A)}]"
    text = f"kind: Pod\napiVersion: v1\nspec: {{containers: [{{name: c, env: {pod}}}]}}\n"
    (container,) = evaluate(text, Inputs(cluster={"configMaps": []})).containers
    drawing = graph_of(container, 0, Allowance())
    assert drawing is not None
    assert outline(drawing) == [("A", "missing"), ("B", "env")]


def test_two_references_to_one_variable_are_one_arc() -> None:
    assert len(drawn("[{name: A, value: a}]", "[$(A)$(A)]").arcs) == 1


def test_what_is_drawn_is_capped_and_what_is_left_out_is_counted() -> None:
    entries = ", ".join(f"{{name: V{n}, value: $(V{n - 1})}}" for n in range(1, MOST_NODES + 11))
    drawing = drawn(f"[{{name: V0, value: x}}, {entries}]")
    assert (len(drawing.nodes), drawing.left_out) == (MOST_NODES, 11)
    assert len(drawing.arcs) == MOST_NODES - 1
    assert f"The first {MOST_NODES} are shown, 11 more are not." in render_to_string(
        "output/containers/_graph.html", {"graph": drawing}
    )
    names = [f"V{n}" for n in range(30)]
    every = "".join(f"$({name})" for name in names)
    users = ", ".join(f"{{name: U{n}, value: {every}}}" for n in range(20))
    full = drawn(f"[{', '.join(f'{{name: {name}, value: x}}' for name in names)}, {users}]")
    assert len(full.arcs) == MOST_ARCS


def test_hostile_names_are_escaped_and_clipped_and_nothing_carries_a_style() -> None:
    name = "</svg><script>alert(1)</script>"
    drawing = drawn(
        f"[{{name: '{name}', value: a}}, {{name: B, value: '$({name})'}}, {{name: {'L' * 99}, value: $(B)}}]"
    )
    page = render_to_string("output/containers/_graph.html", {"graph": drawing})
    assert "<script" not in page
    assert "style" not in page.replace("steps", "")
    assert max(len(node.label) for node in drawing.nodes) == LONGEST_LABEL
    svg = ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])
    assert svg.attrib["role"] == "img"
    ids = {element.attrib["id"] for element in svg.iter() if "id" in element.attrib}
    assert set(svg.attrib["aria-labelledby"].split()) == ids
    assert {element.tag for element in svg} == {"title", "desc", "g"}


def test_every_arc_stays_inside_the_picture() -> None:
    entries = ", ".join(f"{{name: V{n}, value: $(V{40 - n})}}" for n in range(40))
    drawing = drawn(f"[{entries}]", "[$(V0)]")
    for arc in drawing.arcs:
        side, start, out, *_, end_y = (int(part) for part in re.findall(r"-?\d+", arc.path))
        assert 0 <= side + (out - side) * 3 / 4 <= drawing.width
        assert 0 <= start <= drawing.height
        assert 0 <= end_y <= drawing.height
