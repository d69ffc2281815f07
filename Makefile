# Every chore of the project. `make` alone lists them; docs/development.md says more.

PYTHON ?= python3
EXTRAS ?=
ARGS ?=
# Processes of each suite. Several suites run at once, and each process imports and collects all tests of its suite.
CORES := $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")
JOBS ?= $(shell expr $(CORES) / 2 \| 1)
# The long run tries other examples each time; SEED=... repeats a run.
SEED = $(shell $(PYTHON) -c "import random; print(random.getrandbits(32))")

# Tests start many short processes, which would each compile the package if no bytecode may be kept.
unexport PYTHONDONTWRITEBYTECODE
# Keep compiled games in the tree if the home folder cannot be written; each test process would compile them otherwise.
ifneq ($(shell test -w "$$HOME" && echo yes),yes)
export TISCHLEIN_CACHE ?= $(CURDIR)/.tools/kernels
endif

RUN := .venv/bin/python
# Tests with large samples take longer, and all suites of a run try examples of one seed.
LONG := $(if $(filter full,$(TISCHLEIN_SAMPLES)),-o faulthandler_timeout=1800 --hypothesis-seed=$(SEED))
# One process needs no second one that hands out the tests.
PYTEST := $(RUN) -m pytest $(LONG) --numprocesses=$(if $(filter 1,$(JOBS)),0,$(JOBS)) --maxprocesses=8 --dist=worksteal
# These must reach every branch of the rules. Measuring that costs four times as much, so the other suites run without it.
COVERING := tests/rules tests/conformance/test_cases.py
# These play in plain Python and read nothing that is compiled.
PLAIN := tests/conformance tests/differential tests/secrets tests/shared tests/unit
# These compile, or compare what is compiled.
COMPILED := tests/native tests/cuda tests/wasm tests/bench
# These run what is compiled.
STUDIES := tests/bots tests/coach tests/lab tests/train
# Each process opens its own browser and server, and loads the page into it.
BROWSER = rm -rf tests/browser/screenshots && $(PYTEST) tests/browser

.PHONY: help setup play check lint web-lint unit rules modules web plain compiled studies other server wheel browser test nightly parts bench lock audit page docs release types format weight clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## make the environment in .venv (EXTRAS=lab,peers adds extras)
	@$(PYTHON) scripts/setup.py --extra "$(EXTRAS)" --wish "$(WISHED)"

play: ## set the table and open it in the browser (ARGS="--help" shows how)
	@$(PYTHON) scripts/setup.py --play
	@.tools/play/bin/python -m scripts.play $(ARGS)

page: setup ## build the page into the package, where it has changed
	@$(RUN) -m scripts.page

docs: page ## build the website into build/website (ARGS="--at /path" where the host shows it there)
	@$(RUN) -m scripts.website $(ARGS)

release: page ## build and check everything that a release consists of, into dist/
	@$(RUN) -m scripts.release $(ARGS)

# Linters know from the last time what has not changed; most of the time is that of the unit tests. One process runs them in half the CPU
# time of two, which would each import and collect all of them.
check: setup ## the fast part of the tests: lint, types, import rules, unit tests
	@$(MAKE) --no-print-directory --jobs=2 JOBS=$(if $(filter command%,$(origin JOBS)),$(JOBS),1) lint web-lint unit

lint: setup
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	.venv/bin/codespell *.md bench docs scripts src web/src
	$(RUN) -m mypy
	.venv/bin/lint-imports --no-cache --no-logo

# Not in `make test`: 24 seconds of CPU time for style and 18 for layout where nothing is cached. What would go wrong in the page for it
# (unused and unknown names, what Svelte warns of) stops the target `web`, too. `make check` and .ci/run do this.
web-lint: setup
	@$(RUN) -m scripts.page lint

# Tests marked `quick` start programs; `make test` runs them against the wheel.
unit: setup
	$(PYTEST) -m "not quick" tests/unit tests/rules

