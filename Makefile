# `make play` and `make test` set everything up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: play test check record bench soak clean

play: $(READY)  ## set up and play in the terminal
	@$(BIN)/filon play

test: $(READY) check  ## set up, check, run all tests
	$(BIN)/pytest -n auto --dist worksteal

check: $(READY)  ## types, style, clauses, arrows, words
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.check

record: $(READY)  ## rewrite the recorded games
	$(BIN)/python -m tests.record

soak: $(READY)  ## the laws over many more games
	FILON_SOAK=1 $(BIN)/pytest -n auto --dist worksteal tests/laws

bench: $(READY)  ## speed, as ratios in one run
	$(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench]'
	$(BIN)/python bench/run.py

clean:  ## forget the environment
	rm -rf $(VENV)

$(READY): pyproject.toml pins.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[dev]'
	@touch $(READY)
