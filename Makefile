# The front doors. `make run` and `make test` need Python 3.11+ with venv and pip, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OLDEST := (3, 11)
HOST ?= 0.0.0.0
PORT ?= 8000
# Tests also wait: for pages that poll, for servers that start. Three at a time keep two cores busy.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3 / 2)
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# Some tests take tools from npm; without npm they are skipped, and say so.
NODE := $(if $(shell command -v npm),node_modules/.package-lock.json)

# What is in $(VENV) stays if it is new enough, whole, and the one that was asked for, if any was.
READ = import sys; print("%d.%d" % sys.version_info[:2])
HERE := $(shell $(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < $(OLDEST))' 2>/dev/null \
	&& $(BIN)/python -c '$(READ)')
ifneq ($(filter command environment,$(origin PYTHON)),)
ASKED := $(or $(shell $(PYTHON) -c '$(READ)' 2>/dev/null),none)
endif
ANEW := $(if $(filter-out $(HERE),$(or $(ASKED),$(HERE),none)),anew)

# Servers start by the hundred in tests: they are compiled once.
unexport PYTHONDONTWRITEBYTECODE

# Tests that look at more in a soak ask there how much.
SOAKED = $(shell grep -rlE "strategies import|packs import" tests --include='test_*.py')

TEXTS := --no-location --sort-output --no-wrap

.DEFAULT_GOAL := help
.PHONY: anew help run test check bench advice positions offline photo-model soak findings gallery icons pictures texts lock format clean

help: ## What can be made here
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/run ## Serve the app (HOST, PORT)
	@$(BIN)/python -m referee serve --host $(HOST) --port $(PORT)

test: $(VENV)/dev $(NODE) ## Run all tests but those of `make check`
	$(PYTEST) --ignore=tests/project

check: $(VENV)/dev $(NODE) ## Formatting, linting, types, layers, texts, recipes
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/djlint --lint --quiet templates
ifdef NODE
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc -p tests/project/types/pages.json
	node_modules/.bin/tsc -p tests/project/types/workers.json
else
	@[ -z "$(CI)" ] && echo "Scripts and styles are not looked at: npm is not on this machine." >&2
endif
	$(PYTEST) -q tests/project

format: $(VENV)/dev $(NODE) ## Put code in form
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(if $(NODE),node_modules/.bin/biome check --write)

bench: $(VENV)/dev ## Measure; docs/performance.md quotes the last run (ONLY="session_page first_load")
	$(BIN)/python -m bench $(ONLY)

advice: $(VENV)/dev ## Measure what advice brings (some ten minutes); pages show the figures
	$(BIN)/python -m bench.advice

positions: $(VENV)/dev ## Find positions for "What would you play?" (GAMES="casino kasino", MINUTES=10 each)
	$(BIN)/python -m bench.best_plays $(GAMES) $(or $(MINUTES),10)

offline: $(VENV)/run ## Build the referee for phones without a network (npm)
	$(BIN)/python -m referee offline

photo-model: $(VENV)/training ## Draw cards, train what reads photos of them, export it (MINUTES, FONTS)
	$(BIN)/python -m training

texts: $(VENV)/dev ## Bring the translations up to date with the texts in the code
	$(BIN)/pybabel -q extract -F pyproject.toml $(TEXTS) -k lazy_gettext -k _n:1,2 -k pgettext:1c,2 -k lazy_pgettext:1c,2 -o $(VENV)/texts.pot .
	for language in sv de; do \
		$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap -l $$language \
			-i $(VENV)/texts.pot -o referee/translations/$$language.po || exit 1; \
	done

lock: $(VENV)/dev ## Pin the newest versions that fit, with hashes
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile -q --upgrade --generate-hashes --universal \
		--python-version 3.11 pyproject.toml --group build -o requirements.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile -q --upgrade --generate-hashes --universal \
		--python-version 3.11 pyproject.toml --group dev --group browser -c requirements.txt -o requirements-dev.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile -q --upgrade --generate-hashes --universal \
		--python-version 3.11 pyproject.toml --extra photo -c requirements.txt -o requirements-photo.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile -q --upgrade --generate-hashes --universal \
		--python-version 3.11 pyproject.toml --extra photo --group training -c requirements-photo.txt -o training/requirements.txt
	UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile -q --upgrade --generate-hashes --universal \
		--python-version 3.11 tests/generators/requirements.in -o tests/generators/requirements.txt

soak: $(VENV)/dev $(NODE) ## A hundred times as many random cases, all others; all writers; kills, restarts; every page in every form; generated clients
	SOAK=20 $(PYTEST) -o faulthandler_timeout=0 $(SOAKED)

findings: ## What public packages do that was met on the way (pip, a network)
	@status=0; for script in findings/*.sh; do PYTHON=$(PYTHON) $$script || status=1; done; exit $$status

gallery: $(VENV)/dev ## Pictures of all pages into gallery/ (ONLY="sv phone dark")
	$(BIN)/python -m pictures.gallery $(ONLY)

pictures: $(VENV)/dev ## The pictures of the README
	$(BIN)/python -m pictures.readme

icons: $(VENV)/dev ## Icons of installed apps, from their drawings in static/icons
	$(BIN)/python -m pictures.icons

clean: ## Remove what was made
	rm -rf $(VENV) node_modules dist gallery

anew:
	@command -v $(PYTHON) >/dev/null || { \
		echo "Referee needs Python 3.11 or newer; there is no $(PYTHON)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= $(OLDEST) else \
		"Referee needs Python 3.11 or newer; this is %d.%d" % sys.version_info[:2])'
	$(PYTHON) -m venv --clear $(VENV)

$(VENV)/run: requirements.txt requirements-photo.txt $(ANEW)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --only-binary :all: \
		-r requirements-photo.txt || echo "Photos cannot be read on this machine; all else works." >&2
	@touch $@

node_modules/.package-lock.json: package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(VENV)/dev: requirements-dev.txt $(ANEW) | $(VENV)/run
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

$(VENV)/training: training/requirements.txt $(ANEW) | $(VENV)/dev
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r training/requirements.txt
	@touch $@
