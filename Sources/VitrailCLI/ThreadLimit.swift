import CCommand
import Vitrail
import VitrailSystem

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Checks that the command may start the threads that it needs.
///
/// If a thread cannot start, libdispatch tries again forever, and llvmpipe waits for a worker that does not exist. Both
/// hang, so the command checks before it starts any of them.
enum ThreadLimit {
    /// Thread pools with at most one thread per processor: libdispatch's workers, llvmpipe's rasterisers, llvmpipe's
    /// compute workers.
    private static let poolsPerProcessor = 3
    /// llvmpipe's maximum number of workers.
    private static let largestPool = 16
    /// The GL thread, libdispatch's manager and serial queue, Mesa's shader cache.
    private static let singleThreads = 4
    /// Number of threads to try if there is no small limit: 16 take 0.2 ms.
    private static let maxWithoutLimit = 16
    /// A limit below this may be the reason that a thread does not start.
    private static let smallLimit = 1000

    /// - Throws: `CommandError.threads`.
    static func check() throws(CommandError) {
        let needed = poolsPerProcessor * min(Processors.count, largestPool) + singleThreads
        let count = hasSmallLimit ? needed : min(needed, maxWithoutLimit)
        let code = ccommand_try_threads(CInt(count))
        if code != 0 { throw .threads(count: count, code: code) }
    }

    private static var hasSmallLimit: Bool {
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(6), &limit) == 0, limit.rlim_cur < rlim_t(smallLimit) { return true }
        let file = open("/sys/fs/cgroup/pids.max", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(file, &bytes, bytes.count)
        // "max": no limit.
        let digits = bytes.prefix(max(0, count)).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return Int(String(decoding: digits, as: UTF8.self)).map { $0 < smallLimit } ?? false
    }
}
