"""All URLs of the site."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from playground.pages import examples
from playground.pages.manual import about, conformance, limits_page, rules
from playground.pages.playground import kinds, parameterizing, references, renaming
from playground.pages.playground import views as playground
from playground.pages.sharing import comparing, details, exports, mine, terminal
from playground.pages.sharing import views as shares
from playground.pages.sharing.using import use
from playground.site.root import root

SLUG = r"(?P<slug>[A-Za-z0-9_-]{22})"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", root, name="playground"),
    path("new", playground.new, name="new"),
    path("evaluate", playground.evaluation, name="evaluate"),
    path("trace", playground.trace, name="trace"),
    path("rename", renaming.renaming, name="rename"),
    path("parameter", parameterizing.parameterizing, name="parameter"),
    path("references", references.references, name="references"),
    re_path(r"^kinds/(?P<digest>[0-9a-f]{12})/1\.(?P<minor>[0-9]{2})\.json\Z", kinds.index, name="kinds"),
    re_path(
        r"^kinds/(?P<digest>[0-9a-f]{12})/1\.(?P<minor>[0-9]{2})/"
        r"(?P<api_version>[a-z0-9.-]{1,253}(?:/[a-z0-9]{1,63})?)/(?P<kind>[A-Za-z0-9]{1,63})\.json\Z",
        kinds.fields,
        name="kind",
    ),
    path("download", playground.download, name="download"),
    path("use", use.use, name="use"),
    path("chart", use.chart, name="chart"),
    path("kustomize", use.kustomize, name="kustomize"),
    path("share", shares.create, name="share"),
    re_path(rf"^s/{SLUG}\Z", shares.show, name="shared"),
    re_path(rf"^s/{SLUG}/r/(?P<number>[1-9][0-9]{{0,5}})\Z", shares.revision, name="shared-revision"),
    re_path(rf"^s/{SLUG}/update\Z", shares.update, name="update-share"),
    re_path(rf"^s/{SLUG}/details\Z", details.details, name="share-details"),
    re_path(rf"^s/{SLUG}/rename\Z", details.rename, name="rename-share"),
    re_path(rf"^s/{SLUG}/expiry\Z", details.expire, name="expire-share"),
    re_path(rf"^s/{SLUG}/delete\Z", details.delete, name="delete-share"),
    re_path(rf"^s/{SLUG}/raw\Z", exports.raw, name="shared-raw"),
    re_path(rf"^s/{SLUG}\.(?P<syntax>yaml|json)\Z", exports.source, name="shared-source"),
    re_path(rf"^s/{SLUG}/processed\.(?P<syntax>yaml|json)\Z", exports.processed, name="shared-processed"),
    re_path(rf"^s/{SLUG}/embed\Z", exports.embed, name="shared-embed"),
    re_path(rf"^compare/{SLUG}\Z", comparing.compare, name="compare"),
    re_path(rf"^compare/{SLUG}/(?P<other>[A-Za-z0-9_-]{{22}})\Z", comparing.shares, name="compare-shares"),
    path("shares", mine.mine, name="my-shares"),
    path("terminal", terminal.terminal, name="terminal"),
    path("workspace/token", terminal.show_token, name="workspace-token"),
    path("workspace/kubeconfig", terminal.kubeconfig, name="workspace-kubeconfig"),
    path("workspace/begin", terminal.begin, name="begin-workspace"),
    path("workspace/rotate", terminal.rotate, name="rotate-workspace"),
    path("workspace/enter", terminal.enter, name="enter-workspace"),
    path("workspace/forget", terminal.forget, name="forget-workspace"),
    path("examples", examples.gallery, name="gallery"),
    path("rules", rules.rules, name="rules"),
    path("limits", limits_page.limits, name="limits"),
    path("conformance", conformance.conformance, name="conformance"),
    path("conformance.json", conformance.figures, name="conformance-figures"),
    path("conformance.svg", conformance.badge, name="conformance-badge"),
    path("conformance/<slug:name>", conformance.cases, name="conformance-suite"),
    path("conformance/<slug:name>/<slug:case_id>", conformance.case, name="conformance-case"),
    path("rules/<str:code>", rules.rule, name="rule"),
    path(".well-known/security.txt", about.contact, name="security-contact"),
    path("source.tar.gz", about.archive, name="source"),
    path("", include("playground.api.urls")),
]

handler400 = "playground.pages.error_pages.bad_request"
handler403 = "playground.pages.error_pages.permission_denied"
handler404 = "playground.pages.error_pages.page_not_found"
handler500 = "playground.pages.error_pages.server_error"
