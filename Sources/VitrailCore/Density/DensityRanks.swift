import CData

/// Histogram equalisation: the values of pixels, and for each the share of them that are above the first one and not above it.
struct DensityRanks: Sendable, Equatable {
    /// Each once, ascending.
    private var values: [Double] = []
    private var places: [Double] = []
    /// Which of the values lie in a stretch of all of them, `vitrail_ranks`.
    private var starts: [UInt32]
    private var shift: Int32 = 0

    /// As many hold a few values each, of those of a picture.
    private static let mostStretches = 1 << 19

    /// Of the textbook: (pixels up to it − pixels of the first) / (all − pixels of the first).
    ///
    /// - Parameter ascending: values of pixels, finite, and how many have each; at least one. Equal ones may follow each other.
    init(ascending: some Collection<(value: Double, count: Int)>) {
        values.reserveCapacity(ascending.count)
        places.reserveCapacity(ascending.count)
        var (sum, first) = (0, 0)
        for (value, count) in ascending {
            sum += count
            if value == values.last {
                places[places.count - 1] = Double(sum)
            } else {
                // −0 is 0.
                values.append(value + 0)
                places.append(Double(sum))
            }
            if values.count == 1 { first = sum }
        }
        let rest = Double(sum - first)
        for i in places.indices { places[i] = rest > 0 ? (places[i] - Double(first)) / rest : 0.5 }
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
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low < values.count ? values[low] : nil
    }

    private func withRanks(_ body: (UnsafeMutablePointer<vitrail_ranks>) -> Void) {
        unsafe values.withUnsafeBufferPointer { values in
            unsafe places.withUnsafeBufferPointer { places in
                unsafe starts.withUnsafeBufferPointer { starts in
                    var ranks = unsafe vitrail_ranks(
                        values: values.baseAddress, places: places.baseAddress, count: values.count, starts: starts.baseAddress, shift: shift)
                    unsafe withUnsafeMutablePointer(to: &ranks) { unsafe body($0) }
                }
            }
        }
    }
}
