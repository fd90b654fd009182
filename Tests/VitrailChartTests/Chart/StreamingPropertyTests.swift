import Testing
import VitrailScene
import VitrailTestNumbers
import VitrailText

@testable import VitrailChart
@testable import VitrailColumns

/// A chart after adding and removing points equals a chart loaded with the remaining points.
@Suite("Streamed charts")
struct StreamingPropertyTests {
    private static let engine = TextEngine()

    enum Kind: CaseIterable {
        case line, vertical, steps, area, band, columns, candles, scatter, bubbles, density, radial, stacked, pie
    }
    enum Way: CaseIterable { case points, columns, own }
    enum Scale: CaseIterable { case number, log, date, category }

    /// Points of one series: x, and four values; each kind reads the values that it needs.
    struct Row {
        var x: Double
        var values: [Double]
    }

    /// Rows of two series, and a data source that provides them in one of two ways.
    private final class Model: ColumnDataSource {
        var rows: [[Row]] = [[], []]
        let series: [Series]
        let way: Way
        let kind: Kind
        let scale: Scale

        init(_ kind: Kind, _ way: Way, _ scale: Scale) {
            (self.kind, self.way, self.scale) = (kind, way, scale)
            series = (0..<2).map { _ in Self.series(kind) }
        }

        static func series(_ kind: Kind) -> Series {
            switch kind {
            case .line: return LineSeries()
            case .vertical: return LineSeries(orientation: .vertical)
            case .steps: return StepLineSeries()
            case .area: return LineSeries(style: LineSeriesStyle(showFill: true))
            case .band: return BandSeries()
            case .columns: return ColumnSeries()
            case .candles: return CandlestickSeries()
            case .scatter: return ScatterSeries()
            case .bubbles: return BubbleSeries()
            case .density: return DensitySeries(aggregation: .category)
            case .radial: return RadialLineSeries()
            case .stacked:
                let column = ColumnSeries()
                column.stackIndex = 1
                return column
            case .pie: return PieSeries()
            }
        }

        var isUpright: Bool { kind == .vertical }

        private var keys: [DataKey] {
            switch kind {
            case .band: [.high, .low]
            case .candles: [.open, .high, .low, .close]
            case .bubbles: [.area]
            default: []
            }
        }

        func columns(_ rows: [Row]) -> SeriesColumns {
            let values = rows.map(\.x)
            let along =
                scale == .category
                ? Column(values.map { Optional("item \(Int($0) % 7)") })
                : scale == .date ? Column(secondsSince1970: values) : Column(values)
            var columns = SeriesColumns()
            if isUpright { columns.y = along } else { columns.x = along }
            let single = Column(rows.map { $0.values[0] })
            if kind == .density {
                columns[.category] = Column(rows.map { $0.values[1].isFinite ? "kind \(Int($0.values[1]))" : nil })
            }
            if keys.isEmpty || kind == .bubbles {
                if isUpright { columns.x = single } else { columns.y = single }
            }
            for (k, key) in keys.enumerated() { columns[key] = Column(rows.map { $0.values[k] }) }
            return columns
        }

