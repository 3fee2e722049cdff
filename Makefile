# The short front of the build; meson and ninja do the work.
#   make           build/assay
#   make check     the fast tests, under a minute
#   make bench-kernels, make count-instructions
#                  hashing and signatures against libsodium
#   make bench-fio our disk loads against fio's, about six minutes
#   make accuracy  rigs of known speed, and known tools side by side; 30 minutes,
#                  less with ACCURACY='-r 1 -n 2 -q'
#   make ci        everything: compilers, sanitizers, linters, fuzzers, rigs
#   make format    lays the source out; format-check only looks
#   make speed     prints how long reports of large documents take
#   make golden    rewrites what tests/cli expects; review the diff
#   make install   to PREFIX (default /usr/local), below DESTDIR
BUILD = build
PREFIX = /usr/local
SOURCES = $$(git ls-files -co --exclude-standard '*.c' '*.h')

all: $(BUILD)/build.ninja
	@ninja --quiet -C $(BUILD) assay

# New source files are found when meson runs again.
$(BUILD)/build.ninja: $(BUILD)/sources.list
	@again=; if [ -f $@ ]; then again=--reconfigure; fi; \
	meson setup $$again $(BUILD) >$(BUILD)/setup.log || \
	    { tail -n 5 $(BUILD)/setup.log >&2; exit 1; }
	@touch $@

$(BUILD)/sources.list: FORCE
	@mkdir -p $(BUILD)
	@find src tests profiles -name node_modules -prune -o \
	    \( -name '*.c' -o -name '*.json' \) -print | LC_ALL=C sort >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The tests' libraries may have come after the build folder.
$(BUILD)/tests.enabled: | $(BUILD)/build.ninja
	@meson configure $(BUILD) -Dtests=enabled && touch $@

check: all $(BUILD)/tests.enabled
	@tools/run-tests $(BUILD) --no-suite slow

# Our kernels against libsodium's, and the instructions of each.
bench-kernels: all $(BUILD)/tests.enabled
	@ninja --quiet -C $(BUILD) tests/bench-kernels
	@$(BUILD)/tests/bench-kernels

count-instructions: all $(BUILD)/tests.enabled
	@ninja --quiet -C $(BUILD) tests/work
	@tests/work/count-instructions $(BUILD)/tests/work

bench-fio: all $(BUILD)/tests.enabled
	@tools/bench-fio $(BUILD)

ACCURACY =
accuracy: all $(BUILD)/tests.enabled
	@tools/accuracy $(ACCURACY)

ci:
	@tools/ci

format:
	@clang-format -i $(SOURCES)

format-check:
	@clang-format --dry-run --Werror $(SOURCES)

speed: all
	@ninja --quiet -C $(BUILD) tests/speed
	@$(BUILD)/tests/speed

golden: all
	@tests/cli/run --update $(BUILD)/assay

install: all
	@meson configure $(BUILD) -Dprefix=$(PREFIX) >/dev/null
	@meson install --strip -C $(BUILD)

clean:
	@rm -rf build build-*

.PHONY: all check accuracy bench-fio bench-kernels count-instructions ci speed format format-check golden install clean FORCE
