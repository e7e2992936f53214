# Everything a newcomer needs, from nothing but Python 3.11+, git and make.
BOOT := .venv-boot
# The one version of uv that is used, checked by its hash; one that is installed already will do if it is the same.
UV_VERSION := $(shell sed -n 's/^uv==\([0-9.]*\).*/\1/p' .ci/uv.txt)
UV := $(shell uv --version 2>/dev/null | grep -q "^uv $(UV_VERSION) " && command -v uv || echo $(BOOT)/bin/uv)
RUN := $(UV) run --frozen
# Two more than there are cores: with one more, a third of the processors stood idle while tests waited for a table, a
# browser, a disk or a process.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
SYNC := .venv/.synced
# ESLint and Prettier for the pages, run by the Node of the environment.
WEB := api/web
WEB_TOOLS := $(WEB)/node_modules/.installed
# One script and one sheet of each page; the service serves the sources where they have changed since.
BUNDLES := api/bundles/made/sources.json
BUNDLER := api/bundles/node_modules/.installed
SOURCES := $(shell find $(WEB) -name node_modules -prune -o -name '*.html' -print -o -name '*.js' -print -o -name '*.css' -print)
# The RP2040 that the firmware's tests run on, emulated by the same Node.
CHIP := hardware/firmware/emulator/rp2040
CHIP_TOOLS := $(CHIP)/node_modules/.installed
# What builds the pages as a site, in an environment of its own: nobody else needs it.
SITE_TOOLS := build/site-env/.synced
NPM := $(RUN) npm --prefix $(WEB) --loglevel=error
# Every command and every process of a test finds its modules compiled, whatever the environment says of writing them.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/bytecode
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(RUN) pytest --ignore=tests/benchmarks
# Its date says when every module and test was last compiled.
COMPILED := build/bytecode/.compiled
MODULES := $(shell find api controller docs firmware_bridge hardware vision tests -name node_modules -prune -o -name '*.py' -print)
# Jobs beside each other, each with its output in one piece.
BESIDE := $(MAKE) --no-print-directory --jobs=2 --output-sync=target

.PHONY: demo test test-long test-fast commands bench firmware firmware-rp2040 emulator lint types style pages words packages compiled format site print sbom setup clean
setup: $(SYNC) $(BUNDLES)

$(BOOT)/bin/uv: .ci/uv.txt
	python3 -m venv $(BOOT)
	$(BOOT)/bin/pip install --quiet --require-hashes --only-binary :all: -r .ci/uv.txt
	@touch $@

# What `make demo` loads is compiled here, so that its first start is as quick as any other.
$(SYNC): pyproject.toml uv.lock | $(UV)
	$(UV) sync --frozen --quiet
	@$(RUN) python -c "import api.cli.demo_watched, api.eyes.ahead, hardware.simulator.__main__"
	@touch $@

$(WEB_TOOLS): $(WEB)/package.json $(WEB)/package-lock.json | $(SYNC)
	$(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(BUNDLER): api/bundles/package.json api/bundles/package-lock.json | $(SYNC)
	$(RUN) npm --prefix api/bundles --loglevel=error ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(BUNDLES): api/bundles/bundle.js $(BUNDLER) $(SOURCES)
	$(RUN) node api/bundles/bundle.js

$(CHIP_TOOLS): $(CHIP)/package.json $(CHIP)/package-lock.json | $(SYNC)
	$(RUN) npm --prefix $(CHIP) --loglevel=error ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(SITE_TOOLS): uv.lock | $(UV)
	UV_PROJECT_ENVIRONMENT=build/site-env $(UV) sync --frozen --quiet --only-group site
	@touch $@

# With options of it: make demo DEMO="--http 8080 --seed 3"
demo: setup
	$(RUN) jantaku demo $(DEMO)

test:
	$(BESIDE) packages emulator types compiled style pages words $(SITE_TOOLS)
	$(PYTEST) -n $(WORKERS) --dist worksteal -m "not long"

# The long siblings of shorter tests, before a release.
test-long: setup packages emulator
	$(PYTEST) -n $(WORKERS) --dist worksteal -m long

# What needs no browser, firmware, rendering or process and takes no second, two cases of each: a minute on two cores.
test-fast: setup
	$(PYTEST) --ignore=tests/e2e --ignore=tests/firmware -n auto --dist worksteal --cases 2 \
		-m "not browser and not firmware and not process and not render and not slow and not long"

# What pages print and no test has the minutes for: each command runs until it has worked for a while.
commands: setup packages
	$(RUN) python -m tests.support.long_commands

bench: setup packages
	$(RUN) pytest tests/benchmarks --benchmark-only --benchmark-group-by=group

# For an Arduino Uno or Nano; needs the Debian packages gcc-avr and avr-libc, and nothing of Python.
firmware:
	sh hardware/firmware/build.sh build/firmware

# For a Raspberry Pi Pico; needs the Debian package gcc-arm-none-eabi.
firmware-rp2040: setup
	$(RUN) python -m hardware.firmware.build_rp2040

emulator: setup $(CHIP_TOOLS)

lint:
	$(BESIDE) types style pages words

types: setup
	$(RUN) mypy

style: setup
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) lint-imports

# What answers are comes from the service's own document; the pages are checked against it.
pages: setup $(WEB_TOOLS)
	$(RUN) python -m docs.generate.write_openapi build/openapi.json
	$(NPM) run --silent types
	$(NPM) run --silent lint
	$(NPM) run --silent test

# What people read, by textlint: the pages in both languages, and the sentences of screens, commands and the service.
words: setup $(WEB_TOOLS)
	$(RUN) python -m tests.support.written_words build/words
	$(NPM) run --silent words

packages:
	sh .ci/system-packages

# Compiled once while the types are checked, and not by every worker of the tests for itself; a fault is told by them.
compiled: $(COMPILED)

$(COMPILED): $(MODULES) pyproject.toml uv.lock | setup
	-@$(PYTEST) --collect-only -qq > /dev/null 2>&1
	@mkdir -p $(@D) && touch $@

format: setup $(WEB_TOOLS)
	$(RUN) ruff format .
	$(RUN) ruff check --fix .
	$(NPM) run --silent format

# The documents as a site in Japanese and English: build/site/index.html, readable without a server.
site: setup $(SITE_TOOLS)
	$(RUN) python docs/generate/build_site.py

# The manuals and the cards by role on A4: build/print.
print: packages site
	$(RUN) python -m docs.generate.print_pages

# What the product is built of, with hashes, as CycloneDX 1.5.
sbom: | $(UV)
	@mkdir -p dist
	$(UV) export --frozen --quiet --no-dev --all-extras --format cyclonedx1.5 --output-file dist/jantaku.cdx.json
	@echo dist/jantaku.cdx.json

clean:
	rm -rf .venv $(BOOT) build/bytecode $(WEB)/node_modules $(CHIP)/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
