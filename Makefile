# Everything a person or CI does here has one word. Each target sets up what it needs, once.

PYTHON ?= python3
BIN := .venv/bin
# One worker more than there are cores, since tests of screens and servers wait now and then; who is done helps the others.
TEST = $(BIN)/python -m pytest -n $$($(BIN)/python -c 'import os; print(os.cpu_count() + 1)') --dist worksteal
# Every worker would compile every module anew, and so would every program the tests start.
unexport PYTHONDONTWRITEBYTECODE
# The tests that by themselves reach every branch of the rules.
RULES := tests/core tests/games tests/test_testing.py
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help play serve site test test-rules test-deep test-alone test-again check types versions bench pictures commands harnesses docs proofs recheck build release clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

play: .venv/light ## play: the full screen, or one game with GAME=factor-duel and further flags in ARGS=...
	@$(BIN)/aliquot $(if $(GAME),play $(GAME) $(ARGS))

serve: .venv/web ## serve live games on http://127.0.0.1:8000; further flags in ARGS=...
	@$(BIN)/aliquot serve $(ARGS)

site: .venv/web ## write the page as static files into build/site; another path on its host with BASE=/aliquot/
	@$(BIN)/aliquot export-site build/site --base $(or $(BASE),/) --pyodide .cache/pyodide

test: .venv/dev ## run every test but the longest
	@$(TEST)

test-rules: .venv/dev ## run the tests of the rules and show that they reach every branch
	@$(TEST) $(RULES) --cov=aliquot.core --cov=aliquot.games --cov-branch --cov-report=term-missing:skip-covered \
		--cov-fail-under=100

test-deep: .venv/dev ## run the tests that take minutes: long games, many files, everything exhaustive, and more made-up examples
	@ALIQUOT_DEEP=1 $(TEST) -rs --no-fold-skipped --durations=25 -m '(deep or harder or hypothesis) and not alone'

test-alone: .venv/dev ## run the tests that measure time or memory during an attack, with nothing beside them
	@ALIQUOT_DEEP=1 $(BIN)/python -m pytest -m alone tests/web

test-again: .venv/dev ## run the tests that failed once more, one at a time; after test-deep or test-alone with ALIQUOT_DEEP=1
	@$(BIN)/python -m pytest -v -m '' --last-failed --last-failed-no-failures none

check: .venv/dev ## check format, style and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/mypy --platform win32 src
	@$(BIN)/mypy --platform darwin src
	@.ci/types-of-the-page

versions: .venv/dev ## play with the newest and the lowest versions we claim, on every Python that is here
	@.ci/versions

bench: .venv/dev ## measure speed against peers, as ratios in one run
	@$(BIN)/python -m benchmarks

pictures: .venv/dev ## draw the full screen anew and photograph every page, for the docs and for review
	@mkdir -p docs/screens tests/golden/screens
	@ALIQUOT_GOLDEN=write $(TEST) -m '' tests/terminal/screen/test_pictures.py -k looks
	@$(BIN)/python -m tests.web.browser.pictures
	@$(BIN)/python -m website.results

types: .venv/dev ## generate the page's type declarations and the tables of the protocol from its classes
	@$(BIN)/python -m website.page_types
	@$(BIN)/python -m website.protocol_tables

commands: .venv/dev ## generate the command reference and the man page from the commands
	@$(BIN)/python -m website.commands

harnesses: .venv/dev ## test the adapter to each harness for models in an environment of its own
	@.ci/harnesses

docs: .venv/docs ## build the docs into site/, check every link on them, and run every example
	@$(BIN)/python -m website
	@$(TEST) -m '' tests/test_docs.py tests/test_website.py

proofs: ## build the proofs in Coq, refuse any axiom, and compare their tables with the oracle
	@$(MAKE) --no-print-directory -C proofs
	@$(MAKE) --no-print-directory .venv/light
	@$(BIN)/python -m proofs.compare

recheck: ## check the proofs once more with coqchk, which takes minutes
	@$(MAKE) --no-print-directory -C proofs recheck

# Archives carry the time of the last commit, so that they can be built again with equal bytes.
build release: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 1577836800)

build: .venv/dev ## build the wheel and the source archive into dist/; the same sources give the same bytes
	@rm -rf dist
	@$(BIN)/python -m build --no-isolation --outdir dist .

release: .venv/release build ## build, rebuild and compare; check the metadata; install with each extra; write the SBOMs
	@.ci/release $(TAG)

clean: ## remove everything that was set up or built
	rm -rf .venv dist build site .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	@$(MAKE) --no-print-directory -C proofs clean

.venv/light: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Aliquot needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2])'
	@test -x $(BIN)/python || { echo "Setting up .venv ..." >&2; $(PYTHON) -m venv .venv; }
	@$(PIP) --editable .
	@touch $@

.venv/web: .venv/light
	@echo "Setting up the server ..." >&2
	@$(PIP) --editable '.[web]'
	@touch $@

.venv/dev: .venv/light
	@echo "Setting up the development tools ..." >&2
	@$(PIP) --editable '.[dev]'
	@touch $@

.venv/docs: .venv/dev
	@echo "Setting up the builder of the docs ..." >&2
	@$(PIP) --editable '.[docs]'
	@touch $@

.venv/release: .venv/dev
	@echo "Setting up the release tools ..." >&2
	@$(PIP) --editable '.[release]'
	@touch $@
