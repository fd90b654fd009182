#!/bin/bash
# Links libvitrail.so for the wheel, of the objects of a release build: link.sh OBJECTS FOLDER
#
# OBJECTS: SwiftPM's list of the objects of the product VitrailC. FOLDER: gets libvitrail.so, and what it is made of.
#
# The C libraries are linked in, so that they clash with no others in the process. Two come along as files of their own: FriBidi
# and Nettle, which their licence (LGPL) lets users replace. The parts of the newest glibc that the libraries need are in portable.c.
set -euo pipefail
objects=$1 folder=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
toolchain=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")
harfbuzz=$(CXX="$toolchain/clang++" "$root/packaging/wheel/harfbuzz.sh" "$folder/harfbuzz")

# The linker takes a shared library where it sees both: it sees only these.
rm -rf "$folder/static"
mkdir -p "$folder/static"
libraries=()
add() {
    file=$("$toolchain/clang" -print-file-name="lib$1.a")
    [ -e "$file" ] || { [ -n "${2:-}" ] && return; echo "link.sh: there is no lib$1.a" >&2; exit 1; }
    ln -s "$file" "$folder/static/"
    libraries+=("-l$1")
}
for name in png16 webp jpeg fontconfig freetype zstd lz4 expat brotlidec brotlicommon deflate z; do add $name; done
# Newer versions of WebP and FreeType need them.
for name in sharpyuv bz2; do add $name optional; done
add stdc++

"$toolchain/clang" -c -O2 -fPIC -fno-builtin -fvisibility=hidden -Wall -Wextra "$root/packaging/wheel/portable.c" -o "$folder/portable.o"
"$toolchain/swiftc" -emit-library -static-stdlib -module-name VitrailC -o "$folder/libvitrail.so" "@$objects" "$folder/portable.o" "$harfbuzz" \
    -L "$folder/static" "${libraries[@]}" -lfribidi -lnettle -Xlinker --gc-sections -Xlinker --no-undefined -Xlinker -soname=libvitrail.so.0 \
    -Xlinker --version-script="$root/packaging/libvitrail.map" 2>&1 | { grep -v 'mktemp' || true; } >&2
strip --strip-unneeded "$folder/libvitrail.so"
