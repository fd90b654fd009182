import CColumns
import VitrailChart
import VitrailColumns
import VitrailRaster
import VitrailScales
import VitrailScene
import VitrailText

/// Makes the chart from reduced rows, or only from facts about the rows.
struct PartialChart {
    let plan: PartialPlan
    let facts: [SeriesFacts?]
    /// For aggregated series; `nil`: no rows.
    let groups: [PartialGroups?]
    /// Empty: no lines are drawn.
    var lines: [PartialLine?] = []
    var grids: [PartialGrid?] = []

    func chart(_ pictures: PictureDecoder) throws(DescriptionError) -> Chart {
        var description = try plan.source.description()
        var loaded = LoadedDescription()
        loaded.origins = description.plainDateOrigins
        let own = try ownSeries(of: description)
        loaded.warnings = own.warnings + emptyTables(description)
        // For each loaded series: index in the description if the series is reduced; `nil` if it is drawn unchanged.
        var reduced: [Int?] = []
        for (k, series) in description.series.enumerated() {
            guard let facts = facts[k] else {
                for entry in own.series where entry.description == k {
                    loaded.append(entry.data, description: k, group: entry.group)
                    reduced.append(nil)
                }
                continue
            }
            if plan.list.kinds[k] == .groups {
                let data = groups[k].map { description.data(of: $0, series) } ?? SeriesData(count: 0, columns: [:])
                loaded.append(data, description: k, group: nil)
                reduced.append(nil)
                // The rows are already aggregated.
                description.series[k].combination = nil
                continue
            }
            loaded.append(
                description.partialData(of: series, facts, lines.isEmpty ? nil : lines[k]), description: k, group: nil)
            reduced.append(k)
        }
        let chart = try description.makeChart(pictures: pictures, loaded: loaded)
        chart.completeAxes(for: .cartesian)
        for (made, k) in zip(chart.series, reduced) {
            guard let k, let series = made as? CartesianSeries, let facts = facts[k] else { continue }
            let isHorizontal = series.orientation == .horizontal
            guard let along = chart.ownAxis(series, isHorizontal ? .x : .y),
                let across = chart.ownAxis(series, isHorizontal ? .y : .x)
            else { continue }
            let grid = grids.isEmpty ? nil : grids[k].flatMap { $0.pixels > 0 ? $0.grid : nil }
            var whole = facts.withCrossings(series, along: along, across: across).whole(grid: grid)
            if !lines.isEmpty, let line = lines[k] { whole.visible = line.visible(rowsInRange: facts.rowsInRange) }
            series.whole = whole
        }
        return chart
    }

    /// The series whose data are in the description.
    private func ownSeries(of description: ChartDescription) throws(DescriptionError) -> LoadedDescription {
        var loaded = LoadedDescription()
        let indices = description.series.indices.filter { facts[$0] == nil }
        guard !indices.isEmpty else { return loaded }
        var part = description
        part.series = indices.map { description.series[$0] }
        let read = try part.loadSeries(origins: description.plainDateOrigins)
        for entry in read.series {
            loaded.append(entry.data, description: indices[entry.description], group: entry.group)
        }
        loaded.warnings = read.warnings
        return loaded
    }

    private func emptyTables(_ description: ChartDescription) -> [ChartWarning] {
        let empty = Set(description.series.indices.filter { facts[$0]?.rows == 0 }.map { description.series[$0].data })
        return empty.sorted().map { .doubtful(path: "data.\($0)", reason: "the table has no rows") }
    }
}

extension PartialLine {
    /// The rows of the whole series in the axis range, plus one on each side.
    fileprivate func visible(rowsInRange rows: Int) -> Int {
        rows + (bins.first == Self.before ? 1 : 0) + (bins.last == Self.behind ? 1 : 0)
    }
}

extension ChartDescription {
    /// Columns that represent all rows of a series: for a line, the kept samples; otherwise, the ends of the value
    /// ranges.
    fileprivate func partialData(of series: SeriesDescription, _ facts: SeriesFacts, _ line: PartialLine?) -> SeriesData
    {
        let roles = SeriesDescription.roles(series.kind, series.orientation)
        var columns: [SeriesRole: Column] = [:]
        func set(_ role: SeriesRole, _ values: [Double]) {
            columns[role] = kind(role, of: series) == .date ? Column(secondsSince1970: values) : Column(values)
        }
        guard let line else {
            let rows = facts.rows == 0 ? 0 : max(facts.categories?.count ?? 0, 2)
            func ends(_ extent: vitrail_extent) -> [Double] {
                let ends = extent.low <= extent.high ? [extent.low, extent.high] : [.nan, .nan]
                return rows == 0 ? [] : ends + Array(repeating: ends[1], count: rows - 2)
            }
            set(roles.independent, ends(facts.along))
            set(roles.required[0], ends(facts.across[0]))
            if let categories = facts.categories {
                columns[.category] = categories.column(rows)
            } else if facts.across.count > 1 {
                set(series.aggregation == .category ? .category : .value, ends(facts.across[1]))
            }
            return SeriesData(count: rows, columns: columns)
        }
        set(roles.independent, line.along)
        set(roles.required[0], line.across)
        return SeriesData(count: line.count, columns: columns)
    }
}

/// The scales and plot areas of a chart's series, which define the bins of lines and the cells of densities.
struct PartialLayout: Sendable {
    struct Frame: Sendable {
        var xScale, yScale: AxisScale
        var plot: PixelRect
        /// Bins per pixel column of a line.
        var parts = PathReducer.eighths
    }

    /// One per series of the description; `nil`: the series is not drawn, or drawn unchanged.
    private(set) var frames: [Frame?]

    /// An empty layout, for charts whose series do not depend on it.
    init() { frames = [] }

    /// - Parameter chart: A chart that has not been laid out yet.
    init(_ chart: Chart, _ list: PartialSeriesList, _ engine: TextEngine) throws(ChartError) {
        _ = try VitrailChart.plan(chart, engine: engine)
        frames = list.kinds.map { _ in nil }
        let indices = list.kinds.indices.filter { list.kinds[$0].needsLayout }
        for (series, k) in zip(chart.cartesian.filter({ $0.whole != nil }), indices) {
            guard let context = series.drawnContext else { continue }
            var frame = Frame(xScale: context.xScale, yScale: context.yScale, plot: context.plot)
            if let line = series as? LineSeries { frame.parts = line.partsPerColumn(in: context) }
            frames[k] = frame
        }
    }

    /// Numbers that are equal if and only if the layouts are equal.
    var numbers: [Double] {
        frames.flatMap { frame -> [Double] in
            guard let frame else { return [-1] }
            let scales = [frame.xScale, frame.yScale].flatMap {
                [$0.range.minimum, $0.range.maximum, $0.start, $0.end]
            }
            return [frame.plot.x, frame.plot.y, frame.plot.width, frame.plot.height].map(Double.init) + scales + [
                frame.parts
            ]
        }
    }
}

extension NumberRange {
    /// The extent of many values that fill the range.
    var extent: vitrail_extent {
        vitrail_extent(
            low: minimum, high: maximum, low_positive: maximum > 0 ? max(minimum, .leastNonzeroMagnitude) : .infinity,
            step: .infinity, first: minimum, last: maximum,
            is_ascending: true, has_gap: false, is_descending: false)
    }
}
