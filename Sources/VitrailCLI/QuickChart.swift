import Vitrail

/// Columns → a chart with fitting axes.
struct QuickChart {
    let table: PlotTable
    let kind: PlotCommand.Kind
    let title: String
    /// Of the y columns; nil = there is no number.
    private let extents: [NumberRange?]

    /// Points, and device pixels for each.
    static let size = ChartDescription.Size(width: 960, height: 540)
    static let scale = 2.0
    /// Up to here the numbers under columns and bars are names, each written out; more of them are places on a scale.
    static let mostNamedNumbers = 60
    /// The same for dates, whose names are longer.
    static let mostNamedDates = 24
    /// Lines of few samples show each one: one alone, or between gaps, would not be seen.
    static let mostMarkedSamples = 24
    /// As many as there are colours for slices.
    static let mostSlices = 12
    /// Share of the data's extent that stays free beyond them.
    static let padding = 0.05

    init(table: PlotTable, kind: PlotCommand.Kind, title: String) {
        (self.table, self.kind, self.title) = (table, kind, title)
        extents = table.y.map(\.column.range)
    }

    func chart() throws -> Chart {
        if let empty = extents.firstIndex(of: nil) { throw CommandError.noNumbers(source: table.source, column: table.y[empty].name) }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: Self.size.width, height: Self.size.height))
        chart.scale = Self.scale
        chart.title = title
        if kind.isRound {
            chart.add(try slices())
            chart.legend.hidden = false
            chart.legend.position = .middleRight
        } else {
            try addAxesAndSeries(to: chart)
            // Colours without their values say little.
            chart.legend.hidden = chart.series.count < 2 && kind != .density
            chart.legend.position = kind == .density ? .topRight : .bottomMiddle
        }
        return chart
    }

    // MARK: Axes

    private func addAxesAndSeries(to chart: Chart) throws {
        var (name, along) = table.rows
        if kind.isWide, along.kind == .date ? along.count <= Self.mostNamedDates && isEven(along) : along.count <= Self.mostNamedNumbers {
            along = Column(along.names())
        }
        if kind.isWide { try checkPlaces(along) }
        var across = table.y.map(\.column)
        if kind == .bar, along.kind == .category {
            // The first row on top, as a table has it.
            along = along.reversed()
            across = across.map { $0.reversed() }
        }
        let axis = axis(for: along, name)
        chart.xAxis = kind == .bar ? values() : axis
        chart.yAxis = kind == .bar ? axis : values()
        if kind == .bar {
            // Lines to read lengths by cross the bars; themes draw them for values on the y-axis.
            chart.xAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: true)
            chart.yAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
        }
        if kind == .radar {
            for axis in chart.allAxes { axis.style.majorGridLineStyle = MajorGridLineStyle(lineRenderMode: .linear) }
        }
        guard !kind.isOfPrices else { return chart.add(prices(along)) }
        for (name, column) in zip(table.y.map(\.name), across) { chart.add(series(name, along, column)) }
    }

    /// The axis of the rows. Symbols get room to be seen whole.
    private func axis(for column: Column, _ name: String) -> Axis {
        let axis: Axis =
            switch column.kind {
            case .date: kind.isOfPrices && hasNoWeekends(column) ? Self.weekdays() : DateTimeAxis()
            case .category: CategoryAxis()
            case .number: NumberAxis()
            }
        axis.title = name
        guard hasPoints else { return axis }
        let room = column.kind == .category ? 0.5 : column.range.map { $0.span * Self.padding } ?? 0
        (axis.rangePaddingLow, axis.rangePaddingHigh) = (.value(room), .value(room))
        return axis
    }

    /// Whether dates follow each other at one distance, but for the lengths of days, months and years: of others, names would hide the gaps.
    private func isEven(_ column: Column) -> Bool {
        let distances = column.withValues { span in span.indices.dropFirst().map { span[$0] - span[$0 - 1] } }
        guard let least = distances.min(), let most = distances.max() else { return true }
        return least > 0 && most <= least * Self.evenness
    }

    /// March has 31 days, February 28.
    private static let evenness = 1.12

    /// Whether days follow each other so closely that weekends are gaps, and none of them is on one.
    private func hasNoWeekends(_ column: Column) -> Bool {
        let days = Set(column.withValues { span in span.indices.map { (span[$0] / 86_400).rounded(.down) }.filter(\.isFinite) }).sorted()
        // 1970-01-01 was a Thursday.
        return zip(days, days.dropFirst()).contains { $1 - $0 == 1 } && !days.contains { [2, 3].contains(($0.truncatingRemainder(dividingBy: 7) + 7).truncatingRemainder(dividingBy: 7)) }
    }

    /// Days from Monday to Friday.
    private static func weekdays() -> Axis {
        let axis = DiscontinuousDateTimeAxis()
        // From the first Saturday of 1970.
        axis.addExcludedRepeatedTimePeriod(RepeatedTimePeriod(start: 2 * 86_400, length: DateFrequency(2, .day), every: DateFrequency(1, .week)))
        return axis
    }

    private var hasPoints: Bool { kind == .scatter || !kind.isItemised && !kind.isOfPrices && table.rowCount <= Self.mostMarkedSamples }

    /// The axis of the y columns, with some room beyond their ends.
    private func values() -> Axis {
        let axis = NumberAxis()
        axis.title = table.y.count == 1 ? table.y[0].name : ""
        let extents = extents.compactMap { $0 }
        var low = extents.map(\.minimum).min() ?? 0
        var high = extents.map(\.maximum).max() ?? 0
        // What stands on zero needs no room there, and what is never negative shows no room for it.
        if kind.isWide || kind == .area { (low, high) = (min(low, 0), max(high, 0)) }
        let room = (high - low) * Self.padding
        guard room.isFinite else { return axis }
        axis.rangePaddingLow = .value(kind == .scatter || low < 0 ? room : min(room, low))
        axis.rangePaddingHigh = .value(kind == .scatter || high > 0 ? room : min(room, -high))
        return axis
    }

    /// Columns and bars of the same place hide one another, slices of the same name look like a mistake.
    private func checkPlaces(_ column: Column) throws {
        // Numbers of rows differ.
        guard let x = table.x else { return }
        var texts: Set<String> = []
        var numbers: Set<Double> = []
        let repeated =
            column.kind == .category
            ? column.texts.firstIndex { text in text.map { !texts.insert($0).inserted } ?? false }
            : column.withValues { values in
                // In order, equal ones are neighbours.
                column.isAscending
                    ? values.indices.dropFirst().first { values[$0] == values[$0 - 1] }
                    : values.indices.first { values[$0].isFinite && !numbers.insert(values[$0]).inserted }
            }
        guard let repeated else { return }
        let text = column.names()[repeated] ?? ""
        throw CommandError.repeatedPlace(source: table.source, column: x.name, value: text, kind: kind.rawValue)
    }

    // MARK: Series

    private func prices(_ along: Column) -> Series {
        let keyed = Dictionary(uniqueKeysWithValues: zip([DataKey.open, .high, .low, .close], table.y.map(\.column)))
        let columns = SeriesColumns(x: along, keyed: keyed)
        return kind == .ohlc ? OHLCSeries(columns: columns) : CandlestickSeries(columns: columns)
    }

    private func series(_ name: String, _ along: Column, _ values: Column) -> Series {
        let columns = kind == .bar ? SeriesColumns(x: values, y: along) : SeriesColumns(x: along, y: values)
        let points = hasPoints ? PointStyle(showPoints: true) : nil
        switch kind {
        case .line: return LineSeries(title: name, columns: columns, style: LineSeriesStyle(pointStyle: points))
        case .area:
            return LineSeries(title: name, columns: columns, style: LineSeriesStyle(showFill: true, pointStyle: points))
        case .scatter: return ScatterSeries(title: name, columns: columns)
        case .density: return DensitySeries(columns: columns)
        case .radar:
            // Several areas would hide one another.
            let style = RadialLineSeriesStyle(showFill: table.y.count == 1, pointStyle: PointStyle(showPoints: true))
            return RadialLineSeries(title: name, columns: columns, pointsWrapAround: true, style: style)
        case .column: return ColumnSeries(title: name, columns: columns)
        case .bar: return BarSeries(title: name, columns: columns)
        case .candlestick, .ohlc: return prices(along)
        case .pie: return PieSeries(title: name, columns: columns)
        case .donut: return DonutSeries(title: name, columns: columns)
        }
    }

    /// The rows as slices in their order, the small ones of many together.
    private func slices() throws -> Series {
        let (name, values) = table.y[0]
        let names = table.x?.column.names() ?? (table.firstRow..<table.firstRow + table.rowCount).map { String($0) }
        try checkPlaces(Column(names))
        let rows = values.withValues { span in span.indices.map { (name: names[$0] ?? "", value: span[$0]) } }
            .filter { $0.value.isFinite && $0.value != 0 }
        if let negative = rows.first(where: { $0.value < 0 }) {
            throw CommandError.negativeSlice(source: table.source, column: name, value: negative.value)
        }
        var kept = rows
        if rows.count > Self.mostSlices {
            let order = rows.indices.sorted { (rows[$1].value, $0) < (rows[$0].value, $1) }
            let large = Set(order.prefix(Self.mostSlices - 1))
            kept = rows.indices.filter(large.contains).map { rows[$0] }
            let rest = rows.indices.filter { !large.contains($0) }
            kept.append(("\(rest.count) others", rest.reduce(0) { $0 + rows[$1].value }))
        }
        return series(name, Column(kept.map { Optional($0.name) }), Column(kept.map(\.value)))
    }
}

