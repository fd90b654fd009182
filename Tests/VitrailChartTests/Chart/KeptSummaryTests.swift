import Testing

@testable import VitrailChart
@testable import VitrailColumns

/// Summaries of samples are kept when more samples arrive.
@Suite("Summaries that are kept")
struct KeptSummaryTests {
    @Test("of a line that grows, only what is new is read, picture after picture", arguments: [false, true])
    func growing(hasSource: Bool) throws {
        final class Source: ColumnDataSource {
            let line: LineSeries
            var columns: SeriesColumns
            init(_ line: LineSeries, _ columns: SeriesColumns) { (self.line, self.columns) = (line, columns) }
            func numberOfSeries(in chart: Chart) -> Int { 1 }
            func series(at index: Int, in chart: Chart) -> Series { line }
            func columns(forSeriesAt index: Int, in chart: Chart) -> SeriesColumns? { columns }
            func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { columns.count }
            func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
                DataPoint(x: 0, y: 0)
            }
        }
        let count = 100_000
        let columns = SeriesColumns(
            x: Column((0..<count).map(Double.init)), y: Column((0..<count).map { Double($0 % 97) }))
        let line = LineSeries(columns: hasSource ? SeriesColumns() : columns)
        let source = Source(line, columns)
        let chart = Chart(width: 200, height: 100)
        chart.summaries = .automatic
        if hasSource { chart.dataSource = source } else { chart.add(line) }
        _ = try plan(chart)
        for turn in 0..<4 {
            let next = line.columns.count
            let new = SeriesColumns(
                x: Column((next..<next + 1_000).map(Double.init)), y: Column([Double](repeating: 5, count: 1_000)))
            if hasSource {
                source.columns.append(new)
                chart.appendNumberOfDataPoints(1_000, toEndOfSeriesAt: 0)
            } else {
                try line.append(new)
            }
            #expect(try plan(chart).samplesRead == 1_000 && line.columns.count == next + 1_000, "turn \(turn)")
            #expect(!chart.isRenderScheduled)
            // Planning has made or extended the digest.
            var isExtended = false
            let digest = line.loaded?.digests.summary(for: .single, count: line.columns.count) { digest in
                isExtended = true
                line.columns.x?.withView { along in line.columns.y?.withView { digest.extend(along, $0) } }
            }
            #expect(digest?.count == next + 1_000 && !isExtended)
        }
    }
}
