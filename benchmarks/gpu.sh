#!/bin/bash
# Runs the figures that a graphics card is for on a machine without a Swift toolchain.
#
#   gpu.sh pack FILE.tar.xz   where Swift is: builds, and packs programs, libraries and a font: at most 64 MiB
#   gpu.sh run FILE.tar.xz    where the card is: unpacks, tests the driver, and prints one table: at most ten minutes
#
# GPU_STAGES="draw raw resident" selects stages, GPU_CASES="shape.*" cases of the driver test; GPU_CASES="" omits it.
# The machine brings its own EGL (libEGL.so.1) and C library, as new as the one of the machine that packed, and tar with xz.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

usage() { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ $# -eq 2 ] || usage

pack() {
    local built=$here/.build/static
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    swift build --package-path "$here" --scratch-path "$built" -c release --static-swift-stdlib --product VitrailBench
    mkdir -p "$folder/vitrail/lib" "$folder/vitrail/fonts"
    # The command has the driver test.
    swift build --package-path "$here/.." --scratch-path "$built/command" -c release --static-swift-stdlib \
        --product vitrail
    cp "$built/release/VitrailBench" "$built/command/release/vitrail" "$folder/vitrail/"
    strip "$folder/vitrail/VitrailBench" "$folder/vitrail/vitrail"
    # The C library and what it brings stay with the machine.
    ldd "$folder/vitrail/VitrailBench" "$folder/vitrail/vitrail" | awk '$3 ~ /^\// { print $3 }' |
        grep -v -E '/(libc|libm|libdl|libpthread|librt|libresolv)\.so' | sort -u | xargs -I{} cp -L {} "$folder/vitrail/lib/"
    cp "$(fc-match -f '%{file}' 'DejaVu Sans')" "$folder/vitrail/fonts/"
    cp "$0" "$folder/vitrail/"
    tar -C "$folder" -cf - vitrail | xz -T0 -9 >"$1"
    ls -l "$1" | awk '{ printf "%s: %.1f MB\n", $9, $5 / 1e6 }'
    [ "$(stat -c %s "$1")" -le $((64 << 20)) ] || { echo "$1 is larger than 64 MiB" >&2; exit 1; }
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
    export LD_LIBRARY_PATH=$PWD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} FONTCONFIG_FILE=$PWD/fonts.conf
    # Figures first: they are what the time is for. Each step has its share of ten minutes.
    timeout 360 ./VitrailBench ${GPU_STAGES-draw charts raw resident} || echo "VitrailBench ended with $?"
    local cases=${GPU_CASES-*}
    [ -z "$cases" ] ||
        timeout -s INT 200 ./vitrail conformance "$cases" --jobs 4 --out conformance || echo "conformance ended with $?"
}

case $1 in
pack) pack "$(realpath "$2")" ;;
run) run "$(realpath "$2")" ;;
*) usage ;;
esac
