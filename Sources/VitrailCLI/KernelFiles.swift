#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Checks that `/proc` is mounted.
///
/// libdispatch reads the state of its threads there once a second, and ends the process if it cannot. Swift reads the
/// command's arguments there.
enum KernelFiles {
    /// - Throws: `CommandError.noProc`.
    static func check() throws(CommandError) {
        if access("/proc/self/task", F_OK) != 0 { throw .noProc }
    }
}
