#!/bin/sh
# Compiles programs in C against an installed libvitrail and runs them: run.sh PREFIX OUT
set -eu
prefix=$(realpath "$1") out=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
CC=${CC:-cc}
mkdir -p "$out"
fail() { echo "test-c: $*" >&2; exit 1; }

# What the header declares, the map exports, and nothing else.
declared=$(sed 's|//.*||' "$prefix/include/vitrail.h" | tr '\n' ' ' | grep -o '[ *]vitrail_[a-z_]*(' | tr -d ' *(' | sort -u)
# Local ones, in lower case, are for relocations.
exported=$(nm -D --defined-only "$prefix/lib/libvitrail.so" | awk '$2 ~ /[A-Z]/ { sub(/@.*/, "", $3); print $3 }' | sort -u)
[ "$declared" = "$exported" ] || fail "vitrail.h declares
$declared
but libvitrail.so exports
$exported"

# pkg-config
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
flags=$(pkg-config --cflags --libs vitrail)
for source in "$root/Examples/c/line.c" "$here/check.c"; do
    # shellcheck disable=SC2086 # several flags
    $CC -std=c11 -O1 -g -Wall -Wextra -Werror "$source" -o "$out/$(basename "$source" .c)" $flags -Wl,-rpath,"$prefix/lib" -lm
done
# The header is one of C++, too.
echo '#include <vitrail.h>
int main() { return vitrail_abi() - VITRAIL_ABI; }' > "$out/header.cpp"
# shellcheck disable=SC2086
c++ -Wall -Wextra -Werror "$out/header.cpp" -o "$out/header" $flags -Wl,-rpath,"$prefix/lib"
"$out/header"

# CMake
cmake -S "$here/cmake" -B "$out/cmake" -DCMAKE_PREFIX_PATH="$prefix" > "$out/cmake.log" || { cat "$out/cmake.log"; fail "cmake"; }
cmake --build "$out/cmake" >> "$out/cmake.log" || { cat "$out/cmake.log"; fail "cmake --build"; }

"$out/line" "$out/line.png"
"$out/cmake/line" "$out/line-cmake.png" > /dev/null
cmp "$out/line.png" "$out/line-cmake.png"
for part in fork memory command layouts release zeros host; do
    echo "check $part"
    "$out/check" $part > "$out/$part.log" 2>&1 || { cat "$out/$part.log"; fail "check $part"; }
done

# The harnesses of Tests/Fuzz, on inputs that are the same each time.
for harness in table stream chart; do
    # shellcheck disable=SC2086
    $CC -std=c11 -O1 -g -Wall -Wextra -Werror "$root/Tests/Fuzz/standalone.c" "$root/Tests/Fuzz/$harness.c" -o "$out/fuzz-$harness" $flags \
        -Wl,-rpath,"$prefix/lib" -lm
done
seeds="$out/seeds"
rm -rf "$seeds"
python3 "$root/Tests/Fuzz/seeds.py" "$seeds" > "$out/seeds.log" || { cat "$out/seeds.log"; fail "seeds"; }
fuzz() {
    harness=$1
    shift
    echo "fuzz $harness, $1 inputs"
    "$out/fuzz-$harness" "$@" > "$out/fuzz.log" 2>&1 || { head -40 "$out/fuzz.log"; fail "fuzz $harness"; }
}
export VITRAIL_FUZZ_DIRECTORY="$root/Examples/gallery"
fuzz table 5000 1
fuzz stream 5000 1
fuzz chart 500 1 "$seeds"/chart/*

if command -v valgrind > /dev/null; then
    echo "valgrind line"
    valgrind --quiet --keep-debuginfo=yes --suppressions="$here/valgrind.supp" --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=definite --error-exitcode=9 --log-file="$out/valgrind.log" "$out/line" "$out/line-valgrind.png" > /dev/null ||
        { cat "$out/valgrind.log"; fail "valgrind"; }
    cmp "$out/line.png" "$out/line-valgrind.png"
else
    echo "valgrind is not installed: leaks are not looked for"
fi
