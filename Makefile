# `make play` and `make test` set everything up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
MINUTES ?= 120
# two things at once; what each says is kept together, where make can (macOS has an older one)
BESIDE := $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
CHECKS := python-types web-types style words

# bytecode stands in the environment, never beside the sources: tests start hundreds of processes, each of which would compile every module again
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/bytecode

.PHONY: play terminal test quick check $(CHECKS) modules vitest tools web pictures shots record types bench bench-house bench-frames bench-robots bench-research bench-study ladder balance soak audit sbom clean

play: web  ## set up, build and open the house in the browser
	@$(BIN)/filon serve

terminal: $(READY)  ## set up and play in the terminal
	@$(BIN)/filon play

test shots pictures soak: export FILON_GAMES := $(CURDIR)/tests/games
test: modules  ## set up, check, run all tests; in CI also ask for published vulnerabilities
	+@$(BESIDE) $(CHECKS) web vitest tools
	@[ -z "$$CI" ] || $(MAKE) --no-print-directory audit
	$(BIN)/pytest -n auto --dist worksteal

quick: modules  ## check, and run all tests but those of browser, PostgreSQL, proxies, the wheel and killed servers
	+@$(BESIDE) $(CHECKS) vitest
	$(BIN)/pytest -n auto --dist worksteal --ignore=tests/play --ignore=tests/server/process/test_killed.py --ignore=tests/server/process/test_process.py \
		--ignore=tests/server/process/test_workers.py --ignore=tests/running/test_proxies.py --ignore=tests/running/test_rolling.py \
		--ignore=tests/running/test_wheel.py -k "not postgres"

check: modules  ## types, style, clauses, arrows, words
	+@$(BESIDE) $(CHECKS)

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

python-types: $(READY)
	$(BIN)/mypy src/filon tests/games

words: $(READY)
	$(BIN)/python -m tests.check

web-types: $(READY)
	$(BIN)/python hatch_build.py npm run check

vitest: $(READY)
	$(BIN)/python hatch_build.py npm run test

# first, so that no two install them at once
modules: $(READY)
	@$(BIN)/python hatch_build.py install

tools: $(READY)
	@sh scripts/install-postgresql.sh
	@sh scripts/install-chromium.sh
	@sh scripts/install-proxies.sh

web: $(READY)  ## build the web table, if it has changed
	@$(BIN)/python hatch_build.py

pictures: web  ## take the README's pictures again
	$(BIN)/pytest tests/play/test_pictures.py
	cp screenshots/readme-*.jpg docs/pictures/

shots: web  ## a screenshot of every screen that tests look at, by day and by night: screenshots/
	@sh scripts/install-chromium.sh
	FILON_SHOTS=1 $(BIN)/pytest -n auto --dist worksteal tests/play

record: $(READY)  ## bring the recorded games up to date: keep those that hold, add what is missing
	$(BIN)/python -m tests.record

types: $(READY)  ## rewrite what is made from the wire: schema, TypeScript, the session in docs/protocol.md
	$(BIN)/python -m tests.types
	$(BIN)/python -m tests.types.session

soak: $(READY)  ## the long counts: laws over many more games, servers killed, cut off and upgraded many more times; then MINUTES of simulated schedules and as many of a busy server
	@sh scripts/install-postgresql.sh
	@sh scripts/install-proxies.sh
	FILON_SOAK=1 $(BIN)/pytest -n auto --dist worksteal tests/laws tests/house tests/server tests/simulation tests/running/test_rolling.py
	$(BIN)/python -m tests.simulation --minutes $(MINUTES) --processes $$(nproc)
	FILON_SKIP_WEB=1 $(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench]'
	$(BIN)/python -m bench.busy --minutes $(MINUTES)

bench: $(READY)  ## speed, as ratios in one run
	FILON_SKIP_WEB=1 $(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench]'
	$(BIN)/python bench/run.py

bench-house: $(READY)  ## the server under load, beside boardgame.io
	@sh scripts/install-postgresql.sh
	FILON_SKIP_WEB=1 $(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench]'
	$(BIN)/python -m bench.house

bench-frames: web  ## fifty tokens in flight on each board, beside plain discs and a page at rest: rewrites bench/frames.md
	@sh scripts/install-chromium.sh
	$(BIN)/python -m bench.frames

bench-robots: $(READY)  ## how strong the robots are, and how fast they think
	$(BIN)/python -m bench.robots

bench-research: $(READY)  ## batched tables beside other environments, search beside OpenSpiel's, as ratios in one run: rewrites bench/research.md
	@$(PYTHON) -m venv $(VENV)/peers
	FILON_SKIP_WEB=1 $(VENV)/peers/bin/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench,research]' envpool pgx pygame rlcard
	$(VENV)/peers/bin/python -m bench.research
	$(VENV)/peers/bin/python -m bench.thinking.ismcts

bench-study: $(READY)  ## a study of 100,000 games in one process and by Dask: rewrites bench/study.md
	FILON_SKIP_WEB=1 $(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench]'
	$(BIN)/python -m bench.study

ladder: $(READY)  ## every level against the one below: rewrites the tables of docs/robots.md
	$(BIN)/python -m bench.ladder

balance: $(READY)  ## how balanced the printed games are, by games of robots: rewrites docs/balance.md
	FILON_SKIP_WEB=1 $(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[bench]'
	$(BIN)/python -m bench.balance

audit: $(READY)  ## ask for published vulnerabilities of all that is pinned; a service that does not answer is no failure
	@FILON_SKIP_WEB=1 $(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[audit]'
	@$(BIN)/python scripts/audit.py

sbom: $(READY)  ## write a software bill of materials, dist/sbom.json, in the form of CycloneDX
	@mkdir -p dist
	@$(BIN)/python scripts/sbom.py >dist/sbom.json

clean:  ## forget the environment
	rm -rf $(VENV)

$(READY): pyproject.toml pins.txt
	@echo "setting up $(VENV): about a minute, the first time …" >&2
	@$(PYTHON) -m venv $(VENV)
	@FILON_SKIP_WEB=1 $(BIN)/pip install --quiet --disable-pip-version-check -c pins.txt -e '.[dev]'
	@touch $(READY)
