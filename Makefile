# `make demo` shows what the program does, `make test` runs every check. Both install what is missing first.

CARGO ?= cargo
EXAMPLE ?= examples/bank.oox

.PHONY: build check-format clean client demo doc examples install library lint models pictures setup test uninstall unit vscode
.PHONY: campaign campaign-cuts campaign-java campaign-libraries campaign-limits campaign-matrix campaign-metamorphic campaign-objects campaign-proofs campaign-threads fuzz growth
.PHONY: bench bench-growth bench-java bench-limits bench-objects bench-profile bench-regions bench-tasks bench-threads

demo: build
	@echo
	@echo '$$ multise explore $(EXAMPLE)'
	@# The example is there to show a violation: only wrong usage and defects fail the demonstration.
	@$(TARGET_DIR)/release/multise explore $(EXAMPLE); code=$$?; \
		echo "(exit code $$code)"; \
		case $$code in 0|1|3) ;; *) exit $$code ;; esac

# The target directory of Cargo, which the environment may have moved.
TARGET_DIR = $(or $(CARGO_TARGET_DIR),target)

build: setup
	$(CARGO) build --release --locked

# Installs the program, its manual page and completions for bash, fish and zsh; for example
# `make install PREFIX=$$HOME/.local`, or with DESTDIR for a package. BINARY names a program that is built already.
PREFIX ?= /usr/local
DESTDIR ?=
BINARY ?= $(TARGET_DIR)/release/multise
ROOT = $(DESTDIR)$(PREFIX)
INSTALLED = bin/multise share/man/man1/multise.1 share/bash-completion/completions/multise \
	share/fish/vendor_completions.d/multise.fish share/zsh/site-functions/_multise

# A BINARY that was given is not built again.
install: $(if $(filter file,$(origin BINARY)),build)
	install -d $(patsubst %/,'$(ROOT)/%',$(dir $(INSTALLED)))
	install -m 755 '$(BINARY)' '$(ROOT)/bin/multise'
	'$(BINARY)' man > '$(ROOT)/share/man/man1/multise.1'
	'$(BINARY)' completions bash > '$(ROOT)/share/bash-completion/completions/multise'
	'$(BINARY)' completions fish > '$(ROOT)/share/fish/vendor_completions.d/multise.fish'
	'$(BINARY)' completions zsh > '$(ROOT)/share/zsh/site-functions/_multise'

uninstall:
	rm -f $(patsubst %,'$(ROOT)/%',$(INSTALLED))

test: setup check-format unit doc vscode

check-format:
	$(CARGO) fmt --all --check

# The lints of `unit`, without its tests.
lint: setup
	$(CARGO) clippy --workspace --bins --tests --benches --locked -- -D warnings

# Compiles everything with lints, and runs all tests. Many of them wait for a process that they have started, so there are more of
# them at a time than cores. Random tests have a fixed seed; `make unit PROPTEST_RNG_SEED=7` takes another. `figures` measures, and
# tests nothing: it is only compiled. The examples in the documentation are apart. Without a JDK, the tests with Java programs are
# left out.
unit: export RUST_TEST_THREADS ?= $(shell echo $$(( ($$(nproc) * 3 + 1) / 2 )))
unit: export PROPTEST_RNG_SEED ?= 0
unit: export RUSTC_WORKSPACE_WRAPPER = $(CURDIR)/.ci/linted
unit: setup
	@command -v javac >/dev/null || ./.ci/setup java || \
		echo '*** unit: SKIPPED, tests with Java programs: there is no JDK of version 17 or later ***' >&2
	$(CARGO) test --workspace --tests --bench micro --bench figures --no-run --locked
	$(CARGO) test --workspace --tests --bench micro --locked
	$(CARGO) test --doc --locked

