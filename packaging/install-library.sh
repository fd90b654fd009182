#!/bin/sh
# Lays out libvitrail, its header and what pkg-config and CMake read: install-library.sh LIBRARY PREFIX
set -eu
library=$1 prefix=$2
root=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' "$root/Sources/VitrailCLI/VitrailCommand.swift")
[ -n "$version" ] || { echo "install-library.sh: no version in VitrailCommand.swift" >&2; exit 1; }
mkdir -p "$prefix/lib/pkgconfig" "$prefix/lib/cmake/vitrail" "$prefix/include"
cp "$library" "$prefix/lib/libvitrail.so.$version"
strip --strip-unneeded "$prefix/lib/libvitrail.so.$version"
ln -sf "libvitrail.so.$version" "$prefix/lib/libvitrail.so.0"
ln -sf libvitrail.so.0 "$prefix/lib/libvitrail.so"
cp "$root/Sources/CVitrail/include/vitrail.h" "$prefix/include/"
sed "s/@VERSION@/$version/" "$root/packaging/vitrail.pc.in" > "$prefix/lib/pkgconfig/vitrail.pc"
cp "$root/packaging/vitrail-config.cmake" "$prefix/lib/cmake/vitrail/"
sed "s/@VERSION@/$version/" "$root/packaging/vitrail-config-version.cmake.in" > "$prefix/lib/cmake/vitrail/vitrail-config-version.cmake"
