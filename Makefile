# make run   start Overtrick            make test   install everything and run every check
# Both need only python3 (3.11 or newer), pip and make; everything else goes into .venv.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test check format bench clean

run: .venv/installed
	$(BIN)/overtrick show --dd --vul NS 'N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT'

test: .venv/installed-for-tests check

check: .venv/installed-for-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q -n auto

format: .venv/installed-for-tests
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/installed-for-tests
	$(BIN)/python -m pip install --quiet --group bench
	for benchmark in benchmarks/*.py; do echo "== $$benchmark"; $(BIN)/python $$benchmark || exit 1; done

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Overtrick needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv || { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy python3-venv && $(PYTHON) -m venv .venv; }
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

.venv/installed: .venv/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/installed-for-tests: .venv/installed
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