nightly: export TISCHLEIN_SAMPLES = full
test nightly: export TISCHLEIN_BYTECODE = later
# Added at once with the rest; `parts` adds what else is missing.
test nightly: WISHED = lab
# In this order, so that what no second process can share does not end alone: the page's own checks took the last half minute.
test: setup ## everything; ends by naming what could not run (REQUIRE_ALL=1: that is a failure)
nightly: setup web-lint ## the same with large samples (below an hour)
test nightly:
	@$(MAKE) --no-print-directory --jobs=8 FIRST=parts READY=page SEED=$(SEED) parts page lint web browser server compiled studies plain other wheel rules
	@$(RUN) -m scripts.parts report

# Not while the page is built, which replaces folders of the package.
# Tests marked `quick` run against the wheel.
plain: setup page
	$(PYTEST) -m "not quick" $(PLAIN) $(COVERING:%=--ignore=%)

compiled: setup
	$(PYTEST) -m "not quick" $(COMPILED)

studies: setup
	$(PYTEST) -m "not quick" $(STUDIES)

other: setup
	$(PYTEST) -m "not quick" tests \
		$(patsubst %,--ignore=%,$(COVERING) $(PLAIN) $(COMPILED) $(STUDIES) tests/server tests/browser)

# Adding extras installs the package again, so whatever imports it waits for the parts.
lint rules plain: | $(FIRST)
compiled studies other server browser wheel: | $(READY)

# Two processes to one of other suites: these wait for timers, disks and other servers in most of their time.
server: setup
	$(PYTEST) --numprocesses=$$((2 * $(JOBS))) -m "not quick" tests/server

wheel: setup page
	$(RUN) -m scripts.wheel_test $(LONG)

# In one process, which takes two thirds of the CPU time of two.
rules: setup
	$(RUN) -m pytest $(LONG) --cov --cov-report=term-missing:skip-covered $(COVERING)

modules: setup ## compile the games' WebAssembly modules, where their rules or bots have changed (15 s each; commit them)
	@$(RUN) -m modules

web: page ## check the types of the page and run the tests of its state
	@$(RUN) -m scripts.page check test

browser: setup parts page ## play in a real browser
	$(BROWSER)

parts: setup
	@$(RUN) -m scripts.parts add

bench: setup ## measure the rules, and compare with C and with other engines
	@$(RUN) -m scripts.parts add
	$(RUN) -m bench rules $(ARGS)
	$(RUN) -m bench peers $(ARGS)

lock: ## write requirements.lock from pyproject.toml (UPGRADE=1 takes the newest versions)
	@$(PYTHON) scripts/setup.py --lock $(if $(UPGRADE),--upgrade)

audit: setup ## report known vulnerabilities of the packages
	@failed=0; \
		"$$($(RUN) -c 'from scripts.setup import find_uv; print(find_uv())')" tool run pip-audit \
			--requirement requirements.lock --require-hashes --disable-pip --strict || failed=1; \
		$(RUN) -c 'from pathlib import Path; from scripts.page import npm; npm(Path("web"), "audit")' || failed=1; \
		exit $$failed

types: setup ## write the page's types from the server's protocol, and the examples beside its rules
	$(RUN) -m scripts.protocol_types > web/src/protocol/types.ts
	$(RUN) -m scripts.protocol_types constants > web/src/protocol/constants.ts
	$(RUN) -m scripts.rule_examples
	$(RUN) -m modules.typescript > src/tischlein/engine/backends/wasm/js/exports.d.ts

format: setup ## fix and format the sources: ruff, eslint, prettier
	$(RUN) -m ruff check --fix
	$(RUN) -m ruff format
	@$(RUN) -m scripts.page format

weight: ## print the characters of each part of the code
	@$(PYTHON) scripts/weight.py

clean: ## remove what checks and builds leave; `rm -rf .venv .tools` removes the environment too
	rm -rf build dist htmlcov .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache web/.svelte-check
	find src tests bench conformance modules research scripts -name __pycache__ -prune -exec rm -rf {} +
