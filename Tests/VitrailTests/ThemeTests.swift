import Foundation
import Testing
import Vitrail

/// Themes, and the precedence of theme and explicit settings.
@Suite("Themes")
struct ThemeTests {
    @Test("C-177 light and flat have a bright background, dark a dark one; light uses gradients, flat none")
    func characters() async throws {
        let cases: [(Theme, ClosedRange<Double>)] = [
            (.light, 0.9...1), (.flat, 0.9...1), (.dark, 0...0.1), (.flatDark, 0...0.1),
        ]
        for (theme, range) in cases {
            let chart = chart(theme)
            let probe = try await Probe(chart)
            for y in [1, probe.image.height - 2] { #expect(range.contains(probe[1, y].luminance), "\(theme.name)") }
            #expect(range.contains(probe[probe.plot.maxX - 2, probe.plot.y + 2].luminance), "\(theme.name)")
        }
        func colors(_ theme: Theme) async throws -> Int {
            let chart = chart(theme).bare()
            let series = ColumnSeries(columns: SeriesColumns(x: Column([1.0]), y: Column([2.0])))
            chart.add(series)
            let probe = try await Probe(chart)
            let row = Int(try probe.position(of: 1, 1).y)
            let left = Int(try probe.position(of: 0.7, 1).x)
            let right = Int(try probe.position(of: 1.3, 1).x)
            return Set((left..<right).map { probe[$0, row] }).count
        }
        #expect(try await colors(.flat) == 1)
        #expect(try await colors(.flatDark) == 1)
        #expect(try await colors(.light) > 20)
        #expect(try await colors(.dark) > 20)
        #expect(Theme.light.usesGradients && Theme.dark.usesGradients && !Theme.flat.usesGradients)
    }

    @Test("C-178 a global theme styles the charts created after it; one applied to a chart changes that one only")
    func global() async {
        // Run in a separate process, because other tests create charts, too.
        await #expect(processExitsWith: .success) {
            let before = Chart(width: 100, height: 100)
            Theme.global = .dark
            let (one, other) = (Chart(width: 100, height: 100), Chart(width: 100, height: 100))
            precondition(before.theme == .flat && one.theme == .dark && other.theme == .dark)
            one.applyTheme(.light)
            let dark = try plan(other).scene
            let light = try plan(one).scene
            precondition(light != dark && other.theme == .dark)
            precondition(dark.background == Theme.dark.chart.backgroundColor)
        }
    }

