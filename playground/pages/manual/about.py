"""Two files about the site: where to report a vulnerability (RFC 9116), and the source that it runs on (AGPL)."""

from __future__ import annotations

import io
import tarfile
from datetime import timedelta
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

_VALID = timedelta(days=180)  # of `security.txt`
# The archive holds these files only: data, keys and environments beside them must not be handed out.
PARTS = (
    ".ci .dockerignore .gitignore .pre-commit-hooks.yaml CHANGELOG.md CONTRIBUTING.md Dockerfile LICENSE Makefile "
    "README.md SECURITY.md action.yml deploy docs frontend gunicorn.conf.py manage.py playground pyproject.toml "
    "requirements-dev.txt requirements-fuzz.txt requirements-package.txt requirements.txt static templates tests"
).split()
_LEFT_OUT = {"__pycache__", "node_modules", "shots"}


@require_safe
def contact(_request: HttpRequest) -> HttpResponse:
    """`security.txt` of this site; 404 without a SECURITY_CONTACT."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + _VALID).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires}", "Preferred-Languages: en"]
    if settings.PUBLIC_URL:
        lines.append(f"Canonical: {settings.PUBLIC_URL}/.well-known/security.txt")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
def archive(_request: HttpRequest) -> HttpResponse:
    """The files this server runs on, as a compressed archive."""
    headers = {"Content-Disposition": 'attachment; filename="template-playground.tar.gz"'}
    return HttpResponse(_archive(settings.BASE_DIR), content_type="application/gzip", headers=headers)


@cache
def _archive(root: Path) -> bytes:
    """The archive of ``root``; made once, because a running server's files do not change."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for part in PARTS:
            if (root / part).exists():
                archive.add(root / part, f"template-playground/{part}", filter=_anonymous)
    return packed.getvalue()


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """``member`` without its owner; None for a folder in _LEFT_OUT, and for links and devices."""
    if _LEFT_OUT.intersection(Path(member.name).parts) or not (member.isfile() or member.isdir()):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member
