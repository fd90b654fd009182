import Foundation
import Vitrail

/// Makes a chart with suitable axes from columns.
struct QuickChart {
    let table: PlotTable
    let kind: PlotCommand.Kind
    let title: String
    /// For error bars: whether the second column holds distances. Otherwise the last two hold the ends.
    var hasError = false
    var drawnStyle = PlotStyle()

    /// Points, and device pixels per point.
    static let size = ChartDescription.Size(width: 960, height: 540)
    static let scale = 2.0
    /// Up to this count, the numbers below columns and bars are names, and each is written out. More numbers are
    /// positions on a scale.
    static let maxNamedNumbers = 60
    /// The same limit for dates, whose names are longer.
    static let maxNamedDates = 24
    /// Up to this count, lines mark each sample. A single sample between gaps would otherwise be invisible.
    static let maxMarkedSamples = 24
    /// The number of slice colours.
    static let maxSlices = 12
    /// Padding of a logarithmic axis on each side, as a share of the data's extent. Other axes end at ticks.
    static let padding = 0.05

    init(
        table: PlotTable, kind: PlotCommand.Kind, title: String, hasError: Bool = false,
        drawnStyle: PlotStyle = PlotStyle()
    ) {
        (self.table, self.kind, self.title, self.hasError, self.drawnStyle) = (table, kind, title, hasError, drawnStyle)
    }

    /// Name of the data in the description.
    static let data = "table"
    private static let (left, right) = ("left", "right")

    func chart() throws -> Chart { try made().chart }

    /// The chart, and a description that draws the same picture.
    ///
    /// - Parameter isStream: whether more rows come, so that columns may lack numbers.
    func made(isStream: Bool = false) throws -> (description: ChartDescription, chart: Chart) {
        var description = ChartDescription()
        (description.size, description.scale) = (Self.size, Self.scale)
        description.title = title.isEmpty ? nil : title
        description.endLabels = drawnStyle.endLabels
        description.locale = drawnStyle.locale
        (description.subtitle, description.caption, description.source) = (
            drawnStyle.texts.subtitle, drawnStyle.texts.caption, drawnStyle.texts.source
        )
        (description.palette, description.font) = (drawnStyle.palette, drawnStyle.font)
        description.data = [Self.data: table.description]
        var isAsRead = true
        if kind.isRound {
            isAsRead = try !addSlices(to: &description)
        } else {
            isAsRead = try addAxesAndSeries(to: &description)
        }
        var legend = LegendDescription()
        legend.position = kind == .density ? .topRight : .bottomMiddle
        description.legend = legend
        let chart: Chart
        do throws(DescriptionError) {
            chart = try description.makeChart(read: isAsRead ? [Self.data: table.read] : [:])
        } catch {
            throw CommandError.description(error.inWordsOfOptions, source: table.source)
        }
        if !isStream { try checkNumbers(chart) }
        if !kind.isRound { try makeRoom(&description, chart) }
        // One series needs no legend, and slices have their names beside them. Density colours need their values.
        if chart.series.count < 2, kind != .density {
            description.legend = nil
            chart.legend.hidden = true
        }
        return (description, chart)
    }

    private func checkNumbers(_ chart: Chart) throws {
        guard table.rowCount > 0 else { return }
        for column in kind.isOfPrices ? table.y : table.y + table.right where column.column.range == nil {
            throw CommandError.noNumbers(source: table.source, column: column.key == "y" ? column.title : column.key)
        }
    }

    // MARK: Axes

