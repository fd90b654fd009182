#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Files that a package ships for machines that lack them: fonts and a graphics driver.
///
/// They are in the folder `vitrail-files` beside the program or shared library that contains Vitrail.
package enum DeliveredFiles {
    private static let folder: String? = mappedFile(at: UInt(bitPattern: #dsohandle)).flatMap { path in
        path.lastIndex(of: "/").map { path[..<$0] + "/vitrail-files" }
    }

    /// The path of a shipped file or folder. `nil`: it does not exist, or it is not readable.
    package static func path(_ name: String) -> String? {
        guard let folder, case let path = folder + "/" + name, access(path, R_OK) == 0 else { return nil }
        return path
    }

    /// The file that is mapped at `address`, with symbolic links resolved. `nil`: no file is mapped there, or `/proc`
    /// is missing.
    package static func mappedFile(at address: UInt) -> String? {
        guard let file = fopen("/proc/self/maps", "re") else { return nil }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(line) }
        while getline(&line, &size, file) > 0, let text = line.map({ String(cString: $0) }) {
            // 7f0a8e0000-7f0a8e1000 r-xp 00000000 08:01 1234    /usr/lib/libvitrail.so
            let fields = text.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            let range = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard range.count == 2, range[0] <= address, address < range[1] else { continue }
            guard fields.count == 6, let slash = fields[5].firstIndex(of: "/") else { return nil }
            return String(fields[5][slash...].dropLast())
        }
        return nil
    }
}
