import Foundation
import Testing
import Vitrail

@testable import RangeSelectorExample

/// Examples/RangeSelector: frames of its scenes, for both builds.
@Suite("Example: range selector")
struct RangeSelectorTests {
    private static let renderer = Renderer()
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "../../Examples/data"
    ).path
    private static let start = 1_430_438_400.0
    /// From the first to the last of 2,400 hours, in seconds.
    private static let whole = NumberRange(start, start + 2_399 * 3_600)
    private static let day = 86_400.0

    private static func source() throws -> ChartDatasource { ChartDatasource(try TemperatureData(folder: folder)) }

    /// The main chart's range in a frame.
    private struct Frame { var range: NumberRange }

    /// Plays a scene and checks each frame.
    nonisolated(nonsending) private func play(_ scene: TouchScene, _ build: Build) async throws -> [Frame] {
        let source = try Self.source()
        let charts = build.makeCharts(size: RangeSelectorExample.animationSize, datasource: source)
        var frames: [Frame] = []
        _ = try await Film(scene, on: charts, Self.renderer) { picture in
            frames.append(try drawnStyle(at: picture, of: charts, source, "\(build) \(scene.name) \(frames.count)"))
        }
        return frames
    }

    /// Checks that the window matches the main chart's range, and that the tracking line is at the right-most value.
    private func drawnStyle(
        at picture: RenderedImage, of charts: any LinkedCharts, _ source: ChartDatasource, _ name: String
    ) throws -> Frame {
        let range = try #require(charts.main.xAxis?.axisRange)
        let (main, plot) = (try #require(charts.main.plotAreaFrame), try #require(charts.overview.plotAreaFrame))
        // Both charts have the same edges, so each day of the overview is at its fraction of the width.
        #expect(abs(main.x - plot.x) < 1e-9 && abs(main.width - plot.width) < 1e-9, "\(name)")
        let ends = [range.minimum, range.maximum].map {
            plot.x + plot.width * ($0 - Self.whole.minimum) / Self.whole.span
        }
        try checkGeometry(charts, range, ends, name)
        let top = Int(charts.main.frame.height)
        try checkWindow(
            picture.image, row: top + Int(plot.y) + 2, Int(plot.x.rounded(.up))..<Int(plot.maxX), ends, name)
        try checkTracking(picture.image, charts, source, name)
        return Frame(range: range)
    }

    /// Checks the public properties of the charts.
    private func checkGeometry(
        _ charts: any LinkedCharts, _ range: NumberRange, _ ends: [Double], _ name: String
    ) throws {
        let notes = charts.overview.annotations
        let lines = notes.filter { !($0 is AnnotationZooming) && $0.stretchToBoundsOnY }.compactMap {
            $0.xValue?.number
        }
        #expect(lines == [range.minimum, range.maximum], "\(name)")
        let shadings = notes.compactMap { $0 as? AnnotationZooming }.compactMap { note -> NumberRange? in
            guard let low = note.xValue?.number, let high = note.xValueMax?.number else { return nil }
            return NumberRange(low, high)
        }
        #expect(
            shadings == [
                NumberRange(Self.whole.minimum, range.minimum), NumberRange(range.maximum, Self.whole.maximum),
            ], "\(name)")
        let plot = try #require(charts.overview.plotAreaFrame)
        for (value, x) in zip([range.minimum, range.maximum], ends) {
            let pixel = try #require(charts.overview.xAxis?.pixelValue(forDataValue: value))
            #expect(abs(plot.x + pixel - x) < 0.01, "\(name)")
        }
    }

    /// Checks the pixels of a row near the top of the overview: dark at the ends of the window, shaded beside it, clear
    /// inside.
    private func checkWindow(
        _ image: PixelImage, row: Int, _ columns: Range<Int>, _ ends: [Double], _ name: String
    ) throws {
        for (k, end) in ends.enumerated() {
            let near = max(Int(end) - 6, columns.lowerBound)..<min(Int(end) + 7, columns.upperBound)
            let dark = near.filter { image.color(x: $0, y: row).isNear(Color(0x333333), 24) }
            // At an edge of the plot area, half of the line is cut off.
            let isCut = end - 2 < Double(columns.lowerBound) || end + 2 > Double(columns.upperBound)
            try #require(dark.count >= (isCut ? 1 : 2) && dark.count <= 4, "\(name): end \(k) at \(end): \(dark)")
            let middle = Double(dark.reduce(0, +)) / Double(dark.count) + 0.5
            #expect(abs(middle - end) <= (isCut ? 2 : 1), "\(name): end \(k) at \(middle), not at \(end)")
        }
        func share(_ range: Range<Int>, _ color: Color) -> Double {
            range.isEmpty
                ? 1 : Double(range.count { image.color(x: $0, y: row).isNear(color, 4) }) / Double(range.count)
        }
        let (left, right) = (Int(ends[0].rounded()), Int(ends[1].rounded()))
        let shade = Color(0xBABABA)
        #expect(share(left + 4..<max(right - 3, left + 4), .white) > 0.8, "\(name)")
        #expect(share(columns.lowerBound..<max(left - 3, columns.lowerBound), shade) > 0.8, "\(name)")
        #expect(share(min(right + 4, columns.upperBound)..<columns.upperBound, shade) > 0.8, "\(name)")
    }

    /// Checks the tracking line, its text and its pixels against the data.
    private func checkTracking(
        _ image: PixelImage, _ charts: any LinkedCharts, _ source: ChartDatasource, _ name: String
    ) throws {
        let (range, plot) = (try #require(charts.main.xAxis?.axisRange), try #require(charts.main.plotAreaFrame))
        let temperatures = (0..<2_400).compactMap {
            source.dataPoint(at: $0, forSeriesAt: 0, in: charts.main).yValue?.number
        }
        let position = (range.maximum - Self.start) / 3_600
        let k = min(Int(position), 2_398)
        let value = temperatures[k] + (temperatures[k + 1] - temperatures[k]) * (position - Double(k))
        let line = try #require(charts.main.annotations.first { $0.stretchToBoundsOnX })
        let text = try #require(charts.main.annotations.first { !$0.stretchToBoundsOnX })
        #expect(abs((line.yValue?.number ?? .nan) - value) < 1e-6 && text.yValue == line.yValue, "\(name)")
        #expect(text.label == String(format: "%.2f", value), "\(name)")
        let y = Int(plot.y + (try #require(charts.main.yAxis?.pixelValue(forDataValue: value))))
        let rows = [y - 1, y, y + 1].map { row in
            (Int(plot.x) + 1..<Int(plot.maxX) - 1).count { image.color(x: $0, y: row).isNear(Color(0x333333), 24) }
        }
        #expect(Double(rows.max() ?? 0) > 0.6 * plot.width, "\(name): \(rows) at \(y)")
    }

    /// Position of the window's middle or end, as a fraction of the overview.
    private func share(_ value: Double) -> Double { (value - Self.whole.minimum) / Self.whole.span }

    private func isSlowing(_ ways: [Double]) -> Bool {
        ways.allSatisfy { $0 > 0 } && zip(ways, ways.dropFirst()).allSatisfy { $0 > $1 }
    }

    // MARK: Data

    @Test(
        "2,400 hourly temperatures: the lowest and the highest of each day are those of the file, and no hour is beyond them"
    )
    func data() throws {
        let data = try TemperatureData(folder: Self.folder).data
        #expect(data.count == 2_400 && data[0].timestamp.timeIntervalSince1970 == Self.start)
        #expect(zip(data, data.dropFirst()).allSatisfy { $1.timestamp.timeIntervalSince($0.timestamp) == 3_600 })
        // 1 May, 1 July, 8 August of the file.
        for (day, low, high) in [(0, 8.9, 18.3), (61, 17.2, 32.2), (99, 15.6, 25.0)] {
            let hours = data[day * 24..<day * 24 + 24].map(\.temperature)
            #expect(abs(hours[5] - low) < 1e-9 && abs(hours[15] - high) < 1e-9, "day \(day)")
            #expect(hours[5...15].allSatisfy { $0 > low - 1e-9 && $0 < high + 1e-9 })
        }
        #expect(throws: DataError.self) { try TemperatureData(folder: "/nowhere") }
    }

    // MARK: Scenes

    @Test(
        "the window follows the finger, is let go, goes on ever slower by a fifth of a second's way, and rests",
        arguments: Build.allCases)
    func window(build: Build) async throws {
        let frames = try await play(.window, build)
        let begin = Self.whole.minimum
        #expect(frames[0].range.isClose(begin + 0.6 * Self.whole.span, begin + 0.8 * Self.whole.span, 1e-3))
        #expect(frames.allSatisfy { abs($0.range.span - frames[0].range.span) < 1e-3 })
        let middles = frames.map { share($0.range.center) }
        // The touch is in frame 2, then 8 steps lead from 0.7 to 0.42.
        for k in 0...8 {
            let position = 0.7 - 0.28 * Double(k) / 8
            #expect(abs(middles[2 + k] - position) < 1e-6, "frame \(2 + k)")
        }
        let ways = zip(middles[11...], middles[12...]).map { $0 - $1 }
        // Twelve frames of momentum: one second.
        #expect(ways.count == 12 && isSlowing(ways), "\(ways)")
        #expect(abs((middles.last ?? 0) - 0.22) < 1e-6)
    }

    @Test(
        "a handle moves its own end alone, no nearer to the other one than four days, and as far as the data",
        arguments: Build.allCases)
    func handles(build: Build) async throws {
        let frames = try await play(.handles, build)
        // The left handle: to 0.35, then against the right one.
        let left = frames[..<18]
        #expect(left.allSatisfy { abs(share($0.range.maximum) - 0.8) < 1e-6 })
        #expect(left.contains { abs(share($0.range.minimum) - 0.35) < 1e-6 })
        let minimum = 4 * Self.day
        #expect(abs(frames[17].range.span - minimum) < 1e-3 && frames.allSatisfy { $0.range.span >= minimum - 1e-3 })
        let right = frames[17...]
        #expect(right.allSatisfy { abs($0.range.minimum - frames[17].range.minimum) < 1e-3 })
        #expect(abs((frames.last?.range.maximum ?? 0) - Self.whole.maximum) < 1e-3)
    }

    @Test(
        "the window follows the main chart that is panned, goes on by itself, and is zoomed down to four days and out",
        arguments: Build.allCases)
    func chart(build: Build) async throws {
        let frames = try await play(.chart, build)
        // Half the plot area to the right moves the range back by half its span.
        let (before, after) = (frames[0].range, frames[8].range)
        #expect(abs(before.minimum - 0.5 * before.span - after.minimum) < 1)
        let glide = zip(frames[8...15], frames[9...16]).map { $0.range.minimum - $1.range.minimum }
        #expect(isSlowing(glide), "\(glide)")
        let narrowest = frames.map(\.range.span).min() ?? 0
        #expect(abs(narrowest - 4 * Self.day) < 1e-3)
        #expect((frames.last?.range.span ?? 0) > 15 * Self.day)
    }

    @Test("both builds show the same ranges, frame by frame", arguments: 0..<TouchScene.all.count)
    func agree(scene: Int) async throws {
        let (tutorial, library) = (
            try await play(TouchScene.all[scene], .tutorial), try await play(TouchScene.all[scene], .library)
        )
        #expect(tutorial.count == library.count && tutorial.count > 20)
        for (k, (one, other)) in zip(tutorial, library).enumerated() {
            // The library ends momentum a billionth of a second early, because sums of frame times have rounding
            // errors.
            #expect(one.range.isClose(other.range.minimum, other.range.maximum, 0.01), "frame \(k)")
        }
    }

    @Test(
        "a touch of the window ends momentum of the main chart, and one of the main chart that of the window",
        arguments: Build.allCases)
    func touches(build: Build) async throws {
        let source = try Self.source()
        let charts = build.makeCharts(size: RangeSelectorExample.animationSize, datasource: source)
        _ = try await Self.renderer.render(charts)
        let (main, overview) = (try #require(charts.main.plotAreaFrame), try #require(charts.overview.plotAreaFrame))
        let y = charts.main.frame.height + overview.midY
        charts.pan(.began, x: main.midX, y: main.midY, velocity: nil)
        charts.pan(.ended, x: main.midX, y: main.midY, velocity: (500, 0))
        #expect(charts.advance(by: 0.1))
        let center = try #require(charts.main.xAxis?.axisRange.center)
        let x = overview.x + overview.width * share(center)
        #expect(charts.pan(.began, x: x, y: y, velocity: nil) && !charts.advance(by: 0.1))
        #expect(charts.main.xAxis?.axisRange.center == center)
        charts.pan(.ended, x: x, y: y, velocity: (-300, 0))
        #expect(charts.advance(by: 0.1))
        let range = try #require(charts.main.xAxis?.axisRange)
        #expect(range.center < center)
        charts.pan(.began, x: main.midX, y: main.midY, velocity: nil)
        #expect(!charts.advance(by: 0.1) && charts.main.xAxis?.axisRange == range)
    }

    // MARK: Files and large data

    @Test("an animation has at most 120 frames, is no longer than 800 KB, and is the same twice")
    func film() async throws {
        for build in Build.allCases {
            for scene in TouchScene.all {
                let source = try Self.source()
                let films = try await [
                    Film(
                        scene, on: build.makeCharts(size: RangeSelectorExample.animationSize, datasource: source),
                        Self.renderer),
                    Film(
                        scene, on: build.makeCharts(size: RangeSelectorExample.animationSize, datasource: source),
                        Self.renderer),
                ]
                let bytes = try films.map { try $0.encoded() }
                let (frames, size) = (films[0].frames.count, bytes[0].count)
                #expect(frames <= 120 && size <= 800_000, "\(build) \(scene.name): \(frames) frames, \(size) bytes")
                #expect(bytes[0] == bytes[1], "\(build) \(scene.name)")
            }
        }
    }

    @Test("columns in place of points: the samples are numbered seconds, the same window in both builds")
    func columns() async throws {
        let source = LargeDatasource(count: 2_000_000)
        for build in Build.allCases {
            let charts = build.makeCharts(size: RangeSelectorExample.animationSize, datasource: source)
            let picture = try await Self.renderer.render(charts)
            let (axis, plot) = (try #require(charts.main.xAxis), try #require(charts.overview.plotAreaFrame))
            #expect(axis.axisRange.isClose(0.6 * 1_999_999, 0.8 * 1_999_999, 1e-6))
            let row = Int(charts.main.frame.height + plot.y) + 1
            for end in [0.6, 0.8] {
                let x = plot.x + end * plot.width
                let dark = (Int(x) - 6...Int(x) + 6).filter {
                    picture.image.color(x: $0, y: row).isNear(Color(0x333333), 24)
                }
                try #require((2...4).contains(dark.count), "\(build) \(end): \(dark)")
                #expect(abs(Double(dark.reduce(0, +)) / Double(dark.count) + 0.5 - x) <= 1)
            }
            let value = try #require(source.estimateYValue(forXValue: axis.axisRange.maximum, seriesAt: 0))
            let line = try #require(charts.main.annotations.first { $0.stretchToBoundsOnX }?.yValue?.number)
            #expect(abs(line - value) < 1e-4)
        }
    }
}

extension NumberRange {
    fileprivate func isClose(_ minimum: Double, _ maximum: Double, _ tolerance: Double) -> Bool {
        abs(self.minimum - minimum) <= tolerance && abs(self.maximum - maximum) <= tolerance
    }
}

extension Color {
    fileprivate func isNear(_ other: Color, _ tolerance: Int) -> Bool {
        [(red, other.red), (green, other.green), (blue, other.blue)].allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }
}
