"""The site's URLs, plus views below `/bug/` with bugs that other tests must notice."""

from __future__ import annotations

import json
import os
import re
import time
from urllib.request import urlopen

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt

from playground.storage.models import Share
from playground.urls import urlpatterns as ours


def spin(_request: HttpRequest) -> HttpResponse:
    """An endless loop in Python, which other threads can interrupt."""
    while True:
        pass


def hold(_request: HttpRequest) -> HttpResponse:
    """Catastrophic backtracking in C, which holds the GIL: no other thread runs."""
    re.match(r"(a|a)*b", "a" * 60)
    return HttpResponse("ended")


def slow(request: HttpRequest) -> HttpResponse:
    """Answer after some seconds of waiting."""
    time.sleep(float(request.GET["seconds"]))
    return HttpResponse("ended")


def swallow(request: HttpRequest) -> HttpResponse:
    """Allocate some megabytes, and write to each page."""
    content = bytearray(b"x") * (int(request.GET["megabytes"]) * 1024 * 1024)
    return HttpResponse(str(len(content)))


def leak(request: HttpRequest, held: list[bytes] = []) -> HttpResponse:  # noqa: B006
    """Leak 100 kB."""
    held.append(b"x" * 100_000)
    return HttpResponse(str(len(held)))


def complain(request: HttpRequest) -> HttpResponse:
    """Raise an error whose message contains everything that was sent."""
    fields = request.GET.dict() | request.POST.dict()
    raise RuntimeError(str(fields))


def end(_request: HttpRequest) -> HttpResponse:
    """End the worker at once, as a crash in C would."""
    os._exit(1)


def burn(request: HttpRequest) -> HttpResponse:
    """Use some seconds of CPU time."""
    began = time.process_time()
    while time.process_time() - began < float(request.GET["seconds"]):
        pass
    return HttpResponse("ended")


def keep(request: HttpRequest, held: list[bytearray] = []) -> HttpResponse:  # noqa: B006
    """Leak some megabytes."""
    held.append(bytearray(b"x") * (int(request.GET["megabytes"]) * 1024 * 1024))
    return HttpResponse(str(len(held)))


def leave_open(request: HttpRequest) -> HttpResponse:
    """Leak some open files."""
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(int(request.GET["files"]))]
    return HttpResponse(str(len(opened)))


def fetch(request: HttpRequest) -> HttpResponse:
    """Server-side request forgery: fetch a URL from the request."""
    with urlopen(request.GET["address"], timeout=5) as answer:
        return HttpResponse(answer.read())


@csrf_exempt
def naive(request: HttpRequest, slug: str) -> HttpResponse:
    """A lost update: read, append, write."""
    share = Share.objects.get(slug=slug)
    share.words += request.body.decode() + "\n"
    share.save(update_fields=["words"])
    return HttpResponse("kept")


@csrf_exempt
def checked(request: HttpRequest, slug: str) -> HttpResponse:
    """A race: compare the version in Python, then write; in between somebody else may have written."""
    share = Share.objects.get(slug=slug)
    if request.method == "GET":
        return JsonResponse({"version": share.version, "words": share.words})
    body = json.loads(request.body)
    if share.version != body["version"]:
        return HttpResponse("conflict", status=409)
    share.words, share.version = body["words"], share.version + 1
    with transaction.atomic():
        share.save(update_fields=["words", "version"])
    return HttpResponse("kept")


urlpatterns: list[URLPattern | URLResolver] = [
    path("bug/spin", spin),
    path("bug/hold", hold),
    path("bug/slow", slow),
    path("bug/swallow", swallow),
    path("bug/leak", leak),
    path("bug/raise", complain),
    path("bug/end", end),
    path("bug/burn", burn),
    path("bug/keep", keep),
    path("bug/open", leave_open),
    path("bug/fetch", fetch),
    path("bug/naive/<slug>", naive),
    path("bug/checked/<slug>", checked),
    *ours,
]

handler400 = "playground.pages.error_pages.bad_request"
handler403 = "playground.pages.error_pages.permission_denied"
handler404 = "playground.pages.error_pages.page_not_found"
handler500 = "playground.pages.error_pages.server_error"
