import Testing

@testable import VitrailChart
@testable import VitrailColumns

@Suite("Room of axes")
struct AxisRoomTests {
    /// Three y-axes on the left, with different labels.
    private func chart(_ high: [Double] = [1, 1_000, 1_000_000]) -> Chart {
        let chart = Chart(width: 600, height: 400)
        for (k, high) in high.enumerated() {
            let axis = NumberAxis(defaultRange: NumberRange(0, high))
            axis.title = "Axis \(k)"
            if k == 0 { chart.yAxis = axis } else { chart.addYAxis(axis) }
        }
        return chart
    }

    private func isClose(_ a: Double?, _ b: Double) -> Bool { a.map { abs($0 - b) < 1 } ?? false }

    @Test("the space that axes asked for adds up to the room beside the plot area, and tells where each one is")
    func stacked() throws {
        let chart = chart()
        #expect(
            chart.allAxes.allSatisfy { $0.spaceRequiredToDraw(withTitle: true) == nil && $0.secondaryAxisOffset == nil }
        )
        _ = try plan(chart)
        let spaces = chart.allYAxes.compactMap { $0.spaceRequiredToDraw(withTitle: true) }
        #expect(spaces.count == 3 && spaces[0] < spaces[1] && spaces[1] < spaces[2])
        // The plot area begins on a whole pixel.
        #expect(isClose(chart.plotAreaFrame?.x, spaces.reduce(0, +)))
        #expect(isClose(chart.allYAxes[2].secondaryAxisOffset, 0))
        #expect(isClose(chart.allYAxes[1].secondaryAxisOffset, spaces[2]))
        #expect(isClose(chart.allYAxes[0].secondaryAxisOffset, spaces[2] + spaces[1]))
    }

    @Test("without its title an axis asks for what it gets when it has none; a fixed width is asked for in both cases")
    func titles() throws {
        let chart = chart()
        _ = try plan(chart)
        let bare = chart.allYAxes.map { $0.spaceRequiredToDraw(withTitle: false) }
        for axis in chart.allYAxes {
            #expect(axis.spaceRequiredToDraw(withTitle: true)! > axis.spaceRequiredToDraw(withTitle: false)! + 10)
        }
        for axis in chart.allYAxes { axis.title = "" }
        _ = try plan(chart)
        for (axis, bare) in zip(chart.allYAxes, bare) {
            #expect(
                axis.spaceRequiredToDraw(withTitle: true) == bare && axis.spaceRequiredToDraw(withTitle: false) == bare)
        }
        chart.allYAxes[1].width = 77
        _ = try plan(chart)
        #expect([true, false].map { chart.allYAxes[1].spaceRequiredToDraw(withTitle: $0) } == [77, 77])
    }

    @Test(
        "an offset that was set keeps an axis from the canvas' edge, and those inside of it with it; nil is as near as can be"
    )
    func set() throws {
        let chart = chart()
        let stacked = try plan(chart).scene
        let spaces = chart.allYAxes.compactMap { $0.spaceRequiredToDraw(withTitle: true) }
        let axis = chart.allYAxes[1]
        axis.secondaryAxisOffset = 200
        _ = try plan(chart)
        #expect(isClose(chart.plotAreaFrame?.x, 200 + spaces[1] + spaces[0]) && isClose(axis.secondaryAxisOffset, 200))
        #expect(isClose(chart.allYAxes[0].secondaryAxisOffset, 200 + spaces[1]))
        #expect(isClose(chart.allYAxes[2].secondaryAxisOffset, 200 - spaces[2]))
        // The axis outside this one needs more space.
        axis.secondaryAxisOffset = spaces[2] / 2
        let near = try plan(chart).scene.layers == stacked.layers
        #expect(near && isClose(axis.secondaryAxisOffset, spaces[2]))
        axis.secondaryAxisOffset = 200
        _ = try plan(chart)
        axis.secondaryAxisOffset = nil
        let isBack = try plan(chart).scene.layers == stacked.layers
        #expect(isBack)
    }

    @Test(
        "an offset that is none, or leaves no plot area, changes nothing; nothing else gives way",
        arguments: [-1, 0, .nan, .infinity, 1e6, 590] as [Double])
    func nonsense(offset: Double) throws {
        let chart = chart()
        let stacked = try plan(chart).scene
        chart.allYAxes[1].secondaryAxisOffset = offset
        let isSame = try plan(chart).scene.layers == stacked.layers
        #expect(isSame)
    }

    @Test("what is set before the first render is read, and a new offset is a new layout")
    func inputs() {
        let chart = chart()
        let before = LayoutInputs(chart)
        chart.allYAxes[1].secondaryAxisOffset = 100
        #expect(chart.allYAxes[1].secondaryAxisOffset == 100 && LayoutInputs(chart) != before)
    }
}
