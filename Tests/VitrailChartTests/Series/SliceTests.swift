import Foundation
import Testing
import VitrailScene

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailTessellation

@Suite("Slices at the edge of sense")
struct SliceTests {
    private func chart(_ values: [Double], donut: Bool = false, _ change: (PieSeries) -> Void = { _ in }) -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 300, height: 200))
        let columns = SeriesColumns(y: Column(values))
        let pie = donut ? DonutSeries(columns: columns) : PieSeries(columns: columns)
        change(pie)
        chart.add(pie)
        return chart
    }

    /// 2π as the nearest Float; 2 · `Float.pi` is the Float below.
    private static let turn = Float(2 * Double.pi)

    private func sectors(_ chart: Chart) throws -> [SectorBatch.Item] {
        try plan(chart).scene.layers.filter { $0.kind == .series }.flatMap(\.marks).flatMap { mark in
            if case .sectors(let batch) = mark.shape { batch.items } else { [SectorBatch.Item]() }
        }
    }

    @Test("one value is a full turn", arguments: [1e-300, 1, 1e300])
    func single(value: Double) throws {
        let items = try sectors(chart([value]))
        #expect(items.map(\.sweep) == [Self.turn])
        // Also among zeros.
        #expect(try sectors(chart([0, value, 0])).map(\.sweep) == [Self.turn])
    }

    @Test(
        "zero, negative, NaN and infinite values have no slice; alone they leave nothing",
        arguments: [0.0, -5, .nan, .infinity])
    func nothing(value: Double) throws {
        #expect(try sectors(chart([value])) == [])
        #expect(try sectors(chart([value, value])) == [])
        let items = try sectors(chart([1, value, 1]))
        #expect(items.map(\.sweep) == [Self.turn / 2, Self.turn / 2])
        let pie = PieSeries(columns: SeriesColumns(y: Column([value])))
        try pie.load()
        #expect(pie.indexOfSlice(atAngle: 1) == nil)
    }

    @Test("no values at all")
    func empty() throws {
        let chart = chart([])
        #expect(try sectors(chart) == [])
        let pie = try #require(chart.series[0] as? PieSeries)
        #expect(pie.indexOfSlice(atAngle: 0) == nil && pie.sliceCenter(0) == nil && pie.midAngle(ofSlice: 0) == nil)
    }

    @Test("values whose sum is no number are shares all the same")
    func large() throws {
        #expect(try sectors(chart([1.7e308, 1.7e308])).map(\.sweep) == [Self.turn / 2, Self.turn / 2])
        let items = try sectors(chart([1.7e308, 1]))
        #expect(items.first?.sweep == Self.turn && items.count <= 2)
    }

    @Test(
        "ten thousand slices tile the circle; labels that fit nowhere cost nothing",
        arguments: [DrawDirection.clockwise, .antiClockwise])
    func many(direction: DrawDirection) throws {
        let chart = chart((0..<10_000).map { 1 + Double($0 % 7) }, donut: true) {
            $0.drawDirection = direction
            $0.rotation = 1
        }
        let items = try sectors(chart)
        #expect(items.count == 10_000)
        for (last, next) in zip(items, items.dropFirst()) {
            #expect(abs(last.startAngle + last.sweep - next.startAngle) < 2e-6)
            #expect(next.crustWidth * 3 <= next.outerRadius * abs(next.sweep))
        }
        let pie = try #require(chart.series[0] as? PieSeries)
        let mid = try #require(pie.midAngle(ofSlice: 7_777))
        #expect(pie.indexOfSlice(atAngle: mid) == 7_777)
    }

    @Test("ten thousand slices with spokes: the labels that have room stay, those of the largest slices")
    func manySpokes() throws {
        let chart = chart((0..<10_000).map { 1 + Double($0 % 7) }) {
            $0.style.spokeStyle = SpokeStyle(showSpokes: true)
        }
        let texts = try plan(chart).scene.layers.filter { $0.kind == .overlay }.flatMap(\.marks).compactMap { mark in
            if case .glyphs(let run) = mark.shape { run.source.text } else { nil }
        }
        #expect((10...40).contains(texts.count) && Set(texts) == ["7.00"])
        #expect(chart.warnings.count == 1)
    }

    @Test(
        "a protrusion beyond the picture takes its slice out of sight, and nothing else",
        arguments: [1e3, 1e9, .infinity, -1e9, .nan])
    func protrusion(distance: Double) throws {
        let items = try sectors(
            chart([1, 1]) {
                $0.selectedStyle.protrusion = distance
                $0.setSlice(0, selected: true)
            })
        try #require(items.count == 2 && items.allSatisfy { $0.center.isFinite })
        #expect(items[1].center == PlotPoint(x: 150, y: 100))
        #expect(items[1].outerRadius >= 50)
        #expect(distance.isFinite ? abs(items[0].center.x - 150) > 900 : items[0].center.x == 150)
    }

    @Test(
        "an inner radius beyond the outer one leaves nothing",
        arguments: [(50.0, 40.0), (.infinity, 10), (1, 0), (5, -3)])
    func inner(inner: Double, outer: Double) throws {
        let scene = try plan(chart([1, 2]) { ($0.innerRadius, $0.outerRadius) = (inner, outer) }).scene
        for layer in scene.layers where layer.kind == .series {
            for case .sectors(let batch) in layer.marks.map(\.shape) {
                #expect(batch.items.allSatisfy { !($0.innerRadius < $0.outerRadius) })
            }
        }
        _ = tessellate(scene)
    }

    @Test("radii that are no numbers count as not set; negative ones as none")
    func radii() throws {
        let set = try sectors(chart([1, 2]) { ($0.innerRadius, $0.outerRadius) = (.nan, .nan) })
        #expect(set == (try sectors(chart([1, 2]))))
        #expect(try sectors(chart([1, 2]) { $0.innerRadius = -4 }).allSatisfy { $0.innerRadius == 0 })
    }

    @Test("thin slices keep their colour: a crust takes at most a third of their width on each side")
    func thinCrust() throws {
        let items = try sectors(chart([1000, 1]) { $0.style.crustThickness = 6 })
        try #require(items.count == 2)
        #expect(items[0].crustWidth == 6)
        #expect(items[1].crustWidth > 0 && items[1].crustWidth < 0.2)
    }

    @Test("crusts of a donut go with the colours of its slices, unless they are set themselves")
    func crustColors() throws {
        let teal = Color(0x008080)
        func crusts(_ change: (PieSeries) -> Void) throws -> [Color] {
            try sectors(chart([1, 2], donut: true, change)).map(\.crust)
        }
        #expect(try crusts { $0.style.flavourColors = [teal, .white] } == [Color(0x006C6C), Color(0xD8D8D8)])
        #expect(
            try crusts { ($0.style.flavourColors, $0.style.crustColors) = ([teal, .white], [.black]) } == [
                .black, .black,
            ])
        #expect(try crusts { _ in } != crusts { $0.style.flavourColors = [teal] })
    }

    @Test(
        "a gap is as wide as set at the mid radius, and takes at most half of a slice; one slice has none",
        arguments: [DrawDirection.clockwise, .antiClockwise])
    func gap(direction: DrawDirection) throws {
        func gapped(_ values: [Double]) throws -> [SectorBatch.Item] {
            try sectors(
                chart(values) {
                    ($0.innerRadius, $0.outerRadius, $0.style.sliceGap, $0.drawDirection) = (40, 60, 10, direction)
                })
        }
        let items = try gapped([1, 1, 2])
        for (last, next) in zip(items, items.dropFirst()) {
            #expect(abs(abs(next.startAngle - last.startAngle - last.sweep) * 50 - 10) < 1e-3)
        }
        #expect(try gapped([3]).map { abs($0.sweep) } == [Self.turn])
        let thin = try gapped([1000, 1])
        try #require(thin.count == 2)
        #expect(abs(abs(thin[1].sweep) - .pi / 1001) < 1e-6)
    }

    @Test("an effect that is not drawn is told of", arguments: ChartEffect.allCases)
    func effect(effect: ChartEffect) throws {
        let chart = chart([1, 2]) { $0.style.chartEffect = effect }
        #expect(try sectors(chart) == (try sectors(self.chart([1, 2]))))
        #expect(
            chart.warnings.map(\.description)
                == (effect == .flat ? [] : ["series[0].style.chartEffect: ignored: \(effect) slices are drawn flat"]))
    }

    @Test("an angle that no number can hold turns nothing upside down", arguments: [1e300, -1e17, 7e5])
    func turned(rotation: Double) throws {
        let items = try sectors(chart([1, 2]) { $0.rotation = rotation })
        #expect(items.count == 2 && items.allSatisfy { abs($0.startAngle) <= 10 })
    }

    // MARK: Room in a slice

    private func geometry(_ start: Double, _ sweep: Double, inner: Double = 0) -> SliceGeometry {
        SliceGeometry(angles: SliceAngles(start: start, sweep: sweep), inner: inner, outer: 100, protrusion: 0)
    }

    /// Whether the rectangle is inside the slice, by testing its points.
    private func isInside(
        _ slice: SliceGeometry, _ center: (x: Double, y: Double), _ width: Double, _ height: Double
    ) -> Bool {
        for i in 0...40 {
            for j in 0...40 {
                let x = center.x + width * (Double(i) / 40 - 0.5)
                let y = center.y + height * (Double(j) / 40 - 0.5)
                let radius = hypot(x, y)
                guard radius <= slice.outer, radius >= slice.inner else { return false }
                let angle = (atan2(-x, -y) - slice.angles.mid).remainder(dividingBy: 2 * .pi)
                guard abs(angle) <= abs(slice.angles.sweep) / 2 + 1e-9 || radius == 0 else { return false }
            }
        }
        return true
    }

    @Test("what a slice is said to hold lies within it; up to half a turn all of that is found", arguments: 0..<12)
    func holds(step: Int) {
        for sweep in stride(from: 0.2, through: 6.2, by: 0.5) + [.pi, 2 * .pi] {
            for inner in [0.0, 50] {
                let slice = geometry(Double(step) * 0.55, step % 2 == 0 ? sweep : -sweep, inner: inner)
                // In the middle and off the middle; a hook may move a label.
                for center in [slice.middle, slice.along(58)] {
                    for (width, height) in [(10.0, 5.0), (40, 10), (70, 10), (20, 60), (110, 20)] {
                        let isInside = isInside(slice, center, width, height)
                        let held = slice.holds(center: center, width: width, height: height)
                        if held { #expect(isInside, "\(sweep) \(inner) \(width) \(height)") }
                        if isInside, sweep <= .pi { #expect(held, "\(sweep) \(inner) \(width) \(height)") }
                    }
                }
            }
        }
    }
}
