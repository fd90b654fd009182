#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Number of sampled values of a column, and number of distinct values among them.
package struct ValueStyles {
    var seen = 0
    var different = 0

    /// Estimate of the number of distinct values among `count` values, if the others are like the sample.
    package func distinct(of count: Int) -> Int {
        guard seen < count, seen > 0 else { return min(different, count) }
        let repeated = seen - different
        // Most values occur repeatedly, so the sample probably has all of them.
        guard repeated < seen / 2 else { return different }
        // A sample of n out of D distinct values has about n² / 2D repetitions.
        let from = repeated > 0 ? Double(seen) * Double(seen) / 2 / Double(repeated) : .infinity
        return from >= Double(count) * 100 ? count : Int(from * (1 - exp(-Double(count) / from)))
    }
}

extension Column {
    /// Whether values are in random order, judged by a sample. The points of a track, or of a clock that was set back,
    /// are mostly close to their predecessor.
    package var looksShuffled: Bool {
        withView { values in
            let drawnStyles = min(values.count - 1, 1_000)
            // A column with few values may be unordered on purpose.
            guard drawnStyles >= 100 else { return false }
            var (low, high, way) = (Double.infinity, -Double.infinity, 0.0)
            for k in 0..<drawnStyles {
                let i = (values.count - 1) * k / drawnStyles
                let (here, next) = (values[i], values[i + 1])
                guard here.isFinite, next.isFinite else { continue }
                (low, high, way) = (min(low, here, next), max(high, here, next), way + abs(next - here))
            }
            // Two random positions are one third of the range apart on average.
            return low < high && way > Double(drawnStyles) * (high - low) / 5
        }
    }

    /// Whether no value is less than its predecessor, judged by a sample from the whole column.
    package var looksAscending: Bool {
        withView { values in
            let drawnStyles = min(values.count, 1_000)
            var last = -Double.infinity
            for k in 0..<drawnStyles {
                let i = values.count * k / drawnStyles
                for value in [values[i], i + 1 < values.count ? values[i + 1] : .infinity] {
                    guard value >= last else { return false }
                    last = value
                }
            }
            return true
        }
    }

    /// Samples up to 16 ranges of 4,096 values, spread over the column.
    package var drawnStyles: ValueStyles {
        withView { values in
            var found = Set<UInt64>()
            var drawnStyles = ValueStyles()
            let stretches = Swift.min(16, values.count / 4_096 + 1)
            for k in 0..<stretches {
                let start = values.count * k / stretches
                for i in start..<Swift.min(start + 4_096, values.count) {
                    drawnStyles.seen += 1
                    found.insert(values[i].bitPattern)
                }
            }
            drawnStyles.different = found.count
            return drawnStyles
        }
    }
}