    @Test("C-179 a style that is changed after applyTheme shows; one changed before it is overwritten")
    func lastWriterWins() async throws {
        let chart = chart(.flat)
        let series = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 4]), y: Column([2.0, 2])),
            style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 5))
        chart.add(series)
        chart.backgroundColor = Color(0xFFFF00)
        chart.yAxis?.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
        #expect(try await Probe(chart).color(2, 2) == .pureRed)
        var flat = Theme.flat
        flat.lineWidth = 5
        chart.applyTheme(flat)
        var probe = try await Probe(chart)
        #expect(try probe.color(2, 2) == Theme.flat.palette.line(0) && probe[1, 1] == .white)
        #expect(chart.yAxis?.style == AxisStyle() && chart.style == ChartStyle())
        series.style.lineColor = .pureBlue
        series.style.lineWidth = 5
        chart.backgroundColor = Color(0x00FFFF)
        probe = try await Probe(chart)
        #expect(try probe.color(2, 2) == .pureBlue && probe[1, 1] == Color(0x00FFFF))
        chart.applyTheme(.dark, keepingStyles: true)
        probe = try await Probe(chart)
        #expect(try probe.color(2, 2) == .pureBlue)
        #expect(
            [1, 200, 398].map { probe[1, $0] } == [Color](repeating: Color(0x00FFFF), count: 3),
            "without the theme's gradient")
    }

    @Test(
        "C-180 what series(at:) sets on a series survives the first load under any theme",
        arguments: ["flat", "light", "dark"])
    func ownStyle(name: String) async throws {
        final class Source: DataSource {
            func numberOfSeries(in chart: Chart) -> Int { 1 }
            func series(at index: Int, in chart: Chart) -> Series {
                LineSeries(style: LineSeriesStyle(lineColor: .pureRed, lineWidth: 5))
            }
            func numberOfDataPoints(forSeriesAt index: Int, in chart: Chart) -> Int { 2 }
            func dataPoint(at pointIndex: Int, forSeriesAt index: Int, in chart: Chart) -> any ChartData {
                DataPoint(x: Double(pointIndex) * 4, y: 2)
            }
        }
        let chart = chart(try #require(Theme.named(name)))
        let source = Source()
        chart.dataSource = source
        #expect(try await Probe(chart).color(2, 2) == .pureRed)
        let added = LineSeries(
            columns: SeriesColumns(x: Column([0.0, 4]), y: Column([2.0, 2])),
            style: LineSeriesStyle(lineColor: .pureBlue, lineWidth: 5))
        let other = self.chart(.flat)
        other.add(added)
        other.applyTheme(try #require(Theme.named(name)))
        #expect(try await Probe(other).color(2, 2) == .pureBlue, "not loaded yet: what was set is kept")
    }

    @Test("C-181 a derived theme shows what it changes, of series too, in turn")
    func derived() async throws {
        var theme = Theme.light
        theme.chart.backgroundColor = Color(0xFFFF00)
        theme.chart.backgroundColorGradient = nil
        theme.lineSeries.normal = [
            LineSeriesStyle(lineColor: .pureRed, lineWidth: 5), LineSeriesStyle(lineColor: .pureBlue, lineWidth: 5),
        ]
        theme.lineSeries.selected = [LineSeriesStyle(lineColor: .pureGreen)]
        let chart = chart(theme).bare()
        for y in [1.0, 2, 3] { chart.add(LineSeries(columns: SeriesColumns(x: Column([0.0, 4]), y: Column([y, y])))) }
        var probe = try await Probe(chart)
        #expect(probe[1, 1] == Color(0xFFFF00))
        #expect(try probe.color(2, 1) == .pureRed && probe.color(2, 2) == .pureBlue && probe.color(2, 3) == .pureRed)
        (chart.series[2] as? LineSeries)?.selected = true
        probe = try await Probe(chart)
        #expect(try probe.color(2, 3) == .pureGreen && probe.color(2, 1) == .pureRed)
        #expect(Theme.light.chart.backgroundColor != theme.chart.backgroundColor, "the original is as it was")
    }

    private func chart(_ theme: Theme) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 600, height: 400), theme: theme)
        chart.xAxis = NumberAxis(defaultRange: NumberRange(0, 4))
        chart.yAxis = NumberAxis(defaultRange: NumberRange(0, 4))
        return chart
    }
}

/// Perceived differences of the palette's colours.
@Suite("Palettes")
struct PaletteTests {
    private static let themes: [Theme] = [.flat, .light, .dark, .flatDark]

    @Test("series colours have a contrast of 3:1 on the background", arguments: themes)
    func contrast(theme: Theme) throws {
        let paper = try #require(theme.chart.backgroundColor)
        let prices = theme.palette.prices
        let ends = [prices.rising, prices.risingEnd, prices.falling, prices.fallingEnd]
        for color in theme.palette.lines + theme.palette.fills + ends {
            let (a, b) = (color.luminance + 0.05, paper.luminance + 0.05)
            #expect(max(a, b) / min(a, b) >= 3, "\(theme.name) \(color)")
        }
    }

    /// Vision simulated after Machado, Oliveira and Fernandes; see below.
    @Test(
        "neighbours among twenty series stay apart for all eyes", arguments: themes,
        [nil, Vision.protanopia, .deuteranopia, .tritanopia])
    func neighbours(theme: Theme, vision: Vision?) {
        for color in [theme.palette.line, theme.palette.fill] {
            for index in 0..<20 {
                let (one, next) = (color(index), color(index + 1))
                let difference = LabColor(one, vision).difference(to: LabColor(next, vision))
                #expect(difference >= 10, "\(theme.name) \(index) \(one) \(next) \(vision.map { "\($0)" } ?? "usual")")
            }
        }
    }

