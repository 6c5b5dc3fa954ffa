# Everything that a developer asks of this repository. `make` alone lists the targets.
# Set-up is by stamp files: what is up to date is not done again.

PYTHON ?= python3
PORT ?= 8080
ARGS ?=
SECONDS ?= 60

VENV := .venv/.ready
STACK_VENV := .venv-stack/.ready
LEXICON := build/lexicon/fr.lxg
LEXICONS := build/lexicon/.others
PY := .venv/bin/python
LOG := build/log

CODE := $(wildcard layers cli functions infra lexicon training tests)
TEMPLATES := $(wildcard template.yaml infra/*.yaml)
NATIVE := layers/engine/setup.py layers/engine/lettrix/generation/_native.c
LEXICON_SOURCES := $(shell find lexicon -type f -not -path '*/__pycache__/*' 2>/dev/null)

# An environment knows the folder that it was made in: after a move it is made again.
MADE_IN := $(shell cat $(VENV) 2>/dev/null)
ifneq ($(or $(MADE_IN),$(CURDIR)),$(CURDIR))
$(shell rm -rf .venv)
endif

.DEFAULT_GOAL := help
.PHONY: help setup play test demo lint format openapi vectors lexicon glossaries layers bench native-fuzz clean robot
.DELETE_ON_ERROR:

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV) $(STACK_VENV) $(LEXICON) ## environments and French dictionary, without running anything

play: setup ## start the local stack with a few players; Ctrl-C stops it, its state is kept in .stack/
	@exec $(PY) -m infra.local.play --port $(PORT)

test: setup $(LEXICONS) lint ## every check and every test (one part only: make test ARGS=tests/unit)
	@echo 'test: pytest $(ARGS)'
	@.venv/bin/pytest $(ARGS)

demo: setup ## one whole game between two scripted players, through the API, verified at the end
	@$(PY) -m infra.local.demo

bench: setup ## speed and cost as a table, and in build/bench.json
	@$(PY) -m tests.bench

native-fuzz: setup ## a minute of arbitrary input for the native generator under ASan and UBSan (SECONDS=600: ten)
	@$(PY) -m tests.fuzz.native $(SECONDS)

robot: setup $(LEXICONS) ## measure the robot's levels by long matches (hours; fewer games: make robot ARGS='--games 100')
	@$(PY) training/matches.py $(ARGS)

lint: $(VENV) ## formatting, style, types, import directions, templates
	@echo 'lint: ruff'
	@.venv/bin/ruff check --quiet $(CODE)
	@.venv/bin/ruff format --quiet --check $(CODE) || { echo 'lint: run make format'; exit 1; }
	@echo 'lint: mypy'
	@.venv/bin/mypy --no-error-summary $(CODE)
	@echo 'lint: import directions'
	@mkdir -p $(LOG); .venv/bin/lint-imports > $(LOG)/imports.log || { cat $(LOG)/imports.log; exit 1; }
	@echo 'lint: templates'
	@$(if $(TEMPLATES),.venv/bin/cfn-lint $(TEMPLATES),true)

format: $(VENV) ## put the code into shape
	@.venv/bin/ruff check --quiet --fix $(CODE); .venv/bin/ruff format --quiet $(CODE)

openapi: $(VENV) ## write openapi.json, the HTTP API as the functions declare it
	@$(PY) -m lettrix_cloud.openapi functions openapi.json

vectors: $(VENV) ## write tests/vectors/plays.json, plays with their words and points for other implementations
	@$(PY) -m tests.vectors.make

lexicon: $(LEXICON) ## build the dictionaries of all languages into build/lexicon/
	@$(PY) lexicon/build.py en de tr
	@touch $(LEXICONS)

glossaries: lexicon ## build what the words of the dictionaries mean into build/lexicon/
	@$(PY) lexicon/glossary.py fr en de tr

layers: $(VENV) $(LEXICON) ## build the two layers for AWS into build/layers/arm64/
	@$(PY) -m infra.layers arm64

$(LEXICON): $(LEXICON_SOURCES) | $(VENV)
	@echo 'setup: French dictionary'
	@$(PY) lexicon/build.py fr
	@touch $@

# A language whose packages cannot be had is left out, with a line that says why; `make lexicon` tries again.
$(LEXICONS): $(LEXICON_SOURCES) $(LEXICON) | $(VENV)
	@echo 'lexicon: English, German and Turkish dictionaries (a minute)'
	@$(PY) lexicon/build.py en de tr
	@touch $@

$(VENV): requirements/dev.txt layers/engine/pyproject.toml layers/cloud/pyproject.toml cli/pyproject.toml $(NATIVE)
	@infra/prerequisites.sh '$(PYTHON)'
	@echo 'setup: Python environment .venv (a minute or two)'
	@mkdir -p $(LOG)
	@$(call install,.venv,-r requirements/dev.txt)
	@rm -f layers/engine/lettrix/_native*.so
	@$(call install,.venv,--no-build-isolation --no-deps -e layers/engine -e layers/cloud -e cli)
	@ls layers/engine/lettrix/_native*.so > /dev/null 2>&1 || echo 'setup: no C compiler here, so plays are found in plain Python (Debian: apt install gcc python3-dev)'
	@echo '$(CURDIR)' > $@

$(STACK_VENV): infra/local/requirements.txt
	@infra/prerequisites.sh '$(PYTHON)'
	@echo 'setup: Python environment .venv-stack, for the emulator'
	@mkdir -p $(LOG)
	@$(call install,.venv-stack,--no-deps -r infra/local/requirements.txt)
	@touch $@

# $(call install,ENVIRONMENT,PIP ARGUMENTS): make the environment if it is not there, and install.
define install
{ test -x $(1)/bin/python || '$(PYTHON)' -m venv --clear $(1); } > $(LOG)/$(1).log 2>&1 && \
$(1)/bin/python -m pip install --disable-pip-version-check --no-input $(2) >> $(LOG)/$(1).log 2>&1 < /dev/null || \
{ echo 'setup: packages could not be installed (is the package index reached?); $(LOG)/$(1).log says more' >&2; exit 1; }
endef

clean: ## remove what was built; the state of the local stack stays (rm -r .stack)
	rm -rf build .venv .venv-stack .mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis .import_linter_cache
	find . -name __pycache__ -not -path './node_modules/*' -prune -exec rm -rf {} +
