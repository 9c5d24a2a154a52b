# make audit   install, audit the bundled sample exam, print where the report is
# make test    install what the tests need; linter, types, import contracts, tests

PYTHON ?= python3
BIN := .venv/bin

.PHONY: audit test lint types imports tests install develop clean

audit: install
	$(BIN)/magnetite audit sample --output runs/sample

test: lint types imports tests

lint: develop
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: develop
	$(BIN)/mypy

imports: develop
	$(BIN)/lint-imports

# A process a core, one thread each; the tests of one file share what they prepare.
tests: develop
	OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses logical --dist loadfile

install: .venv/installed
develop: .venv/developed

.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Magnetite needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

.venv/developed: .venv/installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv runs
