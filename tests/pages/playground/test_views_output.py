"""The output on the page: its stages, views and lines, and its downloads."""

from __future__ import annotations

import re

from django.test import Client

from tests.pages.pages import BROKEN, POD, TEMPLATE, output, text


def test_value_is_marked_with_where_it_came_from(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE}))
    mark = '<mark class="from-parameter" data-parameter="NAME">shop</mark>'
    assert re.search(rf'name: <button class="traced"[^>]*>{re.escape(mark)}</button>', page)


def test_lines_lead_back_to_their_field_in_the_source(client: Client) -> None:
    page = text(client.post("/", {"source": POD}))
    before = POD[: POD.index("v1")]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    assert f'<code data-places="{line}:{column}-{line}:{column + 2} ' in page


def test_processed_stage_leaves_variables_alone(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "stage": "processed"}))
    assert "value: http://$(PORT)/" in output(page)


def test_diff_shows_what_changed_against_the_source(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "view": "diff"}))
    assert re.search(r"<del>.*name: \$\(NAME\)</del>", page)
    assert re.search(r"<ins>.*name: shop</ins>", page)


def test_environment_shows_each_variable_with_its_origin_and_steps(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "view": "environment", "assumed.WHO": "me"}))
    assert "Pod p: web" in page
    assert '<code>$(WHO)</code> is <code class="value">me</code> <span class="assumed">assumed</span>' in page
    assert "<code>$(PORT)</code> is defined later: it stays as it is" in page
    assert re.search(r">env\[2\]</a>\s*.*<span class=\"detail\">status.podIP</span>", page)


def test_long_output_is_cut_until_all_is_asked_for(client: Client) -> None:
    source = "kind: ConfigMap\napiVersion: v1\ndata:\n" + "".join(f"  k{number}: v\n" for number in range(2500))
    page = text(client.post("/", {"source": source}))
    assert page.count('class="line"') == 2000
    assert "The first 2,000 of 2,503 lines." in page
    whole = text(client.post("/", {"source": source, "lines": "all"}))
    assert whole.count('class="line"') == 2503
    assert '<input type="hidden" name="lines" value="all">' in whole


def test_output_is_downloaded_in_the_chosen_syntax(client: Client) -> None:
    response = client.post(
        "/download", {"source": POD, "syntax": "json", "title": "My pod", "action": "download-output"}
    )
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="My-pod.json"'
    assert response.json()["kind"] == "Pod"


def test_source_is_downloaded_as_it_is_even_when_broken(client: Client) -> None:
    response = client.post("/download", {"source": BROKEN, "action": "download-source"})
    assert response["Content-Disposition"] == 'attachment; filename="source.yaml"'
    assert text(response) == BROKEN


def test_download_with_wrong_values_asks_once(client: Client) -> None:
    form = {"source": TEMPLATE, "value.NAME": "", "default.NAME": "shop", "value.REPLICAS": "3abc"}
    asked = client.post("/download", {**form, "action": "download-output"})
    assert asked["Content-Type"].startswith("text/html")
    question = text(asked).split('<section class="asked"')[1].split("</section>")[0]
    assert "<code>NAME</code> Name of it is required." in question
    assert "<code>REPLICAS</code> <code>3abc</code> is not a whole number." in question
    assert 'value="download-anyway"' in question
    answer = client.post("/download", {**form, "action": "download-anyway"})
    assert answer["Content-Disposition"] == 'attachment; filename="output.yaml"'


def test_download_with_right_values_asks_nothing(client: Client) -> None:
    answer = client.post("/download", {"source": TEMPLATE, "action": "download-output"})
    assert answer["Content-Disposition"] == 'attachment; filename="output.yaml"'


def test_download_of_a_broken_text_shows_why_there_is_none(client: Client) -> None:
    response = client.post("/download", {"source": BROKEN, "action": "download-output"})
    assert response["Content-Type"].startswith("text/html")
    assert "There is no output" in text(response)


def test_text_in_which_nothing_is_replaced_is_shown_once(client: Client) -> None:
    page = text(client.post("/", {"source": POD.replace("$(WHO)", "$(NOBODY)"), "view": "environment"}))
    assert "as written: nothing was replaced" in page
    assert "<summary>from" not in page
