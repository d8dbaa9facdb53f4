# One name for each thing a person or a machine does here; CI calls the same names.
# Every target that needs the environment makes it first: a bare machine needs python3.11, make and git.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON ?= python3.11
SEED ?= 7
# What the checks look at: `make lint types budgets PATHS=services/intent` is quick while working on one part.
PATHS ?= services tests proto/generate.py
TESTS ?= tests/unit tests/contract tests/deploy tests/integration tests/e2e
# Two processes: the suites start models and servers, and more of them do not fit a small machine.
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
# The environment is right as long as what decides about it is: the lock, the installer and the metadata.
READY := $(VENV)/.ready-$(shell cat requirements/dev.txt requirements/install.sh pyproject.toml | cksum | tr -s ' \t' '-')
export PYTHONPATH :=

.PHONY: help
help: ## Show the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: $(READY) ## Make .venv from the locked packages, and build the embedding model
	@$(BIN)/python -m services.inference.build

$(READY):
	@PYTHON=$(PYTHON) requirements/install.sh $(VENV) requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@rm -f $(VENV)/.ready-* && touch $@

.PHONY: ocr
ocr: setup ## Add the extra that reads pictures and scans
	@PYTHON=$(PYTHON) requirements/install.sh $(VENV) requirements/ocr.txt

.PHONY: analysis
analysis: setup ## Add the extra that reads sentences by trained analysers, English and Chinese
	@PYTHON=$(PYTHON) requirements/install.sh $(VENV) requirements/analysis.txt

.PHONY: demo
demo: setup ## Write the demo company of SEED=7, ingest it, ask the seven questions, check the answers
	$(BIN)/python -m services.cli demo --seed $(SEED)

.PHONY: demo-seeds
demo-seeds: setup ## The demo for three companies
	for seed in 7 19 2024; do $(BIN)/python -m services.cli demo --seed $$seed; done

.PHONY: up
up: setup ## Start the embedded stack
	$(BIN)/sextant up

.PHONY: down
down: setup ## Stop the embedded stack
	$(BIN)/sextant down

.PHONY: test
test: setup ## Run all tests but chaos and those of real servers (TESTS=tests/unit/intent for some)
	$(BIN)/python -m pytest -m "not servers" -n $(WORKERS) --dist loadscope $(TESTS)

# Not all of them need be there: one that is not skips its tests, unless SEXTANT_REQUIRE=redis,postgres,… demands it.
.PHONY: test-integration
test-integration: setup ## Run the tests against real servers (make servers gets them)
	$(BIN)/python -m pytest -m servers tests/integration/servers

.PHONY: servers
servers: $(READY) ## Fetch the real servers of local mode (SERVERS="postgres milvus" for some)
	@UV=$(CURDIR)/$(BIN)/uv PYTHON=$(PYTHON) requirements/servers.sh $(SERVERS)

.PHONY: chaos
chaos: setup ## Kill processes in every node and prove that nothing is lost
	$(BIN)/python -m pytest tests/chaos

CHECKS := format-check lint types imports budgets proto-check lock-check wheel-test
.PHONY: check
check: $(CHECKS) ## Everything that must hold before a change lands, but the tests

.PHONY: format
format: $(READY) ## Format code and protos
	$(BIN)/ruff check --quiet --fix-only $(PATHS)
	$(BIN)/ruff format $(PATHS)
	cd proto && ../$(BIN)/buf format --write

.PHONY: format-check
format-check: $(READY)
	$(BIN)/ruff format --check $(PATHS)

.PHONY: lint
lint: $(READY) ## ruff
	$(BIN)/ruff check $(PATHS)

.PHONY: types
types: $(READY) ## mypy --strict
	$(BIN)/mypy $(PATHS)

.PHONY: imports
imports: $(READY) ## Which layer may import which
	$(BIN)/lint-imports

.PHONY: budgets
budgets: $(READY) ## Sizes and shapes; copies of evaluation data; traces of one machine, secrets
	$(BIN)/python -m tests.lint.budgets $(filter-out proto/generate.py,$(PATHS))
	$(BIN)/python -m tests.lint.leaks
	$(BIN)/python -m tests.lint.traces

.PHONY: proto
proto: $(READY) ## Generate the Python code of the protos
	$(BIN)/python proto/generate.py

# proto/released.binpb holds the contracts as last released; a change that breaks a client of that release fails. It is
# written by `make proto-release` when a version is released, and never to silence this check.
.PHONY: proto-check
proto-check: $(READY) ## Protos: lint, format, breaking changes, generated code up to date
	cd proto && ../$(BIN)/buf lint && ../$(BIN)/buf format --diff --exit-code && ../$(BIN)/buf breaking --against released.binpb
	$(BIN)/python proto/generate.py --check

