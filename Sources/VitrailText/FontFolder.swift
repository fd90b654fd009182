import CText

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The regular files of a folder and its subfolders.
///
/// fontconfig opens everything that it finds and blocks forever on a named pipe. A folder is therefore scanned first.
struct FontFolder {
    /// Files that may be fonts, sorted by path.
    private(set) var files: [String] = []
    /// Whether the folder contains only regular files and folders. fontconfig may then read the folder itself, with its
    /// cache.
    private(set) var isPlain = true

    private var entries = 0
    private var seen: Set<Identity> = []

    private struct Identity: Hashable {
        var device: dev_t
        var node: ino_t
    }

    /// Limits on entries and depth; a larger folder is not a font folder.
    static let maxEntries = 50_000
    static let maxLevels = 32
    /// In bytes; font collections have about 100 MB.
    private static let largestFile = 2 << 30

    /// - Throws: `TextError.unreadableFontDirectory`.
    init(_ path: String) throws(TextError) {
        try visit(path, level: 0, root: path)
        files.sort()
    }

    private mutating func visit(_ path: String, level: Int, root: String) throws(TextError) {
        // Reading files of the kernel's file systems may block or have side effects.
        if vitrail_is_kernel_path(path) != 0 {
            guard level > 0 else {
                throw .unreadableFontDirectory(path: path, reason: "it belongs to the kernel, and has no fonts")
            }
            isPlain = false
            return
        }
        guard let directory = opendir(path) else {
            // A subfolder without read permission is skipped.
            guard level > 0 else {
                throw .unreadableFontDirectory(path: path, reason: String(cString: strerror(errno)))
            }
            isPlain = false
            return
        }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name == "." || name == ".." { continue }
            entries += 1
            guard entries <= Self.maxEntries else {
                throw .unreadableFontDirectory(
                    path: root, reason: "it has more than \(Self.maxEntries) entries; name the folder of the fonts")
            }
            try drawnStyle(at: path + "/" + name, level: level, root: root)
        }
    }

    private mutating func drawnStyle(at path: String, level: Int, root: String) throws(TextError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            isPlain = false
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_size <= Self.largestFile:
            if status.st_size > 0 { files.append(path) }
        case S_IFDIR where level < Self.maxLevels:
            // Symbolic links may form cycles.
            let isNew = seen.insert(Identity(device: status.st_dev, node: status.st_ino)).inserted
            if isNew { try visit(path, level: level + 1, root: root) } else { isPlain = false }
        default: isPlain = false
        }
    }
}
