# `make demo` shows what the program does, `make test` runs every check. Both install what is missing first.

CARGO ?= cargo
EXAMPLE ?= examples/bank.oox

.PHONY: build check-format clean client demo doc install lint setup test uninstall unit vscode
.PHONY: campaign campaign-cuts campaign-limits campaign-matrix campaign-metamorphic campaign-objects campaign-proofs campaign-threads fuzz growth
.PHONY: bench bench-objects bench-profile bench-regions bench-tasks bench-threads

demo: build
	@echo
	@echo '$$ multise explore $(EXAMPLE)'
	@# A violation is what the example is there to show: only wrong usage and defects fail the demonstration.
	@$(TARGET_DIR)/release/multise explore $(EXAMPLE); code=$$?; \
		echo "(exit code $$code)"; \
		case $$code in 0|1|3) ;; *) exit $$code ;; esac

# Where Cargo puts things, wherever the environment has moved it.
TARGET_DIR = $(or $(CARGO_TARGET_DIR),target)

build: setup
	$(CARGO) build --release --locked

# The program, its manual page and completions for bash, fish and zsh; for example `make install PREFIX=$$HOME/.local`, or
# with DESTDIR for a package. BINARY is one that is built already.
PREFIX ?= /usr/local
DESTDIR ?=
BINARY ?= $(TARGET_DIR)/release/multise
ROOT = $(DESTDIR)$(PREFIX)
INSTALLED = bin/multise share/man/man1/multise.1 share/bash-completion/completions/multise \
	share/fish/vendor_completions.d/multise.fish share/zsh/site-functions/_multise

# A binary that was named is not built again.
install: $(if $(filter file,$(origin BINARY)),build)
	install -d $(patsubst %/,'$(ROOT)/%',$(dir $(INSTALLED)))
	install -m 755 '$(BINARY)' '$(ROOT)/bin/multise'
	'$(BINARY)' man > '$(ROOT)/share/man/man1/multise.1'
	'$(BINARY)' completions bash > '$(ROOT)/share/bash-completion/completions/multise'
	'$(BINARY)' completions fish > '$(ROOT)/share/fish/vendor_completions.d/multise.fish'
	'$(BINARY)' completions zsh > '$(ROOT)/share/zsh/site-functions/_multise'

uninstall:
	rm -f $(patsubst %,'$(ROOT)/%',$(INSTALLED))

test: setup check-format lint unit doc vscode

check-format:
	$(CARGO) fmt --all --check

lint: setup
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# `--all-targets` leaves the examples in the documentation out.
unit: setup
	$(CARGO) test --all-targets --locked
	$(CARGO) test --doc --locked

# Random programs in merge mode, path mode and concrete runs, for hours if need be; for example
# `make campaign PROGRAMS=100000 SEED=7`. `make test` takes 2,000 of seed 0. Link-time optimisation costs more than it saves.
WITHOUT_LTO = CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
CAMPAIGN = $(WITHOUT_LTO) MULTISE_WORKERS=$(shell nproc) MULTISE_PROGRAMS=$(PROGRAMS) MULTISE_SEED=$(SEED)
PROGRAMS ?= 50000
SEED ?= 1
campaign: setup
	$(CAMPAIGN) \
		$(CARGO) test --release --locked --test suite -- --nocapture generated::

# Random programs with loops and recursion that nothing bounds: no proof of one that a concrete run violates; for example
# `make campaign-proofs PROGRAMS=100000 SEED=7`. `make test` takes few of seed 0.
campaign-proofs: setup
	$(CAMPAIGN) MULTISE_LIMIT=40 \
		$(CARGO) test --release --locked --test suite -- --nocapture induction::nothing_is_proved

# Random programs with threads, merge mode and path mode with and without reduction against all schedules, for example
# `make campaign-threads PROGRAMS=20000 SEED=1`. `make test` takes 2,000 of seed 0, each in one way.
campaign-threads: setup
	$(CAMPAIGN) MULTISE_WAYS=4 \
		$(CARGO) test --release --locked --test suite -- --nocapture concurrent::

# Time and memory limits of whole processes on programs of up to 20,000 lines, and Ctrl-C at random moments: a quarter of an
# hour, on a machine that has nothing else to do. `make campaign-limits TRIALS=1000 SEED=7`
TRIALS ?= 100
campaign-limits: setup
	$(WITHOUT_LTO) MULTISE_TRIALS=$(TRIALS) MULTISE_SEED=$(SEED) \
		$(CARGO) test --release --locked --test suite -- --ignored --nocapture --test-threads 1 limits::

# Programs in which something rare happens, PROGRAMS of each of some three hundred kinds, for example
# `make campaign-matrix PROGRAMS=20 SEED=100`. `make test` takes one of each.
campaign-matrix: PROGRAMS = 20
campaign-matrix: setup
	$(CAMPAIGN) MULTISE_LIMIT=400 \
		$(CARGO) test --release --locked --test trials -- matrix/

# States of concrete runs of random programs given to the fragments that proofs by induction are made of, and of more
# programs without bounds with their proofs; for example `make campaign-cuts PROGRAMS=5000 SEED=1`. `make test` takes 2,000 trees of
# seed 0, 2,000 loops and calls, and 2,000 changes of programs with clauses.
campaign-cuts: setup
	$(CAMPAIGN) MULTISE_PROOFS=4 \
		$(CARGO) test --release --locked --test suite -- --nocapture cuts::

