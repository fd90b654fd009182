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
        var helpers = 0
        var encoded: [Result<PNGWriter, ImageError>?]
        var left: Int
    }

    /// - Parameters:
    ///   - pixels: where the picture's rows are, or will be; they stay there, unchanged, until `finish` returns.
    ///   - isOpaque: as of `PNGStream`.
    ///   - helpers: most threads that encode beside the one who calls, before `finish`.
    /// - Returns: nil for a picture of one strip, where there is nothing to share.
    init?(_ pixels: UnsafePointer<UInt8>, size: PixelSize, isOpaque: Bool, helpers: Int) {
        rowsPerStrip = vi_png_strip_rows(UInt32(size.width), isOpaque ? 1 : 0)
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

    /// Tells that the picture's first `count` rows are in memory, and returns at once.
    package func haveArrived(_ count: Int) {
        let more = state.withLock { state in
            state.whole = count >= size.height ? state.encoded.count : count / rowsPerStrip
            let more = max(0, min(state.whole - state.taken, mostHelpers) - state.helpers)
            state.helpers += more
            return more
        }
        for _ in 0..<more {
            DispatchQueue.global(qos: .userInitiated).async { [self] in while let strip = take(asHelper: true) { encode(strip) } }
        }
    }

    /// Encodes what is left, together with the helpers; where there are none, on all cores.
    package func finish() {
        haveArrived(size.height)
        let threads = mostHelpers == 0 ? state.withLock { $0.left } : 1
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while let strip = take(asHelper: false) { encode(strip) }
        }
        areEncoded.wait()
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

    private func encoded(_ range: Range<Int>) throws(ImageError) -> PNGWriter {
        let writer = try PNGWriter(width: size.width, height: range.count, isOpaque: isOpaque)
        let stride = size.width * 4
        let above = range.lowerBound > 0 ? rows.start + (range.lowerBound - 1) * stride : nil
        try writer.appendPart(rows.start + range.lowerBound * stride, count: range.count, above: above, ends: range.upperBound == size.height)
        return writer
    }

    /// After `finish`.
    func writers() throws(ImageError) -> [PNGWriter] {
        let encoded = state.withLock { $0.encoded }
        var writers: [PNGWriter] = []
        for result in encoded { if let result { writers.append(try result.get()) } }
        return writers
    }
}

/// Rows in memory that whoever lends them keeps in place.
private struct Rows: @unchecked Sendable {
    let start: UnsafePointer<UInt8>
}
