#!/bin/bash
# Installs the wheel of dist/ into a fresh environment, measures and tries it, then runs the package's tests against it: test-wheel.sh [pytest's arguments]
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
cli=$root/${CLI:-.build/release/vitrail}
out=$root/out/wheel
wheel=$(echo "$root"/dist/vitrail-*.whl)
[ -e "$wheel" ] || { echo "test-wheel.sh: there is no wheel in dist/: make wheel" >&2; exit 1; }

rm -rf "$out"
mkdir -p "$out/input" "$out/output" "$out/delivered" "$out/blocked"
python3 -m venv "$out/venv"
python=$out/venv/bin/python
"$python" -m pip install --quiet --disable-pip-version-check "$wheel[test]"
cd "$out"

cp "$root/packaging/wheel/text.json" input/
"$python" -c '
import math
print("t,v")
for k in range(3000): print(f"{k / 10},{math.sin(k / 200) * 40 + math.sin(k * k / 300) * 7}")' > input/walk.csv
"$python" "$root/packaging/wheel/try.py" input output
"$cli" render input/text.json -o text.png
cmp text.png output/text.png
# A file that the loader takes for the system's EGL library and cannot load.
touch blocked/libEGL.so.1
LD_LIBRARY_PATH=$out/blocked "$python" "$root/packaging/wheel/try.py" input delivered
"$cli" render input/text.json -o text.png --egl-library "$("$root/.ci/swiftshader")"
cmp text.png delivered/text.png
grep -q '"isDelivered": true' delivered/device.json
grep -q 'apt-get install libegl1' delivered/device.json

"$python" "$root/packaging/wheel/times.py"

# The tests and notebooks beside nothing else of the package: `vitrail` is the installed one.
VITRAIL_COMMAND=$cli "$python" -m pytest -c "$root/python/pyproject.toml" --rootdir "$root/python" --pyargs vitrail "$root/python/tests" "$@"
