#!/bin/bash
# Lays the licences of all that the wheel holds into a folder, one file each: licenses.sh FOLDER SWIFTSHADER
set -euo pipefail
folder=$1 swiftshader=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
toolchain=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")

cp "$root/LICENSE" "$folder/LICENSE"
take() { [ -s "$2" ] || { echo "licenses.sh: no $2" >&2; exit 1; }; cp "$2" "$folder/LICENSE-$1"; }
take Swift "$toolchain/../share/swift/LICENSE.txt"
take Unicode "$root/packaging/wheel/LICENSE-Unicode"
take SwiftShader "$swiftshader/LICENSE"
# All packages that SwiftPM resolved: there are no others to link.
for checkout in "$root"/.build/checkouts/*/; do
    package=$(basename "$checkout")
    take "$package" "${checkout}LICENSE.txt"
    [ ! -e "${checkout}NOTICE.txt" ] || cp "${checkout}NOTICE.txt" "$folder/NOTICE-$package"
done
# Debian's descriptions name copyright holders and licences of each part.
debian() {
    package=$(dpkg -S "$2" 2>/dev/null | sed -n '1s/:.*//p')
    take "$1" "/usr/share/doc/$package/copyright"
}
debian FreeType "*/libfreetype.a"
debian HarfBuzz "*/libharfbuzz.so"
debian Fontconfig "*/libfontconfig.a"
debian Expat "*/libexpat.a"
debian libpng "*/libpng16.a"
debian libwebp "*/libwebp.a"
debian libjpeg-turbo "*/libjpeg.a"
debian FriBidi "*/libfribidi.so"
debian libdeflate "*/libdeflate.a"
debian Nettle "*/libnettle.so"
debian zlib "*/libz.a"
debian LZ4 "*/liblz4.a"
debian Zstandard "*/libzstd.a"
debian Brotli "*/libbrotlidec.a"
debian libstdc++ "*/libstdc++.a"
debian Inter "*/Inter-Regular.otf"
debian DejaVu "*/DejaVuSans.ttf"
# Texts that the descriptions refer to.
for name in Apache-2.0 GPL-2 GPL-3 LGPL-2 LGPL-2.1 LGPL-3; do
    [ -s /usr/share/common-licenses/$name ] && cp /usr/share/common-licenses/$name "$folder/LICENSE-$name"
done
