# Every chore of the project. `make` alone lists them; docs/development.md says more.

PYTHON ?= python3
EXTRAS ?=
ARGS ?=
# As many as there are cores: each more would import and collect everything once more.
JOBS ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() or 1)")
# For the long run, which tries other examples each time; SEED=... repeats one.
SEED = $(shell $(PYTHON) -c "import random; print(random.getrandbits(32))")

# Tests start many short processes: each would compile the package's modules again where no bytecode may be kept.
unexport PYTHONDONTWRITEBYTECODE

RUN := .venv/bin/python
# What only computes lets the compiler pass, for which most of the others wait, and later servers and browsers, which starve on a busy machine.
BEHIND := nice -n 10
PYTEST := $(RUN) -m pytest --numprocesses=$(JOBS) --maxprocesses=8 --dist=worksteal
# These must reach every branch of the rules; the other suites then run without the cost of measuring, which is fourfold.
COVERING := tests/rules tests/conformance/test_cases.py
# These play in plain Python: of the games nothing compiled is read.
PLAIN := tests/conformance tests/differential tests/secrets tests/shared tests/unit

# SUITE(name, processes, tests, before the command). What fails beside the others is tried once more alone, and named: what is broken fails again, and
# what came too late does not, but is named at the end. Only where tests failed (1), not where pytest gave up before it had run all of them.
# Each suite remembers its own failures: others run at the same time. To rewrite the asserts of all tests, so that they explain themselves, takes a second
# and a half in each process: the first run shows what was in the variables instead, and the second explains.
SUITE = { $(REMEMBERING) --assert=plain --showlocals --numprocesses=$(2) --maxprocesses=8 --dist=worksteal $(3) || \
	{ [ $$? -eq 1 ] && echo "Once more, one at a time:" && $(RUN) -m scripts.again keep $(1) && \
	$(REMEMBERING) --last-failed --last-failed-no-failures=none -v $(3); }; }
REMEMBERING = $(4) $(RUN) -m pytest -o cache_dir=.pytest_cache/$(1)
# Each process opens a browser and a server of its own, and loads the page into it.
BROWSER = rm -rf tests/browser/screenshots && $(call SUITE,browser,$(JOBS),tests/browser)

.PHONY: help setup play check lint unit rules compiled warm web plain other server wheel browser test test-full parts bench lock audit page types format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## make the environment in .venv (EXTRAS=lab,peers adds extras)
	@$(PYTHON) scripts/setup.py --extra "$(EXTRAS)"

play: setup ## set the table and open it in the browser (ARGS="--help" shows how)
	@$(RUN) hatch_build.py page
	@echo "Starting the server ..."
	@.venv/bin/tischlein play $(ARGS)

page: setup ## build the page into the package, where it has changed
	@$(RUN) hatch_build.py

check: setup lint unit ## the fast part of the tests: lint, types, import rules, unit tests

lint: setup
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(BEHIND) $(RUN) -m mypy
	.venv/bin/lint-imports --no-cache --no-logo

unit: setup
	$(PYTEST) tests/unit tests/rules

test: export TISCHLEIN_BYTECODE = later
test: setup ## everything; ends by naming what could not run (REQUIRE_ALL=1: that is a failure)
	@rm -f .pytest_cache/tried-again
	@$(MAKE) --no-print-directory --jobs=6 FIRST=parts READY=warm parts compiled page warm lint web rules plain browser server wheel other
	@$(RUN) -m scripts.again report
	@$(RUN) -m scripts.parts report

# What needs no compiled game begins while games are compiled, but not while the page is built: that takes folders away. The quick ones run on the wheel.
plain: setup page
	$(call SUITE,plain,$(JOBS),-m "not quick" $(PLAIN) $(COVERING:%=--ignore=%),$(BEHIND))

other: setup
	$(call SUITE,other,$(JOBS),-m "not quick" tests $(COVERING:%=--ignore=%) $(PLAIN:%=--ignore=%) --ignore=tests/server --ignore=tests/browser,$(BEHIND))

# With extras the package itself is installed again: what imports it waits for the parts.
compiled lint rules plain: | $(FIRST)
other server browser wheel: | $(READY)

# One more process than elsewhere: servers wait for their people.
server: setup
	$(call SUITE,server,$(shell expr $(JOBS) + 1),-m "not quick" tests/server)

wheel: setup page
	$(BEHIND) $(RUN) -m scripts.wheel_test

# In one process, which costs two thirds of what two cost.
rules: setup
	$(BEHIND) $(RUN) -m pytest --cov --cov-report=term-missing:skip-covered $(COVERING)

compiled: setup
	@$(RUN) -m scripts.warm

# With the page's own copies of the compiled rules: nobody may write them later, while browsers read them.
warm: compiled page
	@$(RUN) hatch_build.py modules

web: page ## check the types of the page and run the tests of its state
	@$(BEHIND) $(RUN) hatch_build.py check test

browser: setup parts page ## play in a real browser
	$(BROWSER)

test-full: export TISCHLEIN_SAMPLES = full
test-full: setup parts ## the same suites with large samples (below an hour)
	@$(MAKE) --no-print-directory --jobs=2 warm web
	@rm -f .pytest_cache/tried-again
	$(PYTEST) -o faulthandler_timeout=1800 --hypothesis-seed=$(SEED) tests --ignore=tests/browser
	$(BROWSER)
	@$(RUN) -m scripts.again report
	@$(RUN) -m scripts.parts report

parts: setup
	@$(RUN) -m scripts.parts add

bench: setup ## measure the rules, and compare with C and with other engines
	@$(RUN) -m scripts.parts add
	$(RUN) -m bench rules $(ARGS)
	$(RUN) -m bench peers $(ARGS)

lock: ## write requirements.lock from pyproject.toml (UPGRADE=1 takes the newest versions)
	@$(PYTHON) scripts/setup.py --lock $(if $(UPGRADE),--upgrade)

audit: setup ## ask whether a package has a known hole, where the lists can be reached
	@$(RUN) -m scripts.audit

types: setup ## write the page's types from the server's protocol, its examples of the rules, and the types of the WebAssembly loader
	$(RUN) -m tischlein.server.protocol.typescript > web/src/protocol/types.ts
	$(RUN) -m scripts.rule_examples
	$(RUN) -m tischlein.bots.wasm.types > src/tischlein/engine/backends/wasm/js/exports.d.ts
	@$(RUN) hatch_build.py loader

format: setup ## let ruff fix and format the sources
	$(RUN) -m ruff check --fix
	$(RUN) -m ruff format

clean: ## remove what checks and builds leave; `rm -rf .venv .tools` removes the environment too
	rm -rf build dist htmlcov .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache web/.svelte-check
	find src tests conformance scripts -name __pycache__ -prune -exec rm -rf {} +
