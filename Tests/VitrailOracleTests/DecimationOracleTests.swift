import Foundation
import Testing
import VitrailChart
import VitrailColumns
import VitrailImage
import VitrailScene
import VitrailTestNumbers

/// Decimated pictures equal the pictures of all samples: compared with each sample drawn individually, and with the
/// exact reference.
@Suite("Decimation", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct DecimationOracleTests {
    /// Limits over ink pixels: differences that a reader of a dense line would notice.
    private static let limits = InkComparison.Limits(mean: 4, p99: 24, max: 255, interior: 255)
    /// Segments shorter than the line width are widened: one by one if all samples are drawn, as strokes if they are
    /// reduced.
    private static let pieceLimits = InkComparison.Limits(mean: 4, p99: 60, max: 255, interior: 255)
    enum Data: CaseIterable {
        case walk, spikes, constant, gaps, equalPositions, squares, missing, infinite, tiny, huge
    }
    enum Kind: CaseIterable { case line, steps, area, band }

    private struct Samples {
        var x: [Double] = []
        var y: [Double] = []
    }

    private static func samples(_ data: Data, count: Int = 4_500) -> Samples {
        var numbers = SeededNumbers(seed: 17)
        var samples = Samples()
        var walk = 50.0
        for i in 0..<count {
            walk += numbers.double(-1...1) - (walk - 50) * 0.002
            samples.x.append(data == .equalPositions ? Double(i / 7 * 7) : Double(i))
            switch data {
            case .walk, .equalPositions: samples.y.append(walk)
            case .spikes: samples.y.append(i % 877 == 450 ? 95 : 20)
            case .constant: samples.y.append(i / 700 % 2 == 0 ? 30 : 60)
            case .gaps: samples.y.append(i % 3 == 2 ? .nan : walk)
            case .squares: samples.y.append(i / 40 % 2 == 0 ? 20 : 70)
            case .missing: samples.y.append(i % 500 < 90 ? .nan : walk)
            case .infinite: samples.y.append(i % 611 == 300 ? (i % 2 == 0 ? .infinity : -.infinity) : walk)
            case .tiny: samples.y.append(walk * 1e-300)
            case .huge: samples.y.append(walk * 1e300)
            }
        }
        return samples
    }

    private static func chart(
        _ samples: Samples, _ kind: Kind, width: Double, height: Double = 71, scale: Double, decimation: Decimation,
        lineWidth: Double? = nil,
        x: AxisType = .number, y: AxisType = .number
    ) -> Chart {
        let chart = Chart(width: width, height: height, xAxisType: x, yAxisType: y)
        chart.scale = scale
        chart.decimation = decimation
        let finite = samples.y.filter(\.isFinite).map(abs).max() ?? 1
        let columns = SeriesColumns(
            x: Column(samples.x), y: Column(samples.y), high: Column(samples.y),
            low: Column(samples.y.map { $0 - finite * 0.1 }))
        let series: CartesianSeries =
            switch kind {
            case .line: LineSeries(columns: columns, style: LineSeriesStyle(lineWidth: lineWidth))
            case .steps: StepLineSeries(columns: columns, style: LineSeriesStyle(lineWidth: lineWidth))
            case .area: LineSeries(columns: columns, style: LineSeriesStyle(showFill: true))
            case .band: BandSeries(columns: columns, style: BandSeriesStyle(showFill: true))
            }
        chart.add(series)
        // Any padding, however small, disables the space for strokes: the samples fill the plot area.
        for axis in chart.allAxes { axis.rangePaddingHigh = 1e-9 }
        return chart
    }

    @Test("is the picture of all samples", arguments: Data.allCases, Kind.allCases)
    func agrees(data: Data, kind: Kind) async throws {
        let samples = Self.samples(data)
        for (width, scale) in [(161.0, 1.0), (97, 1.7)] {
            let automatic = try plan(Self.chart(samples, kind, width: width, scale: scale, decimation: .automatic))
                .scene
            let raw = try plan(Self.chart(samples, kind, width: width, scale: scale, decimation: .none)).scene
            let name = "decimated \(data) \(kind) \(Int(width))"
            let exact = try await Oracle.compare("\(name), exact", automatic, exact: raw, limits: Self.limits)
            #expect(exact.passed && exact.statistics.count > 200, "\(exact)")
            // GL's picture of all individual samples: the same limits, twice.
            let (drawn, all) = (try await Oracle.draw(automatic), try await Oracle.draw(raw))
            let result = InkComparison(background: automatic.background, limits: Self.limits).compare(
                drawn, expected: all)
            #expect(result.passed, "\(name), raw: \(result)")
        }
    }

    /// Lines through two points each; many begin at one position or at one height, but none hides another.
    @Test("of single segments between gaps each is drawn, wherever the others begin", arguments: [0.0, 1, 10])
    func segments(spread: Double) async throws {
        var samples = Samples()
        for k in 0..<300 {
            let share = Double(k) / 300
            samples.x += [share * spread, 100, 100]
            samples.y += [Double(k * 7 % 10) * spread / 10, share * 100, .nan]
        }
        for lineWidth in [1, 2.5] {
            let chart = {
                Self.chart(samples, .line, width: 300, height: 200, scale: 1, decimation: $0, lineWidth: lineWidth)
            }
            let (drawn, all) = (
                try await Oracle.draw(plan(chart(.automatic)).scene), try await Oracle.draw(plan(chart(.none)).scene)
            )
            let result = InkComparison(background: .white, limits: Self.limits).compare(drawn, expected: all)
            #expect(result.passed && result.statistics.count > 5_000, "\(spread) \(lineWidth): \(result)")
        }
    }

    enum Jumps: CaseIterable { case noise, spikes, equalPositions, squares }

    /// Where a line jumps, an edge runs straight across a pixel, and one pixel may have many of them.
    @Test("where lines jump is the picture of all samples, however wide they are", arguments: Jumps.allCases, [2, 12])
    func jumps(jumps: Jumps, perPixel: Int) async throws {
        var numbers = SeededNumbers(seed: 31)
        let count = 60 * perPixel
        var samples = Samples()
        for i in 0..<count {
            samples.x.append(Double(jumps == .equalPositions ? i / 3 * 3 : i))
            switch jumps {
            case .noise, .equalPositions: samples.y.append((0..<4).reduce(0) { sum, _ in sum + numbers.double(-1...1) })
            case .spikes: samples.y.append(numbers.double(0...1) < 1 / 40 ? 3 : 0)
            case .squares: samples.y.append(i / 7 % 2 == 0 ? -2 : 2 + numbers.double(0...0.01))
            }
        }
        // Without a spike, a chart of spikes would be a line.
        samples.y[count / 3] = 3
        for (kind, lineWidth) in [Kind.line, .steps].flatMap({ kind in [0.5, 1, 1.5, 2].map { (kind, $0) } }) {
            let chart = { Self.chart(samples, kind, width: 67, scale: 1, decimation: $0, lineWidth: lineWidth) }
            let (automatic, raw) = (try plan(chart(.automatic)).scene, try plan(chart(.none)).scene)
            let exact = try await Oracle.compare(
                "\(jumps) \(perPixel) \(kind) \(lineWidth)", automatic, exact: raw, limits: Self.limits)
            #expect(exact.passed && exact.statistics.count > 100, "\(kind) \(lineWidth): \(exact)")
        }
    }

    /// Strokes thinner than cells, hundreds in a pixel.
    @Test(
        "of lines a fifth of a pixel wide, hundreds of samples in a pixel, is the exact picture of all samples",
        arguments: [Kind.line, .steps])
    func thin(kind: Kind) async throws {
        var numbers = SeededNumbers(seed: 31)
        var samples = Samples()
        var walk = 500.0
        for i in 0..<3_200 {
            walk += (0..<6).reduce(0) { sum, _ in sum + numbers.double(-1...1) }
            samples.x.append(Double(i))
            samples.y.append(walk)
        }
        let chart = { Self.chart(samples, kind, width: 8, height: 110, scale: 1, decimation: $0, lineWidth: 0.2) }
        let (automatic, raw) = (try plan(chart(.automatic)).scene, try plan(chart(.none)).scene)
        for (scene, name) in [(automatic, "counted"), (raw, "each")] {
            let result = try await Oracle.compare(
                "thin \(kind), \(name)", scene, exact: raw, limits: .init(mean: 2.5, p99: 8, max: 12, interior: 255))
            #expect(result.passed && result.statistics.count > 200, "\(name): \(result)")
        }
    }

    /// Runs of two samples. For horizontal ones, the distance of gaps may equal that of cells.
    @Test(
        "of pairs of samples between gaps is the picture of all samples", arguments: Jumps.allCases + [nil],
        [12, 48, 96, 200])
    func pairs(jumps: Jumps?, perPixel: Int) async throws {
        var numbers = SeededNumbers(seed: 37)
        var samples = Samples()
        var walk = 0.0
        for i in 0...(perPixel * 8) {
            walk += numbers.double(-1...1) * 40 / Double(perPixel * 8).squareRoot()
            samples.x.append(Double(jumps == .equalPositions ? i / 3 * 3 : i))
            let value =
                switch jumps {
                case nil: walk
                case .noise, .equalPositions: (0..<4).reduce(0) { sum, _ in sum + numbers.double(-1...1) }
                case .spikes: i % 877 == 450 ? 3.0 : 0
                case .squares: i / 7 % 2 == 0 ? -2 : 2 + numbers.double(0...0.01)
                }
            samples.y.append(i % 3 == 2 ? .nan : value)
        }
        samples.y[samples.y.count / 3 / 3 * 3] = 8
        for (kind, lineWidth) in [Kind.line, .steps].flatMap({ kind in [0.4, 1.5].map { (kind, $0) } }) {
            let chart = { Self.chart(samples, kind, width: 8, scale: 1, decimation: $0, lineWidth: lineWidth) }
            let (automatic, raw) = (
                try plan(chart(.automatic)).scene.cutAtPlot(), try plan(chart(.none)).scene.cutAtPlot()
            )
            let name = "pairs \(jumps.map { "\($0)" } ?? "walk") \(perPixel) \(kind) \(lineWidth)"
            for (scene, suffix) in [(automatic, ""), (raw, ", each")] {
                let exact = try await Oracle.compare(name + suffix, scene, exact: raw, limits: Self.pieceLimits)
                #expect(exact.passed && exact.statistics.count > 40, "\(name)\(suffix): \(exact)")
            }
            let (drawn, each) = (try await Oracle.draw(automatic), try await Oracle.draw(raw))
            let result = InkComparison(background: raw.background, limits: Self.pieceLimits).compare(
                drawn, expected: each)
            #expect(result.passed, "\(name), against each: \(result)")
        }
    }

    enum Mapping: CaseIterable { case logarithmicX, logarithmicY, symmetricY, rootX, rootY, brokenX, brokenY }

    /// Broken axes exclude ranges that contain samples.
    @Test("is the picture of all samples on any axes", arguments: [Data.walk, .gaps, .missing], Mapping.allCases)
    func mappings(data: Data, mapping: Mapping) async throws {
        var samples = Self.samples(data)
        if mapping == .symmetricY || mapping == .rootY { samples.y = samples.y.map { ($0 - 50) * 10 } }
        func scene(_ decimation: Decimation, _ kind: Kind) throws -> Scene {
            let x: AxisType =
                mapping == .logarithmicX
                ? .logarithmic : mapping == .rootX ? .squareRoot : mapping == .brokenX ? .discontinuousNumber : .number
            let y: AxisType =
                switch mapping {
                case .logarithmicY: .logarithmic
                case .symmetricY: .symmetricLogarithmic
                case .rootY: .squareRoot
                case .brokenY: .discontinuousNumber
                default: .number
                }
            let chart = Self.chart(samples, kind, width: 161, scale: 1.3, decimation: decimation, x: x, y: y)
            for k in 1..<40 {
                try (chart.xAxis as? DiscontinuousNumberAxis)?.addExcludedRange(
                    NumberRange(Double(k) * 113, Double(k) * 113 + 37))
            }
            for k in 0..<6 {
                try (chart.yAxis as? DiscontinuousNumberAxis)?.addExcludedRange(
                    NumberRange(Double(k) * 20, Double(k) * 20 + 3))
            }
            return try plan(chart).scene
        }
        for kind in Kind.allCases {
            let (automatic, raw) = (try scene(.automatic, kind), try scene(.none, kind))
            let name = "decimated \(data) \(kind) \(mapping)"
            let exact = try await Oracle.compare(name, automatic, exact: raw, limits: Self.limits)
            #expect(exact.passed && exact.statistics.count > 200, "\(exact)")
        }
    }

    /// A dozen runs or more in each bin.
    @Test("of runs of a few samples, very many in a pixel, is the picture of all", arguments: Kind.allCases)
    func manyGaps(kind: Kind) async throws {
        var numbers = SeededNumbers(seed: 23)
        var samples = Samples()
        for i in 0..<12_000 {
            samples.x.append(Double(i))
            // Two alternating levels, and noise that grows: strokes that are far apart, and strokes that merge.
            let level = i / 4 % 2 == 0 ? 20.0 : 70
            samples.y.append(i % 4 == 3 ? .nan : level + numbers.double(-1...1) * (2 + 20 * Double(i) / 12_000))
        }
        let scenes = try [Decimation.automatic, .none].map {
            try plan(Self.chart(samples, kind, width: 91, scale: 1, decimation: $0)).scene
        }
        let exact = try await Oracle.compare("decimated runs \(kind)", scenes[0], exact: scenes[1], limits: Self.limits)
        #expect(exact.passed && exact.statistics.count > 200, "\(exact)")
    }

    /// With three or more samples between gaps, each inner sample is a joint as wide as the line: for much shorter
    /// runs, only joints are visible.
    @Test(
        "of gaps at random, more than half of all, is the picture of all samples", arguments: [Kind.line, .steps],
        [0.5, 0.25])
    func gapsAtRandom(kind: Kind, share: Double) async throws {
        for isLevel in [false, true] {
            var numbers = SeededNumbers(seed: 41)
            var samples = Samples()
            var walk = 50.0
            for i in 0..<10_000 {
                walk += numbers.double(-1...1) - (walk - 50) * 0.002
                samples.x.append(Double(i))
                samples.y.append(numbers.double(0...1) < share ? (isLevel ? 50 : walk) : .nan)
            }
            let scenes = try [Decimation.automatic, .none].map {
                try plan(Self.chart(samples, kind, width: 91, scale: 1, decimation: $0)).scene.cutAtPlot()
            }
            let exact = try await Oracle.compare(
                "gaps at random \(kind) \(share) \(isLevel)", scenes[0], exact: scenes[1], limits: Self.pieceLimits)
            #expect(exact.passed && exact.statistics.count > 100, "\(isLevel): \(exact)")
        }
    }

    /// Runs of a smooth curve are also one after another across, with gaps between them.
    @Test("of a smooth curve with a gap at every third sample is the picture of all", arguments: [60, 250, 500])
    func smoothWithGaps(perPixel: Int) async throws {
        var samples = Samples()
        let count = perPixel * 60
        for i in 0..<count {
            let position = Double(i) / Double(count) * 2 - 1
            samples.x.append(Double(i))
            samples.y.append(i % 3 == 2 ? .nan : 6 - 5 * position * position)
        }
        let scenes = try [Decimation.automatic, .none].map {
            try plan(Self.chart(samples, .line, width: 91, scale: 1, decimation: $0, lineWidth: 1.5)).scene
        }
        let exact = try await Oracle.compare(
            "smooth with gaps \(perPixel)", scenes[0], exact: scenes[1], limits: Self.limits)
        #expect(exact.passed && exact.statistics.count > 100, "\(exact)")
    }

    /// Each flank spans several bins, and is monotonic in each.
    @Test("of smooth waves in many steps, with a few gaps, is the picture of all samples", arguments: [1.0, 2])
    func steepSteps(lineWidth: Double) async throws {
        var numbers = SeededNumbers(seed: 43)
        var samples = Samples()
        for i in 0..<14_000 {
            samples.x.append(Double(i))
            samples.y.append(numbers.double(0...1) < 0.003 ? .nan : sin(Double(i) / 80))
        }
        let scenes = try [Decimation.automatic, .none].map {
            try plan(Self.chart(samples, .steps, width: 241, scale: 1, decimation: $0, lineWidth: lineWidth)).scene
        }
        let limits = InkComparison.Limits(mean: 3, p99: 16, max: 255, interior: 255)
        let exact = try await Oracle.compare("waves in steps \(lineWidth)", scenes[0], exact: scenes[1], limits: limits)
        #expect(exact.passed && exact.statistics.count > 200, "\(exact)")
    }

    enum Runs: CaseIterable { case walk, levels, spikes, uneven }

    /// Each bin contains hundreds of samples: most results come from summaries.
    @Test("of runs that are known is that of runs that are read", arguments: Runs.allCases, Kind.allCases)
    func knownRuns(runs: Runs, kind: Kind) async throws {
        var numbers = SeededNumbers(seed: 29)
        var (walk, position) = (50.0, 0.0)
        var samples = Samples()
        for i in 0..<120_000 {
            walk += numbers.double(-0.2...0.2) - (walk - 50) * 0.0005
            position += runs == .uneven && i % 700 == 0 ? 900 : 1
            samples.x.append(position)
            let value =
                switch runs {
                case .walk, .uneven: walk
                case .levels: Double(i / 5 * 5 % 4) * 25 + 10
                case .spikes: i % 20_011 == 13_000 ? 95 : 20 + numbers.double(0...1)
                }
            samples.y.append(i % 5 == 4 ? .nan : value)
        }
        if kind == .line {
            // Without summaries, lines on linear axes are reduced in another way, which is more exact.
            let scenes = try [Decimation.automatic, .none].map {
                let chart = Self.chart(samples, kind, width: 71, scale: 1, decimation: $0)
                chart.summaries = .none
                return try plan(chart).scene
            }
            let limits = InkComparison.Limits(mean: 3, p99: 16, max: 64, interior: 64)
            let exact = try await Oracle.compare("runs \(runs)", scenes[0], exact: scenes[1], limits: limits)
            #expect(exact.passed && exact.statistics.count > 100, "\(runs): \(exact)")
        }
        for y in kind == .line ? [AxisType.logarithmic, .symmetricLogarithmic, .squareRoot] : [.number] {
            let chart = Self.chart(samples, kind, width: 71, scale: 1, decimation: .automatic, y: y)
            chart.summaries = .none
            let read = try plan(chart).scene
            chart.summaries = .automatic
            let (expected, drawn) = (try await Oracle.draw(read), try await Oracle.draw(try plan(chart).scene))
            let limits = InkComparison.Limits(mean: 1, p99: 16, max: 64, interior: 64)
            let result = InkComparison(background: read.background, limits: limits).compare(drawn, expected: expected)
            #expect(result.passed && result.statistics.count > 100, "\(runs) \(kind) \(y): \(result)")
        }
    }

    /// Hundreds of samples in each pixel column. Areas are compared with the picture without summaries: 60,000
    /// individual trapezoids in 8 bits lose too much.
    @Test(
        "of what is known of pieces is the picture of all samples", arguments: Data.allCases.filter { $0 != .gaps },
        [Kind.line, .steps, .area])
    func knownPieces(data: Data, kind: Kind) async throws {
        let samples = Self.samples(data, count: 60_000)
        func chart(_ decimation: Decimation) -> Chart {
            Self.chart(samples, kind, width: 81.5, scale: 1.3, decimation: decimation)
        }
        let reference = chart(kind == .area ? .automatic : .none)
        reference.summaries = .none
        let summarised = chart(.automatic)
        summarised.summaries = .automatic
        let scene = try plan(summarised).scene
        let comparison = InkComparison(background: scene.background, limits: Self.limits)
        let result = comparison.compare(
            try await Oracle.draw(scene), expected: try await Oracle.draw(try plan(reference).scene))
        #expect(result.passed && result.statistics.count > 200, "\(data) \(kind): \(result)")
    }

    @Test("a sample that stands out by itself is seen at every zoom", arguments: Kind.allCases)
    func spike(kind: Kind) async throws {
        var samples = Samples()
        let count = 200_000
        samples.x = (0..<count).map(Double.init)
        samples.y = samples.x.map { $0 == 77_777 ? 100 : 10 }
        for span in [200_000.0, 50_000, 7_000, 900, 40] {
            let chart = Self.chart(samples, kind, width: 161, scale: 1, decimation: .automatic)
            _ = try plan(chart)
            chart.yAxis?.setRange(0, 110)
            chart.xAxis?.setRange(max(0, 77_777 - span * 0.4), min(200_000, 77_777 + span * 0.6))
            let planned = try plan(chart)
            let picture = try await Oracle.draw(planned.scene)
            let plot = planned.scene.plotArea
            // Nothing else is drawn at half the height.
            let row = plot.maxY - plot.height / 2
            let darkest = (plot.x..<plot.maxX).map { Int(picture[$0, row].x) }.min() ?? 255
            let lightest = (plot.x..<plot.maxX).map { Int(picture[$0, row].x) }.max() ?? 0
            #expect(lightest - darkest > 60, "\(kind), \(span) samples in view: \(darkest)…\(lightest)")
        }
    }
}
