"""Every URL of the site is listed here with its methods; nothing else answers, and GET changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, re_path
from pytest_django.fixtures import Settings

from playground.engine import kinds_digest
from playground.storage.models import Revision, Share, Workspace

pytestmark = pytest.mark.django_db

READ, SEND, BOTH = "read", "send", "read and send"
# By route: what it is asked for, and a path that it matches.
PAGES: Mapping[str, tuple[str, str]] = {
    "": (BOTH, "/"),
    "new": (READ, "/new"),
    "evaluate": (SEND, "/evaluate"),
    "trace": (SEND, "/trace"),
    "rename": (SEND, "/rename"),
    "parameter": (SEND, "/parameter"),
    "references": (SEND, "/references"),
    r"^kinds/(?P<digest>[0-9a-f]{12})/1\.(?P<minor>[0-9]{2})\.json\Z": (READ, f"/kinds/{kinds_digest()}/1.36.json"),
    r"^kinds/(?P<digest>[0-9a-f]{12})/1\.(?P<minor>[0-9]{2})/"
    r"(?P<api_version>[a-z0-9.-]{1,253}(?:/[a-z0-9]{1,63})?)/(?P<kind>[A-Za-z0-9]{1,63})\.json\Z": (
        READ,
        f"/kinds/{kinds_digest()}/1.36/apps/v1/Deployment.json",
    ),
    "download": (SEND, "/download"),
    "use": (SEND, "/use"),
    "chart": (SEND, "/chart"),
    "kustomize": (SEND, "/kustomize"),
    "share": (SEND, "/share"),
    r"^s/SLUG\Z": (BOTH, "/s/{slug}"),
    r"^s/SLUG/r/(?P<number>[1-9][0-9]{0,5})\Z": (READ, "/s/{slug}/r/1"),
    r"^s/SLUG/update\Z": (SEND, "/s/{slug}/update"),
    r"^s/SLUG/details\Z": (READ, "/s/{slug}/details"),
    r"^s/SLUG/rename\Z": (SEND, "/s/{slug}/rename"),
    r"^s/SLUG/expiry\Z": (SEND, "/s/{slug}/expiry"),
    r"^s/SLUG/delete\Z": (SEND, "/s/{slug}/delete"),
    r"^s/SLUG/raw\Z": (READ, "/s/{slug}/raw"),
    r"^s/SLUG\.(?P<syntax>yaml|json)\Z": (READ, "/s/{slug}.yaml"),
    r"^s/SLUG/processed\.(?P<syntax>yaml|json)\Z": (READ, "/s/{slug}/processed.json"),
    r"^s/SLUG/embed\Z": (READ, "/s/{slug}/embed"),
    r"^compare/SLUG\Z": (BOTH, "/compare/{slug}"),
    r"^compare/SLUG/(?P<other>[A-Za-z0-9_-]{22})\Z": (READ, "/compare/{slug}/{slug}"),
    "shares": (READ, "/shares"),
    "terminal": (READ, "/terminal"),
    "workspace/token": (SEND, "/workspace/token"),
    "workspace/kubeconfig": (SEND, "/workspace/kubeconfig"),
    "workspace/begin": (SEND, "/workspace/begin"),
    "workspace/rotate": (SEND, "/workspace/rotate"),
    "workspace/enter": (SEND, "/workspace/enter"),
    "workspace/forget": (SEND, "/workspace/forget"),
    "examples": (READ, "/examples"),
    "rules": (READ, "/rules"),
    "limits": (READ, "/limits"),
    "conformance": (READ, "/conformance"),
    "conformance.json": (READ, "/conformance.json"),
    "conformance.svg": (READ, "/conformance.svg"),
    "conformance/<slug:name>": (READ, "/conformance/pods"),
    "conformance/<slug:name>/<slug:case_id>": (READ, "/conformance/pods/order-basic"),
    "rules/<str:code>": (READ, "/rules/ENV502"),
    ".well-known/security.txt": (READ, "/.well-known/security.txt"),
    "source.tar.gz": (READ, "/source.tar.gz"),
}
_NAMESPACE = r"namespaces/(?P<namespace>[a-z0-9-]{1,63})"
_GROUPS = (
    "template.openshift.io",
    "project.openshift.io",
    "user.openshift.io",
    "authentication.k8s.io",
    "authorization.k8s.io",
)
_OPENSHIFT, _CORE = r"apis/template\.openshift\.io/v1", "api/v1"
API: Mapping[str, str] = {
    r"^version/?\Z": "/version",
    r"^api/?\Z": "/api",
    r"^apis/?\Z": "/apis",
    **{
        route: f"/apis/{group}"
        for name in _GROUPS
        for group in (name, f"{name}/v1")
        for route in [rf"^apis/{group.replace('.', chr(92) + '.')}/?\Z"]
    },
    r"^apis/project\.openshift\.io/v1/projects\Z": "/apis/project.openshift.io/v1/projects",
    r"^apis/project\.openshift\.io/v1/projects/(?P<namespace>[a-z0-9-]{1,63})\Z": (
        "/apis/project.openshift.io/v1/projects/{namespace}"
    ),
    r"^apis/user\.openshift\.io/v1/users/(?P<name>[^/\x00-\x1f]{1,253})\Z": "/apis/user.openshift.io/v1/users/~",
    **{
        rf"^apis/{group}\.k8s\.io/v1/{plural}\Z": f"/apis/{group}.k8s.io/v1/{plural}"
        for group, plural in (
            ("authentication", "selfsubjectreviews"),
            ("authorization", "selfsubjectaccessreviews"),
            ("authorization", "selfsubjectrulesreviews"),
        )
    },
    r"^api/v1/namespaces\Z": "/api/v1/namespaces",
    rf"^api/v1/{_NAMESPACE}\Z": "/api/v1/namespaces/{namespace}",
    **{
        route: path
        for group in (_OPENSHIFT, _CORE)
        for plain in [group.replace("\\", "")]
        for plural in ["templates" if group == _OPENSHIFT else "(?:templates|coretemplates)"]
        for route, path in {
            rf"^{group}/?\Z": f"/{plain}",
            rf"^{group}/{_NAMESPACE}/processed[tT]emplates\Z": f"/{plain}/namespaces/x/processedtemplates",
            rf"^{group}/{plural}\Z": f"/{plain}/templates",
            rf"^{group}/{_NAMESPACE}/{plural}\Z": f"/{plain}/namespaces/{{namespace}}/templates",
            rf"^{group}/{_NAMESPACE}/{plural}/(?P<name>[^/\x00-\x1f]{{1,253}})\Z": (
                f"/{plain}/namespaces/{{namespace}}/templates/web"
            ),
            rf"^openapi/v3/{group}\Z": f"/openapi/v3/{plain}",
        }.items()
    },
    r"^openapi/v3/?\Z": "/openapi/v3",
    r"^openapi/v2\Z": "/openapi/v2",
    r"^api/evaluate\Z": "/api/evaluate",
    r"^api/openapi\.json\Z": "/api/openapi.json",
}
SLUG = "(?P<slug>[A-Za-z0-9_-]{22})"
NOT_THERE = (
    "/admin",
    "/admin/",
    "/metrics",
    "/__debug__/",
    "/.env",
    "/.git/config",
    "/s",
    "/s/",
    "/api/v1/secrets",
    "/static/",
    "/static/../playground/settings.py",
    "/static/%2e%2e/manage.py",
    "/static//etc/passwd",
    "/var/secret-key",
    "/playground.sqlite3",
    "/settings",
    "/robots.txt/..",
)
# On every answer, whatever it is.
ALWAYS = {
    "Content-Security-Policy": r"default-src 'none'; .*|default-src 'none'",
    "Cross-Origin-Resource-Policy": "same-origin|cross-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": r"camera=\(\), geolocation=\(\), microphone=\(\), browsing-topics=\(\)",
    "Referrer-Policy": "same-origin|no-referrer",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains(; preload)?",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": "[0-9a-f]{16}",
}


def routes(resolver: URLResolver) -> Iterator[str]:
    """Every pattern below ``resolver``, as it is written."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            yield str(entry.pattern)
        else:
            yield from routes(entry)


