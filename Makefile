# All tasks of development and operation; `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV ?= .venv
HOST ?= 127.0.0.1
PORT ?= 8000
DATA_DIR ?= $(CURDIR)/var
STATIC_ROOT ?= $(CURDIR)/staticfiles
LOG_LEVEL ?= WARNING
INSECURE_HTTP ?= 1
SECONDS ?= 3600
TESTS ?= tests
APART := --ignore=tests/browser --ignore=tests/observatory
IN_BROWSER := tests/browser tests/nightly/browser
DAILY := not nightly or smoke
# What could differ between the databases. PostgreSQL is crashed by make torture only.
ON_BOTH := tests/storage tests/api/test_lists.py tests/api/test_watch_stream.py tests/hostile/test_requests.py \
	$(patsubst %,tests/nightly/faults/test_%.py,flood privileges purge statements)
CRASH := tests/nightly/faults/test_crash.py

BIN := $(VENV)/bin
PRODUCTION := env -i PATH="$$PATH" PUBLIC_URL=https://playground.example.org HSTS_PRELOAD=1 \
	SECRET_KEY=only-for-the-check-only-for-the-check-only-for-the-check DATABASE_URL=sqlite://:memory:

.PHONY: run test torture check fix build schema conformance bench pin help

run: export HOST := $(HOST)
run: export PORT := $(PORT)
run: export DATA_DIR := $(DATA_DIR)
run: export STATIC_ROOT := $(STATIC_ROOT)
run: export LOG_LEVEL := $(LOG_LEVEL)
run: export INSECURE_HTTP := $(INSECURE_HTTP)
# glibc's allocator, as in the Dockerfile
run: export MALLOC_ARENA_MAX := 1
run: export MALLOC_MMAP_THRESHOLD_ := 524288
run: export MALLOC_TRIM_THRESHOLD_ := 1048576
run: $(VENV)/installed $(DATA_DIR)/static-collected ## Serve the playground on http://127.0.0.1:8000 (PORT=, HOST=)
	@$(BIN)/python manage.py migrate --no-input --verbosity 0
	@exec $(BIN)/gunicorn playground.wsgi

# Hundreds of processes start: each reads compiled modules (a fifth less time), also if the shell asks for none.
test torture: export PYTHONDONTWRITEBYTECODE :=
test: $(if $(filter tests,$(TESTS)),programs) $(VENV)/installed-dev $(BIN)/helm-4 ## Run all tests (TESTS=tests/engine: only those)
ifeq ($(TESTS),tests)
# Three at a time on two cores, because servers are waited for; a fourth costs more to start than it gains.
# The tests of a file run in one process, and share its servers.
	$(BIN)/pytest -n 3 --dist loadfile $(APART) --ignore=tests/nightly/browser -m "$(DAILY)" tests
	$(BIN)/pytest -n 3 -m "$(DAILY)" $(IN_BROWSER)
	tests/tools/with-postgresql $(BIN)/pytest -n 4 -m "django_db and ($(DAILY))" $(ON_BOTH)
else
	$(BIN)/pytest -n 3 $(TESTS)
endif

# make keeps the spaces before a comment; the tests' `int()` ignores them.
torture: export CRASHES := 200       # kills in a burst of saves
torture: export RESTARTS := 10       # restarts of PostgreSQL, of each of three kinds
torture: export FLOOD := 5000        # requests with forged client addresses
torture: export EXAMPLES := 10000    # examples for each property of the engine
torture: export MEGABYTES := 100     # megabytes of a database that is backed up and restored
torture: export DESCRIBED := 125     # requests to each operation of the API, from its description
torture: export ORDERS := 200        # answers out of order in a browser
torture: export RACES := 4           # races of two servers
torture: export WRITES := 500        # writes in each race
torture: export RELOADS := 20        # reloads
torture: export ROLLOUTS := 10       # pairs of pods that are replaced
torture: export REQUESTS := 10000    # requests after which memory is compared
torture: export BACKUPS := 20        # backups under load
torture: export TRACED := 100        # saves whose system calls are traced
torture: export TRIES := 500         # aborted requests of each kind
torture: export ENDED := 20000       # purged Shares
torture: export ROWS := 200000       # rows of a database that is migrated while in use
torture: export CHARACTERS := 1000000 # characters that each of our regular expressions is tried on
torture: export INPUTS := 10000      # hostile requests through each interface
torture: export MIGRATIONS := 20     # runs of four migrations at once
torture: programs $(VENV)/installed-dev $(VENV)/installed-fuzz $(BIN)/helm-3 $(BIN)/helm-4 ## Run the long tests: fuzzing (SECONDS=3600), crashes, outages, and the MDN Observatory
	$(BIN)/python -m tests.nightly.fuzz $(SECONDS)
	$(LONG) -m nightly $(APART) tests
	$(LONG) -m "not nightly" tests/engine tests/hostile/test_expressions.py tests/storage/test_backups.py
	$(LONG) -m "not nightly" tests/api/test_description.py
	tests/tools/with-postgresql $(LONG) -m django_db $(ON_BOTH) $(CRASH)
	@tests/tools/need npm
	cd tests/observatory && npm ci --ignore-scripts --no-audit --no-fund
	$(BIN)/pytest tests/observatory