    /// - Returns: whether the description contains the table as it was read.
    private func addAxesAndSeries(to description: inout ChartDescription) throws -> Bool {
        let rows = table.rows
        var along = rows.column
        if kind.isWide, along.kind == .date ? haveNames(along) : countOfPositions(along) <= Self.maxNamedNumbers {
            along = Column(along.names())
        }
        let isAsRead = along.kind == rows.column.kind
        var (axis, values) = (
            self.axis(for: along, rows.axisTitle), AxisDescription(drawnStyle.scale(kind == .bar ? .x : .y))
        )
        (values.currency, values.compact) = (drawnStyle.currency, drawnStyle.compact)
        let isOfOne = table.y.count == 1 || kind == .errorBar && (hasError || table.y.count == 3)
        values.title = isOfOne ? table.y[0].axisTitle : table.y.allSatisfy(\.isPercent) ? "%" : nil
        if kind == .bar {
            // Gridlines for reading lengths cross the bars. Themes draw them only for values on the y-axis.
            values.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: true)
            axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
        }
        if kind == .radar {
            axis.style.majorGridLineStyle = MajorGridLineStyle(lineRenderMode: .linear)
            values.style.majorGridLineStyle = MajorGridLineStyle(lineRenderMode: .linear)
        }
        try fix(&axis, kind == .bar ? .y : .x, along)
        if let asked = drawnStyle.range(kind == .bar ? .x : .y) {
            try fix(&values, asked.numbers(kind == .bar ? .x : .y, .number), kind == .bar ? .x : .y)
        }
        description.xAxes = [kind == .bar ? values : axis]
        description.yAxes = [kind == .bar ? axis : values]
        if !table.right.isEmpty {
            description.yAxes[0].id = Self.left
            var second = AxisDescription(drawnStyle.scale(.y))
            second.id = Self.right
            second.axisPosition = .reverse
            second.title = table.right.count == 1 ? table.right[0].axisTitle : nil
            description.yAxes.append(second)
        }
        // Bar names start at the top unless they are reversed.
        let beginsOnTop = kind == .bar && along.kind == .category
        for k in description.xAxes.indices where drawnStyle.reverseX { description.xAxes[k].reversed = true }
        for k in description.yAxes.indices where drawnStyle.reverseY { description.yAxes[k].reversed = !beginsOnTop }
        if kind == .bar {
            description.xAxes[0].includeZero = drawnStyle.includeZero
        } else {
            for k in description.yAxes.indices { description.yAxes[k].includeZero = drawnStyle.includeZero }
        }
        if !isAsRead { description.data[Self.data] = inlined(along) }
        let isSorted =
            (kind == .line || kind == .area) && along.kind != .category && (along.kind == .date || table.by != nil)
            && !along.precise.isAscending
        func add(_ column: PlotColumn, isOnRight: Bool) {
            var series = self.series(column, isAsRead: isAsRead)
            series.sorted = isSorted
            if !table.right.isEmpty { series.yAxis = isOnRight ? Self.right : Self.left }
            description.series.append(series)
        }
        if kind.isOfPrices {
            description.series = [prices()]
        } else if kind == .errorBar {
            description.series = [errorBars()]
        } else {
            for column in table.y { add(column, isOnRight: false) }
            for column in table.right { add(column, isOnRight: true) }
        }
        return isAsRead
    }

    /// The axis of the rows. A category axis with point symbols gets half a category of padding at both ends.
    private func axis(for column: Column, _ name: String) -> AxisDescription {
        var axis =
            switch column.kind {
            case .date: kind.isOfPrices && hasNoWeekends(column) ? Self.weekdays() : AxisDescription(.dateTime)
            case .category: AxisDescription(.category)
            case .number: AxisDescription(drawnStyle.scale(kind == .bar ? .y : .x))
            }
        axis.title = name.isEmpty ? nil : name
        if column.kind == .date { axis.timeZone = drawnStyle.timeZone }
        guard hasPoints, table.rowCount > 0 else { return axis }
        if column.kind == .category { (axis.rangePaddingLow, axis.rangePaddingHigh) = (.value(0.5), .value(0.5)) }
        return axis
    }

    /// Applies the command line's range to the axis of the rows.
    private func fix(_ axis: inout AxisDescription, _ direction: Axis.Direction, _ column: Column) throws {
        let scale = drawnStyle.scale(direction)
        if scale != .number, column.kind != .number {
            let name = scale == .squareRoot ? "sqrt" : "log"
            throw CommandError.usage(
                "--\(name)-\(direction.rawValue) needs numbers: \(column.kind == .date ? "dates are" : "texts are") on this axis"
            )
        }
        guard let asked = drawnStyle.range(direction) else { return }
        if column.kind == .date {
            let precise = column.precise
            let open = precise.range.map {
                (FineDate($0.minimum, after: precise.origin), FineDate($0.maximum, after: precise.origin))
            }
            guard let ends = try asked.dates(direction, timeZone: drawnStyle.timeZone, open: open) else { return }
            axis.setDefaultRange(ends.low, ends.high)
        } else {
            try fix(&axis, asked.numbers(direction, column.kind), direction)
        }
    }

    /// Sets one end or both. The data determine a missing end.
    private func fix(
        _ axis: inout AxisDescription, _ ends: (low: Double?, high: Double?), _ direction: Axis.Direction
    ) throws {
        if axis.kind.mapsPositiveOnly, let end = ends.low ?? ends.high, end <= 0 {
            throw CommandError.usage("--\(direction.rawValue)-range: a logarithmic axis starts above 0")
        }
        if let low = ends.low, let high = ends.high {
            axis.defaultRange = NumberRange(low, high)
        } else {
            (axis.defaultMinimum, axis.defaultMaximum) = ends
        }
    }

    /// Pads logarithmic value axes beyond the visible samples, and checks that open ranges contain samples.
    private func makeRoom(_ description: inout ChartDescription, _ chart: Chart) throws {
        let isBar = kind == .bar
        let axes = isBar ? chart.allXAxes : chart.allYAxes
        let rows = (isBar ? chart.allYAxes : chart.allXAxes).first
        // In the date axis's own units.
        let shown =
            rows?.isDate == true
            ? rows?.explicitDefaultRange : (isBar ? description.yAxes : description.xAxes)[0].fixedRange
        for (k, axis) in axes.enumerated() {
            var own = isBar ? description.xAxes[k] : description.yAxes[k]
            var extent: NumberRange?
            for case let series as CartesianSeries in chart.series where axes.count == 1 || series.yAxis === axis {
                extent = Self.union(extent, self.extent(series, shown))
            }
            if own.defaultRange == nil, let fixed = own.fixedRange {
                try checkSamples(extent, between: fixed, isBar ? .x : .y)
            } else if own.kind.mapsPositiveOnly, own.defaultRange == nil, let room = room(extent) {
                (own.rangePaddingLow, own.rangePaddingHigh) = (.value(room.low), .value(room.high))
                (axis.rangePaddingLow, axis.rangePaddingHigh) = (.value(room.low), .value(room.high))
            }
            if isBar { description.xAxes[k] = own } else { description.yAxes[k] = own }
        }
        if let along = (isBar ? description.yAxes : description.xAxes).first, along.defaultRange == nil,
            let fixed = along.fixedRange
        {
            try checkSamples(table.rows.column.range, between: fixed, isBar ? .y : .x)
        }
    }

    /// Checks a range with an open end: the samples must supply that end.
    private func checkSamples(_ extent: NumberRange?, between fixed: NumberRange, _ direction: Axis.Direction) throws {
        guard let asked = drawnStyle.range(direction) else { return }
        guard let extent else {
            throw CommandError.usage("\(asked.option(direction)): no sample gives the open end; write both ends")
        }
        // Columns and areas start at zero.
        let isStanding = (kind.isWide || kind == .area) && direction == (kind == .bar ? .x : .y)
        let reach = isStanding ? extent.including(0) : extent
        guard reach.minimum < fixed.maximum, reach.maximum > fixed.minimum else {
            throw CommandError.usage("\(asked.option(direction)): no sample is in this range")
        }
    }

    /// The extent of a series' values in the visible rows.
    private func extent(_ series: CartesianSeries, _ shown: NumberRange?) -> NumberRange? {
        let columns = series.columns
        if kind.isOfPrices || kind == .errorBar {
            return [DataKey.low, .high, .open, .close].reduce(nil) { range, key in
                guard let values = columns[key] else { return range }
                return Self.union(range, columns.x.map { values.range(along: $0, within: shown) } ?? values.range)
            }
        }
        guard let values = kind == .bar ? columns.x : columns.y else { return nil }
        guard table.x != nil || shown != nil, let along = kind == .bar ? columns.y : columns.x else {
            return values.range
        }
        return values.range(along: along, within: shown)
    }

    private static func union(_ a: NumberRange?, _ b: NumberRange?) -> NumberRange? {
        guard let a, let b else { return a ?? b }
        return NumberRange(min(a.minimum, b.minimum), max(a.maximum, b.maximum))
    }

    /// Padding beyond the ends of the values on a logarithmic axis.
    private func room(_ extent: NumberRange?) -> (low: Double, high: Double)? {
        guard let extent, extent.minimum > 0, extent.maximum > extent.minimum else { return nil }
        let share = (log10(extent.maximum) - log10(extent.minimum)) * Self.padding
        return (extent.minimum - extent.minimum * pow(10, -share), extent.maximum * pow(10, share) - extent.maximum)
    }

    /// The columns that the series use, with the rows under their names.
    private func inlined(_ along: Column) -> DataDescription {
        var columns: [String: InlineColumn] = [:]
        for column in table.y {
            columns[column.key] = .numbers(
                column.column.withValues { values in values.indices.map { values[$0].isFinite ? values[$0] : nil } })
        }
        if let by = table.by { columns[by.key] = .texts(by.column.texts) }
        columns[Self.name(table.rows.key, besides: table.y)] = .texts(along.texts)
        return .values(columns)
    }

    /// The name of the column of row names. It differs from the number column even if both come from the same column.
    private static func name(_ key: String, besides columns: [PlotColumn]) -> String {
        let key = key.isEmpty ? "row" : key
        return columns.contains { $0.key == key } ? key + " name" : key
    }

    /// Whether the dates are shown as names: few, evenly spaced, and no finer than milliseconds.
    private func haveNames(_ dates: Column) -> Bool {
        countOfPositions(dates) <= Self.maxNamedDates && isEven(dates) && dates.precise.origin == 0
    }

    private func countOfPositions(_ column: Column) -> Int {
        guard table.by != nil || drawnStyle.aggregation != nil else { return column.count }
        if column.kind == .category { return Set(column.texts).count }
        return column.withValues { values in Set(values.indices.map { values[$0] }).count }
    }

    /// Whether dates are evenly spaced, except for the different lengths of days, months and years. For other dates,
    /// names would hide the gaps.
    private func isEven(_ column: Column) -> Bool {
        var positions = column.withValues { span in span.indices.map { span[$0] } }
        // Rows of several groups have the same positions.
        if table.by != nil || drawnStyle.aggregation != nil { positions = Set(positions).sorted() }
        let distances = zip(positions, positions.dropFirst()).map { $1 - $0 }
        guard let minimum = distances.min(), let maximum = distances.max() else { return true }
        return minimum > 0 && maximum <= minimum * Self.evenness
    }

    /// March has 31 days, February 28.
    private static let evenness = 1.12

    /// Whether the column has consecutive days, and none of them is a Saturday or Sunday.
    private func hasNoWeekends(_ column: Column) -> Bool {
        let days = Set(
            column.withValues { span in span.indices.map { (span[$0] / 86_400).rounded(.down) }.filter(\.isFinite) }
        ).sorted()
        // 1970-01-01 was a Thursday.
        return zip(days, days.dropFirst()).contains { $1 - $0 == 1 }
            && !days.contains {
                [2, 3].contains(($0.truncatingRemainder(dividingBy: 7) + 7).truncatingRemainder(dividingBy: 7))
            }
    }

    /// A date axis of the days from Monday to Friday.
    private static func weekdays() -> AxisDescription {
        var axis = AxisDescription(.discontinuousDateTime)
        // From the first Saturday of 1970.
        let weekend = RepeatedTimePeriod(
            start: 2 * 86_400, length: DateFrequency(2, .day), every: DateFrequency(1, .week))
        axis.exclusions = [.repeatedTime(weekend)]
        return axis
    }

    private var hasPoints: Bool {
        kind == .scatter || kind == .errorBar
            || !kind.isItemised && !kind.isOfPrices && table.rowCount <= Self.maxMarkedSamples
    }

    // MARK: Series

    private func prices() -> SeriesDescription {
        var columns = Dictionary(uniqueKeysWithValues: zip([SeriesRole.open, .high, .low, .close], table.y.map(\.key)))
        columns[.x] = table.x?.key
        let style: SeriesDescription.Style =
            kind == .ohlc ? .ohlc(OHLCSeriesStyle()) : .candlestick(CandlestickSeriesStyle())
        var series = SeriesDescription(style, data: Self.data, columns: columns)
        series.firstIndex = table.x == nil ? table.firstRow : 0
        series.combination = drawnStyle.aggregation
        if drawnStyle.showsLabels { series.style.labelStyle?.showLabels = true }
        return series
    }

    private func errorBars() -> SeriesDescription {
        let ends: [SeriesRole] = hasError ? [.error] : [.low, .high]
        let roles = table.y.count > ends.count ? [SeriesRole.y] + ends : ends
        var columns = Dictionary(uniqueKeysWithValues: zip(roles, table.y.map(\.key)))
        columns[.x] = table.x?.key
        var series = SeriesDescription(.errorBar(ErrorBarSeriesStyle()), data: Self.data, columns: columns)
        series.firstIndex = table.x == nil ? table.firstRow : 0
        series.by = table.by?.key
        series.combination = drawnStyle.aggregation
        if drawnStyle.showsLabels { series.style.labelStyle?.showLabels = true }
        return series
    }

    /// - Parameter isAsRead: whether x is the column of the table. Otherwise x is a column of names made from it.
    private func series(_ column: PlotColumn, isAsRead: Bool) -> SeriesDescription {
        let along = isAsRead ? table.x?.key : Self.name(table.rows.key, besides: table.y)
        let columns =
            kind == .bar
            ? [SeriesRole.x: column.key, .y: along ?? ""]
            : along.map { [SeriesRole.x: $0, .y: column.key] } ?? [.y: column.key]
        let points = PointStyle(showPoints: hasPoints ? true : nil)
        let count = table.y.count + table.right.count
        let style: SeriesDescription.Style =
            switch kind {
            case .line, .candlestick, .ohlc, .errorBar, .pie, .donut: .line(LineSeriesStyle(pointStyle: points))
            case .area: .line(LineSeriesStyle(showFill: true, pointStyle: points))
            case .scatter: .scatter(ScatterSeriesStyle())
            case .density: .density(DensitySeriesStyle())
            // Several areas would hide one another.
            case .radar:
                .radialLine(
                    RadialLineSeriesStyle(
                        showFill: count == 1 && table.by == nil, pointStyle: PointStyle(showPoints: true)))
            case .column: .column(BarColumnSeriesStyle())
            case .bar: .bar(BarColumnSeriesStyle())
            }
        var series = SeriesDescription(
            style, data: Self.data, columns: kind == .bar && along == nil ? [.x: column.key] : columns)
        if isAsRead, table.x == nil { series.firstIndex = table.firstRow }
        // A group has its value as its name. With several columns, the column's name is added.
        let title = column.title.isEmpty && count > 1 ? column.key : column.title
        if kind != .density, !title.isEmpty, table.by == nil || count > 1 { series.title = title }
        series.by = table.by?.key
        series.pointsWrapAround = kind == .radar
        if kind != .density { series.combination = drawnStyle.aggregation }
        (series.connectGaps, series.breakAt) = (drawnStyle.connectGaps, drawnStyle.breakAt)
        if drawnStyle.showsLabels { series.style.labelStyle?.showLabels = true }
        return series
    }

    /// Adds the rows as slices in their order. If there are many, the small ones are combined.
    ///
    /// - Returns: whether the slices are written into the description.
    private func addSlices(to description: inout ChartDescription) throws -> Bool {
        let column = table.y[0]
        var values = column.column
        var along = Column(
            table.x?.column.names() ?? (table.firstRow..<table.firstRow + table.rowCount).map { String($0) })
        if let aggregation = drawnStyle.aggregation {
            let combined = SeriesColumns(x: along, y: values).combined(aggregation)
            (along, values) = (combined.x ?? along, combined.y ?? values)
        }
        let names = along.texts
        let rows = values.withValues { span in span.indices.map { (name: names[$0] ?? "", value: span[$0]) } }
            .filter { $0.value.isFinite && $0.value != 0 }
        if let negative = rows.first(where: { $0.value < 0 }) {
            throw CommandError.negativeSlice(source: table.source, column: column.title, value: negative.value)
        }
        var kept = rows
        if rows.count > Self.maxSlices {
            let order = rows.indices.sorted { (rows[$1].value, $0) < (rows[$0].value, $1) }
            let large = Set(order.prefix(Self.maxSlices - 1))
            kept = rows.indices.filter(large.contains).map { rows[$0] }
            let rest = rows.indices.filter { !large.contains($0) }
            kept.append(("\(rest.count) others", rest.reduce(0) { $0 + rows[$1].value }))
        }
        let name = Self.name(table.rows.key, besides: [column])
        description.data[Self.data] = .values([name: .texts(kept.map(\.name)), column.key: .numbers(kept.map(\.value))])
        let style: SeriesDescription.Style = kind == .pie ? .pie(PieSeriesStyle()) : .donut(PieSeriesStyle())
        var series = SeriesDescription(style, data: Self.data, columns: [.x: name, .y: column.key])
        series.title = column.title.isEmpty ? nil : column.title
        description.series = [series]
        return true
    }
}

extension Column {
    /// A name for each row. `nil`: a gap. Dates omit the parts that all rows share with the start of a year, month or
    /// day.
    fileprivate func names() -> [String?] {
        guard kind != .category else { return texts }
        let values = withValues { span in span.indices.map { span[$0] } }
        let axis = kind == .date ? DateTimeAxis() : NumberAxis()
        if kind == .date { axis.labelFormatString = Self.pattern(for: values.filter { $0.isFinite }) }
        return values.map { $0.isFinite ? axis.string(forId: $0) : nil }
    }

    private static func pattern(for seconds: [Double]) -> String {
        // Names that omit fractions would make one category of several rows.
        if seconds.contains(where: { $0 != $0.rounded(.down) }) {
            let areMilliseconds = seconds.allSatisfy { abs(($0 * 1e3).rounded() - $0 * 1e3) < 1e-3 }
            return "yyyy-MM-dd HH:mm:ss." + (areMilliseconds ? "SSS" : "SSSSSS")
        }
        let axis = DateTimeAxis()
        // Each pattern, with the format and the value that the omitted rest must have.
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
