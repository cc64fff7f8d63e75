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
.PHONY: help play serve test test-deep check types versions bench pictures docs proofs recheck build clean

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

play: .venv/light ## play: the full screen, or one game with GAME=factor-duel and further flags in ARGS=...
	@$(BIN)/aliquot $(if $(GAME),play $(GAME) $(ARGS))

serve: .venv/web ## serve live games on http://127.0.0.1:8000; further flags in ARGS=...
	@$(BIN)/aliquot serve $(ARGS)

test: .venv/dev ## run every test but the longest; with COVERAGE=1 also show that they reach every branch of the rules
ifdef COVERAGE
	@$(TEST) $(RULES) --cov=aliquot.core --cov=aliquot.games --cov-branch --cov-report=term-missing:skip-covered \
		--cov-fail-under=100
	@$(TEST) $(addprefix --ignore=,$(RULES))
else
	@$(TEST)
endif

test-deep: .venv/dev ## run the tests that take minutes: long games, many files, everything exhaustive, and more made-up examples
	@ALIQUOT_DEEP=1 $(TEST) -m 'deep or harder or hypothesis'

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

types: .venv/dev ## generate the page's type declarations from the classes of the live protocol
	@$(BIN)/python -m website.page_types

docs: .venv/docs ## build the docs into site/, check every link on them, and run every example
	@$(BIN)/python -m website
	@$(TEST) -m '' tests/test_docs.py tests/test_website.py

proofs: ## build the proofs in Coq, refuse any axiom, and compare their tables with the oracle
	@$(MAKE) --no-print-directory -C proofs
	@$(MAKE) --no-print-directory .venv/light
	@$(BIN)/python proofs/compare.py

recheck: ## check the proofs once more with coqchk, which takes minutes
	@$(MAKE) --no-print-directory -C proofs recheck

build: .venv/dev ## build the wheel and the source archive into dist/
	@$(BIN)/python -m build --outdir dist .

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
