# Two images: `docker build .` makes the site's, `docker build --target command .` that of the command line.
# Each is built in one stage and run from another, without pip and its cache.
# Debian, not Alpine: with musl's small thread stacks, deeply nested text could crash the process.
# The base is named by tag, to get Debian's security fixes. For a reproducible image, name it by digest:
#   docker build --build-arg BASE=python@sha256:… .
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE} AS build

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /srv/venv
COPY requirements.txt /srv/
RUN /srv/venv/bin/pip install --require-hashes -r /srv/requirements.txt

COPY . /srv/playground
WORKDIR /srv/playground
RUN DATA_DIR=/tmp/build /srv/venv/bin/python manage.py collectstatic --no-input \
    && /srv/venv/bin/python -m compileall -q playground

FROM ${BASE} AS build-command

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /srv/venv
COPY requirements-package.txt /srv/
RUN /srv/venv/bin/pip install --require-hashes -r /srv/requirements-package.txt

COPY . /srv/playground
RUN /srv/venv/bin/pip install --no-index --no-deps --no-build-isolation /srv/playground \
    && /srv/venv/bin/pip uninstall --yes pip setuptools shtab

FROM ${BASE} AS command

# /data is where the files are: docker run -v "$PWD:/data" … check .
ENV PATH=/srv/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1
COPY --from=build-command /srv/venv /srv/venv
WORKDIR /data
USER 10001
ENTRYPOINT ["template-playground"]
CMD ["--help"]

# The last stage is what `docker build` makes when nobody names a target.
FROM ${BASE} AS site

# Only /data is written, so the root file system can be read-only.
# With these MALLOC_* settings glibc returns the memory that large texts took (docs/operation.md).
ENV PATH=/srv/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=524288 MALLOC_TRIM_THRESHOLD_=1048576 \
    HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
COPY --from=build /srv /srv
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent playground \
    && install -d -o 10001 -g 10001 -m 700 /data
WORKDIR /srv/playground
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
    CMD ["python", "deploy/healthcheck.py"]
CMD ["sh", "-c", "python manage.py migrate --no-input --verbosity 0 && exec gunicorn playground.wsgi"]
