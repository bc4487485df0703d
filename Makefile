# make demo    set up and score the bundled example
# make test    set up and run the tests
# make check   lint, types, layers, dependencies, generated docs
# make help    the rest
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# the README runs the same command, see its source
DEMO := score examples/ref.en.txt -i examples/good.en.txt examples/fair.en.txt examples/poor.en.txt -m bleu chrf ter
# what an editable install has to be told of: kernels, and modules that come or go
SOURCES := pyproject.toml CMakeLists.txt $(wildcard src/tarjih/kernels/*.?pp) \
  $(shell find src/tarjih -type d -not -name __pycache__)
# what cog writes
PAGES := README.md docs/benchmarks.md docs/experiments/*.md docs/reference/*.md
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test test-all check fix bench docs clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/installed ## set up and score the bundled example
	@cat examples/README.txt
	@echo '$$ tarjih $(DEMO)'
	@$(BIN)/tarjih $(DEMO) -f text

test: $(VENV)/tests ## set up and run the tests
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report --skip-covered

test-all: $(VENV)/extras ## the tests of the extras, and the suite on the plain kernels
	$(BIN)/python -m pytest -q
	TARJIH_KERNELS=plain $(BIN)/python -m pytest -q

check: $(VENV)/dev ## lint, types, layers, dependencies, generated docs
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry src
	$(BIN)/cog --check $(PAGES)

fix: $(VENV)/dev ## format, and write the generated docs anew
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/cog -r $(PAGES)

bench: $(VENV)/bench ## compare speed with the peers; DATA=... names the judgments
	$(BIN)/python benchmarks/lexical.py $(if $(DATA),--data $(DATA))
	$(BIN)/python benchmarks/footprint.py $(if $(DATA),--data $(DATA))
	$(BIN)/python benchmarks/permutation.py
	$(BIN)/python benchmarks/meteor.py $(if $(DATA),--data $(DATA))
	OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/alignment.py $(if $(DATA),--data $(DATA))

docs: $(VENV)/docs ## build the documentation into site/
	$(BIN)/mkdocs build --strict

clean: ## remove everything that was built
	rm -rf $(VENV) build site dist

# --- environments: each is a file that says it is there -----------------------------

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "tarjih needs Python >= 3.10; name one: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python $(SOURCES)
	$(BIN)/python -m pip install -q -e .
	@touch $@

# dependency groups need a newer pip than Python 3.10 to 3.13 bring along
$(VENV)/pip: $(VENV)/bin/python
	$(BIN)/python -m pip install -q 'pip>=25.1'
	@touch $@

$(VENV)/tests $(VENV)/bench $(VENV)/docs: $(VENV)/%: $(VENV)/installed $(VENV)/pip
	$(BIN)/python -m pip install -q --group $*
	@touch $@

$(VENV)/extras: $(VENV)/tests
	$(BIN)/python -m pip install -q --group extras
	@touch $@

$(VENV)/dev: $(VENV)/extras
	$(BIN)/python -m pip install -q --group dev
	@touch $@
