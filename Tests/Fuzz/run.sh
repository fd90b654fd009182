#!/bin/sh
# Fuzzes the C interface and the reader of Arrow files with libFuzzer: run.sh OUT SECONDS [HARNESS ...]
#
# OUT/HARNESS/corpus grows from run to run, OUT/HARNESS/findings has the inputs that end a harness: OUT/HARNESS/fuzz FILE runs one again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$1 seconds=$2
shift 2
[ $# -gt 0 ] || set -- table stream arrow-file chart
SWIFT=${SWIFT:-swift}
tools=$(dirname "$(readlink -f "$(command -v "$SWIFT")")")
scratch="$root/.build/fuzz"

cd "$root"
# A debug build: overflows and preconditions end it, and so does any read outside of memory.
"$SWIFT" build --product VitrailC --scratch-path "$scratch" --sanitize address \
    -Xswiftc -sanitize-coverage=edge,trace-cmp,inline-8bit-counters,pc-table
library="$scratch/debug"
mkdir -p "$out"
out=$(realpath "$out")
python3 "$here/seeds.py" "$out/seeds"

build() {
    mkdir -p "$out/$1/corpus" "$out/$1/findings"
    if [ "$1" = arrow-file ]; then
        # The modules of C that those of Swift import.
        maps=$(find "$library"/C*.build Sources/C* -name module.modulemap -exec printf -- '-Xcc -fmodule-map-file=%s ' {} +)
        # shellcheck disable=SC2046,SC2086 # several flags
        "$tools/swiftc" -g -parse-as-library -swift-version 6 -sanitize=fuzzer,address "$here/ArrowFile.swift" -o "$out/$1/fuzz" \
            -I "$library/Modules" $maps $(pkg-config --cflags-only-I freetype2 harfbuzz fontconfig | sed 's/-I/-Xcc -I/g') \
            -L "$library" -lVitrailC -Xlinker -rpath="$library"
    else
        # ld.gold names each function of the sanitizer that it does not export.
        "$tools/clang" -std=c11 -g -O1 -fsanitize=fuzzer,address "$here/$1.c" -o "$out/$1/fuzz" -I Sources/CVitrail/include \
            -L "$library" -lVitrailC -lm -Wl,-rpath,"$library" 2> "$out/$1/link.log" || { cat "$out/$1/link.log"; exit 1; }
    fi
}

# Leaks are valgrind's to find: drivers and the runtime of Swift keep memory until the process ends.
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=0:detect_odr_violation=0}" VITRAIL_FUZZ_DIRECTORY="$root/Examples/gallery"
for harness; do
    build "$harness"
    set -- "$out/$harness/corpus"
    if [ -d "$out/seeds/$harness" ]; then set -- "$@" "$out/seeds/$harness"; fi
    case $harness in
        chart) set -- "$@" -dict="$out/seeds/chart.dict" -max_len=8192 ;;
        arrow-file) set -- "$@" -max_len=32768 ;;
        *) set -- "$@" -max_len=2048 ;;
    esac
    echo "fuzz $harness, $seconds s"
    "$out/$harness/fuzz" "$@" -artifact_prefix="$out/$harness/findings/" -max_total_time="$seconds" -len_control=0 -timeout=60 -rss_limit_mb=4096 \
        -print_final_stats=1 > "$out/$harness/log" 2>&1 || { tail -60 "$out/$harness/log"; exit 1; }
    grep -E "DONE|stat::number_of_executed_units" "$out/$harness/log"
done