# Compares random programs in merge mode, path mode and concrete runs, for hours if need be; for example
# `make campaign PROGRAMS=100000 SEED=7`. `make test` takes 300 of seed 0. Link-time optimisation costs more than it saves.
WITHOUT_LTO = CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
CAMPAIGN = $(WITHOUT_LTO) MULTISE_WORKERS=$(shell nproc) MULTISE_PROGRAMS=$(PROGRAMS) MULTISE_SEED=$(SEED)
PROGRAMS ?= 50000
SEED ?= 1
campaign: setup
	$(CAMPAIGN) \
		$(CARGO) test --release --locked --test suite -- --nocapture generated::

# Random programs with unbounded loops and recursion: none that a concrete run violates may be proved; for example
# `make campaign-proofs PROGRAMS=100000 SEED=7`. `make test` takes few of seed 0.
campaign-proofs: setup
	$(CAMPAIGN) MULTISE_LIMIT=40 \
		$(CARGO) test --release --locked --test suite -- --nocapture nothing_is_proved

# Compares random programs with threads, in OOX and in Java, in merge mode and path mode with and without reduction, with runs by
# all schedules; for example `make campaign-threads PROGRAMS=20000 SEED=1`. `make test` takes few of seed 0, each in one way.
campaign-threads: setup
	$(CAMPAIGN) MULTISE_WAYS=4 MULTISE_LIMIT=5000 \
		$(CARGO) test --release --locked --test suite -- --nocapture concurrent::

# Tests time and memory limits of whole processes on programs of up to 20,000 lines, and Ctrl-C at random moments: a quarter
# of an hour, on an idle machine. `make campaign-limits TRIALS=1000 SEED=7`
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

# Gives states of concrete runs of random programs to the fragments of proofs by induction, and those of more programs
# without bounds to the fragments of their proofs; for example `make campaign-cuts PROGRAMS=5000 SEED=1`. `make test` takes
# 250 trees of seed 0, 400 loops and calls, and 400 changes of programs with clauses.
campaign-cuts: setup
	$(CAMPAIGN) MULTISE_PROOFS=4 \
		$(CARGO) test --release --locked --test suite -- --nocapture cuts::

# Changes programs without changing their meaning, and compares what is found: programs of all generators, of the corpus, without
# bounds, and tasks; for example `make campaign-metamorphic PROGRAMS=5000 SEED=1`. `make test` takes few of seed 0.
campaign-metamorphic: PROGRAMS = 2000
campaign-metamorphic: setup
	$(CAMPAIGN) MULTISE_CHANGES=8 MULTISE_SHARE=1 MULTISE_LIMIT=1000 \
		$(CARGO) test --release --locked --test suite -- --nocapture metamorphic::

# Shows the sizes of the tables that grow with iterations, and the memory of the program, after 10,000, 100,000 and a million
# iterations: some minutes.
growth: setup
	$(WITHOUT_LTO) $(CARGO) test --release --locked --test suite -- --ignored --nocapture growth::

# Compiles the models of library classes anew, which the executable has in it, and the overlays, each by itself: it has only some
# methods of its class. Asks the JDK what it knows of characters. Needs a JDK of version 17.
MODELS = src/java/models
OVERLAYS = src/java/overlays
MODELS_JAVAC = javac -XDignore.symbol.file -nowarn -g:source
models:
	java tests/java/models/Characters.java > '$(MODELS)/characters.txt'
	@rm -rf '$(TARGET_DIR)/models' && mkdir -p '$(TARGET_DIR)/models/overlays'
	$(MODELS_JAVAC) --patch-module java.base='$(MODELS)' -d '$(TARGET_DIR)/models' $$(find '$(MODELS)' -name '*.java' | sort)
	for overlay in $$(find '$(OVERLAYS)' -name '*.java' | sort); do $(MODELS_JAVAC) --patch-module java.base='$(OVERLAYS):$(MODELS)' -implicit:none -d '$(TARGET_DIR)/models/overlays' "$$overlay" || exit 1; done
	rm -f '$(MODELS)/models.jar'
	jar --create --no-manifest --date=2020-01-01T00:00:00Z --file '$(MODELS)/models.jar' -C '$(TARGET_DIR)/models' .

