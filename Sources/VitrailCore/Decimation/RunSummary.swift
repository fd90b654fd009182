import CData

/// The runs of a column's values between gaps, stretch by stretch.
typealias RunSummary = GridSummary<vitrail_runs>
/// Those of a series' values.
typealias RunSummaries = KeptSummaries<SeriesValue, RunSummary>

extension GridSummary<vitrail_runs> {
    /// Takes in the values behind those that are known.
    ///
    /// - Parameter values: all that there are now.
    mutating func extend(_ values: SharedValues) {
        extend(to: values.count, { values.runs($1) }) { _, samples, parts in
            values.withDoubles(samples) { values in
                unsafe parts.withUnsafeBufferPointer { parts in
                    unsafe values.withUnsafeBufferPointer { unsafe vitrail_join_runs(parts.baseAddress, parts.count, $0.baseAddress, $0.count / parts.count) }
                }
            }
        }
    }
}

extension SharedValues {
    /// - Parameter range: a stretch of `VITRAIL_SPAN_LENGTH` values.
    fileprivate func runs(_ range: Range<Int>) -> vitrail_runs {
        precondition(range.count == Int(VITRAIL_SPAN_LENGTH), "stretches have one length")
        return withDoubles(range) { unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_runs($0.baseAddress) } }
    }

    /// The strokes of the runs of a short range up to its last gap, in order.
    ///
    /// - Parameter ends: whether behind the range there is a gap, too.
    /// - Returns: where the gap ends; the start of the range where there is none.
    @inline(__always)
    func forEachStroke(_ range: Range<Int>, ends: Bool, _ body: (vitrail_stroke) -> Void) -> Int {
        withDoubles(range) { values in
            unsafe withUnsafeTemporaryAllocation(of: vitrail_stroke.self, capacity: Int(VITRAIL_MOST_STROKES)) { strokes in
                var count: Int32 = 0
                let end = unsafe values.withUnsafeBufferPointer {
                    unsafe vitrail_find_strokes($0.baseAddress, $0.count, ends, strokes.baseAddress, &count)
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
