import CData

/// The runs of a column's values between gaps, stretch by stretch.
typealias RunSummary = GridSummary<vitrail_runs>
/// Those of a series' values.
typealias RunSummaries = KeptSummaries<RunKey, RunSummary>

/// Which runs of a series are told of.
struct RunKey: Hashable {
    let value: SeriesValue
    /// Whether each value holds until the next.
    let isStepped: Bool
}

extension GridSummary<vitrail_runs> {
    /// Takes in the values behind those that are known.
    ///
    /// - Parameters:
    ///   - values: all that there are now.
    ///   - isStepped: the same each time.
    mutating func extend(_ values: SharedValues, isStepped: Bool) {
        extend(to: values.count, { values.runs($1, isStepped: isStepped) }) { _, samples, parts in
            values.withDoubles(samples) { values in
                unsafe parts.withUnsafeBufferPointer { parts in
                    unsafe values.withUnsafeBufferPointer {
                        unsafe vitrail_join_runs(parts.baseAddress, parts.count, $0.baseAddress, $0.count / parts.count, isStepped)
                    }
                }
            }
        }
    }
}

extension SharedValues {
    /// - Parameter range: a stretch of `VITRAIL_SPAN_LENGTH` values.
    fileprivate func runs(_ range: Range<Int>, isStepped: Bool) -> vitrail_runs {
        precondition(range.count == Int(VITRAIL_SPAN_LENGTH), "stretches have one length")
        return withDoubles(range) { unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_runs($0.baseAddress, isStepped) } }
    }

    /// The strokes of the runs of a short range up to its last gap, in order.
    ///
    /// - Parameters:
    ///   - range: at most `VITRAIL_SPAN_LENGTH` values.
    ///   - ends: whether behind the range there is a gap, too.
    ///   - isStepped: whether each value holds until the next.
    /// - Returns: where the gap ends; the start of the range where there is none.
    @inline(__always)
    func forEachStroke(_ range: Range<Int>, ends: Bool, isStepped: Bool, _ body: (vitrail_stroke) -> Void) -> Int {
        precondition(range.count <= Int(VITRAIL_SPAN_LENGTH), "too many values")
        return withDoubles(range) { values in
            unsafe withUnsafeTemporaryAllocation(of: vitrail_stroke.self, capacity: Int(VITRAIL_MOST_STROKES)) { strokes in
                var count: Int32 = 0
                let end = unsafe values.withUnsafeBufferPointer {
                    unsafe vitrail_find_strokes($0.baseAddress, $0.count, ends, isStepped, strokes.baseAddress, &count)
                }
                for k in 0..<Int(count) { unsafe body(strokes[k]) }
                return range.lowerBound + end
            }
        }
    }
}

extension vitrail_runs {
    /// In order.
    @inline(__always)
    func forEachStroke(_ body: (vitrail_stroke) -> Void) {
        if count > 0 { body(strokes.0) }
        if count > 1 { body(strokes.1) }
        if count > 2 { body(strokes.2) }
    }
}
