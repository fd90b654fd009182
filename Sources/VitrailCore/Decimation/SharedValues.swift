import CData

/// Doubles that several threads read at once, while the call that lent them waits.
///
/// Unchecked, since a pointer is not `Sendable`: `lend` keeps the values in place and unchanged until its body ends, and `Parallel` lets no
/// thread live longer than that.
@safe struct SharedValues: @unchecked Sendable {
    private let values: UnsafeBufferPointer<Double>

    private init(_ values: UnsafeBufferPointer<Double>) { unsafe self.values = values }

    static func lend<Result>(_ values: Span<Double>, _ body: (SharedValues) -> Result) -> Result {
        unsafe values.withUnsafeBufferPointer { values in body(unsafe SharedValues(values)) }
    }

    var count: Int { unsafe values.count }

    /// Checked in debug builds.
    @inline(__always) subscript(_ i: Int) -> Double { unsafe values[i] }

    /// What one pass over a stretch finds.
    func extent(_ range: Range<Int>) -> vitrail_extent {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe vitrail_find_extent(values.baseAddress.map { unsafe $0 + range.lowerBound }, range.count)
    }

    /// Eight values from `i` on. - Precondition: there are so many.
    @inline(__always) func lanes(_ i: Int) -> SIMD8<Double> {
        assert(i >= 0 && i + 8 <= count)
        guard let base = unsafe values.baseAddress else { return .zero }
        return unsafe UnsafeRawPointer(base + i).loadUnaligned(as: SIMD8<Double>.self)
    }

    /// The pixels of an axis that a stretch lies in. - Returns: whether any of it does.
    func find(_ range: Range<Int>, on axis: vitrail_pixel_axis, _ pixels: UnsafeMutableBufferPointer<Int32>) -> Bool {
        precondition(pixels.count >= range.count)
        return unsafe withUnsafePointer(to: axis) { axis in
            unsafe vitrail_find_pixels(start(of: range), range.count, axis, pixels.baseAddress)
        }
    }

    /// Where a stretch begins.
    func start(of range: Range<Int>) -> UnsafePointer<Double>? {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return unsafe values.baseAddress.map { unsafe $0 + range.lowerBound }
    }
}
