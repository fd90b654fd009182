# Vitrail from a fresh checkout: `make test`, `make demo`. Everything built lies in .build/, out/ and .venv/.
#
# SWIFT names another swift command: make test SWIFT=/opt/swift/usr/bin/swift

SWIFT ?= swift
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

# What Debian 12 has to have: run-time drivers, headers, fonts, tools, and a reader of SVG for tests.
PACKAGES := \
	libegl-dev libgles-dev libgbm-dev libegl1 libgles2 libgl1-mesa-dri \
	libfreetype-dev libharfbuzz-dev libfontconfig-dev libfribidi-dev liblz4-dev libzstd-dev \
	libdeflate-dev libjpeg62-turbo-dev libwebp-dev libpng-dev zlib1g-dev nettle-dev \
	fonts-inter fonts-dejavu-core fonts-noto-cjk fonts-noto-color-emoji \
	pkg-config cmake ninja-build python3-venv binutils \
	librsvg2-bin
# Check the schema of chart descriptions, and the frames of animations; for tests only.
JSONSCHEMA := 4.26.0
PILLOW := 13.0.0
# Other tools' pictures beside ours, to be looked at.
VL_CONVERT := 1.9.0.post1
MATPLOTLIB := 3.11.2
# The reference of the Python package.
PDOC := 16.0.0
PICTURES_ENV := out/pictures
# Formatter of the C files; another version may break lines elsewhere.
CLANG_FORMAT := 23.1.5
FORMAT_ENV := out/format
SWIFT_SOURCES := Sources Tests Examples benchmarks/Sources Package.swift
C_SOURCES := Sources Tests Examples packaging CMakeLists-helpers
# Schemas of Kubernetes, and the versions that packaging/kubernetes.yaml is checked against.
KUBERNETES_VALIDATE := 1.37.0
KUBERNETES := 1.30 1.37
KUBERNETES_ENV := out/kubernetes
VENV_STAMP := .venv/jsonschema-$(JSONSCHEMA)-pillow-$(PILLOW)

# What lies beside the swift command; asked for only where it is used.
TOOLCHAIN = $(dir $(shell readlink -f "$$(command -v $(SWIFT))"))
CLI := .build/release/vitrail
# Programs of Examples/ that render charts through the public interface.
PROGRAMS := CustomSeries QuickStart Guide RangeSelectorExample MovementTracker
CMAKE_TEST := out/cmake-test
CMAKE_PROGRAM := out/cmake-program
# The other renderers of bench-peers, and their data.
PEERS_FOLDER := benchmarks/peers
PACKAGE_PYTHON := python/.venv/bin/python
SERVER_PYTHON := out/server/.venv/bin/python
CLUSTER_PYTHON := out/clusters/.venv/bin/python
PEERS_PYTHON := $(PEERS_FOLDER)/.venv/bin/python
# make bench-peers PEERS="xy matplotlib:decim" WORKLOADS="L1 T1 S1:1e6" ROUNDS=5 PARTS=warm; benchmarks/README.md says what there is.
PEERS ?=
WORKLOADS ?=
ROUNDS ?= 3
PARTS ?= warm throughput cold
# Which cases make conformance runs on each driver: every second one; make conformance FRACTION=1,1 is all.
FRACTION ?= 1,2

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help deps packages clang-format build library programs test test-swift test-c test-schema test-gallery test-cmake test-package test-chartjs test-server test-memory test-python wheel test-wheel test-clusters release-check lint-packages deb container check-packages docs-python cmake demo demo-narrow lint format words conformance gallery contact-sheets side-by-side docs fuzz bench bench-peers bench-python bench-server bench-live bench-curves clean

help: ## Say what there is to make
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

deps: packages $(VENV_STAMP) ## Install what is missing: Debian packages, .venv

packages:
	@if ! command -v dpkg >/dev/null; then \
		echo "deps: no dpkg here; these Debian packages have to be there under whatever name: $(PACKAGES)"; exit 0; \
	fi; \
	missing=; \
	for package in $(PACKAGES); do \
		dpkg -s $$package 2>/dev/null | grep -q '^Status: install ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "deps: installing$$missing"; \
		$(SUDO) apt-get update -qq && \
		$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing; \
	fi