    @Test("no two of twenty look the same", arguments: themes)
    func twenty(theme: Theme) {
        for index in 0..<20 {
            for other in 0..<index {
                let one = LabColor(theme.palette.line(index), nil)
                #expect(
                    one.difference(to: LabColor(theme.palette.line(other), nil)) >= 8, "\(theme.name) \(index) \(other)"
                )
            }
        }
        #expect(theme.palette.lines.count >= 10 && theme.palette.fills.count == theme.palette.lines.count)
        #expect(theme.palette.dashes(9).isEmpty && !theme.palette.dashes(10).isEmpty)
    }

    /// Pairs of Sharma, Wu and Dalal, table 1.
    @Test("the difference is CIEDE2000")
    func differences() {
        for (one, other, expected) in [
            (LabColor(50, 2.6772, -79.7751), LabColor(50, 0, -82.7485), 2.0425),
            (LabColor(50, 2.5, 0), LabColor(73, 25, -18), 27.1492),
            (LabColor(50, -1.3802, -84.2814), LabColor(50, 0, -82.7485), 1.0000),
            (LabColor(50, 2.49, -0.001), LabColor(50, -2.49, 0.0011), 7.2195),
            (LabColor(2.0776, 0.0795, -1.135), LabColor(0.9033, -0.0636, -0.5514), 0.9082),
            (LabColor(50, 0, 0), LabColor(50, -1, 2), 2.3669),
        ] {
            #expect(abs(one.difference(to: other) - expected) < 1e-4)
        }
    }

    /// Distances in OKLab (Ottosson 2020); colours a tenth apart are clearly different. Vision simulated after Machado,
    /// Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
    /// severity 1, on linear light.
    @Test(
        "the colours of prices stay apart for all eyes", arguments: themes,
        [nil, Vision.protanopia, .deuteranopia, .tritanopia])
    func distance(theme: Theme, vision: Vision?) {
        let prices = theme.palette.prices
        for colors in [[prices.rising, prices.falling], [prices.risingEnd, prices.fallingEnd]] {
            for (k, one) in colors.enumerated() {
                for other in colors[..<k] {
                    let distance = OKLab(one, vision).distance(to: OKLab(other, vision))
                    #expect(
                        distance >= 0.08,
                        "\(theme.name) \(one) \(other) \(vision.map { "\($0)" } ?? "usual"): \(distance)")
                }
            }
        }
    }

    @Test("the simulation confuses what those eyes do")
    func simulation() {
        let (red, green) = (Color(0xA05000), Color(0x5A7000))
        #expect(OKLab(red, nil).distance(to: OKLab(green, nil)) > 0.1)
        #expect(OKLab(red, .deuteranopia).distance(to: OKLab(green, .deuteranopia)) < 0.08)
        for vision in [Vision.protanopia, .deuteranopia, .tritanopia] {
            #expect(OKLab(.white, vision).distance(to: OKLab(.white, nil)) < 0.01, "white stays white")
        }
    }
}

/// Vision without one kind of cones.
enum Vision: Sendable {
    case protanopia, deuteranopia, tritanopia

    /// Rows of the matrix on linear red, green and blue.
    var rows: [[Double]] {
        switch self {
        case .protanopia:
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
        case .deuteranopia:
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
        case .tritanopia:
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
        }
    }
}

/// A colour in a space where distances equal perceived differences.
struct OKLab {
    private let parts: [Double]

    private static let cones: [[Double]] = [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    private static let axes: [[Double]] = [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]

    init(_ color: Color, _ vision: Vision?) {
        var rgb: [Double] = color.linear
        if let vision { rgb = product(vision.rows, rgb).map { min(max($0, 0), 1) } }
        let cones = product(Self.cones, rgb).map { pow(max($0, 0), 1.0 / 3) }
        parts = product(Self.axes, cones)
    }

    func distance(to other: OKLab) -> Double {
        var sum = 0.0
        for (one, two) in zip(parts, other.parts) { sum += (one - two) * (one - two) }
        return sum.squareRoot()
    }
}

/// A matrix times a vector.
func product(_ rows: [[Double]], _ vector: [Double]) -> [Double] {
    rows.map { row in
        var sum = 0.0
        for (a, b) in zip(row, vector) { sum += a * b }
        return sum
    }
}

extension Color {
    /// Linear red, green and blue, 0…1.
    var linear: [Double] {
        let channels: [UInt8] = [red, green, blue]
        return channels.map { (channel: UInt8) -> Double in
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
    }

    /// Relative luminance (WCAG 2), 0…1.
    fileprivate var luminance: Double { product([[0.2126, 0.7152, 0.0722]], linear)[0] }
}
