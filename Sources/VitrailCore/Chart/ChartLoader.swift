/// Reads a chart's columns once and fixes all domains before any point is mapped.
struct ChartLoader {
    let chart: Chart

    /// Reads every series and gives every axis its ranges.
    func load() throws(ChartError) {
        for pie in chart.pies { try pie.load() }
        guard !chart.isPie else { return }
        chart.completeAxes()
        for case let axis as CategoryAxis in chart.allAxes { axis.removeAllItems() }
        for series in chart.cartesian { series.loaded = try loaded(series) }
        for axis in chart.allAxes { try setRanges(of: axis) }
    }

    private func loaded(_ series: CartesianSeries) throws(ChartError) -> LoadedSeries {
        let isHorizontal = series.orientation == .horizontal
        let (alongAxis, acrossAxis) = (try chart.axis(series, isHorizontal ? .x : .y), try chart.axis(series, isHorizontal ? .y : .x))
        var across: [Column] = []
        for (name, column) in series.dependentColumns {
            guard let column else { throw .missingColumn(place: "\(series.place).\(name)") }
            across.append(name == "area" ? column : try numbers(column, on: acrossAxis, "\(series.place).\(name)"))
        }
        let count = across[0].count
        for (k, column) in across.enumerated() where column.count != count {
            throw .columnLengths(
                place: series.place, first: series.dependentColumns[0].name, count,
                second: series.dependentColumns[k].name, column.count)
        }
        let name = isHorizontal ? "x" : "y"
        let along: Column
        if let column = isHorizontal ? series.columns.x : series.columns.y {
            along = try numbers(column, on: alongAxis, "\(series.place).\(name)")
        } else {
            along = Column((0..<count).map(Double.init))
        }
        guard along.count == count else {
            throw .columnLengths(
                place: series.place, first: name, along.count, second: series.dependentColumns[0].name, count)
        }
        return LoadedSeries(
            count: count, along: along, across: across, alongExtent: along.withValues { ColumnExtent($0) },
            acrossExtent: across.map { $0.withValues { ColumnExtent($0) } })
    }

    /// A column as its axis takes it: texts become indexes on category axes.
    private func numbers(_ column: Column, on axis: Axis, _ place: String) throws(ChartError) -> Column {
        if let category = axis as? CategoryAxis {
            let texts: [String?] = column.kind == .category
                ? column.texts
                : column.withValues { span in span.indices.map { span[$0].isFinite ? NumberLabel.text(span[$0]) : nil } }
            return Column(texts.map { $0.map { Double(category.index(of: $0)) } ?? .nan })
        }
        guard column.kind != .category else {
            throw .wrongColumn(place: place, found: "texts", wanted: axis is DateTimeAxis ? "dates" : "numbers")
        }
        return column
    }

    // MARK: Ranges

    private func setRanges(of axis: Axis) throws(ChartError) {
        var data: NumberRange?
        var visible: NumberRange?
        for series in chart.cartesian {
            guard let loaded = series.loaded else { continue }
            for direction in [Axis.Direction.x, .y] where try chart.axis(series, direction) === axis {
                let isAlong = (series.orientation == .horizontal) == (direction == .x)
                let own = isAlong ? alongRange(series, loaded, axis) : acrossRange(series, loaded, axis)
                data = NumberRange.union(data, own.data)
                if !series.hidden { visible = NumberRange.union(visible, own.visible) }
            }
        }
        axis.dataRange = data
        axis.visibleRange = visible
        if chart.autoCalculateAxisRanges || !axis.hasRange { axis.resetZoomLevel() }
    }

    /// Independent values; wide samples take half a spacing at each end.
    private func alongRange(_ series: CartesianSeries, _ loaded: LoadedSeries, _ axis: Axis) -> (data: NumberRange?, visible: NumberRange?) {
        guard let range = range(loaded.alongExtent, axis) else { return (nil, nil) }
        guard series.isWide, axis.mapper == .identity else { return (range, range) }
        let group = chart.cartesian.filter { type(of: $0) == type(of: series) && !$0.hidden }
        let half = BarSlots.spacing(of: group, on: axis) / 2
        return (range, range.widened(low: half, high: half))
    }

    /// Dependent values, and the baseline where shapes stand on it.
    private func acrossRange(_ series: CartesianSeries, _ loaded: LoadedSeries, _ axis: Axis) -> (data: NumberRange?, visible: NumberRange?) {
        let ends = zip(series.dependentColumns, loaded.acrossExtent).filter { $0.0.name != "area" }
        let data = ends.reduce(NumberRange?.none) { NumberRange.union($0, range($1.1, axis)) }
        let standsOnBaseline = series.showsBaseline && (axis.mapper == .identity || series.baseline > 0)
        return (data, standsOnBaseline ? data?.including(series.baseline) : data)
    }

    private func range(_ extent: ColumnExtent, _ axis: Axis) -> NumberRange? {
        axis is LogarithmicAxis ? extent.positiveRange : extent.range
    }
}
