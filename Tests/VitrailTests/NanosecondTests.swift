import Foundation
import Testing
import Vitrail

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailDescription

/// Samples nanoseconds apart, from their file to the picture.
@Suite("Nanoseconds")
struct NanosecondTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "vitrail-ns-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// A `.npy` file with eight bytes per value.
    private func write(_ values: [Int64], _ name: String, type: String) throws {
        var header = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(values.count),), }"
        header += String(repeating: " ", count: 64 - (10 + header.utf8.count + 1) % 64) + "\n"
        var bytes: [UInt8] =
            [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count % 256), UInt8(header.utf8.count / 256)]
            + header.utf8
        for value in values { withUnsafeBytes(of: value.littleEndian) { bytes += $0 } }
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    private func dates(_ counts: [Int64], _ name: String = "x.npy") throws { try write(counts, name, type: "<M8[ns]") }

    private func numbers(_ values: [Double], _ name: String = "y.npy") throws {
        try write(values.map { Int64(bitPattern: $0.bitPattern) }, name, type: "<f8")
    }

    private func chart(
        _ members: String = "", axis: String = "",
        series: String = #"[{"type": "scatter", "data": "d", "x": "x", "y": "y"}]"#
    ) throws -> Chart {
        let json = """
            {"size": {"width": 1000, "height": 200}, "data": {"d": {"columns": {"x": {"npy": "x.npy"}, "y": {"npy": "y.npy"}}}\(members)},
             "xAxis": {"type": "dateTime"\(axis)}, "series": \(series)}
            """
        return try ChartDescription(json: json, directory: folder).makeChart()
    }

    private func count(_ date: String) throws -> Int64 { Int64(try #require(CellDate.parse(date))) * 1_000_000_000 }

    /// Pixels from the left of the plot area to each sample's marker.
    private func positions(_ series: Series?, _ probe: Probe) throws -> [Double] {
        let series = try #require(series as? CartesianSeries)
        return try (0..<series.numberOfDataPoints).map {
            Double(try #require(series.position(ofDataPoint: $0)).x) - Double(probe.plot.x)
        }
    }

    private struct Window: Sendable, CustomStringConvertible {
        var start: String
        /// Nanoseconds.
        var behind: Int64
        var step: Int64
        var description: String { "\(start) + \(behind) ns, \(100 * step) ns" }
    }

    private static let shownWindows = ["1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2200-06-01T12:34:56Z"].flatMap {
        start in
        [(0, 1), (999_999_950, 1), (123_456_789, 1), (999_995_000, 100)].map {
            Window(start: start, behind: $0.0, step: $0.1)
        }
    }

    @Test("samples 1 ns apart are at their places: windows of 100 ns and of 10 µs", arguments: shownWindows)
    private func exact(window: Window) async throws {
        let step = window.step
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try count(window.start) + window.behind
        // Each tenth sample has a neighbour one nanosecond away.
        let offsets = (0...100 as ClosedRange<Int64>).flatMap {
            $0 % 10 == 5 && step > 1 ? [$0 * step, $0 * step + 1] : [$0 * step]
        }
        try dates(offsets.map { first + $0 })
        try numbers(offsets.indices.map(Double.init))
        let probe = try await Probe(chart())
        let width = Double(probe.plot.width)
        for (position, offset) in zip(try positions(probe.chart.series.first, probe), offsets) {
            // Four points at both ends are for the discs.
            #expect(abs(position - (4 + (width - 8) * Double(offset) / Double(100 * step))) < 0.1)
        }
        let axis = try #require(probe.chart.xAxis as? DateTimeAxis)
        #expect(axis.origin != 0 && abs(Int64(axis.origin) - first / 1_000_000_000) <= 1)
    }

    @Test("their ink is where they are")
    func ink() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try count("2024-01-01T12:00:00Z")
        try dates([first, first + 37, first + 100])
        try numbers([1, 2, 1])
        let series =
            ##"[{"type": "scatter", "data": "d", "x": "x", "y": "y", "style": {"pointStyle": {"color": "#ff0000"}}}]"##
        let probe = try await Probe(chart(series: series))
        let y = try #require(probe.chart.yAxis?.pixelValue(forDataValue: 2))
        let row = probe.plot.y + Int(y)
        let red = (probe.plot.x..<probe.plot.maxX).filter { probe[$0, row] == .pureRed }
        let middle = Double((red.first ?? 0) + (red.last ?? 0) + 1) / 2 - Double(probe.plot.x)
        #expect(abs(middle - (4 + Double(probe.plot.width - 8) * 0.37)) <= 0.5)
    }

    @Test("99 days, of which 100 ns are shown", arguments: [0, 17, 50, 98] as [Int64])
    func zoom(day: Int64) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let start = try count("2024-01-01T00:00:00Z")
        let shown = start + day * 86_400_000_000_000 + 12 * 3_600_000_000_000 + 100
        let near = (0...100 as ClosedRange<Int64>).map { shown + $0 }
        try dates([start] + near + [start + 99 * 86_400_000_000_000])
        try numbers((0..<103).map(Double.init))
        let ends = [100e-9, 200e-9].map { FineDate(whole: Int(shown / 1_000_000_000), fraction: $0).text }
        let probe = try await Probe(chart(axis: #", "defaultRange": ["\#(ends[0])", "\#(ends[1])"]"#))
        let found = try positions(probe.chart.series.first, probe)
        for k in 0...100 {
            #expect(
                abs(found[k + 1] - Double(probe.plot.width) * Double(k) / 100) < (day == 17 || day == 50 ? 0.01 : 0.3))
        }
    }

    @Test("without a range that is shown, 99 days of nanoseconds stay apart and are exact to half of one")
    func whole() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let start = try count("2024-01-01T00:00:00Z")
        let last: Int64 = 99 * 86_400_000_000_000
        let offsets: [Int64] = [0, 1, 2, 3, last - 3, last - 2, last - 1, last]
        try dates(offsets.map { start + $0 })
        try numbers(offsets.indices.map(Double.init))
        let column = try #require(chart().series.first?.columns.x)
        let values = column.withValues { span in span.indices.map { span[$0] } }
        for (value, offset) in zip(values, offsets) {
            let expected = Double(start / 1_000_000_000 - Int64(column.origin)) + Double(offset / 1_000_000_000)
            #expect(abs(value - expected - Double(offset % 1_000_000_000) / 1e9) < 0.5e-9)
        }
        #expect(zip(values.dropFirst(), values).allSatisfy { $0 > $1 })
    }

    @Test("101 days are seconds since 1970, as ever, and a range finer than these is an error")
    func tooLong() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let start = try count("2024-01-01T00:00:00Z")
        try dates([start, start + 1, start + 101 * 86_400_000_000_000])
        try numbers([1, 2, 3])
        let made = try chart()
        #expect((made.xAxis as? DateTimeAxis)?.origin == 0 && made.series[0].columns.x?.origin == 0)
        #expect(
            made.series[0].columns.x?.withValues { [$0[0], $0[1], $0[2]] } == [
                1_704_067_200, 1_704_067_200, 1_712_793_600,
            ])
        #expect {
            try chart(axis: #", "defaultRange": ["2024-01-01T00:00:00.000000001Z", "2024-01-01T00:00:00.000000050Z"]"#)
        } throws: { "\($0)".hasPrefix("xAxes[0].defaultRange: the ends are less") }
        // 100 days are not too long.
        try dates([start, start + 1, start + 100 * 86_400_000_000_000])
        #expect((try chart().xAxis as? DateTimeAxis)?.origin == 1_704_067_200 + 50 * 86_400)
    }

    @Test("several series on one axis: nanoseconds, milliseconds and texts of a CSV file")
    func several() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try count("2024-01-01T12:00:00Z")
        try dates([first + 1, first + 3])
        try numbers([1, 2])
        try write([1_704_110_400_000, 1_704_110_400_001], "ms.npy", type: "<M8[ms]")
        try Data("t,v\n2024-01-01T12:00:00,1\n2024-01-01T13:00:00.000000002+01:00,2\n".utf8).write(
            to: URL(fileURLWithPath: "\(folder)/t.csv"))
        let probe = try await Probe(
            chart(
                #", "m": {"columns": {"x": {"npy": "ms.npy"}, "y": {"npy": "y.npy"}}}, "c": {"csv": "t.csv"}"#,
                axis: #", "defaultRange": ["2024-01-01T12:00:00Z", "2024-01-01T12:00:00.000000004Z"]"#,
                series: """
                    [{"type": "line", "data": "d", "x": "x", "y": "y"}, {"type": "line", "data": "m", "x": "x", "y": "y"},
                     {"type": "scatter", "data": "c", "x": "t", "y": "v"}]
                    """))
        let width = Double(probe.plot.width)
        let found = try probe.chart.series.map { try positions($0, probe) }
        for (found, expected) in zip(found, [[0.25, 0.75], [0, 250_000], [0, 0.5]]) {
            #expect(zip(found, expected).allSatisfy { abs($0 - $1 * width) < 0.01 + $1 * width * 1e-6 })
        }
    }

    @Test(
        "days in nanoseconds or microseconds are the same bytes as days in seconds",
        arguments: [("ns", 1_000_000_000), ("us", 1_000_000), ("ms", 1_000)] as [(String, Int64)])
    func daily(unit: String, perSecond: Int64) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let days = (0..<60).map { Int64(19_000 + $0) * 86_400 }
        try numbers((0..<60).map { sin(Double($0)) })
        try write(days, "x.npy", type: "<M8[s]")
        let expected = try await Probe(chart()).image
        try write(days.map { $0 * perSecond }, "x.npy", type: "<M8[\(unit)]")
        let made = try chart()
        #expect((made.xAxis as? DateTimeAxis)?.origin == 0)
        #expect(try await Probe(made).image == expected)
    }

    @Test("places of annotations, ticks and anchors are those of the data")
    func positions() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try count("2024-01-01T12:00:00Z")
        try dates([first, first + 100])
        try numbers([1, 2])
        let json = """
            {"size": {"width": 600, "height": 400}, "data": {"d": {"columns": {"x": {"npy": "x.npy"}, "y": {"npy": "y.npy"}}}},
             "xAxis": {"type": "dateTime", "majorTickValues": ["2024-01-01T12:00:00.000000010Z", "2024-01-01T12:00:00.000000030Z"]},
             "yAxis": {"axisPositionValue": "2024-01-01T12:00:00Z"},
             "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}],
             "annotations": [{"type": "verticalLine", "x": "2024-01-01T12:00:00.000000025Z", "color": "#ff0000"},
                             {"type": "verticalBand", "min": "2024-01-01T12:00:00.000000060Z", "max": "2024-01-01T12:00:00.000000070Z", "color": "#0000ff"}]}
            """
        let probe = try await Probe(ChartDescription(json: json, directory: folder).makeChart())
        let axis = try #require(probe.chart.xAxis as? DateTimeAxis)
        let start = Double(first / 1_000_000_000 - Int64(axis.origin))
        #expect(
            axis.majorTickValues == [start + 10e-9, start + 30e-9]
                && probe.chart.annotations[0].xValue == .number(start + 25e-9))
        let width = Double(probe.plot.width)
        let line = try #require(probe.exact(.pureRed)), band = try #require(probe.exact(.pureBlue))
        #expect(abs(line.midX - Double(probe.plot.x) - width / 4) < 1)
        #expect(abs(Double(band.width) - width / 10) < 2 && abs(band.midX - Double(probe.plot.x) - width * 0.65) < 1.5)
        #expect(probe.chart.yAxis?.axisPositionValue == .date(1_704_110_400))
    }

    @Test("what hosts and readers are told: points, crosshair, words and warnings")
    func words() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try count("2024-01-01T12:00:00Z")
        try dates([first + 5, first + 2, first + 105])
        try numbers([1, 2, 3])
        let made = try chart(series: #"[{"type": "line", "data": "d", "x": "x", "y": "y"}]"#)
        let probe = try await Probe(made)
        #expect(made.series[0].dataPoint(at: 0)?.xValue == .date(1_704_110_400))
        let axis = try #require(made.xAxis as? DateTimeAxis)
        #expect(
            made.series[0].dataPoint(at: 0).map { _ in axis.string(forId: Double(1_704_110_400 - axis.origin) + 5e-9) }
                == "12:00:00.000000005")
        let series = try #require(made.series[0] as? CartesianSeries)
        let origin = Double(1_704_110_400 - axis.origin)
        #expect(series.pointOnAxes(at: 2)?.xValue == .number(origin + 105e-9))
        #expect(axis.words(origin + 5e-9) == "2024-01-01T12:00:00.000000005Z")
        #expect(
            made.altText.contains("12:00:00.000000002") && made.altText.contains("12:00:00.000000105"),
            "\(made.altText)")
        withExtendedLifetime(probe) {}
    }

    @Test("columns that a host gives, and more of them")
    func host() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 1000, height: 200))
        let axis = DateTimeAxis()
        axis.origin = 1_704_110_400
        chart.xAxis = axis
        let series = ScatterSeries(
            columns: SeriesColumns(x: Column(seconds: [1e-9, 3e-9], after: axis.origin), y: Column([1.0, 2])))
        chart.add(series)
        _ = try await Probe(chart)
        #expect(axis.dataRange == NumberRange(1e-9, 3e-9))
        try series.append(SeriesColumns(x: Column(seconds: [1 + 5e-9], after: axis.origin - 1), y: Column([4.0])))
        let probe = try await Probe(chart)
        #expect(try positions(series, probe).map { ($0 / Double(probe.plot.width) * 4).rounded() } == [0, 2, 4])
        #expect(series.dataPoint(at: 1)?.xValue == .date(1_704_110_400))
    }
}
