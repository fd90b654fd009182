import Glibc
import Synchronization
import VitrailSystem

/// Number of worker threads that Mesa's software rasteriser starts for each display, in addition to the drawing
/// threads.
///
/// The default is one for each processor and display: one renderer uses the whole machine, but several slow each other
/// down. The driver reads the environment variable `LP_NUM_THREADS` when a display is initialised, and offers no other
/// setting. The library never sets the variable by itself. A program that draws on several renderers at a time sets it
/// before it starts threads, or calls `set` there:
///
/// ```swift
/// RasterizerThreads.set(RasterizerThreads.share(renderers: 8))
/// let pool = RendererPool(count: 8)
/// ```
public enum RasterizerThreads {
    /// Number of displays that renderers are distributed over on software rasterisers: two platforms with two displays
    /// each.
    static let displays = 4

    /// Returns the number of threads that gives each of `renderers` its share of the processors. 0: the renderer's
    /// thread does the work, without waking and waiting for a worker.
    public static func share(renderers: Int) -> Int { share(renderers: renderers, processors: Processors.count) }

    package static func share(renderers: Int, processors: Int) -> Int {
        let each = processors / max(1, min(renderers, displays))
        return each < 2 ? 0 : each
    }

    /// The last value that `set` has stored.
    private static let own = Mutex<String?>(nil)

    /// Sets `LP_NUM_THREADS` in the environment of this process, unless it has a value that is not from this function.
    ///
    /// Displays that are initialised later use the number. Call this function before other threads start, because C
    /// functions on other threads may read the environment at the same moment. The command `vitrail` calls it.
    ///
    /// - Parameter count: Threads for each display, 0 or more. 0: the renderers' own threads rasterise.
    /// - Returns: Whether the variable now has this number.
    @discardableResult
    public static func set(_ count: Int) -> Bool {
        own.withLock { own in
            let present = getenv("LP_NUM_THREADS").map { String(cString: $0) }
            let text = String(max(0, count))
            guard present == nil || present == own else { return present == text }
            guard setenv("LP_NUM_THREADS", text, 1) == 0 else { return false }
            own = text
            return true
        }
    }
}
