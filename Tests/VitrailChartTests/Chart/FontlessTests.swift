import Testing

@testable import VitrailChart
@testable import VitrailColumns
@testable import VitrailText

/// A machine without any font.
@Suite struct FontlessTests {
    let engine = TextEngine(usesSystem: false)

    private func chart() -> Chart {
        let chart = Chart(width: 200, height: 100)
        chart.add(LineSeries(columns: SeriesColumns(y: Column([1.0, 2, 3]))))
        return chart
    }

    @Test func aChartWithTextsIsAnError() {
        #expect(throws: ChartError.text(.noFont)) { try plan(chart(), engine: engine) }
        // Twice, because an error reported once must not be suppressed the second time.
        #expect(throws: ChartError.text(.noFont)) { try plan(chart(), engine: engine) }
        #expect("\(ChartError.text(.noFont))".contains("fonts-dejavu-core"))
    }

    @Test func aChartWithoutTextsIsDrawn() throws {
        let chart = chart()
        for axis in chart.allAxes { axis.style.majorTickStyle = TickStyle(showLabels: false) }
        let plan = try plan(chart, engine: engine)
        #expect(plan.samplesDrawn == 3)
    }

    @Test func aSliceOfBlanksIsNoText() throws {
        let chart = Chart(width: 200, height: 100)
        chart.title = "  "
        chart.add(
            PieSeries(
                columns: SeriesColumns(x: Column(["a"]), y: Column([1.0])), style: PieSeriesStyle(showLabels: false)))
        #expect(throws: Never.self) { try plan(chart, engine: engine) }
    }

    /// The error reports it, so there is no line on standard error as well.
    @Test func whatIsThrownIsNotAnnounced() throws {
        let state = TextState(usesSystem: false)
        #expect(throws: TextError.noFont) { try state.prepare(Font(size: 9)) }
        _ = state.measure("a", font: Font(size: 9), scale: 1)
        #expect(state.takeNotices().isEmpty)
        let other = TextState(usesSystem: false)
        _ = other.measure("a", font: Font(size: 9), scale: 1)
        #expect(other.takeNotices() == [.failure(.noFont)])
    }
}
