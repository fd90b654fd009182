import VitrailChart
import VitrailColumns
import VitrailRaster

/// Reduces the rows of a partition.
struct PartialReducer {
    let plan: PartialPlan
    let position: UInt64

    /// - Parameter layout: `nil`: return only extents.
    func content(_ tables: [String: ColumnTable], _ layout: PartialLayout?) throws -> PartialContent {
        let list = plan.list
        let indices = list.kinds.indices.filter { list.kinds[$0] != .local }
        var run = PartialContent.Run(
            low: position, high: position, facts: list.kinds.map { _ in nil }, lines: list.kinds.map { _ in nil })
        var grids: [PartialGrid?] = list.kinds.map { _ in nil }
        var groups: [PartialGroups?] = list.kinds.map { _ in nil }
        let rows = try rows(tables, indices)
        for (k, data) in rows.data where list.kinds[k] == .groups {
            let series = rows.description.series[k]
            groups[k] = try self.groups(data, series, rows.description, list.positions[k])
            run.facts[k] = SeriesFacts(values: 0)
            run.facts[k]?.rows = data.count
        }
        let drawn = indices.filter { list.kinds[$0].needsLayout }
        let chart = try chart(rows, drawn)
        for (made, k) in zip(chart.cartesian, drawn) {
            guard let loaded = made.loaded else { continue }
            if list.kinds[k] == .line { try checkOrder(loaded, list.positions[k]) }
            var facts = SeriesFacts(made, loaded, in: chart)
            if let layout {
                try reduce(loaded, made, k, layout.frames[k], &facts, &run.lines[k], &grids[k])
            }
            run.facts[k] = facts
        }
        return PartialContent(layout: layout?.numbers ?? [], runs: [run], grids: grids, groups: groups)
    }

    private func reduce(
        _ loaded: LoadedSeries, _ series: CartesianSeries, _ k: Int, _ frame: PartialLayout.Frame?,
        _ facts: inout SeriesFacts,
        _ line: inout PartialLine?, _ grid: inout PartialGrid?
    ) throws(DescriptionError) {
        let aggregation = plan.list.aggregations[k]
        let categories = try plan.categories(k)
        let isHorizontal = series.orientation == .horizontal
        guard let frame, loaded.count > 0 || plan.list.kinds[k] == .density else {
            switch plan.list.kinds[k] {
            case .density: grid = PartialGrid(undrawn: aggregation, categories: categories?.count ?? 0)
            case .line: line = PartialLine()
            case .local, .groups: break
            }
            return
        }
        let (along, across) = isHorizontal ? (frame.xScale, frame.yScale) : (frame.yScale, frame.xScale)
        facts.shownPoints = loaded.points(in: along.range)
        switch plan.list.kinds[k] {
        case .local, .groups: break
        case .line:
            facts.rowsInRange = loaded.along.withView { values in
                values.indices.partition { values[$0] > along.range.maximum }
                    - values.indices.partition { values[$0] >= along.range.minimum }
            }
            line = PartialLine(loaded, alongScale: along, acrossScale: across, parts: frame.parts)
        case .density:
            guard !frame.plot.isEmpty else {
                return grid = PartialGrid(undrawn: aggregation, categories: categories?.count ?? 0)
            }
            var counter = DensityCounter(
                x: isHorizontal ? loaded.along : loaded.across[0], y: isHorizontal ? loaded.across[0] : loaded.along,
                value: loaded.across.count > 1 ? loaded.across[1] : nil, range: 0..<loaded.count, xScale: frame.xScale,
                yScale: frame.yScale,
                box: frame.plot, aggregation: aggregation)
            var numbers: [Int] = []
            if let categories, let own = facts.categories, let density = series as? DensitySeries {
                guard let found = categories.numbers(of: own) else {
                    throw DescriptionError(
                        path: "series[\(k)].category",
                        message: "partition \(position) has a category that was not there for the extents")
                }
                (numbers, counter.categories) = (found, density.categoryValues)
            }
            grid = PartialGrid(counter, numbers: numbers, of: categories?.count ?? 0)
        }
    }

