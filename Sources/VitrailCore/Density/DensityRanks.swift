import CData

/// Histogram equalisation: the values of pixels, and for each the share of them that are above the first one and not above it.
struct DensityRanks: Sendable, Equatable {
    private let values: SortedValues
    /// Pixels up to each of them; nil = one has each.
    private let ends: [UInt32]?
    /// Which of the values lie in a stretch of all of them, `vitrail_ranks`.
    private var starts: [UInt32]
    private var shift: Int32 = 0

    /// As many hold a few values each, of those of a picture.
    private static let mostStretches = 1 << 19

    /// Of the textbook: (pixels up to it − pixels of the first) / (all − pixels of the first).
    ///
    /// - Parameters:
    ///   - values: of pixels; at least one.
    ///   - pixels: how many have each; nil = one.
    init(_ values: SortedValues, pixels: [UInt32]?) {
        // −0 is 0.
        values.map { $0 + 0 }
        self.values = values
        var sum: UInt32 = 0
        ends = pixels?.map { count in
            sum += count
            return sum
        }
        let stretches = min(Self.mostStretches, values.count)
        starts = Array(repeating: 0, count: stretches + 1)
        var starts = starts
        unsafe withRanks { ranks in
            unsafe starts.withUnsafeMutableBufferPointer { unsafe vitrail_index_ranks(ranks, stretches, $0.baseAddress) }
            shift = unsafe ranks.pointee.shift
        }
        self.starts = starts
    }

    /// Those of the greatest values that are not above these; of the first, where all are.
    func place(_ values: UnsafeBufferPointer<Double>, _ places: UnsafeMutablePointer<Double>) {
        unsafe withRanks { unsafe vitrail_place_ranks(values.baseAddress, values.count, $0, places) }
    }

    /// The first value that lies at a place or beyond.
    func value(at place: Double) -> Double? {
        let i = unsafe withRanks { unsafe vitrail_find_rank($0, place) }
        return i < values.count ? values[i] : nil
    }

    /// Those of the first values at some places or beyond, which lie where they lay: without memory for all others.
    ///
    /// - Parameter places: ascending, 0 and 1 among them.
    func thinned(to places: [Double]) -> DensityRanks {
        var found: [(value: Double, end: UInt32)] = []
        unsafe withRanks { ranks in
            for place in places {
                let i = unsafe vitrail_find_rank(ranks, place)
                if i < values.count, found.last?.value != values[i] { found.append((values[i], unsafe vitrail_pixels_up_to(ranks, values[i]))) }
            }
        }
        let pixels = found.indices.map { $0 == 0 ? found[0].end : found[$0].end - found[$0 - 1].end }
        return DensityRanks(SortedValues(ascending: found.map(\.value)), pixels: pixels)
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
