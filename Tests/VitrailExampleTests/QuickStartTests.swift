import Foundation
import Testing
import Vitrail

@testable import QuickStart

/// Pictures of Examples/QuickStart, at one pixel per point.
@Suite("Quick start")
struct QuickStartTests {
    private static let renderer = Renderer()

    /// The present picture of a figure, with its host.
    private struct Picture {
        let figure: Figure
        let image: PixelImage
        let plot: Rect

        init(_ figure: Figure) async throws {
            self.figure = figure
            image = try await QuickStartTests.renderer.render(figure.chart).image
            plot = try #require(figure.chart.plotAreaFrame)
        }

        var chart: Chart { figure.chart }

        /// In points, which equal pixels here.
        func position(_ x: Double, _ y: Double) throws -> (x: Double, y: Double) {
            let px = try #require(chart.xAxis?.pixelValue(forDataValue: x))
            let py = try #require(chart.yAxis?.pixelValue(forDataValue: y))
            return (plot.x + px, plot.y + py)
        }

        func color(_ x: Double, _ y: Double) throws -> Color {
            let position = try position(x, y)
            return image.color(x: Int(position.x), y: Int(position.y))
        }
    }

    private static func distance(_ a: Color, _ b: Color) -> Int {
        max(abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)))
    }

    private static func lineColor(_ chart: Chart, _ index: Int) throws -> Color {
        let style = try #require(chart.series[index] as? LineSeries).resolvedStyle
        return try #require(style.showFill == true ? style.areaLineColor : style.lineColor)
    }

    @Test("the data source hands over y = x, x², x³ at a hundred places up to 1.98")
    func data() async throws {
        let picture = try await Picture(QuickStart.plain())
        let chart = picture.chart
        try #require(chart.series.count == 3)
        #expect(chart.series.map(\.title) == ["y = x ^ 1", "y = x ^ 2", "y = x ^ 3"])
        for (k, series) in chart.series.enumerated() {
            #expect(series.numberOfDataPoints == 100 && series.dataPoint(at: 99)?.xValue == 1.98)
            #expect(series.dataPoint(at: 75)?.yValue == .number(pow(1.5, Double(k + 1))))
        }
        #expect(chart.legendFrame == nil && chart.titleFrame != nil)
        // Without `crosshairEnabled`, a long press does nothing.
        #expect(!chart.longPress(.began, x: 320, y: 200) && !chart.crosshair.isActive)
    }

    @Test("titles, a legend of three entries, lines of 4 points, and a fill from yellow at the bottom to orange on top")
    func styling() async throws {
        let picture = try await Picture(QuickStart.styled())
        let chart = picture.chart
        try #require(chart.series.count == 3)
        #expect(chart.title == "My First Chart" && chart.xAxis?.title == "X-Axis" && chart.yAxis?.title == "Y-Axis")
        #expect(
            chart.legendFrame != nil && chart.legendEntries.map(\.title) == ["y = x ^ 1", "y = x ^ 2", "y = x ^ 3"])
        let slope = try picture.position(0, 0).y - picture.position(0, 1).y
        let unit = try picture.position(1, 0).x - picture.position(0, 0).x
        for k in 0..<3 {
            // A position where the three lines are apart.
            let x = 1.6
            let (top, color) = (try picture.position(x, pow(x, Double(k + 1))), try Self.lineColor(chart, k))
            let m = slope / unit * Double(k + 1) * pow(x, Double(k))
            let column = (Int(top.y) - 30..<Int(top.y) + 30).map { picture.image.color(x: Int(top.x), y: $0) }
            let run = column.count { Self.distance($0, color) < 40 }
            #expect(
                abs(Double(run) - FirstChart.lineWidth * (1 + m * m).squareRoot()) <= 2.5,
                "line \(k) is \(run) pixels high")
        }
        for y in [0.15, 0.6, 1.2, 1.6] {
            let share = y / 1.98
            let expected = Color(red: 255, green: UInt8((255 - 127 * share).rounded()), blue: 0)
            #expect(Self.distance(try picture.color(1.9, y), expected) <= 4)
        }
    }

    @Test("the crosshair is on y = x ^ 3 in every frame, by its values and by its pixels")
    func crosshair() async throws {
        let base = try await Picture(QuickStart.styled()).image
        let figure = QuickStart.crosshair()
        let line = try Self.lineColor(try await Picture(figure).chart, 2)
        var positions: [Double] = []
        for frame in 0..<figure.frameCount {
            let image = try await figure.frame(frame, with: Self.renderer).image
            let picture = try await Picture(figure)
            let values = try #require(figure.chart.crosshair.trackingValues)
            try #require(figure.chart.crosshair.trackingSeries === figure.chart.series[2])
            #expect(abs(values.x - CrosshairWalk.x(frame)) < 1e-9)
            // A chord of the cubic deviates at most by this from it.
            #expect(abs(values.y - pow(values.x, 3)) < 7e-4)
            let position = try picture.position(values.x, values.y)
            positions.append(position.x)
            // The line passes through the centre of the circle.
            #expect(Self.distance(image.color(x: Int(position.x), y: Int(position.y)), line) < 12, "frame \(frame)")
            let ring = (0..<16).count { k in
                let angle = Double(k) / 16 * 2 * .pi
                let (x, y) = (Int(position.x + 4.5 * cos(angle)), Int(position.y + 4.5 * sin(angle)))
                return Self.distance(image.color(x: x, y: y), base.color(x: x, y: y)) > 20
            }
            #expect(ring >= 13, "a circle round it in frame \(frame): \(ring) of 16")
            // Columns of pixels that differ from the chart without a crosshair, below circle and tooltip: the line to
            // the x-axis.
            let bottom = Int(picture.plot.maxY) - 1
            guard bottom - Int(position.y) > 40 else { continue }
            let rows = Int(position.y) + 30..<bottom
            let changed = (Int(picture.plot.x)..<Int(picture.plot.maxX)).filter { x in
                rows.allSatisfy { Self.distance(image.color(x: x, y: $0), base.color(x: x, y: $0)) > 20 }
            }
            #expect(
                !changed.isEmpty && changed.allSatisfy { abs(Double($0) + 0.5 - position.x) <= 1 },
                "frame \(frame): \(changed), not \(position.x)")
        }
        // There and back.
        let middle = figure.frameCount / 2
        #expect(zip(positions[...middle], positions[1...middle]).allSatisfy { $0 > $1 })
        #expect(zip(positions[middle...], positions[(middle + 1)...]).allSatisfy { $0 < $1 })
    }

    @Test("the animation's file has all frames and is small")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quick-start-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try await QuickStart.crosshair().write(to: folder.path, with: Self.renderer)
        #expect(path.hasSuffix("/quick-start-crosshair.apng"))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let control = try #require(bytes.range(of: Data("acTL".utf8)))
        #expect(
            Array(bytes[control.upperBound..<control.upperBound + 8]) == [0, 0, 0, 60, 0, 0, 0, 0],
            "60 frames, without an end")
        #expect(bytes.count < 800_000)
    }
}
