#!/bin/bash
# Runs the figures that a graphics card is for on a machine without a Swift toolchain.
#
#   gpu.sh pack FILE.tar.xz   where Swift is: builds, and packs program, libraries and a font
#   gpu.sh run FILE.tar.xz    where the card is: unpacks, and prints one table
#
# The machine brings its own EGL (libEGL.so.1) and C library, as new as the one of the machine that packed, and tar with xz.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ $# -eq 2 ] || usage

pack() {
    local built=$here/.build/static
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    swift build --package-path "$here" --scratch-path "$built" -c release --static-swift-stdlib --product VitrailBench
    mkdir -p "$folder/vitrail/lib" "$folder/vitrail/fonts"
    cp "$built/release/VitrailBench" "$folder/vitrail/"
    strip "$folder/vitrail/VitrailBench"
    # The C library and what it brings stay with the machine.
    ldd "$folder/vitrail/VitrailBench" | awk '$3 ~ /^\// { print $3 }' |
        grep -v -E '/(libc|libm|libdl|libpthread|librt|libresolv)\.so' | xargs -I{} cp -L {} "$folder/vitrail/lib/"
    cp "$(fc-match -f '%{file}' 'DejaVu Sans')" "$folder/vitrail/fonts/"
    cp "$0" "$folder/vitrail/"
    tar -C "$folder" -cf - vitrail | xz -T0 -9 >"$1"
    ls -l "$1" | awk '{ printf "%s: %.1f MB\n", $9, $5 / 1e6 }'
}

run() {
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    tar -C "$folder" -xJf "$1"
    cd "$folder/vitrail"
    cat >fonts.conf <<EOF
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>$PWD/fonts</dir><cachedir>$PWD/cache</cachedir></fontconfig>
EOF
    command -v nvidia-smi >/dev/null && nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | sed 's/^/- card: /'
    LD_LIBRARY_PATH=$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} FONTCONFIG_FILE=$PWD/fonts.conf ./VitrailBench draw charts raw resident
}

case $1 in
pack) pack "$(realpath "$2")" ;;
run) run "$(realpath "$2")" ;;
*) usage ;;
esac
