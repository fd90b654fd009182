/// What automatic ranges show beside all samples, in descriptions.
extension ChartLoader {
    /// A range with the values of annotations on its axis.
    func annotated(_ range: NumberRange, _ axis: Axis) -> NumberRange? {
        guard chart.isDescribed, !chart.isRadial, axis.explicitDefaultRange == nil, !(axis is CategoryAxis) else { return range }
        var range = range
        for annotation in chart.annotations where annotation.widensRanges {
            let isX = axis.direction == .x
            guard let own = isX ? annotation.xAxis ?? chart.xAxis : annotation.yAxis ?? chart.yAxis, own === axis else { continue }
            let far = annotation.farValues
            let arrow = annotation.arrow
            for value in isX ? [annotation.xValue, far.x, arrow?.x] : [annotation.yValue, far.y, arrow?.y] {
                guard let number = value.flatMap(axis.value), number.isFinite, axis.maps(number) else { continue }
                range = range.including(number)
            }
        }
        return range
    }

    /// The range of dependent values in a description: from 0 to 1 of zeros alone, whose columns stand on the axis; from 0
    /// on of values ≥ 0 on a radial chart, whose pole would else be the least of them.
    func startingAtZero(_ range: NumberRange, _ axis: Axis) -> NumberRange {
        guard chart.isDescribed, axis is NumberAxis, axis.maps(0) else { return range }
        if range == NumberRange(0, 0) { return NumberRange(0, 1) }
        return chart.isRadial && range.minimum > 0 ? range.including(0) : range
    }

    /// The independent axis of a series, where a description fixes its range and leaves that of the dependent axis open; nil elsewhere.
    func fixedAxis(of series: CartesianSeries, across axis: Axis) -> Axis? {
        guard chart.isDescribed, !chart.isRadial, axis.explicitDefaultRange == nil,
            let along = chart.ownAxis(series, series.orientation == .horizontal ? .x : .y), along.fixedRange != nil
        else { return nil }
        return along
    }

    /// The dependent values of samples in the range that their independent axis is fixed to, and of lines at its ends; nil where nothing is in it.
    ///
    /// - Parameters:
    ///   - samples: stacked, or as loaded.
    ///   - along: has an explicit range, or one end of it.
    /// - Complexity: O(samples in the range) where they are in order, else O(samples).
    func range(of series: CartesianSeries, _ samples: LoadedSeries, in along: Axis, on axis: Axis) -> NumberRange? {
        guard let shown = along.fixedRange else { return nil }
        let isLogarithmic = axis is LogarithmicAxis
        // On a logarithmic axis, the first of a stack starts below all that is shown.
        let columns = zip(samples.values, samples.across).filter { value, _ in value.isOnAxis && (value != .stackBase || !isLogarithmic) }.map(\.1)
        let isLine = series is LineSeries || series is BandSeries
        let isStepped = series is StepLineSeries
        let mappers = (along: along.mapper, across: axis.mapper)
        var (low, high) = (Double.infinity, -Double.infinity)
        func add(_ value: Double) {
            guard value.isFinite, !isLogarithmic || value > 0 else { return }
            (low, high) = (min(low, value), max(high, value))
        }
        for column in columns {
            SharedValues.lend(samples.along, column) { places, values in
                let isAscending = samples.alongExtent.isAscending
                let first = isAscending ? places.indices.partition { places[$0] >= shown.minimum } : 0
                let end = isAscending ? places.indices.partition { places[$0] > shown.maximum } : places.count
                SharedValues.forEachBlock(of: first..<max(end, first), places, values) { _, places, values in
                    for i in values.indices where places[i] >= shown.minimum && places[i] <= shown.maximum { add(values[i]) }
                }
                guard isLine else { return }
                /// Where the line between a sample and the next one crosses an end of the range.
                func addCrossings(_ i: Int, _ places: SharedValues, _ values: SharedValues) {
                    guard i >= 0, i + 1 < places.count, values[i].isFinite, values[i + 1].isFinite else { return }
                    let (a, b) = (places[i], places[i + 1])
                    for bound in [shown.minimum, shown.maximum] where min(a, b) < bound && bound < max(a, b) {
                        let line = isStepped ? Segment(level: values[i]) : Segment(from: (a, values[i]), to: (b, values[i + 1]), mappers.along, mappers.across)
                        add(line.value(at: bound))
                    }
                }
                if isAscending {
                    addCrossings(first - 1, places, values)
                    if end != first { addCrossings(end - 1, places, values) }
                } else {
                    // Both samples lie in one block.
                    for start in stride(from: 0, to: max(places.count - 1, 0), by: SharedValues.blockLength) {
                        let block = start..<min(start + SharedValues.blockLength + 1, places.count)
                        places.withBlock(block) { places in
                            values.withBlock(block) { values in for i in block.dropLast() { addCrossings(i, places, values) } }
                        }
                    }
                }
            }
        }
        return low <= high ? NumberRange(low, high) : nil
    }
}

/// Facts about the samples that ticks of numbers depend on.
extension ChartLoader {
    /// Whether the values of a series on an axis are whole numbers; false where there are very many, which are not read again to be asked.
    ///
    /// - Complexity: O(samples), up to the first that is not whole.
    func holdsWholeNumbers(_ loaded: LoadedSeries, isAlong: Bool) -> Bool {
        if let whole = loaded.whole { return whole.rows <= Self.mostAsked && (isAlong ? whole.alongIsWhole : whole.acrossIsWhole) }
        guard loaded.count <= Self.mostAsked else { return false }
        let columns = isAlong ? [loaded.along] : zip(loaded.values, loaded.across).filter(\.0.isOnAxis).map(\.1)
        return columns.allSatisfy { column in
            column.lend { values in
                values.areIndices || values.indices.allSatisfy { !values[$0].isFinite || values[$0] == values[$0].rounded() }
            }
        }
    }

    private static let mostAsked = 100_000
}
