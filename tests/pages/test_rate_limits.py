"""A client's previews and saves are limited wherever the pages count them."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from playground.storage.models import Rate, Share

TEXT = "kind: Pod\nmetadata: {name: kept}\n"


@pytest.mark.django_db(transaction=True)
def test_the_third_save_of_two_is_refused_with_its_text(client: Client, settings: Settings) -> None:
    settings.SAVES_PER_MINUTE = 2
    assert [client.post("/share", {"source": f"{TEXT}#{number}"}).status_code for number in range(2)] == [303, 303]
    answer = client.post("/share", {"source": TEXT, "title": "mine"})
    assert answer.status_code == 429
    assert 25 <= int(answer["Retry-After"]) <= 30
    page = answer.content.decode()
    assert "Send the form again in 30 s." in page or "Send the form again in 29 s." in page
    assert "name: kept" in page
    assert 'value="mine"' in page
    assert Share.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_what_one_client_stores_a_day_is_limited(client: Client, settings: Settings) -> None:
    settings.SAVED_BYTES_PER_DAY = 1000
    assert client.post("/share", {"source": TEXT}).status_code == 303
    answer = client.post("/share", {"source": TEXT + "#" * 2000})
    assert answer.status_code == 429
    assert answer["Retry-After"] == "86400"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/", "/evaluate", "/download", "/use", "/chart", "/kustomize"])
def test_previews_are_limited_wherever_a_text_is_evaluated(client: Client, settings: Settings, address: str) -> None:
    settings.PREVIEWS_PER_MINUTE = 3
    answers = [client.post(address, {"source": TEXT, "revision": "1"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1]["Retry-After"] == "20"


@pytest.mark.django_db(transaction=True)
def test_the_start_page_and_a_text_as_it_is_are_never_limited(client: Client, settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 1
    assert [ask("/").status_code for ask in (client.get, client.head) * 2] == [200] * 4
    assert not Rate.objects.exists()
    share = client.post("/share", {"source": TEXT})["Location"]
    counted = [*Rate.objects.values_list()]
    assert [client.get(f"{share}/raw").status_code for _ in range(4)] == [200] * 4
    assert [*Rate.objects.values_list()] == counted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "address", ["SHARE", "SHARE/r/1", "SHARE/details", "SHARE.json", "SHARE/processed.yaml", "SHARE/embed", "/terminal"]
)
def test_what_evaluates_a_share_is_limited_as_a_preview_is(client: Client, settings: Settings, address: str) -> None:
    address = address.replace("SHARE", client.post("/share", {"source": TEXT})["Location"])
    settings.PREVIEWS_PER_MINUTE = 3
    answers = [ask(address) for ask in (client.get, client.head, client.get, client.get)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1]["Retry-After"] == "20"


@pytest.mark.django_db(transaction=True)
def test_another_network_is_another_client(client: Client, settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 1
    first = [client.post("/evaluate", {"source": TEXT}, REMOTE_ADDR="203.0.113.1").status_code for _ in range(2)]
    status_of_other = client.post("/evaluate", {"source": TEXT}, REMOTE_ADDR="203.0.113.2").status_code
    forged = client.post(
        "/evaluate", {"source": TEXT}, REMOTE_ADDR="203.0.113.1", HTTP_X_FORWARDED_FOR="198.51.100.1"
    ).status_code
    assert (first, status_of_other, forged) == ([200, 429], 200, 429)
