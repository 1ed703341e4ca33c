"""`kubectl get` shows the columns that the real server gives."""

from __future__ import annotations

from typing import Any

import pytest

from playground.api.protocol.table import table
from tests.api.calls import Api, template

METADATA: dict[str, Any] = {"name": "web", "resourceVersion": "7"}


def cells(**more: Any) -> list[Any]:
    (row,) = table([{"metadata": METADATA, **more}], {}, "")["rows"]
    values: list[Any] = row["cells"]
    return values


def test_the_columns_are_those_of_the_real_server() -> None:
    columns_table = table([], {"resourceVersion": "7"}, "")
    assert [column["name"] for column in columns_table["columnDefinitions"]] == [
        "Name",
        "Description",
        "Parameters",
        "Objects",
    ]
    assert (columns_table["kind"], columns_table["apiVersion"], columns_table["metadata"]) == (
        "Table",
        "meta.k8s.io/v1",
        {"resourceVersion": "7"},
    )


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        (None, "0 (all set)"),
        ([{"name": "A", "value": "x"}], "1 (all set)"),
        ([{"name": "A"}, {"name": "B", "generate": "expression"}], "2 (1 blank)"),
        ([{"name": "A", "value": "x"}, {"name": "B", "generate": "expression"}], "2 (1 generated)"),
        ([{"name": "B", "generate": "expression", "value": "given"}], "1 (all set)"),
        ([None, {"name": "A", "value": ""}], "1 (1 blank)"),
    ],
)
def test_parameters_are_counted(parameters: Any, expected: str) -> None:
    assert cells(parameters=parameters)[2] == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("short", "short"),
        ("one\ntwo", "one..."),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 77 + "..."),
        ("ä" * 41, "ä" * 38 + "..."),
        (7, ""),
    ],
)
def test_a_description_is_one_line_of_80_bytes(description: Any, expected: str) -> None:
    row_cells = cells(metadata={**METADATA, "annotations": {"description": description}})
    assert row_cells[:2] == ["web", expected]


def test_one_object_may_be_asked_for_as_a_table(api: Api) -> None:
    created = api.create(template())
    address, accepted = f"{api.address('web')}?includeObject=Object", "application/json;as=Table;v=v1;g=meta.k8s.io"
    answer = api.call("GET", address, Accept=accepted)
    metadata = {"resourceVersion": created["metadata"]["resourceVersion"]}
    assert answer == table([created], metadata, "Object")
    of_all = api.call("GET", f"{api.address()}?includeObject=Object", Accept=accepted)
    assert of_all == table([created], metadata, "Object")


def test_a_row_contains_the_requested_part_of_its_object() -> None:
    item = {"metadata": METADATA, "objects": [{}, {}]}
    rows = [table([item], {}, include)["rows"][0] for include in ("None", "Object", "Metadata", "")]
    assert "object" not in rows[0]
    assert rows[1]["object"] == item
    assert rows[2]["object"]["kind"] == rows[3]["object"]["kind"] == "PartialObjectMetadata"
    assert rows[0]["cells"][3] == 2
