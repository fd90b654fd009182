import Testing
import VitrailScene

@testable import VitrailCore

@Suite("Bar slots")
struct BarSlotTests {
    private func slots(_ count: Int, bar: Double, set: Double) throws -> [Int: BarSlot] {
        let chart = Chart(width: 600, height: 400, xAxisType: .category)
        for _ in 0..<count {
            chart.add(ColumnSeries(columns: SeriesColumns(x: Column(["a", "b"]), y: Column([1.0, 2]))))
        }
        try ChartLoader(chart: chart).load()
        return BarSlots.slots(
            of: chart.cartesian, axis: { _ in chart.allXAxes[0] },
            scale: { AxisScale(range: $0.axisRange, start: 0, end: 200) }, padding: { _ in (bar, set) })
    }

    @Test("two series share a category; the shares are as the paddings say")
    func shared() throws {
        let touching = try slots(2, bar: 1, set: 0.2)
        #expect(touching[0] == BarSlot(offset: -20, width: 40))
        #expect(touching[1] == BarSlot(offset: 20, width: 40))
        let apart = try slots(2, bar: 0.5, set: 0.2)
        #expect(apart[0] == BarSlot(offset: -20, width: 20))
    }

    @Test("paddings out of range are clamped")
    func clamped() throws {
        #expect(try slots(1, bar: 7, set: -3)[0] == BarSlot(offset: 0, width: 100))
    }

    @Test("slice angles sum to a full turn and follow the direction")
    func slices() throws {
        let pie = PieSeries(columns: SeriesColumns(x: Column(["a", "b", "c", "d"]), y: Column([1.0, 1, 2, -3])))
        try pie.load()
        let angles = pie.angles(Theme.flat.pieStyle())
        #expect(angles.map(\.sweep) == [.pi / 2, .pi / 2, .pi, 0])
        #expect(pie.indexOfSlice(atAngle: 0.1) == 0)
        #expect(pie.indexOfSlice(atAngle: 2) == 1)
        #expect(pie.indexOfSlice(atAngle: 4) == 2)
        #expect(pie.indexOfSlice(atAngle: -0.1) == 2)
        #expect(pie.indexOfSlice(atAngle: .nan) == nil)
        pie.drawDirection = .clockwise
        #expect(pie.indexOfSlice(atAngle: 0.1) == 2)
    }
}
