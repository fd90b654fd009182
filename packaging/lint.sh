#!/bin/bash
# Checks in seconds what packaging/ says, without root: lint.sh COMMAND
#
# The scripts' syntax, the manual and the variables that are made from the command's help, the completions, and how exposed the service is.
set -euo pipefail
cd "$(dirname "$0")/.."
command=$(readlink -f "${1:-.build/release/vitrail}")
fail() { echo "lint.sh: $*" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for script in packaging/*.sh packaging/wheel/*.sh packaging/debian/vitrail.postrm; do
    bash -n "$script"
done
for script in packaging/*.py benchmarks/server/*.py; do
    python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])' "$script"
done

python3 packaging/manual.py "$command" pages "$folder"
for page in vitrail vitrail-render; do
    [ -s "$folder/$page.1" ] || fail "manual.py left no page of $page"
done
if command -v man >/dev/null; then
    for page in "$folder"/*.1; do
        warnings=$(man --warnings=w --local-file "$page" 2>&1 >/dev/null)
        [ -z "$warnings" ] || fail "$(basename "$page"): $warnings"
    done
fi
for option in $("$command" help render | grep -o -- '^  *-[^ ,]*\(, --[a-z-]*\)\?' | grep -o -- '--[a-z-]*'); do
    grep -qF -- "${option//-/\\-}" "$folder/vitrail-render.1" || fail "the manual of render lacks $option"
done
"$command" --generate-completion-script bash > "$folder/completions"
bash -n "$folder/completions"

if "$command" --help | grep -q '^  serve '; then
    python3 packaging/manual.py "$command" defaults > "$folder/defaults"
    for variable in VITRAIL_HOST VITRAIL_PORT VITRAIL_WORKERS; do
        grep -q "^#$variable=" "$folder/defaults" || fail "the service has no variable $variable"
    done
    # The command must read all of them.
    for option in $(sed -n 's/^#VITRAIL_\([A-Z_]*\)=.*/\1/p' "$folder/defaults" | tr A-Z_ a-z-); do
        grep -q "\"$option\"" Sources/VitrailCLI/Serve/EnvironmentOptions.swift || fail "the server reads no variable for --$option"
    done
fi
if command -v systemd-analyze >/dev/null; then
    # Tenths of its scale, as in check-deb.sh.
    systemd-analyze security --offline=true --threshold=20 packaging/debian/vitrail.service > "$folder/security" || { grep -v ✓ "$folder/security" >&2; fail "the service is exposed too much"; }
fi
echo "lint.sh: $(find "$folder" -name '*.1' | wc -l) pages of manual, scripts and service are well"
