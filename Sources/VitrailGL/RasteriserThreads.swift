import Glibc
import Synchronization
import VitrailScene

/// Number of worker threads that Mesa's software rasteriser starts for each display, in addition to the drawing
/// threads.
///
/// The default is one for each processor and display: one renderer uses the whole machine, but several slow each other
/// down. The driver reads `LP_NUM_THREADS` when it initialises a display; it offers no other setting.
package enum RasteriserThreads {
    /// Number of displays that renderers are distributed over on software rasterisers: two platforms with two displays
    /// each.
    static let displays = 4

    /// Returns the number of threads that gives each of `renderers` its share of the processors. 0: the renderer's
    /// thread does the work, without waking and waiting for a worker.
    package static func share(renderers: Int, processors: Int) -> Int {
        let each = processors / max(1, min(renderers, displays))
        return each < 2 ? 0 : each
    }

    /// Whether the environment already contained the variable at the start; it is then not changed.
    private static let isSet = getenv("LP_NUM_THREADS") != nil
    /// Whether this type has set the variable.
    private static let isAsked = Mutex(false)

    /// Sets the number of threads for the display that is initialised next.
    ///
    /// Changes the environment after the first call with a number. Threads that read it at the same moment with C
    /// functions may read a partial value.
    ///
    /// - Parameter count: `nil`: one for each processor.
    static func ask(for count: Int?) {
        guard !isSet else { return }
        isAsked.withLock { isAsked in
            guard count != nil || isAsked else { return }
            isAsked = true
            setenv("LP_NUM_THREADS", String(count ?? Processors.count), 1)
        }
    }
}