LONG := $(BIN)/pytest -o faulthandler_timeout=14400 # seconds that one test may take, not the 900 of `make test`

check: $(VENV)/installed-dev ## Check format, lint, types, settings and migrations
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(PRODUCTION) $(BIN)/python manage.py makemigrations --check --dry-run

fix: $(VENV)/installed-dev ## Fix what the formatter and the linter can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

build: $(VENV)/installed ## Build static/ from frontend/ (needs Node)
	cd frontend && npm ci --ignore-scripts --no-audit --no-fund && node build.mjs
	$(BIN)/python -m deploy.sbom

schema: $(VENV)/installed ## Build the table of Kubernetes' types from schema/ (needs npm)
	$(BIN)/python schema/build.py

HELMS := $(BIN)/helm-3 $(BIN)/helm-4

conformance: $(VENV)/installed-dev $(if $(RECORD),$(HELMS)) ## Count which recorded answers ours equal (RECORD=charts: record first)
	$(if $(RECORD),$(BIN)/python -m tests.recordings.$(RECORD))
	$(BIN)/python -m tests.recordings

bench: $(VENV)/installed-dev ## Run the benchmarks, some fifteen minutes, and write their tables to var/benchmarks.md
	@tests/tools/need chromium wrk npm
	cd tests/benchmarks/lighthouse && npm ci --ignore-scripts --no-audit --no-fund
	@mkdir -p var && rm -f var/benchmarks.json
	DURABLE=1 tests/tools/with-postgresql $(BIN)/pytest -q $(BENCH) tests/benchmarks

BENCH := -o python_files='bench_*.py' --benchmark-json=var/benchmarks.json --benchmark-quiet

pin: $(VENV)/installed-dev ## Update the requirements files after a change in pyproject.toml
	$(BIN)/pip-compile $(PIN) --extra web --output-file requirements.txt pyproject.toml
	$(BIN)/pip-compile $(PIN) --constraint requirements.txt $(ALL) --output-file requirements-dev.txt pyproject.toml
	$(BIN)/pip-compile $(PIN) --constraint requirements.txt --extra web --extra fuzz --output-file requirements-fuzz.txt pyproject.toml
	$(BIN)/pip-compile $(PIN) --constraint requirements.txt --build-deps-for wheel \
		--output-file requirements-package.txt pyproject.toml
	@$(MAKE) --no-print-directory $(VENV)/installed-dev
	$(BIN)/python -m deploy.sbom

ALL := --extra web --extra lsp --extra dev
PIN := --quiet --generate-hashes --strip-extras --allow-unsafe --no-header --no-annotate --no-emit-options

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ------------------------------------------------------------------ prerequisites: made once, and again after changes

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed (PYTHON=python3.12 names another one).' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'Python cannot make virtual environments here. Install them: apt-get install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: requirements.txt | $(BIN)/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

# The pip of a new environment takes twice as long to choose a hundred packages as the pinned one. Of the packages, only one
# is compiled here: it has hundreds of modules, and each process of the tests would compile them for itself.
$(VENV)/installed-dev: requirements-dev.txt $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r <(sed -n '/^pip==/,/[^\\]$$/p' $<)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --no-compile -r requirements-dev.txt
	$(BIN)/python -m compileall -q -j 0 $(VENV)/lib/python3*/site-packages/kubernetes
	@touch $@

$(VENV)/installed-fuzz: requirements-fuzz.txt $(VENV)/installed-dev
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-fuzz.txt
	@touch $@

.PHONY: programs
programs:
	@tests/tools/need git openssl strace faketime chromium-headless-shell nginx=nginx-light man=man-db initdb=postgresql

$(BIN)/helm-%: tests/tools/helm-%.txt tests/tools/fetch_helm.py | $(BIN)/pip
	$(BIN)/python tests/tools/fetch_helm.py $< $@

# If the static files cannot be collected, nothing is served: a page without its scripts would be worse.
$(DATA_DIR)/static-collected: $(shell find static -type f) requirements.txt playground/settings.py playground/web/assets.py | $(VENV)/installed
	@mkdir -p $(DATA_DIR)
	@$(BIN)/python manage.py collectstatic --no-input --clear --verbosity 0
	@touch $@
