import Foundation
import Testing
import Vitrail

/// Lines of the guides that set one property of a nested style, and the resulting styles.
@Suite("Nested styles")
struct NestedStyleTests {
    private func line(_ change: (Chart, LineSeries) -> Void = { _, _ in }) async throws -> PixelImage {
        let chart = Chart(width: 300, height: 200)
        let line = LineSeries(columns: SeriesColumns(y: Column([1.0, 3, 2])))
        chart.add(line)
        change(chart, line)
        return try await Probe.renderer.render(chart).image
    }

    @Test("the guides' lines on nested styles compile without `?` and change the picture")
    func lines() async throws {
        let plain = try await line()
        let changes: [(String, (Chart, LineSeries) -> Void)] = [
            (
                "axis.style.majorTickStyle.showTicks = NO",
                { chart, _ in chart.xAxis?.style.majorTickStyle.showTicks = false }
            ),
            (
                "axis.style.majorTickStyle.showLabels = NO",
                { chart, _ in chart.yAxis?.style.majorTickStyle.showLabels = false }
            ),
            (
                "axis.style.minorTickStyle.showTicks = YES",
                { chart, _ in chart.xAxis?.style.minorTickStyle.showTicks = true }
            ),
            (
                "axis.style.majorGridLineStyle.showMajorGridLines = NO",
                { chart, _ in chart.yAxis?.style.majorGridLineStyle.showMajorGridLines = false }
            ),
            (
                "axis.style.gridStripeStyle.showGridStripes = YES",
                { chart, _ in chart.yAxis?.style.gridStripeStyle.showGridStripes = true }
            ),
            ("lineSeries.style.pointStyle.showPoints = YES", { _, line in line.style.pointStyle.showPoints = true }),
            ("dataPointLabelStyle.showLabels", { _, line in line.style.dataPointLabelStyle.showLabels = true }),
        ]
        for (name, change) in changes { #expect(try await line(change) != plain, "\(name)") }
    }

    @Test("a spider web by the radar guide's lines has straight rings")
    func spiderWeb() async throws {
        func radar(_ mode: LineRenderMode) async throws -> PixelImage {
            let chart = Chart(width: 300, height: 300, xAxisType: .category)
            chart.xAxis?.style.majorGridLineStyle.lineRenderMode = mode
            chart.yAxis?.style.majorGridLineStyle.lineRenderMode = mode
            chart.add(
                RadialLineSeries(
                    columns: SeriesColumns(x: Column(["a", "b", "c", "d", "e"]), y: Column([1.0, 3, 2, 4, 2]))))
            return try await Probe.renderer.render(chart).image
        }
        #expect(try await radar(.linear) != radar(.curved))
    }

    @Test("one property that is set leaves the theme's others as they are")
    func rest() throws {
        let chart = Chart(width: 300, height: 200)
        chart.xAxis?.style.majorTickStyle.showTicks = false
        let resolved = try #require(chart.xAxis).resolvedStyle
        #expect(resolved.majorTickStyle.showTicks == false && resolved.majorTickStyle.showLabels == true)
        #expect(
            resolved.majorTickStyle.labelFont == Theme.flat.xAxis.majorTickStyle.labelFont && resolved.lineWidth == 1)
    }

    @Test("styles after the theme can be read: nothing is nil that the theme sets")
    func resolved() throws {
        let chart = Chart(width: 300, height: 200, theme: .dark)
        let second = NumberAxis()
        chart.addYAxis(second)
        let line = LineSeries(columns: SeriesColumns(y: Column([1.0, 3, 2])))
        let column = ColumnSeries(columns: SeriesColumns(y: Column([1.0, 3, 2])))
        line.style.lineWidth = 4
        chart.add(line)
        chart.add(column)
        _ = try plan(chart)
        #expect(chart.resolvedStyle.backgroundColor == Theme.dark.chart.backgroundColor)
        #expect(
            chart.resolvedTitleStyle.font == Theme.dark.title.font
                && chart.resolvedBoxGestureStyle == Theme.dark.boxGesture)
        #expect(
            chart.crosshair.resolvedStyle == Theme.dark.crosshair
                && chart.legend.resolvedStyle.fontColor == Theme.dark.legend.fontColor)
        #expect(line.resolvedStyle.lineWidth == 4 && line.resolvedStyle.pointStyle.radius == 4)
        #expect(
            line.resolvedStyle.lineColor == chart.theme.palette.line(0)
                && column.resolvedStyle.areaColor == chart.theme.palette.fill(1))
        line.selected = true
        #expect(line.resolvedStyle.lineWidth == 4 && line.resolvedStyle.areaLineWidth == 3)
        // Gridlines of a second axis need its own style.
        #expect(chart.yAxis?.resolvedStyle.majorGridLineStyle.showMajorGridLines == true)
        #expect(second.resolvedStyle.majorGridLineStyle.showMajorGridLines == false)
        #expect(PieSeries().resolvedSelectedStyle.protrusion == 10 && PieSeries().resolvedStyle.protrusion == 0)
    }

    /// The guide's label hook: the spoke grows with the value; no value, no spoke.
    private final class SpokeHook: ChartDelegate {
        func chart(_ chart: Chart, alter label: SliceLabel, of point: ChartPoint, slice: Int, in series: PieSeries) {
            var spokeStyle = series.resolvedSpokeStyle(isSelected: point.selected)
            let yVal = point.yValue?.number ?? 0
            if yVal == 0 {
                spokeStyle.showSpokes = false
                label.isHidden = true
            } else {
                spokeStyle.length += yVal * yVal * 15
                if point.selected {
                    spokeStyle.anchorColor = .pureBlue
                    spokeStyle.anchorRadius *= 2
                }
                label.textColor = .black
            }
            series.setSpokeStyle(spokeStyle, slice: slice)
        }
    }

    @Test(
        "the guide's label hook: length grows from its default, the anchor of a selected slice from its own, in every picture alike"
    )
    func labelHook() async throws {
        let pie = Slices.pie([1, 2], style: PieSeriesStyle(showLabels: true))
        pie.style.spokeStyle.showSpokes = true
        pie.selectedStyle.spokeStyle.showSpokes = true
        pie.style.spokeStyle.anchorRadius = 5
        pie.selectedStyle.spokeStyle.anchorRadius = 10
        let chart = Chart(width: 600, height: 400)
        chart.add(pie)
        let hook = SpokeHook()
        chart.delegate = hook
        pie.setSlice(1, selected: true)
        let first = try await Probe.renderer.render(chart).image
        // Half of the radius of 100, and 40.
        #expect(pie.resolvedSpokeStyle(isSelected: false).length == 90)
        #expect(pie.spokeStyle(ofSlice: 0)?.length == 90 + 15 && pie.spokeStyle(ofSlice: 1)?.length == 90 + 60)
        #expect(pie.spokeStyle(ofSlice: 0)?.anchorRadius == 5 && pie.spokeStyle(ofSlice: 1)?.anchorRadius == 20)
        #expect(try await Probe.renderer.render(chart).image == first)
        #expect(first.color(x: Int(pie.sliceCenter(1)!.x), y: Int(pie.sliceCenter(1)!.y)) == .pureBlue)
    }
}
