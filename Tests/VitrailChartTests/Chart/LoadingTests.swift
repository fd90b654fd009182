import Testing

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Loading")
struct LoadingTests {
    private final class Source: ColumnDataSource {
        let series: Series
        let given: SeriesColumns

        init(_ series: Series, _ columns: SeriesColumns) {
            self.series = series
            given = columns
        }

        func numberOfSeries(in chart: Chart) -> Int { 1 }
        func series(at index: Int, in chart: Chart) -> Series { series }
        func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns? { given }
    }

    private func address(_ column: Column?) -> UInt? {
        column?.withValues { span in
            unsafe span.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
    }

    @Test("columns are read where they lie: from the source to what is drawn, no copy is made")
    func shared() throws {
        let columns = SeriesColumns(
            x: Column((0..<1000).map(Double.init)), y: Column((0..<1000).map { Double($0 % 7) }))
        let line = LineSeries()
        let chart = Chart(width: 600, height: 400)
        let source = Source(line, columns)
        chart.dataSource = source
        try ChartLoader(chart: chart).load()
        let loaded = try #require(line.loaded)
        #expect(address(loaded.along) == address(columns.x) && address(columns.x) != nil)
        #expect(address(loaded.across[0]) == address(columns.y) && address(columns.y) != nil)
        // A copy has a different address, so the test can detect one.
        #expect(
            address(Column(columns.y?.withValues { span in span.indices.map { span[$0] } } ?? [])) != address(columns.y)
        )
    }

    @Test("what was gathered from points is not copied on its way to what is drawn")
    func gathered() throws {
        let line = LineSeries()
        let chart = Chart(width: 600, height: 400)
        let source = SimpleDataSource()
        source.addSeries(line, (0..<1000).map { DataPoint(x: Double($0), y: Double($0)) })
        chart.dataSource = source
        try ChartLoader(chart: chart).load()
        #expect(address(line.loaded?.along) == address(line.columns.x))
        #expect(address(line.loaded?.across[0]) == address(line.columns.y))
    }

    // MARK: Points

    private func gather(
        _ fields: [(field: PointField, kind: Column.Kind)], _ points: [any ChartData]
    ) -> GatheredPoints {
        var gatherer = PointGatherer(fields, count: points.count)
        gatherer.read(0..<points.count) { points[$0] }
        return gatherer.finish()
    }

    private func values(_ column: Column?) -> [DataValue?] {
        (0..<(column?.count ?? 0)).map { column?.value(at: $0) }
    }

    @Test("the direct way of two numbers and the general way gather the same, whichever axis is first")
    func ways() {
        let points: [any ChartData] = [
            DataPoint(x: 1, y: 2), DataPoint(xValue: nil, yValue: 3), DataPoint(xValue: "a", yValue: 3),
            DataPoint(x: 4, y: .nan),
            DataPoint(xValue: .date(5), yValue: .date(6)), DataPoint(xValue: 7, yValue: "b"), DataPoint(x: 8, y: 9),
        ]
        for (x, y) in [(Column.Kind.number, Column.Kind.number), (.date, .number), (.number, .date), (.date, .date)] {
            for order in [[(PointField.x, x), (.y, y)], [(.y, y), (.x, x)]] {
                let direct = gather(order.map { ($0.0, $0.1) }, points)
                // A third field takes the general path.
                var keyed = gather(order.map { ($0.0, $0.1) } + [(.free(.area), .number)], points.map(WithArea.init))
                #expect(values(direct.columns.x) == values(keyed.columns.x))
                #expect(values(direct.columns.y) == values(keyed.columns.y))
                #expect(direct.rows == keyed.rows && direct.rows != nil)
                // For a point with two misfits only the first one read is reported, so counts may differ, but not the
                // number of points.
                #expect(direct.skips.map(\.count).reduce(0, +) == keyed.skips.map(\.count).reduce(0, +))
                #expect(keyed.columns.area?.count == keyed.columns.x?.count)
                keyed.columns.area = nil
                #expect(direct.columns.x?.kind == x && direct.columns.y?.kind == y)
            }
        }
        let plain = gather([(.x, .number), (.y, .number)], [DataPoint(x: 1, y: 2), DataPoint(x: 3, y: 4)])
        #expect(plain.rows == nil && plain.skips.isEmpty)
        let skipped = gather([(.x, .number), (.y, .number)], points)
        #expect(skipped.rows == [0, 1, 3, 6])
        #expect(values(skipped.columns.x) == [1, nil, 4, 8])
        #expect(values(skipped.columns.y) == [2, 3, nil, 9])
    }

    private struct WithArea: ChartData {
        let point: any ChartData
        var xValue: DataValue? { point.xValue }
        var yValue: DataValue? { point.yValue }
        func value(for key: DataKey) -> DataValue? { key == .area ? 1 : nil }
    }

    @Test("a misfit in the last field leaves nothing of the point in the first")
    func wholePoints() {
        let points: [any ChartData] = [
            MultiYDataPoint(xValue: "a", yValues: [.high: 2, .low: 1]),
            MultiYDataPoint(xValue: "b", yValues: [.high: 2]),
            MultiYDataPoint(xValue: "c", yValues: [.high: 4, .low: "one"]),
            MultiYDataPoint(xValue: "d", yValues: [.high: 4, .low: 3]),
        ]
        let gathered = gather([(.x, .category), (.yKey(.high), .number), (.yKey(.low), .number)], points)
        #expect(gathered.columns.x?.texts == ["a", "d"])
        #expect(values(gathered.columns.high) == [2, 4])
        #expect(values(gathered.columns.low) == [1, 3])
        #expect(gathered.rows == [0, 3])
        #expect(
            gathered.skips == [
                .init(reason: .missing(.low), count: 1, first: 1),
                .init(reason: .misfit(field: .yKey(.low), found: .text, wanted: .number), count: 1, first: 2),
            ])
    }
}
