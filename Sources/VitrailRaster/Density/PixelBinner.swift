import CColumns
import VitrailColumns
import VitrailScales

/// Finds the pixel of each value on one axis.
///
///     range.minimum          range.maximum
///      ├────┬────┬────┬────┬────┤      A pixel includes the edge that it begins with; the last one includes both.
///        0    1    2    3    4         Values beyond the range, or without a position, are in no pixel: −1.
enum PixelBinner {
    case linear(vitrail_pixel_axis)
    case mapped(Mapped, Pixels)
    case broken(DiscontinuousScaleCursor, Pixels)

    /// The pixels of an axis.
    struct Pixels {
        let range: NumberRange
        /// The number of the last one.
        let last: Double
    }

    /// - Parameters:
    ///   - scale: in device pixels.
    ///   - start: the first pixel.
    ///   - count: > 0.
    init(_ scale: AxisScale, from start: Int, count: Int) {
        let scale = scale.moved(start: scale.start - Double(start), end: scale.end - Double(start))
        let pixels = Pixels(range: scale.range, last: Double(count - 1))
        switch scale.mapper.loop {
        case .affine:
            self = .linear(
                vitrail_pixel_axis(
                    low: scale.range.minimum, high: scale.range.maximum, origin: scale.range.minimum,
                    factor: scale.factor,
                    start: scale.start, count: Int32(count)))
        case .mapped: self = .mapped(Mapped(scale), pixels)
        case .excluding(let exclusions): self = .broken(DiscontinuousScaleCursor(scale, exclusions), pixels)
        }
    }

    /// - Parameter pixels: one per value of the range.
    /// - Returns: whether any value lies in a pixel.
    mutating func find(_ values: ColumnView, _ range: Range<Int>, _ pixels: UnsafeMutableBufferPointer<Int32>) -> Bool {
        switch self {
        case .linear(let axis): return unsafe values.find(range, on: axis, pixels)
        case .mapped(var placing, let shown):
            return unsafe Self.find(values, range, &placing, shown, pixels)
        case .broken(var placing, let shown):
            // The cursor keeps its present stretch for the next call.
            defer { self = .broken(placing, shown) }
            return unsafe Self.find(values, range, &placing, shown, pixels)
        }
    }

    private static func find(
        _ values: ColumnView, _ range: Range<Int>, _ placing: inout some ScaleTransform, _ shown: Pixels,
        _ pixels: UnsafeMutableBufferPointer<Int32>
    ) -> Bool {
        var isAny = false
        for (k, i) in range.enumerated() {
            let pixel = pixel(of: values[i], &placing, shown)
            unsafe pixels[k] = pixel
            if pixel >= 0 { isAny = true }
        }
        return isAny
    }

    @inline(__always)
    private static func pixel(of value: Double, _ placing: inout some ScaleTransform, _ shown: Pixels) -> Int32 {
        guard value >= shown.range.minimum, value <= shown.range.maximum else { return -1 }
        placing.seek(to: value)
        guard !placing.isExcluded(value) else { return -1 }
        let position = placing.position(of: value)
        // Clamp positions that rounding put outside.
        return position.isNaN ? -1 : Int32(min(max(position, 0), shown.last))
    }
}
