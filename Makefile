# Needs python3 (3.11 or newer, with venv), make and git; everything else is fetched into this folder.
PYTHON ?= python3
PORT ?= 8787
STATE ?= .winnow/state
EMBEDDER ?= e5

BIN := .venv/bin
RUN := $(BIN)/python

.PHONY: help setup dev test lint types imports unit integration provision deploy dry-run openapi lock clean bench \
	evaluate eval-retrieval eval-sentences bench-text bench-records bench-ingest bench-tokenizers
.DEFAULT_GOAL := help

help: ## List what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-15s %s\n' "$$name" "$$text"; done

setup: ## Install tools, Node, wrangler and the Worker's packages; skip what is up to date
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed, found: $$($(PYTHON) --version 2>&1). Name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "$(PYTHON) has no venv: install your system's package for it (Debian, Ubuntu: python3-venv)." >&2; exit 1; }
	@$(PYTHON) scripts/setup.py

dev: setup ## Serve the Worker on PORT (8787), with its data in STATE (.winnow/state), until Ctrl-C
	@$(RUN) -m scripts.dev --port $(PORT) --state $(STATE) --embedder $(EMBEDDER)

test: lint types imports unit integration ## Everything that must hold

lint: setup ## Style and format
	@echo "lint: ruff check, ruff format --check"
	@$(BIN)/ruff check && $(BIN)/ruff format --check

types: setup ## Types
	@echo "types: mypy --strict"
	@$(BIN)/mypy

imports: setup ## Who may import whom
	@echo "imports: import-linter"
	@PYTHONPATH=src:client $(BIN)/lint-imports

unit: setup ## Unit tests
	@$(RUN) -m pytest tests/unit

integration: setup ## Tests over HTTP against the running Worker
	@$(RUN) -m pytest tests/integration tests/faults tests/browser

evaluate: setup ## Ranking, trimming and floors on XQuAD, through the running Worker (needs the data: WINNOW_DATA)
	@PYTHONPATH=src:client $(RUN) -m scripts.evaluate

eval-retrieval: evaluate ## The same

eval-sentences: setup ## Which sentence scorer keeps the most answers (needs the data: WINNOW_DATA)
	@PYTHONPATH=src $(RUN) -m scripts.eval_sentences --cache .winnow/vectors.sqlite

DEPLOYMENT = --environment $(or $(ENV),production) $(if $(TOKENS),--tokens $(TOKENS)) $(if $(filter-out 0,$(DRY_RUN)),--dry-run)

provision: setup ## Create what ENV (production) needs on Cloudflare; DRY_RUN=1 only says what
	@PYTHONPATH=src $(RUN) -m scripts.provision $(DEPLOYMENT)

deploy: setup ## Provision ENV (production) and deploy the Worker; DRY_RUN=1 only says what
	@PYTHONPATH=src $(RUN) -m scripts.deploy $(DEPLOYMENT)

bench: setup ## Speed and memory in workerd, beside a plain TypeScript Worker (BENCH=--quick for a look)
	@PYTHONPATH=src $(RUN) -m scripts.bench $(BENCH)

dry-run: setup ## Bundle what would be deployed and print its size, without an account
	@$(RUN) -m scripts.dry_run

openapi: setup ## Write the API's descriptions anew, after a change of schemas or routes
	@PYTHONPATH=src $(RUN) -m scripts.openapi

bench-text: setup ## Sentence boundaries, speed in CPython and Pyodide, worst cases, beside other libraries
	@PATH="$(CURDIR)/$(BIN):$$PATH" PYTHONPATH=src $(RUN) -m scripts.bench_text

bench-records: setup ## What record mode is worth on a sheet
	@PYTHONPATH=src $(RUN) -m scripts.bench_records

bench-ingest: setup ## What ingest costs, and how that grows to 20,000 chunks
	@PYTHONPATH=src:. $(RUN) -m scripts.bench_ingest

bench-tokenizers: setup ## Which FTS5 tokenizer finds best, on XQuAD
	@PYTHONPATH=src:. $(RUN) -m scripts.bench_tokenizers

UV := .winnow/uv/bin/uv
COMPILE := $(UV) pip compile pyproject.toml --universal --generate-hashes --no-annotate --no-header --quiet --upgrade

lock: setup ## Renew requirements/*.lock from pyproject.toml (nothing else uses uv)
	@$(RUN) -m pip install --quiet --upgrade --target .winnow/uv uv==0.13.9
	$(COMPILE) --group tools --python-version 3.11 --output-file requirements/tools.lock
	$(COMPILE) --python-version 3.14 --output-file requirements/worker.lock
	$(COMPILE:pyproject.toml=) --group worker-tests --python-version 3.14 --output-file requirements/worker-tests.lock

clean: ## Remove everything that was fetched or made, and the local data
	rm -rf .venv node_modules python_modules .winnow
