public import CColumns

/// The distribution of a column's values, stretch by stretch.
package typealias QuantileSummary = SummaryTree<vitrail_quantiles>
/// The quantile summaries of a series' values.
package typealias QuantileSummaries = SummaryCache<SeriesValue, QuantileSummary>

extension SummaryTree<vitrail_quantiles> {
    /// Adds the values behind the known ones.
    ///
    /// - Parameter values: all current values.
    package mutating func extend(_ values: ColumnView) {
        extend(to: values.count, { number, samples in values.quantiles(samples, number: number) }) { number, _, parts in
            unsafe parts.withUnsafeBufferPointer { unsafe vitrail_join_quantiles($0.baseAddress, $0.count, number) }
        }
    }
}

extension ColumnView {
    /// - Parameters:
    ///   - range: a stretch of `VITRAIL_SPAN_LENGTH` values.
    ///   - number: of the stretch.
    fileprivate func quantiles(_ range: Range<Int>, number: Int) -> vitrail_quantiles {
        precondition(range.count == Int(VITRAIL_SPAN_LENGTH), "stretches have one length")
        return withDoubles(range) {
            unsafe $0.withUnsafeBufferPointer { unsafe vitrail_find_quantiles($0.baseAddress, number) }
        }
    }
}

extension vitrail_quantiles {
    /// - Parameter eighth: 0…7.
    @inlinable @inline(__always)
    package func value(_ eighth: Int) -> Double {
        SIMD8(values.0, values.1, values.2, values.3, values.4, values.5, values.6, values.7)[eighth]
    }

    /// Calls `body` with one value of each eighth of the distribution, in order.
    @inlinable @inline(__always)
    package func forEachValue(_ body: (_ eighth: Int, _ value: Double) -> Void) {
        body(0, values.0)
        body(1, values.1)
        body(2, values.2)
        body(3, values.3)
        body(4, values.4)
        body(5, values.5)
        body(6, values.6)
        body(7, values.7)
    }
}
