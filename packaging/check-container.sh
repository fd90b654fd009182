#!/bin/bash
# Builds the container of packaging/Containerfile from the package of dist/ and tries it, as root, without a registry of images: the base is a bare
# Debian 12 of debootstrap. Its size, who runs in it, what it draws, the health check, the server's answers, and where it writes files.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
cli=${CLI:-.build/release/vitrail}
out=${ROOTS:-$root/out/roots}
base=docker.io/library/debian:12-slim
most_bytes=700000000
port=8472
say() { printf 'check-container: %s\n' "$*"; }
fail() { say "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "debootstrap and buildah need root"
for tool in debootstrap buildah curl; do
    command -v $tool >/dev/null || fail "there is no $tool: apt-get install debootstrap buildah curl"
done
package=$(echo dist/vitrail_*.deb)
[ -e "$package" ] || fail "there is no package in dist/: make deb"
[ -x "$cli" ] || fail "there is no $cli: make build"

# The images lie in the repository's out/, not among those of the machine.
image() { buildah --storage-driver vfs --root "$out/images" --runroot "$out/images-run" "$@"; }
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    image umount --all > /dev/null 2>&1 || true
    image rm --all > /dev/null 2>&1 || true
}
trap finish EXIT
finish

bare=$out/deb-bare-bookworm
if [ ! -e "$bare.done" ]; then
    rm -rf "$bare"
    say "debootstrap"
    debootstrap --variant=minbase bookworm "$bare" http://deb.debian.org/debian > "$bare.log" || { tail "$bare.log" >&2; fail "debootstrap failed"; }
    touch "$bare.done"
fi
if ! image inspect --type image $base > /dev/null 2>&1; then
    container=$(image from scratch)
    # As the slim image: without documents, translations and what apt has fetched.
    tar -C "$bare" --exclude=./var/cache/apt/archives/*.deb --exclude=./var/lib/apt/lists/* --exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' \
        --exclude='./usr/share/locale/*' -cf "$out/base.tar" .
    image add --quiet "$container" "$out/base.tar" / > /dev/null
    image commit --quiet --rm "$container" $base > /dev/null
    rm "$out/base.tar"
fi

# Format docker: images of the Open Container Initiative have no health check.
image build --quiet --pull-never --isolation chroot --format docker --build-arg "PACKAGE=$(basename "$package")" --tag vitrail:check \
    --file packaging/Containerfile dist > "$out/build.log" 2>&1 || { tail "$out/build.log" >&2; fail "the container does not build"; }
container=$(image from --pull-never vitrail:check)
folder=$(image mount "$container")

bytes=$(du --summarize --one-file-system --block-size=1 "$folder" | cut -f 1)
[ "$bytes" -le $most_bytes ] || fail "the image has $bytes bytes, more than $most_bytes"
say "$((bytes / 1000000)) MB"

run() { image run --isolation chroot "$container" -- "$@"; }
[ "$(run id -u)" = 65532 ] || fail "root runs in the container"
for language in zh ja ko und-zsye; do
    [ -n "$(run fc-list ":lang=$language" file)" ] || fail "there is no font for $language"
done
mkdir -p "$folder/input"
cp packaging/languages.json "$folder/input/"
run vitrail render /input/languages.json -o /tmp/text.png
if [ "$(run vitrail devices | sed -n 2p)" = "$("$cli" devices | sed -n 2p)" ]; then
    "$cli" render packaging/languages.json -o "$out/text.png"
    cmp "$folder/tmp/text.png" "$out/text.png" || fail "another picture than that of $cli"
    say "the picture of $cli"
else
    say "$(run vitrail devices | sed -n 2p): another driver than here, picture not compared"
fi

# All of it is read: buildah waits for a reader that went away.
help=$(run vitrail --help)
if ! grep -q '^  serve ' <<< "$help"; then
    say "the command has no server"
    exit
fi
# The container's command and health check, as they stand in the image.
field() {
    image inspect --type image vitrail:check | python3 -c '
import json, sys
value = json.load(sys.stdin)["Docker"]["config"]
for name in sys.argv[1].split("."):
    value = value[name]
print("\0".join(value), end="\0")' "$1"
}
mapfile -d '' -t command < <(field Cmd)
mapfile -d '' -t health < <(field Healthcheck.Test)
[ "${health[0]:-}" = CMD ] || fail "the image has no health check"
healthy() { run env "VITRAIL_PORT=$port" "${health[@]:1}" 2>/dev/null; }

! healthy || fail "the health check succeeds without a server"
image run --isolation chroot --env "VITRAIL_PORT=$port" "$container" -- "${command[@]}" > "$out/server.log" 2>&1 &
server=$!
for _ in $(seq 100); do
    ! healthy || break
    kill -0 $server 2>/dev/null || { cat "$out/server.log" >&2; fail "the server ended"; }
    sleep 0.2
done
healthy || fail "the health check fails"
curl -fsS "http://127.0.0.1:$port/readyz" > /dev/null
curl -fsS --data-binary @packaging/languages.json -H 'Content-Type: application/json' -o "$out/served.png" "http://127.0.0.1:$port/render?format=png"
cmp "$out/served.png" "$folder/tmp/text.png" || fail "the server draws another picture than the command"
say "the server draws the command's picture"
# The file system may be read-only but for these folders.
written=$(find "$folder" -xdev -user 65532 -not -path "$folder/tmp/*" -not -path "$folder/var/cache/vitrail*" -not -path "$folder/var/lib/vitrail*")
[ -z "$written" ] || fail "the server writes: $written"
