import Vitrail

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The output of a command: a file that appears under its name completely or not at all, or standard output.
///
///     let file = try WholeFile(path)
///     for bytes in pieces { try file.append(bytes) }
///     try file.finish()
final class WholeFile {
    /// The path as given, for errors.
    private let name: String
    /// `nil`: standard output.
    private let file: AtomicFile?

    /// - Parameter mayBeNameless: false: behave as on a file system without unnamed files.
    init(_ path: String, mayBeNameless: Bool = true) throws(CommandError) {
        name = path
        do throws(AtomicFile.Failure) {
            file = try AtomicFile(path, mayBeNameless: mayBeNameless)
        } catch {
            throw .cannotWrite(name: path, code: error.code)
        }
    }

    private init() { (name, file) = (StandardStreams.standardOutput, nil) }

    static var standardOutput: WholeFile { WholeFile() }

    /// Writes `bytes` under `path`.
    static func write(_ bytes: [UInt8], to path: String, mayBeNameless: Bool = true) throws(CommandError) {
        let file = try WholeFile(path, mayBeNameless: mayBeNameless)
        try file.append(bytes)
        try file.finish()
    }

    func append(_ bytes: [UInt8]) throws(CommandError) {
        guard let file else {
            let code = StandardStreams.writeAll(bytes, to: STDOUT_FILENO)
            if code != 0 { throw .cannotWrite(name: name, code: code) }
            return
        }
        try named { () throws(AtomicFile.Failure) in try file.append(bytes) }
    }

    /// Gives the file its name.
    func finish() throws(CommandError) {
        guard let file else { return }
        try named { () throws(AtomicFile.Failure) in try file.finish() }
    }

    private func named(_ body: () throws(AtomicFile.Failure) -> Void) throws(CommandError) {
        do throws(AtomicFile.Failure) {
            try body()
        } catch {
            throw .cannotWrite(name: name, code: error.code)
        }
    }
}