@dataclass(frozen=True, slots=True)
class Site:
    """A site with one shared text, and a browser that owns it."""

    client: Client
    slug: str
    namespace: str

    def at(self, path: str) -> str:
        return path.format(slug=self.slug, namespace=self.namespace)

    def read(self) -> Iterator[str]:
        """The path of everything that can be read, and of what is there beside the routes."""
        yield from (self.at(path) for how, path in PAGES.values() if how != SEND)
        yield from (self.at(path) for path in API.values())
        yield from ("/livez", "/readyz", "/static/app.js", "/nothing-here", f"/s/{'x' * 22}", "/apis/nothing")

    def rows(self) -> tuple[int, ...]:
        return tuple(model.objects.count() for model in (Share, Revision, Workspace))


@pytest.fixture
def site(client: Client, settings: Settings) -> Site:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    shared = client.post("/share", {"source": "kind: Pod\nmetadata: {name: web}\n"})["Location"]
    return Site(client, shared.removeprefix("/s/"), Workspace.objects.get().name)


@pytest.fixture
def visitor(site: Site, settings: Settings) -> Client:
    """Somebody who comes after the site was set as one on the internet is; its middleware looks once."""
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    return Client()


def ask(client: Client, method: str, path: str, **more: Any) -> tuple[HttpResponseBase, bytes]:
    """The answer, and all of its body, streamed or not."""
    response: Any = client.generic(method, path, **more)
    return response, b"".join(response.streaming_content) if response.streaming else bytes(response.content)


