# A thin layer over Meson: `make help` lists the targets.

BUILD ?= build
PREFIX ?= /usr/local
FUZZ_TIME ?= 60
FUZZ_LENGTH ?= 4096
TARGET ?= parser
MEMORY_TARGETS ?= parser theory answer b box state
TORTURE_PICKS ?= 20
AGREEMENT_COUNT ?= 2000
AGREEMENT_SEED ?= 1
REDUCE_TIME ?= 120
BUGS_TIME ?= 120
PLAN ?= bench/experiment.yaml

TESTS ?=

comma := ,
# Sanitizers need little optimization and tell lines; more takes twice the time to build.
sanitizers = -Doptimization=1 -Ddebug=false -Dc_args=-gline-tables-only -Db_sanitize=$(1)
# An exit code that none of ours is: 1 is a finding.
sanitizer_options = UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 ASAN_OPTIONS=exitcode=86
clang_sanitizers = --native-file script/clang.ini -Db_lundef=false $(call sanitizers,$(1))

.PHONY: all build setup setup-demo setup-test developer demo test agreement bench bench-reduce bench-reduce-large bench-experiment \
	bench-bugs sanitize sanitize-clang sanitize-thread sanitize-memory torture clang fuzz format check-format tidy install clean help

all: build ## build into build/ (the default)

setup:
	@script/setup

setup-demo: setup
	@script/setup --demo

setup-test: setup
	@script/setup --test

developer:
	@script/setup --developer

# $(call configure,FOLDER,OPTIONS): sets the folder up once; Ninja keeps it up to date.
configure = @test -f $(1)/build.ninja || meson setup $(1) $(2) >$(1).log 2>&1 || \
	{ cat $(1).log; rm -rf $(1) $(1).log; false; }; rm -f $(1).log
compile = @ninja -C $(1) --quiet

build: setup
	$(call configure,$(BUILD),--prefix $(PREFIX))
	$(call compile,$(BUILD))

demo: setup-demo build ## the commands on small examples, and a campaign of half a minute that finds something
	@script/demo $(BUILD)/assay

test: setup-test build ## build, run all tests, count the cases
	@script/test $(BUILD)

agreement: setup-demo build ## compare the evaluator with z3 and cvc5, AGREEMENT_COUNT terms an operator
	@$(BUILD)/test/agreement --count $(AGREEMENT_COUNT) --seed $(AGREEMENT_SEED)

bench: setup-demo build ## run the benchmarks
	@meson test -C $(BUILD) --benchmark --verbose --num-processes 1

bench-closedbox: setup-demo build ## closed boxes: solved, PAR-2 and wrong answers, 60 s each
	@bench/closedbox.py --assay $(BUILD)/assay

bench-reduce: setup-demo build ## reduce the cases of the folder CASES, REDUCE_TIME seconds each
	@bench/reduce.py "$(CASES)" --time $(REDUCE_TIME) --assay $(BUILD)/assay

bench-reduce-large: setup-test build ## reduce an input of a megabyte
	@bench/reduce_large.py --assay $(BUILD)/assay --fake $(BUILD)/test/fake

bench-experiment: setup-demo build ## compare strategies on real solvers as the file PLAN says
	@$(BUILD)/assay experiment $(PLAN)

bench-bugs: setup-demo build ## a campaign for bugs over many logics, BUGS_TIME minutes
	@bench/bug_campaign.py --time $(BUGS_TIME) --assay $(BUILD)/assay

# Tests that have passed since assay was built are not run again; the file `passed` of the build folder has them.
sanitize: setup-test ## run TESTS (all) under the address and undefined behaviour sanitizers; resumes
	$(call configure,build-sanitize,$(call sanitizers,address$(comma)undefined))
	$(call compile,build-sanitize)
	@$(sanitizer_options) script/test --resume build-sanitize/passed build-sanitize $(TESTS)

sanitize-clang: setup-test developer ## the same with clang's, which see more: pointer overflow, offsets of null pointers
	$(call configure,build-sanitize-clang,$(call clang_sanitizers,address$(comma)undefined) -Dfuzzer=true)
	$(call compile,build-sanitize-clang)
	@$(sanitizer_options) script/test --resume build-sanitize-clang/passed build-sanitize-clang $(TESTS)

# OpenBLAS synchronises its threads where the sanitizer does not see it.
sanitize-thread: setup-test developer ## run TESTS (all) under clang's thread sanitizer; resumes
	$(call configure,build-thread,$(call clang_sanitizers,thread))
	$(call compile,build-thread)
	@OPENBLAS_NUM_THREADS=1 TSAN_OPTIONS=halt_on_error=1 script/test --resume build-thread/passed build-thread $(TESTS)

sanitize-memory: setup developer ## replay what is kept of fuzzing parsers under clang's memory sanitizer
	$(call configure,build-memory,$(call clang_sanitizers,memory))
	@ninja -C build-memory --quiet $(MEMORY_TARGETS:%=test/test_fuzz_%)
	@script/test --resume build-memory/passed build-memory $(MEMORY_TARGETS:%=fuzz_replay_%)

torture: setup-test ## run commands in a world where calls fail, TORTURE_PICKS calls of each kind (0: all), under sanitizers
	$(call configure,build-sanitize,$(call sanitizers,address$(comma)undefined))
	@ninja -C build-sanitize --quiet test/assay_torture test/fake
	@test/torture/torture.py --picks $(TORTURE_PICKS) build-sanitize/test/assay_torture build-sanitize/test/fake

clang: setup-test developer ## build with clang and run all tests
	$(call configure,build-clang,--native-file script/clang.ini)
	$(call compile,build-clang)
	@script/test build-clang

fuzz: setup developer ## run libFuzzer on the reader TARGET (test/fuzz/fuzz_TARGET.c) for FUZZ_TIME seconds
	$(call configure,build-sanitize-clang,$(call clang_sanitizers,address$(comma)undefined) -Dfuzzer=true)
	@test -f test/fuzz/fuzz_$(TARGET).c || { echo "there is no fuzz target '$(TARGET)'" >&2; false; }
	@ninja -C build-sanitize-clang --quiet test/fuzz_$(TARGET)
	@mkdir -p build-fuzz/corpus/$(TARGET)
	@script/fuzz_dictionary.py $(TARGET) >build-fuzz/$(TARGET).dictionary
	@build-sanitize-clang/test/fuzz_$(TARGET) -max_total_time=$(FUZZ_TIME) -timeout=10 -rss_limit_mb=1024 -entropic=0 \
		-max_len=$(FUZZ_LENGTH) -dict=build-fuzz/$(TARGET).dictionary -artifact_prefix=build-fuzz/$(TARGET)- \
		build-fuzz/corpus/$(TARGET) test/fuzz/corpus/$(TARGET)

c_files = $(shell find src test bench include examples -name '*.[ch]')

format: developer ## lay out all C files
	@clang-format -i $(c_files)

check-format: developer ## fail if `make format` would change a file
	@clang-format --dry-run -Werror $(c_files)

tidy: developer build ## look for likely mistakes with clang-tidy
	@clang-tidy --quiet -p $(BUILD) $(filter %.c,$(filter-out test/fuzz/% bench/closedbox/% examples/%,$(c_files)))

install: build ## install below PREFIX (/usr/local)
	@meson configure $(BUILD) -Dprefix=$(PREFIX)
	@meson install -C $(BUILD) --quiet

clean: ## remove all build folders
	@rm -rf build build-sanitize build-sanitize-clang build-thread build-memory build-clang build-fuzz

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