        func numberOfSeries(in chart: Chart) -> Int { 2 }
        func series(at index: Int, in chart: Chart) -> Series { series[index] }
        func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns? {
            way == .columns ? columns(rows[index]) : nil
        }
        func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { rows[index].count }
        func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
            let columns = columns([rows[index][pointIndex]])
            let keys = columns.keys
            return ChartPoint(
                row: 0, of: columns, keys: (keys, keys, keys), dataPointIndex: pointIndex, seriesIndex: index)
        }
    }

    private func chart(_ model: Model) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        if model.kind != .pie {
            let along: Axis
            switch model.scale {
            case .number: along = NumberAxis()
            case .log: along = LogarithmicAxis()
            case .date: along = DateTimeAxis()
            case .category: along = CategoryAxis()
            }
            (chart.xAxis, chart.yAxis) = model.isUpright ? (NumberAxis(), along) : (along, NumberAxis())
        }
        if model.way == .own {
            for (k, series) in model.series.enumerated() {
                series.columns = model.columns(model.rows[k])
                chart.add(series)
            }
        } else {
            chart.dataSource = model
        }
        return chart
    }

    private func row(_ numbers: inout SeededNumbers, after last: Double) -> Row {
        // Occasionally a gap, a repeated x, or an x before the previous one. No zero is negative: the minimum of two
        // equal values is unspecified.
        let steps = [1, 1, 1, 2.5, 0, -3]
        let values: [Double] = (0..<4).map { _ in
            let chance = numbers.double(0...1)
            return chance < 0.03 ? .nan : chance < 0.06 ? .infinity : numbers.double(-2...9).rounded() + 0.0
        }
        return Row(x: last + steps[Int(numbers.double(0...5.9))], values: values)
    }

    private func markers(_ plan: Plan) -> [Markers] {
        plan.scene.layers.flatMap(\.marks).compactMap {
            if case .markers(let markers) = $0.shape { markers } else { nil }
        }
    }

    private func expectSame(_ model: Model, _ streamed: Chart, _ what: String) throws {
        let found = try plan(streamed, engine: Self.engine)
        let fresh = Model(model.kind, model.way, model.scale)
        fresh.rows = model.rows
        let anew = chart(fresh)
        let expected = try plan(anew, engine: Self.engine)
        #expect("\(found.scene.layers)" == "\(expected.scene.layers)", "\(what)")
        #expect(markers(found) == markers(expected), "\(what)")
        #expect(found.altText == expected.altText, "\(what)")
        #expect(streamed.series.map(\.numberOfDataPoints) == anew.series.map(\.numberOfDataPoints), "\(what)")
        for (a, b) in zip(streamed.allAxes, anew.allAxes) {
            #expect(
                a.dataRange == b.dataRange && a.visibleRange == b.visibleRange && a.axisRange == b.axisRange, "\(what)")
        }
        for (a, b) in zip(streamed.cartesian, anew.cartesian) {
            #expect(a.loaded?.alongExtent.isAscending == b.loaded?.alongExtent.isAscending, "\(what)")
            #expect(a.loaded?.alongExtent.smallestStep == b.loaded?.alongExtent.smallestStep, "\(what)")
            #expect(
                a.loaded?.acrossExtent.map(\.positiveRange) == b.loaded?.acrossExtent.map(\.positiveRange), "\(what)")
        }
        withExtendedLifetime((model, fresh)) {}
    }

    @Test("are those that are loaded anew, after any calls", arguments: Kind.allCases, Way.allCases)
    func anew(kind: Kind, way: Way) throws {
        for (seed, scale) in Scale.allCases.enumerated() where kind != .pie || scale == .number {
            var numbers = SeededNumbers(seed: UInt64(seed * 31 + (Way.allCases.firstIndex(of: way) ?? 0)))
            let model = Model(kind, way, scale)
            for k in 0..<2 {
                var last = 3.0
                model.rows[k] = (0..<Int(numbers.double(0...30))).map { _ in
                    let row = row(&numbers, after: last)
                    last = max(row.x, 1)
                    return row
                }
            }
            let chart = chart(model)
            _ = try plan(chart, engine: Self.engine)
            for round in 0..<6 {
                for _ in 0..<Int(numbers.double(1...4)) {
                    let k = Int(numbers.double(0...1.99))
                    let number = Int(numbers.double(0...9))
                    if numbers.double(0...1) < 0.5 {
                        let more = (0..<number).map { row(&numbers, after: (model.rows[k].last?.x ?? 3) + Double($0)) }
                        model.rows[k] += more
                        if way == .own {
                            try model.series[k].append(model.columns(more))
                        } else {
                            chart.appendNumberOfDataPoints(number, toEndOfSeriesAt: k)
                        }
                    } else {
                        let gone = min(number, model.rows[k].count)
                        model.rows[k].removeFirst(gone)
                        if way == .own {
                            model.series[k].removeFirst(gone)
                        } else {
                            chart.removeNumberOfDataPoints(gone, fromStartOfSeriesAt: k)
                        }
                    }
                }
                try expectSame(model, chart, "\(scale) \(round)")
            }
        }
    }

    /// Longer than the blocks used to compute extents.
    @Test("of many points, too: what is left has its own extremes, order and steps")
    func long() throws {
        var numbers = SeededNumbers(seed: 5)
        let line = LineSeries(columns: SeriesColumns(x: Column([Double]()), y: Column([Double]())))
        let chart = Chart(width: 200, height: 100)
        chart.add(line)
        _ = try plan(chart, engine: Self.engine)
        var (x, y): ([Double], [Double]) = ([], [])
        var next = 0.0
        for round in 0..<60 {
            let count = Int(numbers.double(0...9_000))
            // Some rounds add outliers, which are removed later.
            let size = round % 7 == 3 ? 1e6 : 1.0
            let more = (0..<count).map { k -> (Double, Double) in
                next += round == 20 && k == 5 ? -0.5 : numbers.double(0.5...1.5)
                return (next, round == 30 && k == 7 ? .nan : numbers.double(-1...1) * size)
            }
            try line.append(SeriesColumns(x: Column(more.map(\.0)), y: Column(more.map(\.1))))
            x += more.map(\.0)
            y += more.map(\.1)
            let gone = min(x.count, Int(numbers.double(0...(round < 10 ? 2_000 : 9_000))))
            line.removeFirst(gone)
            x.removeFirst(gone)
            y.removeFirst(gone)
            _ = try plan(chart, engine: Self.engine)
            let loaded = try #require(line.loaded)
            loaded.along.withValues { values in
                #expect(values.indices.allSatisfy { values[$0] == x[$0] } && values.count == x.count)
            }
            #expect(
                loaded.alongExtent == ColumnExtent(Column(x)) && loaded.acrossExtent[0] == ColumnExtent(Column(y)),
                "\(round)")
        }
    }
}