def lacking(response: HttpResponseBase) -> list[str]:
    """The headers of every answer that this one does not have, or not so."""
    return [name for name, value in ALWAYS.items() if not re.fullmatch(value, response.headers.get(name, ""))]


def known() -> set[str]:
    """The routes that are listed above."""
    return {*(route.replace("SLUG", SLUG) for route in PAGES), *API}


def test_every_address_is_listed_here() -> None:
    assert set(routes(get_resolver())) == known()


def test_an_address_that_is_not_listed_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    resolver = get_resolver()
    monkeypatch.setattr(resolver, "url_patterns", [*resolver.url_patterns, re_path("admin/", lambda _: HttpResponse())])
    assert set(routes(resolver)) - known() == {"admin/"}


@pytest.mark.parametrize("path", NOT_THERE)
def test_other_addresses_are_not_found(client: Client, path: str) -> None:
    assert ask(client, "GET", path)[0].status_code == 404


def test_no_address_answers_trace(site: Site) -> None:
    for path in (*site.read(), *(site.at(path) for how, path in PAGES.values() if how == SEND)):
        for method in ("TRACE", "CONNECT", "PROPFIND"):
            assert ask(site.client, method, path)[0].status_code in (404, 405), (method, path)


def test_each_address_answers_only_its_methods(site: Site) -> None:
    for how, path in PAGES.values():
        assert (ask(site.client, "GET", site.at(path))[0].status_code == 405) is (how == SEND), path
        if how == READ:
            response, page = ask(site.client, "POST", site.at(path))
            assert (response.status_code, response["Allow"]) == (405, "GET, HEAD"), path
            assert b"accepts only GET, HEAD" in page


def test_reading_writes_nothing(site: Site) -> None:
    before = site.rows()
    for path in site.read():
        for method in ("GET", "HEAD", "OPTIONS"):
            with CaptureQueriesContext(connection) as queries:
                ask(site.client, method, path)
            statements = [query["sql"] for query in queries if re.match("INSERT|UPDATE|DELETE", query["sql"])]
            assert statements == [], (method, path)
    assert site.rows() == before


FORM = "application/x-www-form-urlencoded"
CROSS_SITE = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}


@pytest.mark.parametrize(
    ("headers", "media"),
    [
        ({}, FORM),
        (CROSS_SITE, FORM),
        (CROSS_SITE, "text/plain"),
        (CROSS_SITE, "multipart/form-data; boundary=x"),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, FORM),
        ({"Origin": "https://testserver.elsewhere.example", "Sec-Fetch-Site": "same-site"}, FORM),
    ],
    ids=["no header", "another site", "plain text", "several parts", "a sandbox", "a sibling"],
)
def test_forms_of_other_sites_are_refused(site: Site, headers: dict[str, str], media: str) -> None:
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = site.client.cookies  # the browser sends them, were they not for this site alone
    before = (site.rows(), list(Share.objects.values()), list(Workspace.objects.values()))
    for how, path in PAGES.values():
        if how != READ:
            body = b"source=kind%3A+Pod&title=mine&expiry=day&token=x&source="
            response = forged.post(site.at(path), body, content_type=media, headers=headers)
            assert response.status_code in (400, 403), path
    assert (site.rows(), list(Share.objects.values()), list(Workspace.objects.values())) == before


def test_without_the_csrf_middleware_such_a_form_would_be_accepted(site: Site) -> None:
    unguarded = Client(enforce_csrf_checks=False)
    unguarded.cookies = site.client.cookies
    unguarded.post(f"/s/{site.slug}/rename", {"title": "mine"}, headers={"Origin": "https://elsewhere.example"})
    assert Share.objects.get().title == "mine"


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
def test_the_api_ignores_cookies(site: Site, origin: str) -> None:
    address = site.at("/api/v1/namespaces/{namespace}/templates")
    body = json.dumps({"apiVersion": "v1", "kind": "Template", "metadata": {"name": "theirs"}, "objects": []})
    for media in ("application/json", "text/plain"):
        for headers in ({}, {"Origin": origin, "Sec-Fetch-Site": "cross-site"}):
            response = site.client.post(address, body, content_type=media, headers=headers)
            assert response.status_code in (401, 403, 415)
            assert "Access-Control-Allow-Origin" not in response
    assert not Share.objects.filter(object_name="theirs").exists()


