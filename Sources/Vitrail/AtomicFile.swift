#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A file that appears under its name completely or not at all.
///
///     let file = try AtomicFile(path)
///     for bytes in pieces { try file.append(bytes) }
///     try file.finish()
///
/// The bytes go into an unnamed file, which gets its name when it is complete. A killed process leaves no file behind.
/// On a file system without unnamed files (NFS), the bytes go into a hidden file beside the target, which is removed
/// unless it is finished. A target that is not a regular file (a device, a pipe) is written directly.
///
/// Does not wait until the data are on the disk: after a power cut, a new file may be missing or empty.
package final class AtomicFile {
    private let descriptor: CInt
    private let kind: Kind
    private var isOpen = true

    private enum Kind {
        /// The target with links followed: a link stays, and its target is replaced. `mayReplace`: the target exists.
        case nameless(target: String, mayReplace: Bool)
        case hidden(String, target: String)
        case stream
    }

    /// A failed system call.
    package struct Failure: Error {
        /// The value of `errno`.
        package var code: CInt
    }

    /// - Parameter mayBeNameless: false: behave as on a file system without unnamed files.
    package init(_ path: String, mayBeNameless: Bool = true) throws(Failure) {
        (descriptor, kind) = try Self.begin(path, mayBeNameless: mayBeNameless)
    }

    package func append(_ bytes: [UInt8]) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, UnsafeRawBufferPointer(rebasing: $0[done...]).baseAddress, bytes.count - done)
            }
            if count >= 0 {
                done += count
            } else if errno == EAGAIN {
                // The other end of a pipe has set it to non-blocking.
                var polled = pollfd(fd: descriptor, events: CShort(POLLOUT), revents: 0)
                _ = poll(&polled, 1, -1)
            } else if errno != EINTR {
                throw Failure(code: errno)
            }
        }
    }

    /// Gives the file its name.
    package func finish() throws(Failure) {
        isOpen = false
        let code =
            switch kind {
            case .nameless(let target, let mayReplace): closed(naming(target, mayReplace: mayReplace))
            case .hidden(let hidden, let target): replace(target, with: hidden, closed(0))
            case .stream: closed(0)
            }
        if code != 0 { throw Failure(code: code) }
    }

    deinit {
        guard isOpen else { return }
        switch kind {
        case .nameless, .stream: close(descriptor)
        case .hidden(let hidden, _):
            close(descriptor)
            unlink(hidden)
        }
    }

    // MARK: Opening

    /// Follows the links at the end of a path, one after another.
    private static func followed(_ path: String) throws(Failure) -> String {
        var path = path
        // Linux follows as many.
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

    private static func begin(_ path: String, mayBeNameless: Bool) throws(Failure) -> (CInt, Kind) {
        let target = try followed(path)
        var status = stat()
        var mode: mode_t?
        if stat(target, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFIFO { return (try openedPipe(target), .stream) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                return (try opened(open(target, O_WRONLY | O_CLOEXEC)), .stream)
            }
            // Replacing needs only permission for the folder, but a write-protected file must stay.
            guard access(target, W_OK) == 0 else { throw Failure(code: errno) }
            mode = status.st_mode & 0o7777
        } else if errno != ENOENT {
            throw Failure(code: errno)
        }
        let (file, kind) = try mayBeNameless ? nameless(target, mayReplace: mode != nil) : hidden(target)
        if let mode, fchmod(file, mode) != 0 {
            let code = errno
            close(file)
            if case .hidden(let path, _) = kind { unlink(path) }
            throw Failure(code: code)
        }
        return (file, kind)
    }

    /// Opens a named pipe when it has a reader. A blocking open would wait forever, and block a batch.
    private static func openedPipe(_ path: String) throws(Failure) -> CInt {
        for _ in 0..<Self.pipeTries {
            let file = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
            if file >= 0 {
                // Writing waits for the reader.
                _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
                return file
            }
            guard errno == ENXIO else { throw Failure(code: errno) }
            usleep(Self.pipePause)
        }
        throw Failure(code: ENXIO)
    }

    /// Two seconds.
    private static let (pipeTries, pipePause) = (100, UInt32(20_000))

    private static func opened(_ file: CInt) throws(Failure) -> CInt {
        guard file >= 0 else { throw Failure(code: errno) }
        return file
    }

    /// `O_TMPFILE`, a macro that Swift cannot import.
    private static let nameless = O_DIRECTORY | 0o20_000_000

    private static func nameless(_ target: String, mayReplace: Bool) throws(Failure) -> (CInt, Kind) {
        let file = open(folder(of: target), O_WRONLY | O_CLOEXEC | nameless, 0o666)
        guard file >= 0 else {
            // ENOENT and EACCES concern the folder; the other errors mean that the file system does not support it.
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw Failure(code: errno) }
            return try hidden(target)
        }
        return (file, .nameless(target: target, mayReplace: mayReplace))
    }

    private static func hidden(_ target: String) throws(Failure) -> (CInt, Kind) {
        let path = hiddenPath(beside: target)
        return (try opened(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)), .hidden(path, target: target))
    }

    private static func hiddenPath(beside target: String) -> String {
        folder(of: target) + "/.vitrail-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    }

    // MARK: Finishing

    private static func itself(_ file: CInt) -> String { "/proc/self/fd/\(file)" }

    /// Closes the file, and returns the first error. A full disk may show only here.
    private func closed(_ code: CInt) -> CInt {
        let closed = close(descriptor) == 0 ? 0 : errno
        return code != 0 ? code : closed
    }

    /// Gives an unnamed file its name. - Returns: 0, or the error number.
    private func naming(_ target: String, mayReplace: Bool) -> CInt {
        if !mayReplace {
            if linkat(AT_FDCWD, Self.itself(descriptor), AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return 0 }
            guard errno == EEXIST else { return errno }
        }
        // A link does not replace a file; a rename does.
        let hidden = Self.hiddenPath(beside: target)
        guard linkat(AT_FDCWD, Self.itself(descriptor), AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else { return errno }
        return replace(target, with: hidden, 0)
    }

    /// - Parameter code: the earlier error. If it is not 0, the file is only removed.
    private func replace(_ target: String, with hidden: String, _ code: CInt) -> CInt {
        var code = code
        if code == 0 {
            if rename(hidden, target) == 0 { return 0 }
            code = errno
        }
        unlink(hidden)
        return code
    }
}
