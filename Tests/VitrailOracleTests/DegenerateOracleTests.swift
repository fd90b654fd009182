import Foundation
import Testing
import VitrailChart
import VitrailColumns
import VitrailConformance
import VitrailDrawList
import VitrailImage
import VitrailScene
import VitrailTessellation
import VitrailTestNumbers

/// Barely valid shapes: exact if there is a picture, and nothing if there is none.
@Suite("Degenerate cases", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct DegenerateOracleTests {
    private static let colors = [Color(0x2C6FDB), Color(0xE0443E), Color(0x2E9E5B), Color(0xE8811A)]

    private func small(_ shapes: [Shape], clip: PixelRect? = nil) -> Scene {
        Scene(
            size: PixelSize(width: 80, height: 60), layers: [Layer(.series, marks: shapes.map { Mark($0, clip: clip) })]
        )
    }

    /// Checks that neither GL nor the reference changes the background.
    private func expectNothing(
        _ name: String, _ scene: Scene, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await Oracle.compare(name, scene, sourceLocation: sourceLocation)
        #expect(result.statistics.count == 0, "\(name) is drawn", sourceLocation: sourceLocation)
    }

    // MARK: No extent

    private static func rect(_ width: Float, _ height: Float) -> PlotRect {
        PlotRect(minX: 20.3, minY: 10.6, maxX: 20.3 + width, maxY: 10.6 + height)
    }

    /// One of each kind of shape with the given width and height.
    private static func shapes(_ width: Float, _ height: Float) -> [Shape] {
        let (rect, paint) = (rect(width, height), Paint.solid(.black))
        func area(_ orientation: Area.Orientation) -> Shape {
            let (along, across) = orientation == .horizontal ? (width, height) : (height, width)
            return .area(
                Area(
                    samples: [0, 1].map { .init(along: 20.3 + $0 * along, first: 10.6, second: 10.6 + across) },
                    orientation: orientation, paint: paint))
        }
        return [
            .rects(RectBatch(items: [.init(rect: rect, fill: .black, tip: .all, tipRadius: 3)])),
            .rects(RectBatch(items: [.init(rect: rect, fill: .black)])),
            area(.horizontal), area(.vertical),
            .image(ImageMark(image: PixelImage(size: PixelSize(width: 2, height: 2), filledWith: .black), rect: rect)),
            .field(Field(columns: 1, rows: 1, values: [1], rect: rect, low: 0, high: 1, colors: [.black])),
            .polyline(Polyline(points: [point(20, 10), point(60, 30)], width: min(width, height), paint: paint)),
            .discs(DiscBatch(items: [.init(center: point(40, 30), radius: min(width, height), color: .black)])),
            .sectors(
                SectorBatch(items: [
                    .init(
                        center: point(40, 30), innerRadius: 20, outerRadius: 20 + min(width, height), startAngle: 0,
                        sweep: 2, fill: .black, crust: .black, crustWidth: 2)
                ])),
        ]
    }

    @Test("zero width: no shape is drawn", arguments: shapes(0, 30))
    func zeroWidth(shape: Shape) async throws { try await expectNothing("zero width", small([shape])) }

    @Test("zero height: no shape is drawn", arguments: shapes(30, 0))
    func zeroHeight(shape: Shape) async throws { try await expectNothing("zero height", small([shape])) }

    @Test("with width and height each of these shapes is drawn", arguments: shapes(9, 7))
    func withExtent(shape: Shape) async throws { try await Oracle.expectAgreement("extent", small([shape])) }

    @Test(
        "zero width or height: an outline is still as wide as it is",
        arguments: [(0, 30), (30, 0), (0, 0)] as [(Float, Float)])
    func zeroOutline(width: Float, height: Float) async throws {
        for tip in [RectBatch.Tip.none, .top, .right, .all] {
            let item = RectBatch.Item(
                rect: Self.rect(width, height), fill: .black, tip: tip, tipRadius: 4,
                stroke: Color(0x2C6FDB, alpha: 0.7))
            try await Oracle.expectAgreement(
                "zero \(width) × \(height), \(tip)", small([.rects(RectBatch(items: [item], strokeWidth: 3))]))
        }
    }

    @Test(
        "zero height: columns and bars that end on their baseline; zero width: those whose axis leaves them no room",
        arguments: [true, false])
    func zeroBars(isColumn: Bool) async throws {
        for leavesRoom in [true, false] {
            let one = SeriesCase(kind: isColumn ? .column : .bar, orientation: isColumn ? .horizontal : .vertical)
            let chart = one.chart()
            for axis in chart.allAxes { axis.style.interSeriesSetPadding = leavesRoom ? nil : 1 }
            for case let series as BarColumnSeries in chart.series where leavesRoom {
                series.baseline = 4
                if isColumn {
                    series.columns.y = Column([4.0, 4, 4, 4, 4, 4])
                } else {
                    series.columns.x = Column([4.0, 4, 4, 4, 4, 4])
                }
            }
            try await expectNothing("bars of no \(leavesRoom ? "length" : "width")", plan(chart).scene)
        }
    }

    @Test(
        "zero width, zero height: a picture without pixels is an error, one of a few pixels is drawn",
        arguments: SeriesCase.all(scales: [1]))
    func tinyPictures(one: SeriesCase) async throws {
        let chart = one.chart()
        for frame in [Rect(x: 0, y: 0, width: 0, height: 40), Rect(x: 0, y: 0, width: 40, height: 0)] {
            chart.frame = frame
            #expect(throws: ChartError.self) { try plan(chart) }
        }
        for (width, height) in [(1.0, 1.0), (1, 40), (40, 1), (3, 2)] {
            chart.frame = Rect(x: 0, y: 0, width: width, height: height)
            // Too few pixels for a mean; none exceeds the maximum difference.
            let result = try await Oracle.compare("\(one.testDescription) in \(width) × \(height)", plan(chart).scene)
            #expect(result.statistics.maximum <= 48)
        }
    }

    // MARK: Few samples

    @Test(
        "one sample: a symbol, a bar, a whole pie, the dot of a line, the stroke of a band",
        arguments: SeriesCase.all(scales: [1]).filter(\.hasSamples))
    func oneSample(one: SeriesCase) async throws {
        var one = one
        one.amount = .one
        let result = try await Oracle.compare("one sample, \(one.testDescription)", plan(one.chart()).scene)
        #expect(result.passed, "\(result)")
        #expect(result.statistics.count > 0)
    }

    @Test("all gaps: nothing is drawn", arguments: SeriesCase.all(scales: [1]).filter(\.hasSamples))
    func allGaps(one: SeriesCase) async throws {
        var one = one
        one.amount = .gaps
        try await expectNothing("all gaps, \(one.testDescription)", plan(one.chart()).scene)
    }

    // MARK: Radii and angles

    @Test(
        "radius larger than the bar", arguments: [RectBatch.Tip.top, .right, .bottom, .left, .all],
        [20, 1e6, .infinity] as [Float])
    func radiusLargerThanTheBar(tip: RectBatch.Tip, radius: Float) async throws {
        let sizes: [(Float, Float)] = [(9.4, 22.3), (22.3, 9.4), (1.2, 14), (14, 1.2), (0.4, 0.4), (8, 8)]
        let items = sizes.enumerated().map { k, size in
            let (x, y) = (Float(k % 3) * 26 + 2.3, Float(k / 3) * 28 + 2.6)
            return RectBatch.Item(
                rect: PlotRect(minX: x, minY: y, maxX: x + size.0, maxY: y + size.1), fill: Self.colors[0].faded(0.7),
                tip: tip, tipRadius: radius,
                stroke: .black)
        }
        for width: Float in [0, 1.5, 5] {
            try await Oracle.expectAgreement(
                "radius \(radius), \(tip), outline \(width)",
                small([.rects(RectBatch(items: items, strokeWidth: width))]))
        }
    }

    private func slice(
        _ start: Float, _ sweep: Float, inner: Float = 0, crust: Float = 0, _ color: Color = colors[0]
    ) -> SectorBatch.Item {
        .init(
            center: point(40.3, 29.6), innerRadius: inner, outerRadius: 27.4, startAngle: start, sweep: sweep,
            fill: color, crust: .black,
            crustWidth: crust)
    }

    @Test(
        "slice of 2π: a disc or a ring without a seam, wherever it starts",
        arguments: [2 * .pi, -2 * .pi, 7, 1e6] as [Float], [0, 1, -20] as [Float])
    func sliceOfAFullTurn(sweep: Float, start: Float) async throws {
        let disc = small([
            .discs(DiscBatch(items: [.init(center: point(40.3, 29.6), radius: 27.4, color: Self.colors[0])]))
        ])
        let whole = small([.sectors(SectorBatch(items: [slice(start, sweep)]))])
        #expect(try await Oracle.compare("slice of 2π from \(start)", whole, exact: disc).passed)
        for (inner, crust) in [(0, 0), (11.5, 0), (0, 3), (11.5, 2)] as [(Float, Float)] {
            let scene = small([.sectors(SectorBatch(items: [slice(start, sweep, inner: inner, crust: crust)]))])
            try await Oracle.expectAgreement("slice of 2π, hole \(inner), crust \(crust)", scene)
        }
    }

    @Test("slice of 0: nothing, and nothing missing between its neighbours", arguments: [0, -0.0, .nan] as [Float])
    func sliceOfNothing(sweep: Float) async throws {
        for crust: Float in [0, 2] {
            try await expectNothing(
                "slice of \(sweep)", small([.sectors(SectorBatch(items: [slice(1, sweep, crust: crust)]))]))
            let items = [slice(0, 2, crust: crust), slice(2, sweep, crust: crust, .black), slice(2, 1, crust: crust)]
            let scene = small([.sectors(SectorBatch(items: items))])
            let without = small([.sectors(SectorBatch(items: [items[0], items[2]]))])
            #expect(try await Oracle.compare("slice of \(sweep) among others", scene, exact: without).passed)
        }
    }

    @Test(
        "10⁴ slices tile: what they show is what a few slices of their colours do", arguments: [0, 13.3] as [Float],
        [1, 4])
    func tenThousandSlices(inner: Float, colors: Int) async throws {
        let count = 10_000
        func slices(_ count: Int) -> Scene {
            let sweep = 2 * Double.pi / Double(count)
            return small([
                .sectors(
                    SectorBatch(
                        items: (0..<count).map { k in
                            slice(Float(Double(k) * sweep), Float(sweep), inner: inner, Self.colors[k * colors / count])
                        }))
            ])
        }
        let result = try await Oracle.compare(
            "10⁴ slices, hole \(inner), \(colors) colours", slices(count), exact: slices(colors))
        #expect(result.passed, "\(result)")
    }

    @Test(
        "many thin slices, each of another colour than its neighbours", arguments: [100, 700, 10_000],
        [0, 0.3] as [Float])
    func manySlices(count: Int, crust: Float) async throws {
        let sweep = 2 * Double.pi / Double(count)
        for inner: Float in [0, 13.3] {
            let items = (0..<count).map { k in
                // A crust as in planning: at most a third of the slice.
                slice(
                    Float(Double(k) * sweep), Float(sweep), inner: inner, crust: min(crust, Float(sweep) * 14 / 3),
                    Self.colors[k % 3].faded(0.8))
            }
            let scene = small([.sectors(SectorBatch(items: items))])
            try await Oracle.expectAgreement("\(count) slices, hole \(inner), crust \(crust)", scene)
        }
    }

    @Test("10⁴ slices of uneven size and any colour", arguments: [0, 31] as [Float])
    func unevenSlices(inner: Float) async throws {
        var numbers = SeededNumbers(seed: 64)
        // From a hundredth of the mean to a hundred times the mean.
        let sizes = (0..<10_000).map { _ in pow(10, Double(numbers.float(-2...2))) }
        let total = sizes.reduce(0, +)
        var angle = 0.0
        let items = sizes.map { size in
            let sweep = size / total * 2 * .pi
            defer { angle += sweep }
            return SectorBatch.Item(
                center: point(60.4, 59.7), innerRadius: inner, outerRadius: 55.3, startAngle: Float(angle),
                sweep: Float(sweep),
                fill: numbers.color(alpha: Double(numbers.float(0.5...1))), crust: .black, crustWidth: 0)
        }
        let scene = scene(.sectors(SectorBatch(items: items)), width: 120, height: 120)
        try await Oracle.expectAgreement("10⁴ uneven slices, hole \(inner)", scene)
    }

    @Test("10⁴ slices of a chart: a slice that stands out among them is drawn itself")
    func tenThousandSlicesOfAChart() async throws {
        let chart = SeriesCase(kind: .pie).chart()
        let values = (0..<10_000).map { $0 == 4_000 ? 30_000 : 1 + Double(($0 * 31) % 23) }
        chart.series[0].columns = SeriesColumns(x: Column(values.indices.map { "s\($0)" }), y: Column(values))
        let pie = try #require(chart.series[0] as? PieSeries)
        pie.setSlice(4_000, selected: true)
        let clock = ContinuousClock()
        var scene = Scene(size: PixelSize(width: 1, height: 1))
        var list = DrawList(size: scene.size, background: .white)
        let planning = try clock.measure { scene = try plan(chart).scene }
        let tessellating = clock.measure { list = tessellate(scene) }
        let start = clock.now
        _ = try await Oracle.draw(list)
        print("| 10⁴ slices: plan \(planning), tessellate \(tessellating), draw \(clock.now - start)")
        let vertices = list.buffers.flatMap { buffer -> [SectorVertex] in
            if case .sector(let vertices) = buffer { vertices } else { [] }
        }
        #expect(vertices.count < 7_000)
        // Near the centre everything is crust, in one colour.
        #expect(vertices.count { $0.halfSweep > 0.4 && $0.crustWidth > 0 } == 1)
        try await Oracle.expectAgreement("10⁴ slices of a chart", scene)
    }

    // MARK: Folds

    @Test("lines folded back on themselves are as if drawn once", arguments: [0.5, 1.5, 8] as [Float])
    func foldedLines(width: Float) async throws {
        let ends = [
            (point(12.3, 20.6), point(61.7, 20.6)), (point(12.3, 8.2), point(60.1, 48.9)),
            (point(30.2, 9), point(30.2, 50.4)),
        ]
        for (a, b) in ends {
            let middle = point((a.x + b.x) / 2, (a.y + b.y) / 2)
            for points in [
                [a, b, a], [a, b, a, b, a, b], [a, b, middle], [a, middle, a, b], [a, b, b, a],
                [a, b, point(a.x + 0.02, a.y)],
            ] {
                let line = Polyline(points: points, width: width, paint: .solid(Self.colors[0].faded(0.6)))
                try await Oracle.expectAgreement("fold \(width) of \(points.count)", small([.polyline(line)]))
            }
        }
    }

    @Test("miter at 0°: where a line turns right back its end is round, not a spike", arguments: [1, 4, 11] as [Float])
    func miterAtZeroDegrees(width: Float) async throws {
        for angle: Float in [0, 1e-6, 1e-3, 0.05] {
            let line = Polyline(
                points: [point(10, 30), point(50, 30), point(10, 30 + 40 * angle)], width: width, paint: .solid(.black))
            let scene = small([.polyline(line)])
            try await Oracle.expectAgreement("miter at \(angle) of \(width)", scene)
            let picture = try await Oracle.draw(scene)
            let reach = 50 + Int((width / 2).rounded(.up))
            for y in 0..<60 {
                for x in reach..<80 { #expect(picture[x, y] == SIMD4(repeating: 255), "a spike at \(x), \(y)") }
            }
        }
    }

    // MARK: Far away

    private static let far: Float = 1e6

    /// One of each kind of shape that covers x < 40.3 of the picture, beginning a million pixels away.
    private static let halves: [Shape] = {
        let rect = PlotRect(minX: -far, minY: -far, maxX: 40.3, maxY: far)
        let center = point(40.3 - far, 30)
        let radius = 40.3 - center.x
        let edge: [Area.Sample] = [
            .init(along: -far, first: -far, second: 40.3), .init(along: far, first: -far, second: 40.3),
        ]
        return [
            .rects(RectBatch(items: [.init(rect: rect, fill: .black)])),
            .rects(RectBatch(items: [.init(rect: rect, fill: .black, tip: .all, tipRadius: 10)])),
            .area(
                Area(
                    samples: [
                        .init(along: -far, first: -far, second: far), .init(along: 40.3, first: -far, second: far),
                    ], paint: .solid(.black))),
            .area(Area(samples: edge, orientation: .vertical, paint: .solid(.black))),
            .polyline(Polyline(points: [point(-far, 30), point(40.3, 30)], width: 500, paint: .solid(.black))),
            .polyline(Polyline(points: [point(30.3, -far), point(30.3, far)], width: 20, paint: .solid(.black))),
            .polyline(Polyline(points: [point(-59.7, -far), point(-59.7, far)], width: 200, paint: .solid(.black))),
            .discs(DiscBatch(items: [.init(center: center, radius: radius, color: .black)])),
            .sectors(
                SectorBatch(items: [
                    .init(
                        center: center, innerRadius: 0, outerRadius: radius, startAngle: -2.2, sweep: 1.2, fill: .black)
                ])),
            .sectors(
                SectorBatch(items: [
                    .init(
                        center: center, innerRadius: radius - 900, outerRadius: radius, startAngle: 0, sweep: 2 * .pi,
                        fill: .black)
                ])),
        ]
    }()

    @Test("coordinates a million pixels outside: what reaches into the picture ends where it ends", arguments: halves)
    func reachingIn(shape: Shape) async throws {
        let isBand = if case .polyline(let line) = shape { line.width == 20 } else { false }
        let rect = PlotRect(minX: isBand ? 20.3 : -9, minY: -9, maxX: 40.3, maxY: 90)
        let exact = small([.rects(RectBatch(items: [.init(rect: rect, fill: .black)]))])
        let result = try await Oracle.compare("a million pixels outside", small([shape]), exact: exact)
        #expect(result.passed, "\(result)")
    }

    @Test("coordinates a million pixels outside: what does not reach in is not drawn", arguments: shapes(9, 7))
    func outside(shape: Shape) async throws {
        for (x, y) in [(Self.far, 0), (0, Self.far), (-Self.far, -Self.far), (1e9, 1e9), (.infinity, 0), (0, .nan)]
            as [(Float, Float)]
        {
            try await expectNothing("at \(x), \(y)", small([shape.moved(x: x, y: y)]))
        }
    }

    @Test(
        "coordinates a million pixels outside: charts zoomed in until all but one sample is there",
        arguments: SeriesCase.all(scales: [1]).filter { $0.orientation != nil })
    func zoomed(one: SeriesCase) async throws {
        let chart = one.chart()
        _ = try plan(chart)
        let along = one.orientation == .horizontal ? chart.xAxis : chart.yAxis
        for axis in chart.allAxes {
            let range = try #require(axis.visibleRange)
            let middle = axis === along ? 2 : (range.minimum + range.maximum) / 2
            #expect(axis.setRange(middle - range.span / 4e4, middle + range.span / 4e4))
        }
        let result = try await Oracle.compare("zoomed, \(one.testDescription)", plan(chart).scene)
        #expect(result.passed, "\(result)")
    }
}