$(VENV_STAMP):
	rm -rf .venv
	python3 -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check jsonschema==$(JSONSCHEMA) pillow==$(PILLOW)
	@touch $@

# The runtime of Swift is linked in: the command, the library and the wheel are made of the same objects, and need no Swift where they run.
RELEASE_BUILD := --traits Server -c release -Xswiftc -static-stdlib
LIBRARY_LINK := -Xlinker --version-script=$(CURDIR)/packaging/libvitrail.map -Xlinker --gc-sections -Xlinker --no-undefined -Xlinker -soname=libvitrail.so.0

build: packages ## Build the command in release: .build/release/vitrail
	$(SWIFT) build $(RELEASE_BUILD) --product vitrail

library: packages ## Build libvitrail.so for C and Python, with header, pkg-config and CMake files: .build/library
	$(SWIFT) build $(RELEASE_BUILD) --product VitrailC $(LIBRARY_LINK)
	packaging/install-library.sh .build/release/libVitrailC.so .build/library

programs: packages
	@set -eu; for program in $(PROGRAMS); do $(SWIFT) build $(RELEASE_BUILD) --product $$program; done

# Optimised, or the references that pictures are held against take ten times as long; with the checks of a debug build, which a release lacks.
TEST_BUILD := --traits Server -c release --scratch-path .build/tests -Xswiftc -enable-testing -Xswiftc -DDEBUG -Xswiftc -assert-config -Xswiftc Debug

test: deps test-swift test-c test-schema test-gallery test-cmake test-chartjs ## Run every test

test-swift:
	$(SWIFT) build --build-tests $(TEST_BUILD)
	$(SWIFT) test --skip-build --disable-xctest $(TEST_BUILD)
	VITRAIL_INTERRUPTION_LATEST=2 $(SWIFT) test --skip-build --disable-xctest $(TEST_BUILD) --filter VitrailTests.InterruptionTests

# The library of the test build: only linking is left to do.
test-c:
	$(SWIFT) build --product VitrailC $(TEST_BUILD) $(LIBRARY_LINK)
	packaging/install-library.sh .build/tests/release/libVitrailC.so out/c/library
	Tests/CInterface/run.sh out/c/library out/c

# make fuzz FUZZ_SECONDS=3600 FUZZ="table stream chart arrow-file"; Tests/Fuzz/README.md
FUZZ_SECONDS ?= 900
FUZZ ?=

fuzz: packages ## Fuzz the C interface and the reader of Arrow files, 15 minutes each: out/fuzz
	SWIFT=$(SWIFT) Tests/Fuzz/run.sh out/fuzz $(FUZZ_SECONDS) $(FUZZ)

test-schema:
	@if [ -f Tests/schema/check_schema.py ]; then \
		echo ".venv/bin/python Tests/schema/check_schema.py"; \
		.venv/bin/python Tests/schema/check_schema.py; \
	else echo "test-schema: no Tests/schema/check_schema.py yet"; fi

# make test-memory MEMORY="pie stack"; some minutes.
MEMORY ?=
MEMORY_PYTHON := out/memory/.venv/bin/python
test-memory: build ## Compare estimates of memory with measured peaks
	[ -x $(MEMORY_PYTHON) ] || python3 -m venv out/memory/.venv
	$(MEMORY_PYTHON) -m pip install --quiet --disable-pip-version-check numpy
	$(MEMORY_PYTHON) Tests/memory/memory.py $(CLI) $(MEMORY)

test-gallery:
	python3 docs/gallery/make_page.py --check
	python3 docs/gallery/make_starting_points.py --check

# Real processes on loopback; nginx, HAProxy and Chromium are used where they are installed. make test-server SERVER_TESTS="-k quickchart"
SERVER_TESTS ?=

test-server: build ## Test `vitrail serve`: routes, clients, limits, faults
	[ -x $(SERVER_PYTHON) ] || python3 -m venv out/server/.venv
	$(SERVER_PYTHON) -m pip install --quiet --disable-pip-version-check -r Tests/Server/requirements.txt
	cd Tests/Server && VITRAIL_COMMAND=$(abspath $(CLI)) $(abspath $(SERVER_PYTHON)) -m pytest $(SERVER_TESTS)

