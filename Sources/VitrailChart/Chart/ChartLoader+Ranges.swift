package import VitrailColumns

/// Values, in addition to the samples, that automatic ranges of descriptions include.
extension ChartLoader {
    /// A range, extended by the values of annotations on its axis.
    func annotated(_ range: NumberRange, _ axis: Axis) -> NumberRange? {
        guard chart.isDescribed, !chart.isRadial, axis.explicitDefaultRange == nil, !axis.isCategory else {
            return range
        }
        var range = range
        for annotation in chart.annotations where annotation.widensRanges {
            let isX = axis.direction == .x
            guard let own = isX ? annotation.xAxis ?? chart.xAxis : annotation.yAxis ?? chart.yAxis, own === axis else {
                continue
            }
            let far = annotation.farValues
            let arrow = annotation.arrow
            for value in isX ? [annotation.xValue, far.x, arrow?.x] : [annotation.yValue, far.y, arrow?.y] {
                guard let number = value.flatMap(axis.value), number.isFinite, axis.maps(number) else { continue }
                range = range.including(number)
            }
        }
        return range
    }

    /// Extends the range of dependent values in a description: to 0…1 if all values are 0, because columns stand on the
    /// axis; to 0 for values ≥ 0 on a radial chart, because otherwise the pole would be the smallest value.
    func startingAtZero(_ range: NumberRange, _ axis: Axis) -> NumberRange {
        guard chart.isDescribed, axis.isNumeric, axis.maps(0) else { return range }
        if range == NumberRange(0, 0) { return NumberRange(0, 1) }
        return chart.isRadial && range.minimum > 0 ? range.including(0) : range
    }

    /// The independent axis of a series, if a description fixes its range and leaves the dependent axis open; otherwise
    /// nil.
    package func fixedAxis(of series: CartesianSeries, across axis: Axis) -> Axis? {
        guard chart.isDescribed, !chart.isRadial, axis.explicitDefaultRange == nil,
            let along = chart.ownAxis(series, series.orientation == .horizontal ? .x : .y), along.fixedRange != nil
        else { return nil }
        return along
    }

    /// The range of dependent values within the fixed range of their independent axis, including the crossings of lines
    /// with its ends. nil: there are no values.
    ///
    /// - Parameters:
    ///   - samples: stacked, or as loaded.
    ///   - along: an axis with an explicit range, or with one explicit end.
    /// - Complexity: O(samples in the range) if samples are ascending, otherwise O(samples).
    package func range(
        of series: CartesianSeries, _ samples: LoadedSeries, in along: Axis, on axis: Axis
    ) -> NumberRange? {
        guard let shown = along.fixedRange else { return nil }
        let mapsPositiveOnly = axis.mapsPositiveOnly
        // On a logarithmic axis, the base of the first in a stack lies below the visible range.
        let columns = zip(samples.values, samples.across).filter { value, _ in
            value.isOnAxis && (value != .stackBase || !mapsPositiveOnly)
        }.map(\.1)
        let isLine = series.joinsSamples
        let steps = (series as? StepLineSeries)?.steps
        let mappers = (along: along.mapper, across: axis.mapper)
        var (low, high) = (Double.infinity, -Double.infinity)
        func add(_ value: Double) {
            guard value.isFinite, !mapsPositiveOnly || value > 0 else { return }
            (low, high) = (min(low, value), max(high, value))
        }
        for column in columns {
            ColumnView.withView(samples.along, column) { positions, values in
                let isAscending = samples.alongExtent.isAscending
                let first = isAscending ? positions.indices.partition { positions[$0] >= shown.minimum } : 0
                let end = isAscending ? positions.indices.partition { positions[$0] > shown.maximum } : positions.count
                ColumnView.forEachBlock(of: first..<max(end, first), positions, values) { _, positions, values in
                    for i in values.indices where positions[i] >= shown.minimum && positions[i] <= shown.maximum {
                        add(values[i])
                    }
                }
                guard isLine else { return }
                /// Adds the value at each end of the range that the line from this sample to the next one crosses.
                func addCrossings(_ i: Int, _ positions: ColumnView, _ values: ColumnView) {
                    guard i >= 0, i + 1 < positions.count, values[i].isFinite, values[i + 1].isFinite else { return }
                    let (a, b) = (positions[i], positions[i + 1])
                    for bound in [shown.minimum, shown.maximum] where min(a, b) < bound && bound < max(a, b) {
                        let (start, end) = ((a, values[i]), (b, values[i + 1]))
                        add(
                            steps?.value(from: start, to: end, at: bound, on: mappers.along)
                                ?? Segment(from: start, to: end, mappers.along, mappers.across).value(at: bound))
                    }
                }
                if isAscending {
                    addCrossings(first - 1, positions, values)
                    if end != first { addCrossings(end - 1, positions, values) }
                } else {
                    // Blocks overlap by one sample, so that both samples of a pair lie in one block.
                    for start in stride(from: 0, to: max(positions.count - 1, 0), by: ColumnView.blockLength) {
                        let block = start..<min(start + ColumnView.blockLength + 1, positions.count)
                        positions.withBlock(block) { positions in
                            values.withBlock(block) { values in
                                for i in block.dropLast() { addCrossings(i, positions, values) }
                            }
                        }
                    }
                }
            }
        }
        return low <= high ? NumberRange(low, high) : nil
    }
}

/// Facts about samples that affect the ticks of number axes.
extension ChartLoader {
    /// Whether the values of a series on an axis are integers; false for more than `maxAsked` samples, which are not
    /// read again for this.
    ///
    /// - Complexity: O(samples) up to the first value that is not an integer.
    package func holdsWholeNumbers(_ loaded: LoadedSeries, isAlong: Bool) -> Bool {
        if let whole = loaded.whole {
            return whole.rows <= Self.maxAsked && (isAlong ? whole.alongIsWhole : whole.acrossIsWhole)
        }
        guard loaded.count <= Self.maxAsked else { return false }
        let columns = isAlong ? [loaded.along] : zip(loaded.values, loaded.across).filter(\.0.isOnAxis).map(\.1)
        return columns.allSatisfy { column in
            column.withView { values in
                values.areIndices
                    || values.indices.allSatisfy { !values[$0].isFinite || values[$0] == values[$0].rounded() }
            }
        }
    }

    private static let maxAsked = 100_000
}