# Compiles anew what Java programs import and what replays them on a JVM, which the executable has in it. Needs a JDK of version 17.
LIBRARY = src/java/library
library:
	@rm -rf '$(TARGET_DIR)/library' && mkdir -p '$(TARGET_DIR)/library'
	javac --release 8 -Xlint:-options -g:source,lines -d '$(TARGET_DIR)/library' $$(find '$(LIBRARY)' -name '*.java' | sort)
	mkdir '$(TARGET_DIR)/library/sources' && cp -r '$(LIBRARY)/multise' '$(LIBRARY)/org' '$(TARGET_DIR)/library/sources/'
	jar --create --manifest '$(LIBRARY)/manifest' --date=2020-01-01T00:00:00Z --file '$(LIBRARY)/multise.jar' -C '$(TARGET_DIR)/library' .

# Compiles the Java programs of examples/java to TARGET_DIR/examples/java. Needs a JDK of version 8 or later.
EXAMPLES = examples/java
examples:
	@mkdir -p '$(TARGET_DIR)/$(EXAMPLES)'
	javac -g -cp '$(LIBRARY)/multise.jar' -d '$(TARGET_DIR)/$(EXAMPLES)' $(EXAMPLES)/*.java

# Compares random Java programs and random bytecode on a JVM, in the interpreter and in both modes, each on INPUTS inputs; for
# example `make campaign-java PROGRAMS=20000 INPUTS=200`. `make test` takes few of seed 0.
campaign-java: INPUTS = 50
campaign-java: CALLS = 20000
campaign-java: setup
	$(CAMPAIGN) MULTISE_INPUTS=$(INPUTS) \
		$(CARGO) test --release --locked --test suite -- --nocapture java::generated java::bytecode
	MULTISE_CALLS=$(CALLS) $(CARGO) test --release --locked --test suite -- --nocapture java::models java::modelled

# Explores public methods of three libraries that others have written, 10 s each; replays violations on a JVM, and runs the
# generated tests by JUnit. It takes one in SAMPLE methods: some minutes, and half an hour for all; for example
# `make campaign-libraries SAMPLE=1`. Fetches the libraries, which depend on nothing, as packages of Debian 12.
FETCHED = $(TARGET_DIR)/libraries
LIBRARIES = $(addprefix $(FETCHED)/,commons-cli commons-csv java-semver junit)
SAMPLE ?= 5
$(FETCHED)/commons-cli: PACKAGES = libcommons-cli-java=1.5.0-1
$(FETCHED)/commons-csv: PACKAGES = libcommons-csv-java=1.9.0-1
$(FETCHED)/java-semver: PACKAGES = libsemver-java=0.9.0-4
$(FETCHED)/junit: PACKAGES = junit5=5.9.2-1 libapiguardian-java=1.1.2-1 libopentest4j-java=1.2.0-4 libpicocli-java=4.6.2-2
$(LIBRARIES):
	@rm -rf '$@.part' && mkdir -p '$@.part'
	@cd '$@.part' && apt-get download -qq $(PACKAGES) || { \
		echo '*** campaign-libraries: this needs Debian 12 and its list of packages (apt-get update) ***' >&2; exit 1; }
	@cd '$@.part' && for package in *.deb; do dpkg -x "$$package" .; done
	@mv '$@.part' '$@'

campaign-libraries: setup $(LIBRARIES)
	$(CAMPAIGN) MULTISE_SAMPLE=$(SAMPLE) MULTISE_LIBRARIES='$(abspath $(FETCHED))' \
		$(CARGO) test --release --locked --test suite -- --ignored --nocapture java::libraries

# Pictures of the page at widths of 400, 1280 and 2560 px, in a new folder in TARGET_DIR/tmp/browser/. Needs Chromium.
pictures: setup
	$(CARGO) test --locked --test suite -- --ignored --nocapture browser::pictures

# Compares concrete runs and both modes for all methods of the class libraries, each on INPUTS inputs and heaps of up to three
# objects: over half an hour. `make test` takes some methods, on all such heaps.
INPUTS ?= 5000
campaign-objects: setup
	$(WITHOUT_LTO) MULTISE_INPUTS=$(INPUTS) \
		$(CARGO) test --release --locked --test suite -- --nocapture agree_on_the_libraries

# Fuzzes one target of tests/support/fuzz/: frontend, inputs, engine, algebra or lsp; for example
# `make fuzz TARGET=engine TIME=3600`. What it finds is in tests/fuzz/artifacts/. It needs a C++ compiler, and installs
# cargo-fuzz if it is missing.
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

# A module's page is a map of its folder, so it may link to private items.
doc: setup
	RUSTDOCFLAGS='-D warnings -A rustdoc::private_intra_doc_links' $(CARGO) doc --no-deps --document-private-items --lib --locked

# Builds the client for VS Code, examples/vscode/multise.vsix. The program does not need it: if there is no Node.js, and it
# cannot be installed, the client is left out.
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
# `make bench ARGS='--budget 10 --filter sort'`. The machine should be idle.
bench: setup
	$(CARGO) bench --locked --bench figures -- table $(ARGS)

# Published and growing programs, each as a process of its own; for example `make bench-tasks ARGS='--limit 5 --csv t.csv'`.
# With `--before BINARY` the published ones run in turns with another build, which shows what a change has made slower.
bench-tasks: setup
	$(CARGO) bench --locked --bench figures -- tasks $(ARGS)

# The programs of examples/growth/ at all sizes from 4 to 40, or until a run takes 10 s: a table, a chart of each in
# target/growth/, and where the time of a size jumps; for example `make bench-growth ARGS='--filter cart'`.
bench-growth: setup
	$(CARGO) bench --locked --bench figures -- families $(ARGS)

# What programs take on both sides of each limit on counts at which a representation changes.
bench-limits: setup
	$(CARGO) bench --locked --bench figures -- limits $(ARGS)

# Java beside OOX: the same programs in both, what became of machine integers, strings of growing lengths, and what it takes to
# start, written to benches/results/java.md; for example `make bench-java ARGS='--limit 5 --filter Gcd'`. Needs a JDK of version 17.
bench-java: setup
	$(CARGO) bench --locked --bench figures -- java $(ARGS)

# Gain and cost of symbolic types on examples/objects/, and dispatch over growing hierarchies; for example
# `make bench-objects ARGS='--timeout 2'`.
bench-objects: setup
	$(CARGO) bench --locked --bench figures -- objects $(ARGS)

# Gain and cost of each level of regions and of tabled calls, whole processes, written to benches/results/regions.md; for
# example `make bench-regions ARGS='--limit 5'`. `cargo bench --bench micro -- levels/` shows growth.
bench-regions: setup
	$(CARGO) bench --locked --bench figures -- regions $(ARGS)

# Threads at growing sizes, both modes with and without reduction, whole processes, written to benches/results/threads.md;
# for example `make bench-threads ARGS='--limit 5'`. `cargo bench --bench micro -- interleavings` shows growth.
bench-threads: setup
	$(CARGO) bench --locked --bench figures -- threads $(ARGS)

# The cost of progress and profiles, side by side in one run; for example `make bench-profile ARGS='--runs 21'`.
bench-profile: setup
	$(CARGO) bench --locked --bench figures -- profile $(ARGS)

# Z3's header and library, what bindgen and the linker need, and a Rust toolchain.
setup:
	@./.ci/setup

clean:
	$(CARGO) clean
	rm -rf examples/vscode/node_modules examples/vscode/dist examples/vscode/*.vsix
