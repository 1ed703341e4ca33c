"""The scalars of Objects, and the parts of names that distinguish them."""

from __future__ import annotations

from playground.engine import Deadline, FieldPath, read
from playground.engine.authoring.suggestions.survey import Survey, element_path, survey_of
from playground.engine.authoring.wrapping import Wrapping, wrap
from tests.engine.authoring.suggestions.texts import container, documents, service, workload

TEXT = documents(
    workload("Deployment", "shop-db", container("shop-side", "a"), replicas=1),
    service("shop"),
    workload("Job", "shop-run-", container("run", "b"), generated=True),
)


def survey(left_out: tuple[int, ...] = (), removed: tuple[tuple[int, FieldPath], ...] = ()) -> Survey:
    wrapping = wrap(read(TEXT))
    assert isinstance(wrapping, Wrapping)
    return survey_of(wrapping.objects, left_out, removed, Deadline())


def test_it_knows_the_application_and_its_workloads() -> None:
    assert survey().application == "shop"
    assert survey().workloads == {0, 2}
    assert survey(left_out=(1, 2)).application == "shop-db"


def test_names_are_told_apart_without_the_name_of_the_application() -> None:
    listed = survey()
    assert [listed.rest_of_object(number) for number in range(3)] == ["DB", "", "JOB"]
    assert [listed.rest_of_element(leaf) for leaf in listed.with_keys("image")] == ["SIDE", "RUN"]
    assert element_path(next(listed.with_keys("replicas"))) == ()


def test_what_is_removed_or_left_out_has_no_leaves() -> None:
    removed = ((0, FieldPath(("spec", "template"))),)
    assert [leaf.number for leaf in survey(removed=removed).with_keys("image")] == [2]
    assert {leaf.number for leaf in survey(left_out=(1,)).leaves} == {0, 2}
