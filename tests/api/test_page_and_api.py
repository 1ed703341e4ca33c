"""A Template shared on the page and an object of the API are one row: a change on one side shows on the other."""

from __future__ import annotations

from django.utils import timezone
from pytest_django.fixtures import Settings

from playground.engine import evaluate, object_text
from playground.storage.models import Share
from playground.storage.shares.changing import Revised, revise
from playground.storage.shares.contents import Contents
from playground.storage.shares.expiry import Expiry
from playground.storage.shares.identity import identify
from playground.storage.shares.saving import save
from tests.api.calls import Api, template
from tests.api.conftest import RANDOM


def on_the_page(api: Api, text: str) -> Share:
    """The Share that the page makes of ``text``."""
    identity = identify(evaluate(text))
    return save(api.workspace, Contents(text), identity, timezone.now(), RANDOM).share


def test_a_template_that_is_shared_on_the_page_is_an_object(api: Api) -> None:
    share = on_the_page(api, object_text(template("shared")))
    (item,) = api.get()["items"]
    assert item["metadata"]["name"] == "shared"
    assert item["metadata"]["annotations"]["playground/share"].endswith(f"/s/{share.slug}")
    assert "playground/expires" not in item["metadata"]["annotations"]  # it was shared for good
    on_the_page(api, "apiVersion: v1\nkind: Pod\nmetadata: {name: pod}\n")
    assert len(api.get()["items"]) == 1


def test_a_revision_through_the_page_is_seen_by_the_api(api: Api) -> None:
    created = api.create(template())
    text = object_text(template(message="from the page"))
    share = Share.objects.get()
    assert isinstance(
        revise(share, share.head, Contents(text), identify(evaluate(text)), timezone.now(), RANDOM), Revised
    )
    revised = api.get("web")
    assert (revised["message"], revised["metadata"]["generation"]) == ("from the page", 2)
    assert revised["metadata"]["uid"] == created["metadata"]["uid"]
    api.put("web", created, 409)


def test_a_change_through_the_api_is_seen_on_the_page(api: Api) -> None:
    share = on_the_page(api, object_text(template("shared")))
    api.patch("shared", {"message": "from the API"})
    assert "from the API" in api.client.get(f"/s/{share.slug}/raw").content.decode()
    assert "from the API" in api.client.get(f"/s/{share.slug}").content.decode()
    assert "from the API" not in api.client.get(f"/s/{share.slug}/r/1").content.decode()


def test_a_change_does_not_extend_the_expiry_of_an_object(api: Api) -> None:
    created = api.create(template())
    share = Share.objects.get()
    assert share.expires == Expiry.MONTH.after(share.created)
    annotations = {"playground/expires": "2999-01-01T00:00:00Z"}
    changed = api.patch("web", {"message": "new", "metadata": {"annotations": annotations}})
    assert changed["metadata"]["annotations"] == created["metadata"]["annotations"]
    assert Share.objects.get().expires == share.expires


def test_over_quota_page_and_api_say_so_and_everything_else_still_works(api: Api, settings: Settings) -> None:
    created = api.create(template())
    settings.STORED_SHARES = 1
    page = api.client.post("/share", {"source": "kind: Pod"})
    assert (page.status_code, page["Retry-After"]) == (507, "60")
    assert "storage for shared texts is full" in page.content.decode()
    status = api.create(template("other"), 507)
    assert (status["reason"], api.headers["Retry-After"]) == ("InsufficientStorage", "60")
    assert "storage for shared texts is full" in status["message"]
    assert len(api.get()["items"]) == 1
    changed = api.put("web", {**created, "message": "an update takes none of the shares"})
    settings.STORED_BYTES = 1
    api.put("web", {**changed, "message": "but bytes"}, 507)
    api.delete("web")
    assert api.client.post("/", {"source": "kind: Pod"}).status_code == 200