.PHONY: proto-release
proto-release: $(READY)
	cd proto && ../$(BIN)/buf build --exclude-source-info --output released.binpb

.PHONY: lock
lock: $(READY) ## Re-lock after a change of pyproject.toml (LOCK_FLAGS=--upgrade for newer versions)
	requirements/lock.sh $(BIN)/uv $(LOCK_FLAGS)

# Locking again over a copy must change nothing: pinned versions stay, so newer releases do not matter.
.PHONY: lock-check
lock-check: $(READY)
	@copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && cp -r pyproject.toml requirements "$$copy" && \
	uv="$$PWD/$(BIN)/uv" && (cd "$$copy" && requirements/lock.sh "$$uv") && \
	diff -ru requirements "$$copy/requirements" && echo "lock: fresh" || { echo "lock: run make lock" >&2; exit 1; }

.PHONY: wheel-test
wheel-test: $(READY) ## Build the wheel; install and run it in a clean environment outside the checkout
	@UV=$(CURDIR)/$(BIN)/uv PYTHON=$(PYTHON) BUILDER=$(BIN)/python tests/lint/wheel.sh

# The training set is not in the repository (docs/reader.md says what it is): DATA names it, START the weights to go on
# from (without it: the embedder's encoder), RUN the folder of checkpoints. The same command goes on where it stopped.
TRAIN := .venv-train
RUN ?= .data/reader
READER_STEPS ?= 1200
.PHONY: train-reader
train-reader: $(READY) ## Train the reader: DATA=reading.jsonl.xz START=weights.npz RUN=folder READER_STEPS=1200 SEED=7
	@test -n "$(DATA)" || { echo "make train-reader DATA=… [START=…]: see docs/reader.md" >&2; exit 1; }
	@UV=$(CURDIR)/$(BIN)/uv PYTHON=$(PYTHON) requirements/install.sh $(TRAIN) requirements/train.txt
	PYTHONPATH=.:proto/gen/python $(TRAIN)/bin/python -m services.inference.training $(DATA) --out $(RUN) \
	  --steps $(READER_STEPS) --seed $(SEED) $(if $(START),--start $(START))

.PHONY: export-reader
export-reader: $(READY) ## Write the packaged reader (ONNX int8) from the weights that training left in RUN
	$(BIN)/python -m services.inference.reader.export $(RUN)/reader.npz

.PHONY: bench-reader
bench-reader: setup ## Measure the reader on held-out articles: DATA=reading.jsonl.xz [START=first.npz RUN=folder]
	@test -n "$(DATA)" || { echo "make bench-reader DATA=…: see docs/reader.md" >&2; exit 1; }
	$(BIN)/python -m tests.bench.reader $(DATA) $(if $(START),--first $(START))

.PHONY: bench-reader-open
bench-reader-open: setup ## Measure it on a set it never met: CORPUS=c.jsonl QUESTIONS=q.jsonl [BESIDE=other.onnx]
	@test -n "$(CORPUS)" -a -n "$(QUESTIONS)" || { echo "make bench-reader-open CORPUS=… QUESTIONS=…" >&2; exit 1; }
	$(BIN)/python -m tests.bench.reader_open $(CORPUS) $(QUESTIONS) $(if $(BESIDE),--beside $(BESIDE))

.PHONY: bench-reader-speed
bench-reader-speed: setup ## Windows a second of the reader beside the JAX network that trains it
	@UV=$(CURDIR)/$(BIN)/uv PYTHON=$(PYTHON) requirements/install.sh $(TRAIN) requirements/train.txt
	PYTHONPATH=.:proto/gen/python $(TRAIN)/bin/python -m tests.bench.reader_speed

.PHONY: bench-embed
bench-embed: setup ## Speed and fidelity of the models on this machine
	$(BIN)/python -m tests.bench.embed

.PHONY: bench-ingest
bench-ingest: setup ## Ingestion in embedded mode: passages a second, peak memory (CORPUS=file.jsonl for your own)
	$(BIN)/python -m tests.bench.ingest $(CORPUS)

.PHONY: bench-ingest-killed
bench-ingest-killed: setup ## Kill an ingestion three times, resume it, compare with one let alone (CORPUS=file.jsonl)
	$(BIN)/python -m tests.bench.ingest_killed $(SEED) $(CORPUS)

.PHONY: clean
clean: ## Remove the environment, caches and builds; documents and models in .data stay
	rm -rf $(VENV) $(TRAIN) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find services tests proto -name __pycache__ -type d -prune -exec rm -rf {} +
