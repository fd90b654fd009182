"""Checks what a wheel needs of the system, what it exports and its size: check_wheel.py WHEEL MAX_BYTES."""

import io
import os
import sys
import zipfile

from elftools.elf.elffile import ELFFile

# In each Linux with glibc, and in the list of libraries that manylinux wheels may expect.
SYSTEM = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libgcc_s.so.1", "libdl.so.2", "libpthread.so.0"}


def main(wheel: str, most_bytes: int) -> int:
    faults = []
    size = os.path.getsize(wheel)
    if size > most_bytes:
        faults.append(f"{size} bytes, more than {most_bytes}")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        libraries = {name: ELFFile(io.BytesIO(archive.read(name))) for name in names if ".so" in os.path.basename(name)}
    own = {os.path.basename(name) for name in libraries}
    for name, file in libraries.items():
        tags = list(file.get_section_by_name(".dynamic").iter_tags())
        needed = {tag.needed for tag in tags if tag.entry.d_tag == "DT_NEEDED"}
        for missing in needed - SYSTEM - own:
            faults.append(f"{name} needs {missing}, which is not in the wheel")
        paths = {getattr(tag, "runpath", None) or tag.rpath for tag in tags if tag.entry.d_tag in ("DT_RUNPATH", "DT_RPATH")}
        faults += [f"{name} searches {path}" for path in paths if not path.startswith("$ORIGIN")]
        print(f"{name}: {file.stream.getbuffer().nbytes} bytes, needs {', '.join(sorted(needed))}, glibc {newest(file)}")
    exported = {
        symbol.name
        for symbol in libraries["vitrail/libvitrail.so"].get_section_by_name(".dynsym").iter_symbols()
        if symbol.entry.st_shndx != "SHN_UNDEF" and symbol.entry.st_info.bind != "STB_LOCAL"
    }
    faults += [f"libvitrail.so exports {name}" for name in sorted(exported) if not name.startswith("vitrail_")]
    if "vitrail_render" not in exported:
        faults.append("libvitrail.so does not export vitrail_render")
    licenses = [name for name in names if ".dist-info/licenses/" in name]
    print(f"{os.path.basename(wheel)}: {size} bytes, {len(exported)} symbols, {len(licenses)} licences")
    for fault in faults:
        print(f"check_wheel.py: {fault}", file=sys.stderr)
    return 1 if faults else 0


def newest(file: ELFFile) -> str:
    versions = [
        version.name.removeprefix("GLIBC_")
        for _, found in file.get_section_by_name(".gnu.version_r").iter_versions()
        for version in found
        if version.name.startswith("GLIBC_2")
    ]
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
