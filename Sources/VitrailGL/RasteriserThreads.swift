import Glibc
import Synchronization
import VitrailScene

/// Threads that Mesa's software rasteriser starts for each display, beside those that draw.
///
/// By default there is one for each processor, for each display: one renderer then uses the whole machine, several get in each other's way.
/// The driver reads `LP_NUM_THREADS` when a display is initialised, and offers no other way to say it.
package enum RasteriserThreads {
    /// Displays that renderers are spread over where everything is a software rasteriser: two platforms, each with two.
    static let displays = 4

    /// As many as leave each of `renderers` its share of the processors. 0 = the renderer's own thread does it: there is no worker to wake and to wait for.
    package static func share(renderers: Int, processors: Int) -> Int {
        let each = processors / max(1, min(renderers, displays))
        return each < 2 ? 0 : each
    }

    /// Whether whoever started the process has said how many there are to be: then it stays so.
    private static let isSet = getenv("LP_NUM_THREADS") != nil
    /// Whether the environment says what was asked for here.
    private static let isAsked = Mutex(false)

    /// For the display that is initialised next.
    ///
    /// Changes the environment, once a number was asked for: threads that read it at this moment, by C functions, may read it halfway.
    ///
    /// - Parameter count: nil = one for each processor.
    static func ask(for count: Int?) {
        guard !isSet else { return }
        isAsked.withLock { isAsked in
            guard count != nil || isAsked else { return }
            isAsked = true
            setenv("LP_NUM_THREADS", String(count ?? Processors.count), 1)
        }
    }
}
