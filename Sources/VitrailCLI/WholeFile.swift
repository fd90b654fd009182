#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Files that appear under their names whole or not at all.
///
/// The bytes go into a file without a name, which gets one when it is complete. A process that is killed leaves nothing behind.
/// Where a file system has no such files (NFS), they go into a hidden file beside the target, removed when writing fails.
///
/// Does not wait until the disk has them: after a power cut a new file may be missing or empty.
struct WholeFile {
    /// Where the bytes belong, links followed: a link stays, and what it points to is replaced.
    private let target: String
    /// Permissions of the file that is replaced; nil = a new one, as umask has it.
    private let mode: mode_t?
    private let mayBeNameless: Bool

    /// Writes `bytes` under `path`. What is no plain file (a device, a pipe) is written as it is.
    ///
    /// - Parameter mayBeNameless: false = as on a file system without nameless files.
    static func write(_ bytes: [UInt8], to path: String, mayBeNameless: Bool = true) throws(CommandError) {
        do throws(Failure) {
            let target = try followed(path)
            var status = stat()
            guard stat(target, &status) == 0 else {
                guard errno == ENOENT else { throw Failure(code: errno) }
                return try WholeFile(target: target, mode: nil, mayBeNameless: mayBeNameless).place(bytes)
            }
            guard status.st_mode & S_IFMT == S_IFREG else { return try stream(bytes, to: target) }
            // Replacing asks the folder only; a file that is write-protected is meant to stay.
            guard access(target, W_OK) == 0 else { throw Failure(code: errno) }
            try WholeFile(target: target, mode: status.st_mode & 0o7777, mayBeNameless: mayBeNameless).place(bytes)
        } catch {
            throw .cannotWrite(name: path, code: error.code)
        }
    }

    private struct Failure: Error {
        /// errno's.
        var code: CInt
    }

    /// Links at the end of a path, one after the other.
    private static func followed(_ path: String) throws(Failure) -> String {
        var path = path
        // As many as Linux follows.
        for _ in 0..<40 {
            var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = readlink(path, &name, name.count - 1)
            guard count > 0 else { return path }
            let next = String(decoding: name[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = next.hasPrefix("/") ? next : folder(of: path) + "/" + next
        }
        throw Failure(code: ELOOP)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func stream(_ bytes: [UInt8], to path: String) throws(Failure) {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(code: errno) }
        try finish(file, StandardStreams.writeAll(bytes, to: file))
    }

    /// Closes a file, and tells what went wrong up to here: a full disk may show only now.
    private static func finish(_ file: CInt, _ code: CInt) throws(Failure) {
        let closed = close(file) == 0 ? 0 : errno
        if code != 0 || closed != 0 { throw Failure(code: code != 0 ? code : closed) }
    }

    // MARK: Plain files

    private var folder: String { Self.folder(of: target) }
    private var hiddenPath: String { folder + "/.vitrail-" + String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// `O_TMPFILE`, a macro that Swift cannot read.
    private static let nameless = O_DIRECTORY | 0o20_000_000

    private func place(_ bytes: [UInt8]) throws(Failure) {
        guard mayBeNameless else { return try placeHidden(bytes) }
        let file = open(folder, O_WRONLY | O_CLOEXEC | Self.nameless, 0o666)
        guard file >= 0 else {
            // ENOENT and EACCES are about the folder; the others say that the file system cannot do this.
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw Failure(code: errno) }
            return try placeHidden(bytes)
        }
        var code = fill(file, bytes)
        if code == 0 { code = name(file) }
        if code == ENOENT {
            // No /proc to take the file from.
            close(file)
            return try placeHidden(bytes)
        }
        try Self.finish(file, code)
    }

    private func fill(_ file: CInt, _ bytes: [UInt8]) -> CInt {
        if let mode, fchmod(file, mode) != 0 { return errno }
        return StandardStreams.writeAll(bytes, to: file)
    }

    /// Gives a nameless file its name. - Returns: 0, or the error number.
    private func name(_ file: CInt) -> CInt {
        let itself = "/proc/self/fd/\(file)"
        if mode == nil {
            if linkat(AT_FDCWD, itself, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return 0 }
            guard errno == EEXIST else { return errno }
        }
        // A link does not replace, a rename does.
        let hidden = hiddenPath
        guard linkat(AT_FDCWD, itself, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else { return errno }
        return replace(with: hidden)
    }

    private func replace(with hidden: String) -> CInt {
        guard rename(hidden, target) != 0 else { return 0 }
        let code = errno
        unlink(hidden)
        return code
    }

    private func placeHidden(_ bytes: [UInt8]) throws(Failure) {
        let hidden = hiddenPath
        let file = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Failure(code: errno) }
        do throws(Failure) {
            try Self.finish(file, fill(file, bytes))
        } catch {
            unlink(hidden)
            throw error
        }
        let code = replace(with: hidden)
        if code != 0 { throw Failure(code: code) }
    }
}