test-cmake:
	cmake -S CMakeLists-helpers/test -B $(CMAKE_TEST) -G Ninja
	cmake --build $(CMAKE_TEST)
	ctest --test-dir $(CMAKE_TEST) --output-on-failure

# Chart.js' own fixtures, where they lie beside the checkout. A Swift test writes their descriptions.
CHARTJS_FIXTURES ?= ../shared/corpora/chartjs
test-chartjs: build ## Compare pictures of Chart.js' fixtures
	@if [ -d $(CHARTJS_FIXTURES) ]; then mkdir -p out && set -ex; \
		VITRAIL_CHARTJS_FIXTURES=$(abspath $(CHARTJS_FIXTURES)) VITRAIL_CHARTJS_JOBS=$(abspath out/chartjs.jsonl) \
			$(SWIFT) test --skip-build --disable-xctest $(TEST_BUILD) --filter VitrailChartJSTests.FixtureTests; \
		.venv/bin/python Tests/VitrailChartJSTests/compare.py out/chartjs.jsonl $(CHARTJS_FIXTURES) --vitrail $(CLI); \
	else echo "test-chartjs: $(CHARTJS_FIXTURES) is not here"; fi

# The package in python/, with its shared library, beside the command.
test-python: build ## Test the Python package
	$(SWIFT) build $(RELEASE_BUILD) --product VitrailC $(LIBRARY_LINK)
	[ -x $(PACKAGE_PYTHON) ] || python3 -m venv python/.venv
	$(PACKAGE_PYTHON) -m pip install --quiet --disable-pip-version-check -e 'python[test]'
	cd python && VITRAIL_LIBRARY=$(abspath .build/release/libVitrailC.so) VITRAIL_COMMAND=$(abspath $(CLI)) .venv/bin/python -m pytest

wheel: packages ## Build the wheel for `pip install`: dist/
	packaging/wheel.sh

# Beside the command, of which the wheel must make the same pictures.
test-wheel: build wheel ## Build the wheel, install it into a fresh environment, and test the Python package there
	packaging/test-wheel.sh

# Real clusters: Dask and Ray, with 10⁸ rows. Takes minutes.
test-clusters: build library ## Test the Python package on local clusters of Dask and Ray
	[ -x $(CLUSTER_PYTHON) ] || python3 -m venv out/clusters/.venv
	$(CLUSTER_PYTHON) -m pip install --quiet --disable-pip-version-check -e 'python[test,dask,ray]'
	cd python && VITRAIL_LIBRARY=$(abspath .build/library/lib/libvitrail.so) VITRAIL_COMMAND=$(abspath $(CLI)) \
		$(abspath $(CLUSTER_PYTHON)) -m pytest tests/test_dask.py tests/test_ray.py tests/test_release_clusters.py -m "release or not release" -rs

# What packaging/ says, without root and without building anything.
lint-packages: build ## Check the scripts and manifests of packaging/, and the manual made from the command's help
	[ -x $(KUBERNETES_ENV)/bin/python ] || python3 -m venv $(KUBERNETES_ENV)
	$(KUBERNETES_ENV)/bin/python -m pip install --quiet --disable-pip-version-check kubernetes-validate==$(KUBERNETES_VALIDATE)
	$(KUBERNETES_ENV)/bin/python packaging/check_kubernetes.py packaging/kubernetes.yaml $(KUBERNETES)
	packaging/lint.sh $(CLI)

# Needs debhelper: apt-get install debhelper
deb: build ## Build the Debian package: dist/vitrail_VERSION_ARCHITECTURE.deb
	packaging/deb.sh $(CLI)

# Needs buildah, and a registry that has the base: apt-get install buildah
container: deb ## Build the container of the server: vitrail:VERSION
	buildah build --format docker --build-arg PACKAGE=$$(basename dist/vitrail_*.deb) --tag vitrail:$$($(CLI) --version) --file packaging/Containerfile dist

