"""The site's addresses, and below `/bug/` mistakes that its own code must never make."""

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

from playground.models import Share
from playground.urls import urlpatterns as ours


def spin(_request: HttpRequest) -> HttpResponse:
    """Never end, as an endless loop in the engine would not."""
    while True:
        pass


def hold(_request: HttpRequest) -> HttpResponse:
    """Never end and let no other thread run, as an expression that goes back and forth in C."""
    re.match(r"(a|a)*b", "a" * 60)
    return HttpResponse("ended")


def slow(request: HttpRequest) -> HttpResponse:
    """Answer after so many seconds."""
    time.sleep(float(request.GET["seconds"]))
    return HttpResponse("ended")


def swallow(request: HttpRequest) -> HttpResponse:
    """Take so many megabytes and write on each page of them."""
    held = bytearray(b"x") * (int(request.GET["megabytes"]) * 1024 * 1024)
    return HttpResponse(str(len(held)))


def leak(request: HttpRequest, held: list[bytes] = []) -> HttpResponse:  # noqa: B006
    """Keep some of what was asked for."""
    held.append(b"x" * 100_000)
    return HttpResponse(str(len(held)))


def complain(request: HttpRequest) -> HttpResponse:
    """Fail with all that was sent in the message."""
    sent = request.GET.dict() | request.POST.dict()
    raise RuntimeError(str(sent))


def end(_request: HttpRequest) -> HttpResponse:
    """End the worker, as a mistake in C would."""
    os._exit(1)


def burn(request: HttpRequest) -> HttpResponse:
    """Keep a processor busy for so many seconds."""
    began = time.process_time()
    while time.process_time() - began < float(request.GET["seconds"]):
        pass
    return HttpResponse("ended")


def keep(request: HttpRequest, held: list[bytearray] = []) -> HttpResponse:  # noqa: B006
    """Take so many megabytes and never give them back."""
    held.append(bytearray(b"x") * (int(request.GET["megabytes"]) * 1024 * 1024))
    return HttpResponse(str(len(held)))


def leave_open(request: HttpRequest) -> HttpResponse:
    """Open so many files and close none."""
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(int(request.GET["files"]))]
    return HttpResponse(str(len(opened)))


def fetch(request: HttpRequest) -> HttpResponse:
    """Ask for what stands at an address that a visitor says."""
    with urlopen(request.GET["address"], timeout=5) as found:
        return HttpResponse(found.read())


@csrf_exempt
def naive(request: HttpRequest, slug: str) -> HttpResponse:
    """Read, add, write: the last one wins."""
    share = Share.objects.get(slug=slug)
    share.words += request.body.decode() + "\n"
    share.save(update_fields=["words"])
    return HttpResponse("kept")


@csrf_exempt
def checked(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare the version here and then write: between the two somebody else may have written."""
    share = Share.objects.get(slug=slug)
    if request.method == "GET":
        return JsonResponse({"version": share.version, "words": share.words})
    sent = json.loads(request.body)
    if share.version != sent["version"]:
        return HttpResponse("conflict", status=409)
    share.words, share.version = sent["words"], share.version + 1
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

handler400 = "playground.views.errors.bad_request"
handler403 = "playground.views.errors.permission_denied"
handler404 = "playground.views.errors.page_not_found"
handler500 = "playground.views.errors.server_error"
