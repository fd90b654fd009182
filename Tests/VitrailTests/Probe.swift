import Testing
import Vitrail

/// A chart from the acceptance lines, rendered, with pixel queries: 600 × 400 points at scale 1.
struct Probe {
    let chart: Chart
    let image: PixelImage
    /// The plot area in pixels.
    let plot: PixelRect

    static let renderer = Renderer()

    init(_ chart: Chart) async throws {
        self.chart = chart
        let rendered = try await Self.renderer.render(chart)
        image = rendered.image
        let frame = try #require(chart.plotAreaFrame)
        let s = chart.scale
        plot = PixelRect(
            x: Int((frame.x * s).rounded()), y: Int((frame.y * s).rounded()), width: Int((frame.width * s).rounded()),
            height: Int((frame.height * s).rounded()))
    }

    /// A chart with number axes of fixed ranges.
    static func chart(x: NumberRange? = nil, y: NumberRange? = nil) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400))
        chart.xAxis = NumberAxis(defaultRange: x)
        chart.yAxis = NumberAxis(defaultRange: y)
        return chart
    }

    /// The pixel column and row of a data value.
    func position(of x: Double, _ y: Double) throws -> (x: Double, y: Double) {
        let px = try #require(chart.xAxis?.pixelValue(forDataValue: x))
        let py = try #require(chart.yAxis?.pixelValue(forDataValue: y))
        return (Double(plot.x) + px, Double(plot.y) + py)
    }

    /// The colour at a data value, moved by whole pixels.
    func color(_ x: Double, _ y: Double, dx: Int = 0, dy: Int = 0) throws -> Color {
        let p = try position(of: x, y)
        return self[Int(p.x.rounded(.down)) + dx, Int(p.y.rounded(.down)) + dy]
    }

    subscript(x: Int, y: Int) -> Color {
        guard (0..<image.width).contains(x), (0..<image.height).contains(y) else { return .clear }
        return image.color(x: x, y: y)
    }

    /// Number of pixels in the plot area that pass a test.
    func count(_ test: (Color) -> Bool) -> Int {
        var count = 0
        for y in plot.y..<plot.maxY {
            for x in plot.x..<plot.maxX where test(self[x, y]) { count += 1 }
        }
        return count
    }

    /// Area painted with a colour on white, with partly covered pixels counted by coverage: read from the channel that
    /// differs most from white.
    func painted(_ color: Color) -> Double {
        let channels: [KeyPath<Color, UInt8>] = [\.red, \.green, \.blue]
        guard let channel = channels.min(by: { color[keyPath: $0] < color[keyPath: $1] }) else { return 0 }
        var area = 0.0
        for y in plot.y..<plot.maxY {
            for x in plot.x..<plot.maxX {
                area += Double(255 - self[x, y][keyPath: channel]) / Double(255 - color[keyPath: channel])
            }
        }
        return area
    }

    /// The runs of a colour down a pixel column, as row ranges.
    func runs(column x: Int, of color: Color, tolerance: Int = 2) -> [Range<Int>] {
        Self.runs(in: plot.y..<plot.maxY) { self[x, $0].isClose(to: color, tolerance) }
    }

    /// The runs of a colour along a pixel row, as column ranges.
    func runs(row y: Int, of color: Color, tolerance: Int = 2) -> [Range<Int>] {
        Self.runs(in: plot.x..<plot.maxX) { self[$0, y].isClose(to: color, tolerance) }
    }

    private static func runs(in range: Range<Int>, where test: (Int) -> Bool) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for i in range {
            if test(i) {
                start = start ?? i
            } else if let s = start {
                runs.append(s..<i)
                start = nil
            }
        }
        if let start { runs.append(start..<range.upperBound) }
        return runs
    }
}

extension Color {
    static let pureRed = Color(0xFF0000)
    static let pureGreen = Color(0x00C000)
    static let pureBlue = Color(0x0000FF)

    func isClose(to other: Color, _ tolerance: Int = 2) -> Bool {
        abs(Int(red) - Int(other.red)) <= tolerance && abs(Int(green) - Int(other.green)) <= tolerance
            && abs(Int(blue) - Int(other.blue)) <= tolerance && abs(Int(alpha) - Int(other.alpha)) <= tolerance
    }
}

extension Chart {
    /// Turns gridlines, ticks and labels off: only the series can paint the plot area.
    func bare() -> Chart {
        for axis in allAxes {
            axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
            axis.style.gridStripeStyle = GridStripeStyle(showGridStripes: false)
        }
        return self
    }
}

extension NumberRange {
    /// Whether it contains the other range plus a little space for marks at its ends.
    func isRoom(around other: NumberRange) -> Bool {
        minimum <= other.minimum && maximum >= other.maximum && span <= other.span * 1.06
    }
}