# Takes root and the network: apt-get install debhelper debootstrap lintian systemd-container buildah
check-packages: deb ## Install and run the Debian package in bare Debian 12 and 13, and the container
	packaging/check-deb.sh
	packaging/check-container.sh

# Takes root and the network: not a part of `test`.
release-check: build wheel test-clusters check-packages ## Run the checks that take minutes: clusters, the wheel in bare Debian 12 and 13 and Ubuntu 22.04, packages, memory, the server under load and faults
	packaging/check-wheel.sh
	$(MAKE) test-memory
	$(MAKE) test-server SERVER_TESTS='-m "release or not release"'

docs-python: ## Build the reference of the Python package: out/python-reference
	[ -x $(PACKAGE_PYTHON) ] || python3 -m venv python/.venv
	$(PACKAGE_PYTHON) -m pip install --quiet --disable-pip-version-check pdoc==$(PDOC) -e python
	$(PACKAGE_PYTHON) -m pdoc --docformat numpy -o out/python-reference vitrail

# With the compilers of the toolchain that SwiftPM builds with, so that nothing but the build differs.
cmake: build ## Build the libraries with CMake, too: a program's pictures must be those of SwiftPM's build
	cmake -S CMakeLists-helpers/test/program -B $(CMAKE_PROGRAM) -G Ninja \
		-DCMAKE_C_COMPILER=$(TOOLCHAIN)clang -DCMAKE_Swift_COMPILER=$(TOOLCHAIN)swiftc \
		-DSWIFT=$(SWIFT) -DSWIFTPM_BUILD=$(abspath .build/release)
	cmake --build $(CMAKE_PROGRAM)
	ctest --test-dir $(CMAKE_PROGRAM) --output-on-failure

# As a user of the library builds it: a package of its own that depends on this one, without its traits. In debug, because
# it compiles all modules again; with a folder of its own, because two packages cannot build in one.
PACKAGE_TEST := out/package
test-package: packages ## Build and run Examples/UsingThePackage, a package that depends on this one, and check its picture
	rm -rf $(PACKAGE_TEST); mkdir -p $(PACKAGE_TEST)/specs
	$(SWIFT) build --package-path Examples/UsingThePackage --scratch-path .build/package
	@! grep -E 'hummingbird|swift-nio|swift-log|swift-metrics|service-lifecycle' Examples/UsingThePackage/Package.resolved || \
		{ echo "test-package: the library takes packages of the server along" >&2; exit 1; }
	cd $(PACKAGE_TEST) && $(abspath .build/package/debug/Squares)
	echo '{}' > $(PACKAGE_TEST)/specs/squares.json
	python3 .ci/check_pictures.py $(PACKAGE_TEST)/specs $(PACKAGE_TEST)

