public import CColumns

/// The runs of a column's values between gaps, stretch by stretch.
package typealias RunSummary = SummaryTree<vitrail_runs>
/// The run summaries of a series' values.
package typealias RunSummaries = SummaryCache<RunKey, RunSummary>

/// Identifies the runs of a series.
package struct RunKey: Hashable {
    let value: SeriesValue
    /// Whether each value holds until the next.
    package let isStepped: Bool

    package init(value: SeriesValue, isStepped: Bool) {
        self.value = value
        self.isStepped = isStepped
    }
}

extension SummaryTree<vitrail_runs> {
    /// Adds the values behind the known ones.
    ///
    /// - Parameters:
    ///   - values: all current values.
    ///   - isStepped: the same in every call.
    package mutating func extend(_ values: ColumnView, isStepped: Bool) {
        extend(to: values.count, { values.runs($1, isStepped: isStepped) }) { _, samples, parts in
            values.withDoubles(samples) { values in
                unsafe parts.withUnsafeBufferPointer { parts in
                    unsafe values.withUnsafeBufferPointer {
                        unsafe vitrail_join_runs(
                            parts.baseAddress, parts.count, $0.baseAddress, $0.count / parts.count, isStepped)
                    }
                }
            }
        }
    }
}

extension ColumnView {
    /// - Parameter range: a stretch of `VITRAIL_SPAN_LENGTH` values.
    fileprivate func runs(_ range: Range<Int>, isStepped: Bool) -> vitrail_runs {
        precondition(range.count == Int(VITRAIL_SPAN_LENGTH), "stretches have one length")
        return withDoubles(range) {
            unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_runs($0.baseAddress, isStepped) }
        }
    }

    /// Calls `body` with the strokes of the runs of a short range up to its last gap, in order.
    ///
    /// - Parameters:
    ///   - range: at most `VITRAIL_SPAN_LENGTH` values.
    ///   - ends: whether there is a gap behind the range, too.
    ///   - isStepped: whether each value holds until the next.
    /// - Returns: the index behind the last gap; the start of the range if there is no gap.
    @inlinable @inline(__always)
    package func forEachStroke(
        _ range: Range<Int>, ends: Bool, isStepped: Bool, _ body: (vitrail_stroke) -> Void
    ) -> Int {
        precondition(range.count <= Int(VITRAIL_SPAN_LENGTH), "too many values")
        return withDoubles(range) { values in
            unsafe withUnsafeTemporaryAllocation(of: vitrail_stroke.self, capacity: Int(VITRAIL_MAX_STROKES)) {
                strokes in
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
    /// Calls `body` with each stroke, in order.
    @inlinable @inline(__always)
    package func forEachStroke(_ body: (vitrail_stroke) -> Void) {
        if count > 0 { body(strokes.0) }
        if count > 1 { body(strokes.1) }
        if count > 2 { body(strokes.2) }
    }
}
