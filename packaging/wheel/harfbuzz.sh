#!/bin/bash
# Compiles the core of HarfBuzz, of the version that is installed, and prints the path of the object file: harfbuzz.sh FOLDER
#
# Debian has it as a shared library only, which needs GLib, PCRE2 and Graphite. Vitrail needs none of them.
set -euo pipefail
folder=$1
say() { echo "harfbuzz: $*" >&2; }

version=$(dpkg-query -W -f '${source:Version}' libharfbuzz-dev)
object=$folder/harfbuzz-$version.o
if [ ! -e "$object" ]; then
    rm -rf "$folder"
    mkdir -p "$folder/lists/partial" "$folder/cache" "$folder/source"
    cd "$folder"
    # The archive that the headers came from, with its sources; lists of its own, so that the system's configuration stays.
    read -r uri suite < <(apt-cache policy libharfbuzz-dev | awk '/\*\*\*/ {found = 1} found && $2 ~ /^http/ {print $2, $3; exit}') || true
    . /etc/os-release
    [ -n "${suite:-}" ] || { uri=http://deb.debian.org/debian; suite=$VERSION_CODENAME/main; }
    echo "deb-src $uri ${suite%/*} ${suite##*/}" > sources.list
    options=(-qq -o Dir::Etc::SourceList="$PWD/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$PWD/lists" -o Dir::Cache="$PWD/cache"
        -o APT::Sandbox::User=root)
    say "fetching the source of $version from $uri"
    apt-get "${options[@]}" update >&2
    apt-get "${options[@]}" source --download-only "harfbuzz=$version" >&2
    tar -xf harfbuzz_*.orig.tar.* -C source --strip-components=1
    say "compiling $version"
    "${CXX:-clang++}" -c -O2 -fPIC -fvisibility=hidden -fno-exceptions -fno-rtti -fno-threadsafe-statics -ffunction-sections -fdata-sections -w \
        -DHAVE_PTHREAD -DHAVE_UNISTD_H -DHAVE_SYS_MMAN_H -DHAVE_SYS_STAT_H -DHAVE_FCNTL_H -DHAVE_MMAP -DHAVE_MPROTECT -DHAVE_SYSCONF \
        -DHAVE_GETPAGESIZE source/src/harfbuzz.cc -o harfbuzz.o
    rm -rf source lists cache
    mv harfbuzz.o "$object"
fi
echo "$object"
