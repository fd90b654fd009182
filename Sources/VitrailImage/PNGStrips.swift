import CImage
import Dispatch
import Synchronization
package import VitrailScene
import VitrailSystem

/// Encodes the bands of a PNG on all cores while the rows of the image are still being written to memory.
///
/// ```
/// rows arrive ─► complete bands ─► helpers; after the last row also the calling thread ─► PNGStream
/// ```
///
/// The bytes are the same as when the rows are appended one by one.
package final class PNGStrips: Sendable {
    package let size: PixelSize
    /// As in `PNGStream`.
    let isOpaque: Bool
    private let rows: Rows
    private let rowsPerStrip: Int
    private let maxHelpers: Int
    private let state: Mutex<State>
    private let areEncoded = DispatchSemaphore(value: 0)
    private let limit = WorkLimit.current

    private struct State {
        /// `whole`: number of bands, from the top, whose rows have all arrived. `taken`: number of bands that a thread
        /// has started.
        var whole = 0, taken = 0
        /// `helpers`: number of running helpers. `starting`: helpers that have not looked for a band yet.
        var helpers = 0, starting = 0
        var encoded: [Result<PNGStrip, ImageError>?]
        var left: Int
    }

    /// - Parameters:
    ///   - pixels: start of the image's rows. The memory must stay valid, and arrived rows unchanged, until `finish`
    ///     returns.
    ///   - isOpaque: as in `PNGStream`.
    ///   - helpers: maximum number of threads that encode before `finish`, in addition to the caller.
    /// - Returns: `nil` for an image of one band, because there is nothing to share.
    init?(_ pixels: UnsafePointer<UInt8>, size: PixelSize, isOpaque: Bool, helpers: Int) {
        rowsPerStrip = PNGStrip.rowCount(width: size.width, isOpaque: isOpaque)
        guard size.height > rowsPerStrip else { return nil }
        (self.size, self.isOpaque, maxHelpers) = (size, isOpaque, helpers)
        rows = Rows(start: pixels)
        let count = (size.height + rowsPerStrip - 1) / rowsPerStrip
        state = Mutex(State(encoded: .init(repeating: nil, count: count), left: count))
    }

    /// Bands of an image whose first row is in memory. They are encoded as opaque if that row is, as in almost every
    /// image.
    package convenience init?(beginningAt pixels: UnsafePointer<UInt8>, size: PixelSize, helpers: Int) {
        self.init(pixels, size: size, isOpaque: vi_is_opaque(pixels, size.width) == 1, helpers: helpers)
    }

    /// Number of rows in a band of an opaque image.
    package static func rowsPerStrip(width: Int) -> Int { PNGStrip.rowCount(width: width, isOpaque: true) }

    /// Reports that the first `count` rows of the image are in memory, and returns at once.
    package func haveArrived(_ count: Int) {
        let more = state.withLock { state in
            state.whole = count >= size.height ? state.encoded.count : count / rowsPerStrip
            let more = max(0, min(maxHelpers - state.helpers, state.whole - state.taken - state.starting))
            state.helpers += more
            state.starting += more
            return more
        }
        for _ in 0..<more {
            DispatchQueue.global(qos: .userInitiated).async { [self] in
                state.withLock { $0.starting -= 1 }
                while let strip = take(asHelper: true) { encode(strip) }
            }
        }
    }

    /// Encodes the remaining bands together with the helpers, or on all cores if `helpers` is 0.
    package func finish() {
        haveArrived(size.height)
        if maxHelpers == 0 {
            DispatchQueue.concurrentPerform(iterations: state.withLock { $0.left }) { _ in encodeAll() }
        } else {
            encodeAll()
        }
        areEncoded.wait()
    }

    private func encodeAll() {
        while let strip = take(asHelper: false) { encode(strip) }
    }

    private func take(asHelper isHelper: Bool) -> Int? {
        state.withLock { state in
            guard state.taken < state.whole else {
                if isHelper { state.helpers -= 1 }
                return nil
            }
            defer { state.taken += 1 }
            return state.taken
        }
    }

    private func encode(_ strip: Int) {
        let result = Result { () throws(ImageError) in
            try encoded(strip * rowsPerStrip..<min((strip + 1) * rowsPerStrip, size.height))
        }
        let wasLast = state.withLock { state in
            state.encoded[strip] = result
            state.left -= 1
            return state.left == 0
        }
        if wasLast { areEncoded.signal() }
    }

    private func encoded(_ range: Range<Int>) throws(ImageError) -> PNGStrip {
        if let limit, limit.isReached { throw .interrupted }
        let stride = size.width * 4
        let above = range.lowerBound > 0 ? rows.start + (range.lowerBound - 1) * stride : nil
        return try PNGStrip(
            rows.start + range.lowerBound * stride, count: range.count, above: above, width: size.width,
            isOpaque: isOpaque)
    }

    /// Returns all bands, from the top.
    ///
    /// - Precondition: `finish` has returned.
    func encoded() throws(ImageError) -> [PNGStrip] {
        let encoded = state.withLock { $0.encoded }
        var strips: [PNGStrip] = []
        for result in encoded { if let result { strips.append(try result.get()) } }
        return strips
    }
}

/// Pointer to rows that the caller keeps in place.
private struct Rows: @unchecked Sendable {
    let start: UnsafePointer<UInt8>
}
