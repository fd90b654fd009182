import Testing
import VitrailTestNumbers

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// Settings of columns and bars that a host gives instead of having them computed.
@Suite("Configured columns and bars")
struct ConfiguredBarTests {
    private func chart(_ bar: Bool) -> (Chart, Axis) {
        let chart = Chart(width: 400, height: 300)
        let along = NumberAxis()
        if bar { chart.yAxis = along } else { chart.xAxis = along }
        let (position, value) = (Column([0.0, 1, 4]), Column([1.0, 2, 3]))
        chart.add(
            bar
                ? BarSeries(columns: SeriesColumns(x: value, y: position))
                : ColumnSeries(columns: SeriesColumns(x: position, y: value)))
        return (chart, along)
    }

    @Test("the axis has room for what was said, and the slots have that width", arguments: [false, true])
    func said(bar: Bool) throws {
        let (chart, axis) = chart(bar)
        _ = try plan(chart)
        #expect(axis.dataRange == NumberRange(0, 4) && axis.visibleRange == NumberRange(-0.5, 4.5))
        axis.barColSpacing = 3
        let isSet =
            bar
            ? axis.configureBars(spacing: 2, minimum: -2, maximum: 6)
            : axis.configureColumns(spacing: 2, minimum: -2, maximum: 6)
        #expect(isSet)
        chart.reloadData()
        _ = try plan(chart)
        #expect(axis.dataRange == NumberRange(-2, 6) && axis.visibleRange == NumberRange(-3, 7))
        #expect(BarSlots.spacing(of: chart.cartesian, on: axis) == 2)
        // Settings of bars do not affect columns.
        axis.resetColumnsAndBars()
        #expect(
            bar
                ? axis.configureColumns(spacing: 9, minimum: 0, maximum: 9)
                : axis.configureBars(spacing: 9, minimum: 0, maximum: 9))
        chart.reloadData()
        _ = try plan(chart)
        #expect(axis.dataRange == NumberRange(0, 4) && axis.visibleRange == NumberRange(-1.5, 5.5))
    }

    @Test("nonsense is refused")
    func refused() throws {
        let axis = NumberAxis()
        for (spacing, low, high) in [
            (0.0, 0.0, 1.0), (-1, 0, 1), (.nan, 0, 1), (.infinity, 0, 1), (1, 2, 1), (1, .nan, 1), (1, 0, .infinity),
            (1, -1e308, 1e308),
        ] {
            #expect(!axis.configureColumns(spacing: spacing, minimum: low, maximum: high), "\(spacing) \(low) \(high)")
            #expect(!axis.configureBars(spacing: spacing, minimum: low, maximum: high), "\(spacing) \(low) \(high)")
        }
        #expect(
            axis.configureColumns(spacing: 1, minimum: 5, maximum: 5)
                && !CategoryAxis().configureColumns(spacing: 1, minimum: 0, maximum: 1))
        #expect(!LogarithmicAxis().configureColumns(spacing: 1, minimum: 0, maximum: 1))
        // A series without samples reserves no space.
        let (chart, along) = chart(false)
        along.configureColumns(spacing: 1, minimum: 10, maximum: 20)
        chart.series[0].columns = SeriesColumns(x: Column([Double]()), y: Column([Double]()))
        _ = try plan(chart)
        #expect(along.dataRange == nil)
    }
}

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
        #expect(touching[0] == BarSlot(low: -40, high: 0))
        #expect(touching[1] == BarSlot(low: 0, high: 40))
        let apart = try slots(2, bar: 0.5, set: 0.2)
        #expect(apart[0] == BarSlot(low: -30, high: -10))
    }

    @Test("paddings out of range are clamped")
    func clamped() throws {
        #expect(try slots(1, bar: 7, set: -3)[0] == BarSlot(low: -50, high: 50))
    }

    @Test("edges of touching bars are equal to the last bit", arguments: [1, 2, 3, 7, 11])
    func edges(count: Int) {
        for set in [100.0, 33.3, 0.7, 1e3 / 7] {
            let slots = (0..<count).map { BarSlot(number: $0, of: count, set: set, filled: 1) }
            for (a, b) in zip(slots, slots.dropFirst()) { #expect(a.high == b.low) }
            #expect(slots[0].low == -set / 2 && abs(slots[count - 1].high - set / 2) < 1e-12 * set)
        }
    }

    private func spacing(_ values: [[Double]], hidden: Set<Int> = [], group: Set<Int> = []) throws -> Double {
        let chart = Chart(width: 600, height: 400)
        for (k, x) in values.enumerated() {
            let column = ColumnSeries(columns: SeriesColumns(x: Column(x), y: Column(x.map { _ in 1.0 })))
            column.hidden = hidden.contains(k)
            column.groupIndex = group.contains(k) ? 1 : nil
            chart.add(column)
        }
        try ChartLoader(chart: chart).load()
        let members = BarSlots.members(with: chart.cartesian[0], of: chart.cartesian) { _ in chart.allXAxes[0] }
        return BarSlots.spacing(of: members, on: chart.allXAxes[0])
    }

    @Test("the spacing is the smallest distance between neighbours of all series of the set, in whatever order")
    func smallest() throws {
        #expect(try spacing([[0, 2, 4]]) == 2)
        #expect(try spacing([[0, 10, 1]]) == 1)
        #expect(try spacing([[0, 2, 4], [1, 3.5]]) == 0.5)
        #expect(try spacing([[0, 2, 4], [0, 2, 4]]) == 2)
        #expect(try spacing([[0, 2, .nan, 4]]) == 2)
        #expect(try spacing([[1, .nan, 0.5]]) == 0.5)
        #expect(try spacing([[5]]) == 1)
        // Rounding errors are not distances.
        #expect(try spacing([[0.1, 0.2, 0.3], [0.1, 0.2, 0.1 + 0.2]]) == 0.3 - 0.2)
        #expect(try spacing([[0, 1e-17, 0.5, 2]]) == 0.5)
        #expect(try spacing([[2, 0.5, 1e-17, 0]]) == 0.5)
        #expect(try spacing([[0, 1e-17, .nan, 2]]) == 2)
        #expect(try spacing([[1.7e9, 1.7e9 + 1e-5, 1.7e9 + 2e-5, 1.7e9 + 1]]) < 1.1e-5)
        // A distance below a tenth of the median distance is not the spacing.
        #expect(try spacing([[0, 0.5, 8, 16, 24]]) == 7.75 && spacing([[24, 0.5, 8, 0, 16]]) == 7.75)
        #expect(try spacing([[0, 1, 9, 17, 25]]) == 1)
        #expect(try spacing([[0, 2, 4], [1, 3]], hidden: [1]) == 2)
        #expect(try spacing([[0, 2, 4], [1, 3]], group: [1]) == 2)
    }

    @Test("the spacing of several series is found again when one of them is loaded anew")
    func again() throws {
        var numbers = SeededNumbers(seed: 19)
        let chart = Chart(width: 600, height: 400)
        let columns = (0..<3).map { _ in ColumnSeries() }
        for column in columns { chart.add(column) }
        for round in 0..<12 {
            // One column changes, or none does; in some rounds values are unordered.
            let changed = round == 0 ? columns : round % 4 == 3 ? [] : [columns[round % 3]]
            for column in changed {
                var x = (0..<Int(numbers.double(2...400))).map { _ in
                    numbers.double(0...1_000).rounded() / 4 + numbers.double(0...1).rounded() / 16
                }
                if round % 5 != 4 { x.sort() }
                column.columns = SeriesColumns(x: Column(x), y: Column(x.map { _ in 1.0 }))
            }
            if round > 0 { chart.reloadData() }
            try ChartLoader(chart: chart).load()
            let all = columns.flatMap { $0.columns[.x]?.withValues { span in span.indices.map { span[$0] } } ?? [] }
                .sorted()
            let wanted = zip(all, all.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min()
            for _ in 0..<2 { #expect(BarSlots.spacing(of: columns, on: chart.allXAxes[0]) == wanted) }
            #expect(BarSlots.spacing(of: Array(columns.dropLast()), on: chart.allXAxes[0]) >= wanted ?? 0)
        }
    }

    @Test("a common step is found once for the same samples")
    func commonStep() {
        let first = CommonStep()
        var second: CommonStep? = CommonStep()
        let third = CommonStep()
        var asked = 0
        func step(_ others: CommonStep?...) -> Double? {
            first.among(others.compactMap { $0 }) {
                asked += 1
                return Double(asked)
            }
        }
        #expect(step(second) == 1 && step(second) == 1)
        #expect(step(third) == 2 && step(second) == 3 && step(second, third) == 4 && step(second, third) == 4)
        #expect(step(second) == 5)
        // Released and replaced.
        second = nil
        second = CommonStep()
        #expect(step(second) == 6 && step() == 7 && step() == 7)
    }

    @Test("items of a category axis are 1 apart, whichever of them a series has")
    func items() throws {
        let chart = Chart(width: 600, height: 400, xAxisType: .category)
        let column = ColumnSeries(columns: SeriesColumns(x: Column(["a", "c"]), y: Column([1.0, 2])))
        chart.add(LineSeries(columns: SeriesColumns(x: Column(["a", "b", "c"]), y: Column([1.0, 2, 3]))))
        chart.add(column)
        try ChartLoader(chart: chart).load()
        #expect(BarSlots.spacing(of: [column], on: chart.allXAxes[0]) == 1)
    }

    @Test("a spacing that the axis was given is used unseen")
    func given() {
        let axis = NumberAxis()
        axis.barColSpacing = 0.25
        #expect(BarSlots.spacing(of: [], on: axis) == 0.25)
        axis.barColSpacing = -1
        #expect(BarSlots.spacing(of: [], on: axis) == 1)
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
        // Offset by any number of turns.
        for turn in [-3.0, -1, 1, 5] {
            #expect([1.5, 3.1, 6.2].map { pie.indexOfSlice(atAngle: $0 + turn * 2 * .pi) } == [0, 1, 2])
        }
        #expect(pie.indexOfSlice(atAngle: .nan) == nil)
        pie.drawDirection = .clockwise
        #expect(pie.indexOfSlice(atAngle: 0.1) == 2)
    }
}