# Examples whose data are too large to commit bring Examples/make-million.py, which writes what is not there yet.
demo: build programs ## Render every Examples/*.json, and the pictures of the programs there, to out/demo
	@set -eu; \
	set -- Examples/*.json; \
	[ -e "$$1" ] || { echo "make demo: there is no Examples/*.json to render" >&2; exit 1; }; \
	if [ -f Examples/make-million.py ]; then python3 Examples/make-million.py; fi; \
	rm -rf out/demo; mkdir -p out/demo; \
	for spec; do \
		picture=out/demo/$$(basename "$$spec" .json).png; \
		$(CLI) render "$$spec" -o "$$picture" || { echo "make demo: $$spec was not rendered" >&2; exit 1; }; \
		[ -s "$$picture" ] || { echo "make demo: $$spec left no $$picture" >&2; exit 1; }; \
		echo "$$picture"; \
	done; \
	for program in $(PROGRAMS); do .build/release/$$program out/demo; done

# The width that llvmpipe takes on processors without AVX, after its cache was filled with code for this processor's own width.
demo-narrow: build ## Render some examples with vectors of 128 bits: the pixels must be the same
	@set -eu; mkdir -p out/demo-narrow; \
	for name in aapl-candles browser-share flight-speeds seattle-climate; do \
		$(CLI) render Examples/$$name.json --format rgba -o out/demo-narrow/$$name.own; \
		LP_NATIVE_VECTOR_WIDTH=128 $(CLI) render Examples/$$name.json --format rgba -o out/demo-narrow/$$name.128; \
		cmp out/demo-narrow/$$name.own out/demo-narrow/$$name.128; \
		echo "$$name: same pixels"; \
	done; rm -r out/demo-narrow

clang-format:
	@[ -x $(FORMAT_ENV)/bin/python ] || python3 -m venv $(FORMAT_ENV)
	@$(FORMAT_ENV)/bin/python -m pip install --quiet --disable-pip-version-check clang-format==$(CLANG_FORMAT)

lint: clang-format ## Check the format of Swift and C files
	find $(C_SOURCES) -name '*.[ch]' -exec $(FORMAT_ENV)/bin/clang-format --dry-run --Werror {} +
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)

format: clang-format ## Format Swift and C files
	find $(C_SOURCES) -name '*.[ch]' -exec $(FORMAT_ENV)/bin/clang-format -i {} +
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

# Skipped where ../shared/guide/dialect.sh is missing.
words: ## Count the sentences in dialect in comments and documents: at most 3 %
	.ci/words

# SwiftShader is fetched into .build/swiftshader; VITRAIL_CONFORMANCE_OFFLINE=1 does without it.
conformance: build $(VENV_STAMP) ## Test three software drivers; results in out/conformance
	.ci/conformance $(FRACTION)

# One after the other, in the page's order: a picture may be part of a later one. The pictures name the device that drew them.
gallery: build programs ## Render docs/gallery anew: every kind, style and axis, animations, and the page
	@set -eu; \
	for name in $$(python3 docs/gallery/make_page.py --names); do \
		$(CLI) render "Examples/gallery/$$name.json" --scale 1 -o "docs/gallery/$$name.png"; \
	done; \
	.build/release/CustomSeries docs/gallery 1 >/dev/null; \
	rm -rf out/animations; mkdir -p out/animations; \
	.build/release/QuickStart out/animations 1 >/dev/null; \
	for program in Guide RangeSelectorExample MovementTracker; do .build/release/$$program out/animations >/dev/null; done; \
	for file in docs/gallery/*.apng; do cp out/animations/$$(basename $$file) $$file; done; \
	python3 docs/gallery/make_page.py

contact-sheets: build $(VENV_STAMP) ## Draw the gallery in three sizes and two themes: out/contact
	.venv/bin/python docs/gallery/contact_sheets.py --cli $(CLI) --out out/contact

# Both with their own defaults, so that it is seen where theirs are better.
side-by-side: build ## Draw the gallery's data with Vega-Lite and matplotlib, too: out/side-by-side.html
	@[ -x $(PICTURES_ENV)/bin/python ] || python3 -m venv $(PICTURES_ENV)
	$(PICTURES_ENV)/bin/python -m pip install --quiet --disable-pip-version-check vl-convert-python==$(VL_CONVERT) matplotlib==$(MATPLOTLIB)
	$(PICTURES_ENV)/bin/python docs/gallery/side_by_side.py --cli $(CLI)

# Public symbols as a host sees them, with those of the modules that Vitrail exports; all but VitrailGL's, over which the extractor stumbles.
docs: build ## Build the documentation: out/Vitrail.doccarchive
	@set -eu; \
	rm -rf out/symbols out/Vitrail.doccarchive; mkdir -p out/symbols; \
	maps=$$(find .build/release/C*.build Sources/C* -name module.modulemap); \
	$(TOOLCHAIN)swift-symbolgraph-extract -module-name Vitrail -target $$(uname -m)-unknown-linux-gnu -minimum-access-level public \
		-experimental-allowed-reexported-modules=VitrailSystem,VitrailScene,VitrailText,VitrailColumns,VitrailScales,VitrailRaster,VitrailDrawList,VitrailTessellation,VitrailChart,VitrailDescription,VitrailImage,VitrailVector \
		-I .build/release/Modules $$(printf -- '-Xcc -fmodule-map-file=%s ' $$maps) \
		$$(for flag in $$(pkg-config --cflags-only-I freetype2 harfbuzz fontconfig); do printf -- '-Xcc %s ' "$$flag"; done) \
		-output-dir out/symbols; \
	$(TOOLCHAIN)docc convert Sources/Vitrail/Vitrail.docc --warnings-as-errors \
		--fallback-display-name Vitrail --fallback-bundle-identifier Vitrail \
		--additional-symbol-graph-dir out/symbols --output-path out/Vitrail.doccarchive; \
	rm -rf out/symbols; echo out/Vitrail.doccarchive

bench: build ## Run the benchmarks of the nested package
	$(SWIFT) build --package-path benchmarks -c release
	benchmarks/.build/release/VitrailBench --cli $(abspath $(CLI))

# A peer that does not install is told and left out.
bench-peers: packages ## Time other renderers beside Vitrail, in turns
	$(SWIFT) build --package-path benchmarks -c release --product vitrail-peer
	[ -x $(PEERS_PYTHON) ] || python3 -m venv $(PEERS_FOLDER)/.venv
	$(PEERS_PYTHON) $(PEERS_FOLDER)/install.py $(PEERS)
	$(PEERS_PYTHON) $(PEERS_FOLDER)/gendata.py
	$(PEERS_PYTHON) $(PEERS_FOLDER)/run.py --ours $(abspath benchmarks/.build/release/vitrail-peer) --out out/peers \
		--peers "$(PEERS)" --workloads "$(WORKLOADS)" --rounds $(ROUNDS) --parts "$(PARTS)"

# The package beside Swift and beside the peers that draw a line of 10⁷ points.
bench-python: build library ## Time the Python package: the tables of benchmarks/python
	$(SWIFT) build --package-path benchmarks -c release --product vitrail-peer
	[ -x $(PEERS_PYTHON) ] || python3 -m venv $(PEERS_FOLDER)/.venv
	$(PEERS_PYTHON) $(PEERS_FOLDER)/install.py xy matplotlib datashader
	$(PEERS_PYTHON) -m pip install --quiet --disable-pip-version-check pyarrow
	$(PEERS_PYTHON) $(PEERS_FOLDER)/gendata.py
	VITRAIL_LIBRARY=$(abspath .build/library/lib/libvitrail.so) PYTHONPATH=python/src $(PEERS_PYTHON) benchmarks/python/bench.py \
		--peers --swift benchmarks/.build/release/vitrail-peer --command $(abspath $(CLI))

# make bench-server SERVER="--parts throughput half --seconds 20"; benchmarks/server/README.md. Needs wrk and nghttp2-client.
SERVER ?=
bench-server: build ## Time the server under load: the table of benchmarks/server
	[ -x out/server-bench/.venv/bin/python ] || python3 -m venv out/server-bench/.venv
	out/server-bench/.venv/bin/python -m pip install --quiet --disable-pip-version-check vl-convert-python==$(VL_CONVERT)
	python3 benchmarks/server/bench.py --vitrail $(CLI) --peers-python out/server-bench/.venv/bin/python $(SERVER)

# make bench-live LIVE="--samples 1e6 1e8 --rounds 2 --peers vitrail rasterize"; benchmarks/README.md. Needs Debian's chromium.
LIVE ?=
bench-live: build ## Time `vitrail live` beside HoloViews and plotly-resampler in a browser
	[ -x out/live-bench/.venv/bin/python ] || python3 -m venv out/live-bench/.venv
	out/live-bench/.venv/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/live/requirements.txt
	out/live-bench/.venv/bin/python benchmarks/live/peers.py --vitrail $(CLI) $(LIVE)

# Beside what bench-peers has installed.
bench-curves: build ## Time ever more points, and draw benchmarks/curves.png
	$(SWIFT) build --package-path benchmarks -c release --product vitrail-peer
	$(PEERS_PYTHON) benchmarks/curves.py --ours $(abspath benchmarks/.build/release/vitrail-peer) --cli $(abspath $(CLI))

clean: ## Remove everything built
	rm -rf .build benchmarks/.build out dist .venv $(PEERS_FOLDER)/.venv $(PEERS_FOLDER)/data