# Programs of all generators, all of the corpus, all without bounds and all tasks, and their changes that keep the meaning, for
# example `make campaign-metamorphic PROGRAMS=5000 SEED=1`. `make test` takes few of seed 0.
campaign-metamorphic: PROGRAMS = 2000
campaign-metamorphic: setup
	$(CAMPAIGN) MULTISE_CHANGES=8 MULTISE_SHARE=1 MULTISE_LIMIT=1000 \
		$(CARGO) test --release --locked --test suite -- --nocapture metamorphic::

# What the tables hold that grow with iterations, and the memory of the program, after 10,000, 100,000 and a million: some
# minutes.
growth: setup
	$(WITHOUT_LTO) $(CARGO) test --release --locked --test suite -- --ignored --nocapture growth::

# All methods of the class libraries, each on INPUTS inputs and heaps of up to three objects, concretely and in both modes:
# over half an hour. `make test` takes some methods, on all such heaps.
INPUTS ?= 5000
campaign-objects: setup
	$(WITHOUT_LTO) MULTISE_INPUTS=$(INPUTS) \
		$(CARGO) test --release --locked --test suite -- --nocapture agree_on_the_libraries

# A fuzzer on one of tests/support/fuzz/: frontend, inputs, engine, algebra or lsp; for example `make fuzz TARGET=engine TIME=3600`.
# What it finds is in tests/fuzz/artifacts/. It needs a C++ compiler, and installs cargo-fuzz where there is none.
TARGET ?= frontend
TIME ?= 600
FUZZ = tests/fuzz
DICTIONARY = $(wildcard $(FUZZ)/dictionaries/$(TARGET).dict)
fuzz: setup
	@$(CARGO) fuzz --version >/dev/null 2>&1 || { \
		echo '*** fuzz: cargo-fuzz is missing, it is installed now ***' >&2; $(CARGO) install cargo-fuzz --locked; }
	mkdir -p $(FUZZ)/corpus/$(TARGET) $(FUZZ)/seeds/$(TARGET) $(FUZZ)/regressions/$(TARGET)
	MULTISE_SEEDS=$(FUZZ)/seeds/$(TARGET) $(CARGO) fuzz run --fuzz-dir $(FUZZ) --sanitizer none --codegen-units 4 $(TARGET) \
		$(FUZZ)/corpus/$(TARGET) $(FUZZ)/seeds/$(TARGET) $(FUZZ)/regressions/$(TARGET) -- \
		-max_total_time=$(TIME) -timeout=300 -rss_limit_mb=4096 $(DICTIONARY:%=-dict=%) $(ARGS)

# A module's page is a map of its folder: it may link to what only developers see.
doc: setup
	RUSTDOCFLAGS='-D warnings -A rustdoc::private_intra_doc_links' $(CARGO) doc --no-deps --document-private-items --locked

# The client for VS Code, as examples/vscode/multise.vsix. The program does without: where there is no Node.js, and none can be
# installed, the client is left out.
NODE_IS_THERE = command -v npm >/dev/null && node -e 'process.exit(Number(parseInt(process.versions.node) < 20))'
vscode:
	@$(NODE_IS_THERE) || ./.ci/setup node || true
	@if $(NODE_IS_THERE); then $(MAKE) --no-print-directory client; \
		else echo '*** vscode: SKIPPED, the client is not built: there is no npm with Node.js 20 or later ***' >&2; fi

client: examples/vscode/node_modules/.package-lock.json
	cd examples/vscode && npm run check && npm run package

examples/vscode/node_modules/.package-lock.json: examples/vscode/package.json examples/vscode/package-lock.json
	cd examples/vscode && npm ci

# The table of the publication, merge mode against path mode, written to benches/results/; for example
# `make bench ARGS='--budget 10 --filter sort'`. The machine should have nothing else to do.
bench: setup
	$(CARGO) bench --locked --bench figures -- table $(ARGS)

# Published and growing programs, each as a process of its own; for example `make bench-tasks ARGS='--limit 5 --csv t.csv'`.
# With `--before BINARY` the published ones run with another build too, in turns: what a change has made slower.
bench-tasks: setup
	$(CARGO) bench --locked --bench figures -- tasks $(ARGS)

# What symbolic types gain and cost on examples/objects/, and dispatch over growing hierarchies; for example
# `make bench-objects ARGS='--timeout 2'`.
bench-objects: setup
	$(CARGO) bench --locked --bench figures -- objects $(ARGS)

# What each level of regions and tabled calls gain and cost, whole processes, written to benches/results/regions.md; for
# example `make bench-regions ARGS='--limit 5'`. `cargo bench --bench micro -- levels/` shows growth.
bench-regions: setup
	$(CARGO) bench --locked --bench figures -- regions $(ARGS)

# Threads at growing sizes, both modes with and without reduction, whole processes, written to benches/results/threads.md;
# for example `make bench-threads ARGS='--limit 5'`. `cargo bench --bench micro -- interleavings` shows growth.
bench-threads: setup
	$(CARGO) bench --locked --bench figures -- threads $(ARGS)

# What progress and profiles cost, side by side in one run; for example `make bench-profile ARGS='--runs 21'`.
bench-profile: setup
	$(CARGO) bench --locked --bench figures -- profile $(ARGS)

# Z3's header and library, what bindgen and the linker need, and a Rust toolchain.
setup:
	@./.ci/setup

clean:
	$(CARGO) clean
	rm -rf examples/vscode/node_modules examples/vscode/dist examples/vscode/*.vsix
