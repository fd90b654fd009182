/// How data files are read.
public struct ReadingOptions: Sendable, Hashable {
    /// Whether files are mapped into memory, so that only accessed pages are read. `false`: files are copied into
    /// memory as a whole when they are opened. The picture is the same.
    ///
    /// While a file is mapped, the process has a handler of SIGBUS, for files that shrink. It passes other faults to
    /// the handler before it, which is restored when the last map is closed. Without maps, no handler is installed,
    /// and a file may change after it was opened. A copy takes as much memory as the file.
    public var mapsFiles: Bool

    public init(mapsFiles: Bool = true) {
        self.mapsFiles = mapsFiles
    }
}
