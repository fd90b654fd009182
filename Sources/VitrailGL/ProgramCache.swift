import CGL
import Glibc

/// Stores linked programs as the driver's binaries, one file each, for later processes. The first compilation in a
/// process costs more than all others together, because drivers then initialise their compilers.
///
/// If a file cannot be read or the driver rejects it, the program is compiled. If a file cannot be written, it is not
/// stored.
struct ProgramCache {
    let folder: String

    /// A program binary from the driver.
    struct Binary {
        var format: GLenum
        var bytes: [UInt8]
    }

    private static let mark: [UInt8] = Array("vitrail1".utf8)
    private static let headLength = mark.count + 4
    /// Maximum size of a file in bytes; this module's programs have a few thousand.
    static let maxBytes = 1 << 20

    /// - Parameter origin: everything that the binary depends on: shader sources, names, the driver.
    func path(_ name: String, origin: [String]) -> String {
        // FNV-1a; each text ends with a byte that does not occur in UTF-8.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for text in origin {
            for byte in text.utf8 { add(byte) }
            add(0xff)
        }
        let digits = String(hash, radix: 16)
        return "\(folder)/\(name)-\(String(repeating: "0", count: 16 - digits.count))\(digits).bin"
    }

    func load(_ path: String) -> Binary? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.maxBytes + Self.headLength) { buffer, count in
            while count < buffer.count {
                let new = read(file, buffer.baseAddress! + count, buffer.count - count)
                guard new > 0 else { break }
                count += new
            }
        }
        guard bytes.count > Self.headLength, bytes.count < Self.maxBytes, bytes.starts(with: Self.mark) else {
            return nil
        }
        let format = bytes[Self.mark.count..<Self.headLength].reversed().reduce(GLenum(0)) { $0 << 8 | GLenum($1) }
        return Binary(format: format, bytes: Array(bytes[Self.headLength...]))
    }

    /// Writes a temporary file and renames it, so that readers never see a partial file.
    func store(_ binary: Binary, at path: String) {
        guard binary.bytes.count + Self.headLength < Self.maxBytes, makeFolder() else { return }
        let head = (0..<4).map { UInt8(truncatingIfNeeded: binary.format >> GLenum(8 * $0)) }
        let bytes = Self.mark + head + binary.bytes
        let draft = "\(path).\(getpid())"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
        if written != bytes.count || rename(draft, path) != 0 { unlink(draft) }
    }

    /// Creates the folder and its parents.
    private func makeFolder() -> Bool {
        var path = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: true) {
            path += (path.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
            if mkdir(path, 0o700) != 0, errno != EEXIST { return false }
        }
        return !path.isEmpty
    }
}
