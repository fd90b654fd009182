import CImage
import Dispatch
import Synchronization
package import VitrailScene

/// The strips of a PNG, encoded on all cores while rows of the picture still arrive in memory.
///
/// ```
/// rows arrive ─► strips that are whole ─► helpers, and after the last row the one who brought them ─► PNGStream
/// ```
///
/// The bytes are those of rows that are appended one by one.
package final class PNGStrips: Sendable {
    package let size: PixelSize
    /// As of `PNGStream`.
    let isOpaque: Bool
    private let rows: Rows
    private let rowsPerStrip: Int
    private let mostHelpers: Int
    private let state: Mutex<State>
    private let areEncoded = DispatchSemaphore(value: 0)

    private struct State {
        /// Strips that can be encoded, from the top, and those of them that somebody has taken.
        var whole = 0, taken = 0
        /// Helpers that there are, and those of them that have not looked for a strip yet.
        var helpers = 0, starting = 0
        var encoded: [Result<PNGStrip, ImageError>?]
        var left: Int
    }

    /// - Parameters:
    ///   - pixels: where the picture's rows are, or will be; they stay there, unchanged, until `finish` returns.
    ///   - isOpaque: as of `PNGStream`.
    ///   - helpers: most threads that encode beside the one who calls, before `finish`.
    /// - Returns: nil for a picture of one strip, where there is nothing to share.
    init?(_ pixels: UnsafePointer<UInt8>, size: PixelSize, isOpaque: Bool, helpers: Int) {
        rowsPerStrip = PNGStrip.rowCount(width: size.width, isOpaque: isOpaque)
        guard size.height > rowsPerStrip else { return nil }
        (self.size, self.isOpaque, mostHelpers) = (size, isOpaque, helpers)
        rows = Rows(start: pixels)
        let count = (size.height + rowsPerStrip - 1) / rowsPerStrip
        state = Mutex(State(encoded: .init(repeating: nil, count: count), left: count))
    }

    /// Strips of a picture whose first row is in memory: opaque if that is, as nearly every picture.
    package convenience init?(beginningAt pixels: UnsafePointer<UInt8>, size: PixelSize, helpers: Int) {
        self.init(pixels, size: size, isOpaque: vi_is_opaque(pixels, size.width) == 1, helpers: helpers)
    }

    /// Of an opaque picture, as nearly every one is.
    package static func rowsPerStrip(width: Int) -> Int { PNGStrip.rowCount(width: width, isOpaque: true) }

    /// Tells that the picture's first `count` rows are in memory, and returns at once.
    package func haveArrived(_ count: Int) {
        let more = state.withLock { state in
            state.whole = count >= size.height ? state.encoded.count : count / rowsPerStrip
            let more = max(0, min(mostHelpers - state.helpers, state.whole - state.taken - state.starting))
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

    /// Encodes what is left, together with the helpers; where there are none, on all cores.
    package func finish() {
        haveArrived(size.height)
        if mostHelpers == 0 {
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
        let result = Result { () throws(ImageError) in try encoded(strip * rowsPerStrip..<min((strip + 1) * rowsPerStrip, size.height)) }
        let wasLast = state.withLock { state in
            state.encoded[strip] = result
            state.left -= 1
            return state.left == 0
        }
        if wasLast { areEncoded.signal() }
    }

    private func encoded(_ range: Range<Int>) throws(ImageError) -> PNGStrip {
        let stride = size.width * 4
        let above = range.lowerBound > 0 ? rows.start + (range.lowerBound - 1) * stride : nil
        return try PNGStrip(rows.start + range.lowerBound * stride, count: range.count, above: above, width: size.width, isOpaque: isOpaque)
    }

    /// All strips, from the top.
    ///
    /// - Precondition: `finish` has returned.
    func encoded() throws(ImageError) -> [PNGStrip] {
        let encoded = state.withLock { $0.encoded }
        var strips: [PNGStrip] = []
        for result in encoded { if let result { strips.append(try result.get()) } }
        return strips
    }
}

/// Rows in memory that whoever lends them keeps in place.
private struct Rows: @unchecked Sendable {
    let start: UnsafePointer<UInt8>
}
