"""The rule `host`: the host of a Route or an Ingress, and every value that is this host."""

from __future__ import annotations

from tests.engine.authoring.suggestions.texts import body, documents, ingress, parameters, suggestions

ROUTE = """\
apiVersion: route.openshift.io/v1
kind: Route
metadata: {{name: {name}}}
spec: {{host: {host}, to: {{kind: Service, name: web}}}}
"""
SETTINGS = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: web-settings}
data: {host: a.example.org, url: "https://a.example.org/x", other: b.a.example.org}
"""


def hosts(text: str) -> dict[str, str | None]:
    return {name: value for name, value in parameters(text).items() if "HOST" in name}


def test_every_value_that_is_the_host_follows_and_texts_that_mention_it_are_listed() -> None:
    text = documents(ingress("web", "a.example.org", "web", tls=True), SETTINGS)
    assert hosts(text) == {"HOSTNAME": "a.example.org"}
    assert body(text).count("${HOSTNAME}") == 3
    (host,) = (item for item in suggestions(text).items if item.rule == "host")
    assert [place.path[1][-1] for place in host.mentions] == ["url", "other"]


def test_the_object_names_the_hosts_of_several() -> None:
    route = [ROUTE.format(name=name, host=host) for name, host in (("web", "a.org"), ("web-admin", "b.org"))]
    assert hosts(documents(*route)) == {"HOSTNAME": "a.org", "ADMIN_HOSTNAME": "b.org"}
    assert hosts(documents(route[0], route[0].replace("name: web}", "name: web-x}", 1))) == {"HOSTNAME": "a.org"}


def test_a_host_that_is_composed_or_missing_stays() -> None:
    for host in ('""', "'${HOST}'", "null"):
        assert hosts(ROUTE.format(name="web", host=host)) == {}
    assert hosts("apiVersion: v1\nkind: Thing\nmetadata: {name: a}\nspec: {host: a.org}\n") == {}
