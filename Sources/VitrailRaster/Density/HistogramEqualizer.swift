import CRaster

/// Histogram equalisation: the values of pixels, and for each the share of pixels with values above the first one and
/// not above this one.
struct HistogramEqualizer: Sendable, Equatable {
    private let values: SortedValues
    /// For each value, the number of pixels up to it; `nil`: each value has one pixel.
    private let ends: [UInt32]?
    /// The index of the first value in each stretch of the value range, see `vitrail_ranks`.
    private var starts: [UInt32]
    private var shift: Int32 = 0

    /// Maximum number of stretches. With this many, each has a few of a picture's values.
    private static let maxStretches = 1 << 19

    /// The position of a value is computed as in textbooks: (pixels up to it − pixels of the first value) / (all pixels
    /// − pixels of the first value).
    ///
    /// - Parameters:
    ///   - values: of pixels; at least one.
    ///   - pixels: number of pixels with each value; `nil`: one.
    init(_ values: SortedValues, pixels: [UInt32]?) {
        // −0 becomes 0.
        values.map { $0 + 0 }
        self.values = values
        var sum: UInt32 = 0
        ends = pixels?.map { count in
            sum += count
            return sum
        }
        let stretches = min(Self.maxStretches, values.count)
        starts = Array(repeating: 0, count: stretches + 1)
        var starts = starts
        unsafe withRanks { ranks in
            unsafe starts.withUnsafeMutableBufferPointer {
                unsafe vitrail_index_ranks(ranks, stretches, $0.baseAddress)
            }
            shift = unsafe ranks.pointee.shift
        }
        self.starts = starts
    }

    /// The positions of values. Each has the position of the greatest known value that is not above it, or of the first
    /// known value if all are above it.
    func position(of values: UnsafeBufferPointer<Double>, _ positions: UnsafeMutablePointer<Double>) {
        unsafe withRanks { unsafe vitrail_position_ranks(values.baseAddress, values.count, $0, positions) }
    }

    /// The first value at a position or beyond; `nil`: there is none.
    func value(at position: Double) -> Double? {
        let i = unsafe withRanks { unsafe vitrail_find_rank($0, position) }
        return i < values.count ? values[i] : nil
    }

    /// A copy with only the first values at some positions or beyond. They keep their positions, without the memory for
    /// all other values.
    ///
    /// - Parameter positions: ascending, 0 and 1 among them.
    func thinned(to positions: [Double]) -> HistogramEqualizer {
        var found: [(value: Double, end: UInt32)] = []
        unsafe withRanks { ranks in
            for position in positions {
                let i = unsafe vitrail_find_rank(ranks, position)
                if i < values.count, found.last?.value != values[i] {
                    found.append((values[i], unsafe vitrail_pixels_up_to(ranks, values[i])))
                }
            }
        }
        let pixels = found.indices.map { $0 == 0 ? found[0].end : found[$0].end - found[$0 - 1].end }
        return HistogramEqualizer(SortedValues(ascending: found.map(\.value)), pixels: pixels)
    }

    private func withRanks<Result>(_ body: (UnsafeMutablePointer<vitrail_ranks>) -> Result) -> Result {
        unsafe values.withValues { known in
            unsafe (ends ?? []).withUnsafeBufferPointer { ends in
                unsafe starts.withUnsafeBufferPointer { starts in
                    var ranks = unsafe vitrail_ranks(
                        values: known, ends: self.ends == nil ? nil : ends.baseAddress, count: values.count,
                        starts: starts.baseAddress, shift: shift)
                    return unsafe withUnsafeMutablePointer(to: &ranks) { unsafe body($0) }
                }
            }
        }
    }
}
