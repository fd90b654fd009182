import VitrailScene

/// A partition → what its rows come to.
struct PartialReducer {
    let plan: PartialPlan
    let position: UInt64

    /// - Parameter layout: nil = extents are asked for.
    func content(_ tables: [String: ColumnTable], _ layout: PartialLayout?) throws -> PartialContent {
        let list = plan.list
        let indices = list.kinds.indices.filter { list.kinds[$0] != .local }
        var run = PartialContent.Run(
            low: position, high: position, facts: list.kinds.map { _ in nil }, lines: list.kinds.map { _ in nil })
        var grids: [PartialGrid?] = list.kinds.map { _ in nil }
        let chart = try loadedChart(tables, indices)
        for (made, k) in zip(chart.cartesian, indices) {
            guard let loaded = made.loaded else { continue }
            if list.kinds[k] == .line { try checkOrder(loaded, list.places[k]) }
            var facts = SeriesFacts(made, loaded, in: chart)
            if let layout {
                reduce(loaded, made, k, layout.places[k], &facts, &run.lines[k], &grids[k])
            }
            run.facts[k] = facts
        }
        return PartialContent(layout: layout?.numbers ?? [], runs: [run], grids: grids)
    }

    private func reduce(
        _ loaded: LoadedSeries, _ series: CartesianSeries, _ k: Int, _ place: PartialLayout.Place?, _ facts: inout SeriesFacts,
        _ line: inout PartialLine?, _ grid: inout PartialGrid?
    ) {
        let isHorizontal = series.orientation == .horizontal
        guard let place, loaded.count > 0 || plan.list.kinds[k] == .density else {
            switch plan.list.kinds[k] {
            case .density: grid = PartialGrid(undrawn: plan.list.aggregations[k])
            case .line: line = PartialLine()
            case .local: break
            }
            return
        }
        let (along, across) = isHorizontal ? (place.xScale, place.yScale) : (place.yScale, place.xScale)
        facts.shownPoints = loaded.points(in: along.range)
        switch plan.list.kinds[k] {
        case .local: break
        case .line:
            facts.rowsInRange = loaded.along.lend { values in
                values.indices.partition { values[$0] > along.range.maximum } - values.indices.partition { values[$0] >= along.range.minimum }
            }
            line = PartialLine(loaded, alongScale: along, acrossScale: across, parts: place.parts)
        case .density:
            guard !place.plot.isEmpty else { return grid = PartialGrid(undrawn: plan.list.aggregations[k]) }
            grid = PartialGrid(
                DensityCounter(
                    x: isHorizontal ? loaded.along : loaded.across[0], y: isHorizontal ? loaded.across[0] : loaded.along,
                    value: loaded.across.count > 1 ? loaded.across[1] : nil, range: 0..<loaded.count, xScale: place.xScale, yScale: place.yScale,
                    box: place.plot, aggregation: plan.list.aggregations[k]))
        }
    }

    private func checkOrder(_ loaded: LoadedSeries, _ place: String) throws(DescriptionError) {
        // Rows that fall all the way are turned round as they are loaded.
        guard loaded.count > 0, !loaded.alongExtent.isAscending || loaded.rows != nil else { return }
        let what = loaded.alongExtent.hasGap ? "holds a value that is no number" : "falls"
        throw DescriptionError(
            place: place,
            message: "in partition \(position) the column \(what); a line of partial results needs rows that are sorted by this column, in each partition and from one to the next")
    }

    /// A chart of the series that are reduced, with the rows of the partition.
    private func loadedChart(_ tables: [String: ColumnTable], _ indices: [Int]) throws -> Chart {
        var description = try plan.source.description(tables)
        for k in indices where tables[description.series[k].data] == nil {
            throw DescriptionError(place: "data", message: "no table is named \(quoted(description.series[k].data)), of which series[\(k)] is")
        }
        description.series = indices.map { description.series[$0] }
        description.annotations = []
        do throws(DescriptionError) {
            let chart = try description.makeChart(pictures: .none, loaded: description.loadSeries(origins: description.plainDateOrigins))
            do { try ChartLoader(chart: chart).load() } catch { throw DescriptionError(place: "", message: "\(error)") }
            for columns in chart.series.map(\.columns) {
                do throws(DataError) { try columns.checkIntact() } catch { throw DescriptionError(place: "", message: error.description) }
            }
            return chart
        } catch {
            throw DescriptionError(place: Self.place(error.place, among: indices), message: error.message, kind: error.kind)
        }
    }

    /// `series[1]` of those that are reduced is another one of the description.
    private static func place(_ place: String, among indices: [Int]) -> String {
        guard place.hasPrefix("series["), let end = place.firstIndex(of: "]"), let k = Int(place[..<end].dropFirst("series[".count)), indices.indices.contains(k)
        else { return place }
        return "series[\(indices[k])\(place[end...])"
    }
}
