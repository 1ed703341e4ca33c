"""Moves facts about the cluster from the assumed variables, where their names began with `fact:`, to their column."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db import migrations

AT_ONCE = 500  # revisions, without their texts
FACT = "fact:"


def to_cluster(apps: Any, editor: Any) -> None:
    """Move the facts. Sizes and digests stay: they count and identify facts as they were stored before."""

    def move(revision: Any) -> None:
        for name in [name for name in revision.assumed if name.startswith(FACT)]:
            revision.cluster[name.removeprefix(FACT)] = revision.assumed.pop(name)

    change(apps, editor, "assumed", move)


def to_assumed(apps: Any, editor: Any) -> None:
    """Move the facts back."""

    def move(revision: Any) -> None:
        revision.assumed |= {FACT + name: text for name, text in revision.cluster.items()}
        revision.cluster = {}

    change(apps, editor, "cluster", move)


def change(apps: Any, editor: Any, source: str, move: Callable[[Any], None]) -> None:
    """Change the Revisions whose column ``source`` is not empty, a few rows at a time, so that servers can store others
    meanwhile. A repeated run gives the same result."""
    revisions = apps.get_model("playground", "Revision").objects.using(editor.connection.alias)
    for batch in batches(revisions.exclude(**{source: {}}).only("assumed", "cluster")):
        for revision in batch:
            move(revision)
        revisions.bulk_update(batch, ["assumed", "cluster"])


def batches(rows: Any) -> Iterator[list[Any]]:
    """All of ``rows`` in batches."""
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        yield batch
        last = batch[-1].pk


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("playground", "0009_cluster")]
    operations = [migrations.RunPython(to_cluster, to_assumed, elidable=True)]