def test_every_answer_has_all_headers(site: Site, visitor: Client) -> None:
    paths = [*site.read(), *NOT_THERE, *(site.at(path) for how, path in PAGES.values() if how == SEND)]
    assert len(paths) > 70
    for path in paths:
        for host in ("testserver", "elsewhere.example"):
            response, _ = ask(visitor, "GET", path, secure=True, headers={"Host": host})
            assert (path, host, lacking(response)) == (path, host, [])
            if not path.startswith(f"/s/{site.slug}/embed"):
                assert "frame-ancestors 'none'" in response["Content-Security-Policy"], path


# What a policy may name: nothing, the site itself, the nonce of its style sheets, pictures inside them.
SOURCE = re.compile(r"'none'|'self'|'nonce-[\w-]{22}'|'script'|htmx|data:")


def too_much(policy: str) -> list[str]:
    """The directives of ``policy`` that let in what none of ours needs."""
    directives = [directive.split() for directive in policy.split("; ")]
    return [
        name
        for name, *sources in directives
        if not all(SOURCE.fullmatch(source) for source in sources) or ("data:" in sources and name != "img-src")
    ]


def test_each_content_security_policy_allows_only_what_is_needed(site: Site) -> None:
    for path in (*site.read(), *NOT_THERE):
        policy = ask(site.client, "GET", path)[0].headers["Content-Security-Policy"]
        frame = path == f"/s/{site.slug}/embed"
        assert (path, too_much(policy)) == (path, ["frame-ancestors"] if frame else [])


@pytest.mark.parametrize("source", ["'unsafe-inline'", "'unsafe-eval'", "*", "https:", "https://cdn.example", "data:"])
def test_a_policy_that_allows_more_would_be_noticed(source: str) -> None:
    assert too_much(f"default-src 'none'; script-src 'self' {source}") == ["script-src"]


def test_other_origins_may_read_what_is_processed_and_nothing_else(site: Site) -> None:
    elsewhere = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    open_to_all = set()
    for route, path_pattern in API.items():
        for method in ("OPTIONS", "GET", "POST"):
            response, _ = ask(site.client, method, site.at(path_pattern), headers=elsewhere)
            assert "Access-Control-Allow-Credentials" not in response.headers
            if "Access-Control-Allow-Origin" in response.headers:
                assert response.headers["Access-Control-Allow-Origin"] == "*"
                open_to_all.add(route)
    assert {route for route in API if "processed" in route} == open_to_all
    for path in site.read():
        if not path.startswith("/api"):
            assert "Access-Control-Allow-Origin" not in ask(site.client, "GET", path, headers=elsewhere)[0].headers


@pytest.mark.parametrize(
    ("gone", "missed"),
    [("playground.site.middleware.security_headers", 5), ("django.middleware.security.SecurityMiddleware", 1)],
)
def test_without_a_middleware_missing_headers_are_noticed(
    site: Site, visitor: Client, settings: Settings, gone: str, missed: int
) -> None:
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != gone]
    response, _ = ask(visitor, "GET", "/limits", secure=True)
    assert len(lacking(response)) == missed


def test_over_http_a_page_redirects_to_https_with_all_headers(site: Site, visitor: Client) -> None:
    for host, status in (("testserver", 301), ("elsewhere.example", 400)):
        response = visitor.get("/limits", headers={"Host": host})
        assert response.status_code == status
        assert lacking(response) == ["Strict-Transport-Security"]  # browsers believe it over https only


def test_answers_with_a_users_text_are_neither_cached_nor_indexed(site: Site) -> None:
    for path in site.read():
        response, _ = ask(site.client, "GET", path)
        if not path.startswith(("/static/", "/kinds/")):
            assert response["Cache-Control"] == "no-store", path
        if path.startswith(f"/s/{site.slug}"):
            assert response["X-Robots-Tag"] == "noindex, nofollow, noarchive", path


FORGED = ("X-Forwarded-Host", "X-Forwarded-Port", "X-Host", "Forwarded", "X-Original-URL")


def test_no_forged_host_header_is_ever_repeated(site: Site) -> None:
    headers = dict.fromkeys(FORGED, "evil-host.example")
    for path in site.read():
        response, body = ask(site.client, "GET", path, headers=headers)
        assert b"evil-host" not in body + repr(response.headers).encode(), path


def test_a_site_that_allows_every_host_would_repeat_it(site: Site, settings: Settings) -> None:
    settings.USE_X_FORWARDED_HOST = True
    settings.ALLOWED_HOSTS = ["*"]
    _, body = ask(site.client, "GET", f"/s/{site.slug}/details", headers={"X-Forwarded-Host": "evil-host.example"})
    assert b"evil-host" in body
