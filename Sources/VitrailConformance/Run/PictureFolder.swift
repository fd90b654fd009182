import FoundationEssentials
import Glibc
import VitrailImage
import VitrailScene

/// Writes the pictures of failures to `images/` in the output folder.
struct PictureFolder {
    private let root: String

    init(_ root: String) { self.root = root }

    /// - Returns: for each kind, the path of its file relative to the output folder.
    /// - Throws: `ConformanceError.cannotWrite`.
    func write(_ pictures: FailurePictures, of name: String) throws -> [String: String] {
        try write(
            [("reference", pictures.reference), ("result", pictures.result), ("errorMask", pictures.errorMask)],
            of: name)
    }

    private static let kinds = ["reference", "result", "errorMask"]

    /// Removes the pictures of a previous run: files that are named after a case.
    func clean() {
        for name in FolderFiles.names(in: root + "/images") where name.hasSuffix(".png") {
            let stem = name.dropLast(4)
            let isOurs = Self.kinds.contains {
                stem.hasSuffix("_" + $0) && ConformanceCase.isValid(name: String(stem.dropLast($0.count + 1)))
            }
            if isOurs { unlink("\(root)/images/\(name)") }
        }
        // A folder with other files is kept.
        rmdir(root + "/images")
    }

    func write(_ pictures: [(kind: String, picture: PixelImage)], of name: String) throws -> [String: String] {
        var files: [String: String] = [:]
        try FolderFiles.make(root + "/images")
        for (kind, picture) in pictures {
            let file = "images/\(name)_\(kind).png"
            try FolderFiles.write(try ImageEncoder.encode(picture, as: .png), to: root + "/" + file)
            files[kind] = file
        }
        return files
    }
}

/// Creates files and folders with system calls; errors contain the path and the system's message.
enum FolderFiles {
    /// Creates a folder and its parents.
    static func make(_ path: String) throws(ConformanceError) {
        guard !isFolder(path) else { return }
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            guard mkdir(made, 0o777) == 0 || errno == EEXIST || isFolder(made) else { throw failure(path) }
        }
        // The path may be an existing file.
        guard isFolder(path) else { throw .cannotWrite(path: path, reason: words(ENOTDIR)) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the names in a folder; empty if it does not exist.
    static func names(in path: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    static func write(_ bytes: [UInt8], to path: String) throws(ConformanceError) {
        let file = try open(path)
        defer { close(file) }
        guard append(bytes, to: file) else { throw failure(path) }
    }

    /// Creates an empty file.
    ///
    /// - Returns: its descriptor, which the caller closes.
    static func open(_ path: String) throws(ConformanceError) -> Int32 {
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw failure(path) }
        return file
    }

    @discardableResult
    static func append(_ text: String, to file: Int32) -> Bool { append(Array(text.utf8), to: file) }

    /// - Returns: whether all bytes were written; otherwise `errno` is the reason.
    private static func append(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
        }
        return true
    }

    private static func failure(_ path: String) -> ConformanceError { .cannotWrite(path: path, reason: words(errno)) }
    private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