    private func checkOrder(_ loaded: LoadedSeries, _ path: String) throws(DescriptionError) {
        // The loader reverses rows that descend throughout.
        guard loaded.count > 0, !loaded.alongExtent.isAscending || loaded.rows != nil else { return }
        let what = loaded.alongExtent.hasGap ? "holds a value that is no number" : "falls"
        throw DescriptionError(
            path: path,
            message:
                "in partition \(position) the column \(what); a line of partial results needs rows that are sorted by this column, in each partition and from one to the next"
        )
    }

    /// The rows of the partition.
    private struct Rows {
        var description: ChartDescription
        /// By index of the series.
        var data: [(Int, SeriesData)]
    }

    private func rows(_ tables: [String: ColumnTable], _ indices: [Int]) throws(DescriptionError) -> Rows {
        let description = try plan.source.description(tables)
        for k in indices where tables[description.series[k].data] == nil {
            throw DescriptionError(
                path: "data",
                message: "no table is named \(quoted(description.series[k].data)), which series[\(k)] needs")
        }
        var part = description
        part.series = indices.map { description.series[$0] }
        do throws(DescriptionError) {
            let loaded = try part.loadSeries(origins: description.plainDateOrigins)
            return Rows(description: description, data: zip(indices, loaded.series).map { ($0, $1.data) })
        } catch {
            throw DescriptionError(
                path: Self.path(error.path, among: indices), message: error.message, kind: error.kind)
        }
    }

    private func groups(
        _ data: SeriesData, _ series: SeriesDescription, _ description: ChartDescription, _ path: String
    ) throws(DescriptionError) -> PartialGroups {
        let independent = SeriesDescription.roles(series.kind, series.orientation).independent
        var columns: [(Column, PartialGroups.Rule)] = []
        for (role, rule) in description.groupRoles(of: series) {
            guard let column = data[role] else {
                throw DescriptionError(path: path, message: "no column is there for \(role.rawValue)")
            }
            columns.append((column, rule))
        }
        guard let keys = data[independent] else { throw DescriptionError(path: path, message: "no column is there") }
        let groups = try PartialGroups(keys, columns, position: position, path)
        for column in [keys] + columns.map(\.0) {
            do throws(DataError) { try column.checkIntact() } catch {
                throw DescriptionError(path: path, message: error.description)
            }
        }
        return groups
    }

    /// A chart of the series that are drawn from their rows.
    private func chart(_ rows: Rows, _ indices: [Int]) throws -> Chart {
        var description = rows.description
        description.series = indices.map { rows.description.series[$0] }
        description.annotations = []
        var loaded = LoadedDescription()
        loaded.origins = description.plainDateOrigins
        for (i, k) in indices.enumerated() {
            guard let data = rows.data.first(where: { $0.0 == k })?.1 else { continue }
            loaded.append(data, description: i, group: nil)
        }
        do throws(DescriptionError) {
            let chart = try description.makeChart(pictures: .none, loaded: loaded)
            do { try ChartLoader(chart: chart).load() } catch { throw DescriptionError(path: "", message: "\(error)") }
            for columns in chart.series.map(\.columns) {
                do throws(DataError) { try columns.checkIntact() } catch {
                    throw DescriptionError(path: "", message: error.description)
                }
            }
            return chart
        } catch {
            throw DescriptionError(
                path: Self.path(error.path, among: indices), message: error.message, kind: error.kind)
        }
    }

    /// Replaces the index in a path `series[1]`, which counts only the reduced series, with the index in the
    /// description.
    private static func path(_ path: String, among indices: [Int]) -> String {
        guard path.hasPrefix("series["), let end = path.firstIndex(of: "]"),
            let k = Int(path[..<end].dropFirst("series[".count)), indices.indices.contains(k)
        else { return path }
        return "series[\(indices[k])\(path[end...])"
    }
}