extension Column {
    fileprivate func reversed() -> Column {
        if kind == .category { return Column(Array(texts.reversed())) }
        let values = withValues { span in span.indices.reversed().map { span[$0] } }
        return kind == .date ? Column(secondsSince1970: values) : Column(values)
    }

    /// A name for each row, nil for a gap: dates as far as they differ from the start of a year, a month or a day.
    fileprivate func names() -> [String?] {
        guard kind != .category else { return texts }
        let values = withValues { span in span.indices.map { span[$0] } }
        let axis = kind == .date ? DateTimeAxis() : NumberAxis()
        if kind == .date { axis.labelFormatString = Self.pattern(for: values.filter { $0.isFinite }) }
        return values.map { $0.isFinite ? axis.string(forId: $0) : nil }
    }

    private static func pattern(for seconds: [Double]) -> String {
        let axis = DateTimeAxis()
        // Each with what its rest has to look like.
        for (pattern, rest, start) in [
            ("yyyy", "MM-dd HH:mm:ss", "01-01 00:00:00"), ("MMM yyyy", "dd HH:mm:ss", "01 00:00:00"),
            ("yyyy-MM-dd", "HH:mm:ss", "00:00:00"), ("yyyy-MM-dd HH:mm", "ss", "00"),
        ] {
            axis.labelFormatString = rest
            if seconds.allSatisfy({ axis.string(forId: $0) == start }) { return pattern }
        }
        return "yyyy-MM-dd HH:mm:ss"
    }
}
