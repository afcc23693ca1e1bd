# `make play` and `make test` set everything up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: play serve test check record types bench bench-house soak clean

play: $(READY)  ## set up and play in the terminal
	@$(BIN)/filon play

serve: $(READY)  ## set up and open the house to friends and robots
	@$(BIN)/filon serve

test: $(READY) check  ## set up, check, run all tests
	@sh scripts/install-postgresql.sh
	$(BIN)/pytest -n auto --dist worksteal

check: $(READY)  ## types, style, clauses, arrows, words
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.check

record: $(READY)  ## rewrite the recorded games
	$(BIN)/python -m tests.record

types: $(READY)  ## rewrite what is made from the wire: schema, TypeScript, the session in docs/protocol.md
	$(BIN)/python -m tests.types
	$(BIN)/python -m tests.types.session

soak: $(READY)  ## the long counts: laws over many more games, servers killed and cut off many more times
	@sh scripts/install-postgresql.sh
	FILON_SOAK=1 $(BIN)/pytest -n auto --dist worksteal tests/laws tests/house tests/server

bench: $(READY)  ## speed, as ratios in one run
	$(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench]'
	$(BIN)/python bench/run.py

bench-house: $(READY)  ## the server under load, beside boardgame.io
	@sh scripts/install-postgresql.sh
	$(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench]'
	$(BIN)/python -m bench.house

clean:  ## forget the environment
	rm -rf $(VENV)

$(READY): pyproject.toml pins.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[dev]'
	@touch $(READY)
