#!/bin/bash
# Builds the Debian package, and leaves it in dist/: deb.sh [COMMAND], by default what `make build` leaves. CHECKOUTS names the folder of the
# dependencies' sources, for their licences.
#
# The command carries the runtime of Swift and its default typeface. The package holds its manual, completions for three shells, and the service.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
command=$(readlink -f "${1:-.build/release/vitrail}")
checkouts=${CHECKOUTS:-$root/.build/checkouts}
say() { echo "deb.sh: $*" >&2; }
fail() { say "$*"; exit 1; }

[ -x "$command" ] || fail "there is no $command: make build"
[ -d "$checkouts" ] || fail "there is no $checkouts: make build"
command -v dh >/dev/null || fail "there is no debhelper: apt-get install debhelper"
if ldd "$command" | grep -q libswift; then fail "$command needs Swift where it runs: make build"; fi

version=$("$command" --version)
architecture=$(dpkg --print-architecture)
# The same sources make the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
source=$stage/vitrail
mkdir "$source"
cp -r packaging/debian "$source/debian"
cd "$source"

cat > debian/changelog <<END
vitrail ($version) unstable; urgency=medium

  * Release $version; the repository's history says what is new.

 -- Vitrail maintainers <maintainers@vitrail.invalid>  $(date -uR -d "@$SOURCE_DATE_EPOCH")
END

# What dh_install takes.
package=tree
echo "tree/usr /" > debian/vitrail.install
install -D "$command" "$package/usr/lib/vitrail/vitrail"
for face in Regular Bold; do
    install -D -m 644 "/usr/share/fonts/opentype/inter/Inter-$face.otf" "$package/usr/lib/vitrail/vitrail-files/fonts/Inter-$face.otf"
done

python3 "$root/packaging/manual.py" "$command" pages manual
printf '%s\n' manual/*.1 > debian/vitrail.manpages
# Shells read these files, so bash's needs no line that names a shell.
completion() { install -d "$package/$(dirname "$2")"; "$command" --generate-completion-script "$1" | sed '1{/^#!/d}' > "$package/$2"; }
completion bash usr/share/bash-completion/completions/vitrail
completion zsh usr/share/zsh/vendor-completions/_vitrail
completion fish usr/share/fish/vendor_completions.d/vitrail.fish

install -D -m 644 "$root/docs/schema/chart.schema.json" "$package/usr/share/vitrail/chart.schema.json"
if "$command" --help | grep -q '^  serve '; then
    python3 "$root/packaging/manual.py" "$command" defaults > debian/vitrail.default
    echo debian/graphics-card.conf > debian/vitrail.examples
else
    # Built without the trait of the server.
    say "$command has no server: the package has no service"
    rm debian/vitrail.service
fi

# Licences of all that is linked in, and of the typeface.
documents=$package/usr/share/doc/vitrail
toolchain=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")
take() { [ -s "$2" ] || fail "there is no $2"; install -D -m 644 "$2" "$documents/third-party/$1"; }
take swift "$toolchain/../share/swift/LICENSE.txt"
take unicode "$root/packaging/wheel/LICENSE-Unicode"
take inter /usr/share/doc/fonts-inter/copyright
for folder in "$checkouts"/*/; do
    name=$(basename "$folder")
    license=$(find "$folder" -maxdepth 1 -iname 'licen[sc]e*' | sort | head -n 1)
    take "$name" "${license:-$folder/LICENSE}"
    notice=$(find "$folder" -maxdepth 1 -iname 'notice*' | sort | head -n 1)
    [ -z "$notice" ] || take "$name-notice" "$notice"
done

log=$stage/build.log
dpkg-buildpackage --build=binary --no-sign --no-check-builddeps > "$log" 2>&1 || { cat "$log" >&2; fail "dpkg-buildpackage failed"; }
mkdir -p "$root/dist"
rm -f "$root"/dist/vitrail_*.deb
cp "$stage/vitrail_${version}_$architecture.deb" "$root/dist/"
cd "$root"
ls -l dist/vitrail_*.deb
