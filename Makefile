# make run   serve the page             make test   install everything and run every check
# Both need only python3 (3.11 or newer), pip and make; everything else goes into .venv.

PYTHON ?= python3
BIN := .venv/bin
NODE := .venv/node
WEB := "src/overtrick/service/web/**/*.js" src/overtrick/service/web/types.d.ts package.json tsconfig.json

# Options of the server for make run, as SERVE="--no-browser --port 8001".
SERVE ?=

.PHONY: run test system-tools check check-web format bench docs lock audit dist release-check clean

run: .venv/installed
	@echo "The command is $(BIN)/overtrick; after '. $(BIN)/activate' it is overtrick."
	$(BIN)/overtrick serve $(SERVE)

test: .venv/installed-for-tests system-tools check

# What tests need beside Python: Redis for the queue, Chromium or its headless shell (a fifth less work) for the page.
# Tests that miss theirs are skipped, and say so.
system-tools:
	@for tool in redis-server "chromium-headless-shell chromium"; do \
	  for name in $$tool; do command -v $$name > /dev/null && continue 2; done; \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then apt-get update -q; for name in $$tool; do apt-get install -qy $$name && break; done; true; \
	  else echo "$$tool is missing: apt-get install $${tool%% *} (its tests are skipped)"; fi; done

check: .venv/installed-for-tests check-web
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist loadfile --no-loadscope-reorder

# The page's JavaScript: its form and its types. The page needs no Node, so where there is none this is left out.
check-web:
	@if ! command -v npm > /dev/null; then echo "JavaScript not checked: node is not installed"; \
	elif ! $(MAKE) --silent $(NODE)/installed > /dev/null 2>&1; then echo "JavaScript not checked: npm could not install its tools"; \
	else $(NODE)/node_modules/.bin/prettier --log-level warn --check $(WEB) && $(NODE)/node_modules/.bin/tsc && echo "JavaScript checked"; fi

$(NODE)/installed: package.json
	@mkdir -p $(NODE) && cp package.json $(NODE)
	@npm install --prefix $(NODE) --no-package-lock --no-audit --no-fund --ignore-scripts --fetch-retries 0
	@touch $@

format: .venv/installed-for-tests
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	if [ -e $(NODE)/installed ]; then $(NODE)/node_modules/.bin/prettier --log-level warn --write $(WEB); fi

bench: .venv/installed-for-tests
	$(BIN)/python -m pip install --quiet --group bench
	for benchmark in benchmarks/*.py; do echo "== $$benchmark"; $(BIN)/python -m benchmarks.$$(basename $$benchmark .py) || exit 1; done

# The documentation as a site in build/docs: every page and link checked, no warnings, no network once it is installed.
docs: .venv/installed-for-docs
	$(BIN)/python docs/write_commands.py
	$(BIN)/mkdocs build --strict

.venv/installed-for-docs: .venv/installed
	$(BIN)/python -m pip install --quiet --group docs
	touch $@

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Overtrick needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv || { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy python3-venv && $(PYTHON) -m venv .venv; }
	$(BIN)/python -m tools.install build

# Versions and hashes come from requirements/*.lock; tools/install.py says what happens where those do not fit.
.venv/installed: .venv/bin/python pyproject.toml requirements/runtime.lock
	$(BIN)/python -m tools.install runtime
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

.venv/installed-for-tests: .venv/installed requirements/dev.lock
	$(BIN)/python -m tools.install dev
	touch $@

# The locks anew, from pyproject.toml.
lock:
	$(PYTHON) -m tools.lock

# Known vulnerabilities of the locked versions, and the licences of all that is installed.
audit: .venv/installed-for-tests
	$(BIN)/python -m tools.audit
	$(BIN)/python -m tools.licences --check

# Wheel and source archive in dist/, built twice: the bytes must be the same.
dist: .venv/installed-for-tests
	$(BIN)/python -m tools.dist

# All that a release needs, as a table: the archives, every Python at hand, pipx and uv, documents, version and dates.
release-check: .venv/installed-for-tests .venv/installed-for-docs
	$(BIN)/python -m tools.release_check

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
