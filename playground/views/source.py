"""The archive of the running source, which the AGPL (section 13) grants to every user of the site."""

from __future__ import annotations

import io
import tarfile
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

# By name, so that nothing that only happens to lie beside them (data, keys, environments) is ever handed out.
PARTS = (
    ".ci .dockerignore .gitignore CHANGELOG.md CONTRIBUTING.md Dockerfile LICENSE Makefile README.md SECURITY.md "
    "deploy docs frontend gunicorn.conf.py manage.py playground pyproject.toml requirements-dev.txt "
    "requirements-fuzz.txt requirements.txt static templates tests"
).split()
_LEFT_OUT = {"__pycache__", "node_modules", "shots"}


@require_safe
def archive(_request: HttpRequest) -> HttpResponse:
    """The files this server runs on, as a compressed archive."""
    headers = {"Content-Disposition": 'attachment; filename="template-playground.tar.gz"'}
    return HttpResponse(_packed(settings.BASE_DIR), content_type="application/gzip", headers=headers)


@cache
def _packed(root: Path) -> bytes:
    """The archive of ``root``; made once, because a running server's files do not change."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for part in PARTS:
            if (root / part).exists():
                archive.add(root / part, f"template-playground/{part}", filter=_anonymous)
    return packed.getvalue()


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    if _LEFT_OUT.intersection(Path(member.name).parts) or not (member.isfile() or member.isdir()):
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member
