#!/bin/bash
# Tries the wheel of dist/ in bare systems, as root: check-wheel.sh [RELEASE…], by default bookworm and trixie (Debian 12 and 13), and jammy
# (Ubuntu 22.04) where there are its keys (apt-get install ubuntu-keyring).
#
# In each: pip install without network, pictures from memory and by the command, first with the rasteriser of the wheel, then with Mesa. The pictures
# must be those of the repository's command with the same driver.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
cli=${CLI:-.build/release/vitrail}
out=${ROOTS:-$root/out/roots}
swiftshader=$(.ci/swiftshader)
say() { printf 'check-wheel: %s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "debootstrap and chroot need root"
command -v debootstrap >/dev/null || fail "there is no debootstrap: apt-get install debootstrap"
[ -x "$cli" ] || fail "there is no $cli: make build"
wheel=$(echo dist/vitrail-*.whl)
[ -e "$wheel" ] || fail "there is no wheel in dist/: make wheel"

mounted=
unmount() { for folder in $mounted; do umount "$folder" || true; done; mounted=; }
trap unmount EXIT

mkdir -p "$out/input"
cp packaging/wheel/text.json packaging/wheel/try.py "$out/input/"
python3 -c '
import math
print("t,v")
for k in range(3000): print(f"{k / 10},{math.sin(k / 200) * 40 + math.sin(k * k / 300) * 7}")' > "$out/input/walk.csv"

# The repository's pictures, by the driver that further options choose.
expect() {
    folder=$1; shift
    mkdir -p "$folder"
    "$cli" plot "$out/input/walk.csv" --x t --y v --title "A walk" -o "$folder/walk.png" "$@"
    "$cli" render "$out/input/text.json" -o "$folder/text.png" "$@"
}
expect "$out/swiftshader" --egl-library "$swiftshader"
expect "$out/system"

compare() {
    for picture in walk text; do
        cmp "$1/$picture.png" "$2/$picture.png" || fail "$picture.png of $1 is another picture than that of $2"
    done
}

# Runs a command in the system, without this one's variables.
inside() { chroot "$system" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

draw() {
    rm -rf "$system/output"
    mkdir "$system/output"
    inside /venv/bin/python /input/try.py /input /output > "$system/stdout" 2> "$system/stderr" ||
        { cat "$system/stderr" >&2; fail "$release: try.py failed"; }
    [ ! -s "$system/stderr" ] || { cat "$system/stderr" >&2; fail "$release: something was written to standard error"; }
}
fact() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$system/output/device.json" "$1"; }

for release in ${*:-bookworm trixie jammy}; do
    bare=$out/bare-$release system=$out/$release
    if [ ! -e "$bare.done" ]; then
        mirror=http://deb.debian.org/debian components=main
        if [ "$release" = jammy ]; then
            [ -e /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || { say "jammy: left out, there are no keys of Ubuntu here"; continue; }
            # python3-venv lies in universe.
            mirror=http://archive.ubuntu.com/ubuntu components=main,universe
        fi
        rm -rf "$bare"
        say "$release: debootstrap"
        debootstrap --variant=minbase --components=$components --include=python3,python3-venv "$release" "$bare" "$mirror" > "$bare.log" || { tail "$bare.log" >&2; fail "$release: debootstrap failed"; }
        touch "$bare.done"
    fi
    ! mountpoint -q "$system/proc" || umount "$system/proc"
    rm -rf "$system"
    cp -a "$bare" "$system"
    mount -t proc proc "$system/proc"
    mounted="$system/proc $mounted"
    cp -r "$out/input" "$system/input"
    mkdir "$system/wheels"
    cp "$wheel" "$system/wheels/"
    version=$(inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    .build/wheel/tools-*/bin/python -m pip download --quiet --disable-pip-version-check --only-binary :all: --no-deps --python-version "$version" --dest "$system/wheels" numpy
    inside python3 -m venv /venv
    inside /venv/bin/pip install --quiet --disable-pip-version-check --no-index --find-links /wheels vitrail

    draw
    [ "$(fact isDelivered)" = True ] || fail "$release: $(fact renderer) draws, not the rasteriser of the wheel"
    compare "$system/output" "$out/swiftshader"
    say "$release: Python $version, $(fact renderer): the pictures of $cli"

    cp /etc/resolv.conf "$system/etc/resolv.conf"
    inside sh -c 'apt-get update -qq && apt-get install -qq -y --no-install-recommends libegl1 libgles2 libgl1-mesa-dri' \
        > "$system/apt.log" 2>&1 || { tail "$system/apt.log" >&2; fail "$release: apt-get failed"; }
    draw
    [ "$(fact isDelivered)" = False ] || fail "$release: the rasteriser of the wheel draws, though Mesa is installed"
    driver="$(fact renderer), $(fact version)"
    if "$cli" devices | grep -qF "$(fact renderer)" && "$cli" devices | grep -qF "$(fact version)"; then
        compare "$system/output" "$out/system"
        say "$release: $driver: the pictures of $cli"
    else
        say "$release: $driver: another driver than here, pictures not compared"
    fi
    unmount
    rm -rf "$system"
done
