# Every target but help and clean first brings what it needs; with all there, that costs a moment.
SHELL := /bin/bash
BIN := .venv/bin

SITE ?= content
BOOK ?= build/book.pdf
PAPER ?= coupling-from-the-past
SHEET ?= sheet-1
JOBS ?= 2
BENCH ?= $(firstword $(wildcard $(SCIDRAFT_CORPUS)/scidraft ../shared/corpus/scidraft) $(SITE))
RUNS ?= 5
TIMES ?= 1 4 16
ARGS ?=

.PHONY: help setup python book preprints handouts gallery test check bench clean
.DEFAULT_GOAL := help

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s %s\n", $$1, $$2}' Makefile

setup: ## install what is missing: Debian packages, .venv, node_modules
	@setup/setup.sh

python:
	@setup/setup.sh python

book: setup ## print SITE (content) to BOOK (build/book.pdf)
	@mkdir -p $(dir $(BOOK))
	$(BIN)/scidraft-tex book $(SITE) -o $(BOOK)

preprints: setup ## print every note of SITE as a paper, to build/preprints
	$(BIN)/scidraft-tex preprint --all $(SITE)

handouts: setup ## print the sheets of SITE/handout.yaml for all audiences, to build/handouts
	$(BIN)/scidraft-tex handout --all $(SITE)

test: setup ## run the tests, JOBS (2) at a time; ARGS goes to pytest
	@setup/setup.sh tests
	$(BIN)/pytest -n $(JOBS) --dist loadfile $(ARGS)

check: python ## format, lint, types, and the import rule between the stages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_architecture.py

gallery: book ## pictures of printed pages, to docs/gallery
	$(BIN)/scidraft-tex preprint $(PAPER) $(SITE)
	$(BIN)/scidraft-tex handout $(SHEET) $(SITE)
	$(BIN)/python scripts/gallery.py $(BOOK) build/preprints/$(PAPER)/$(PAPER).pdf build/handouts $(SHEET) docs/gallery

bench: setup ## time builds beside Sphinx's and pandoc's (RUNS, TIMES), to docs/benchmarks.md
	@setup/setup.sh bench
	.venv-bench/bin/python scripts/bench/bench.py $(BENCH) build/bench \
	    --runs $(RUNS) --times $(TIMES) --page docs/benchmarks.md

clean: ## remove what was made and the caches (.venv and node_modules stay)
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . \( -name .venv -o -name node_modules -o -name .git \) -prune -o -name __pycache__ -type d -print0 | xargs -0 rm -rf
