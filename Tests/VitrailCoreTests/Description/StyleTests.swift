import Testing
import VitrailCore
import VitrailScene

@Suite struct StyleTests {
    @Test func whatIsSetSurvivesAndTheRestComesFromTheTheme() {
        let theme = LineSeriesStyle(lineColor: .black, lineWidth: 1, showFill: false)
        let filled = LineSeriesStyle(lineWidth: 3).filled(from: theme)
        #expect(filled == LineSeriesStyle(lineColor: .black, lineWidth: 3, showFill: false))
    }

    @Test func nestedStylesAreFilledPropertyByProperty() {
        let theme = AxisStyle(
            lineWidth: 1,
            majorTickStyle: TickStyle(showTicks: true, labelFont: FontStyle(family: "A", size: 10)))
        let filled = AxisStyle(majorTickStyle: TickStyle(labelFont: FontStyle(size: 14))).filled(from: theme)
        #expect(filled.lineWidth == 1)
        #expect(filled.majorTickStyle?.showTicks == true)
        #expect(filled.majorTickStyle?.labelFont == FontStyle(family: "A", size: 14))
    }

    @Test func aMissingNestedStyleIsTakenWhole() {
        let theme = LineSeriesStyle(pointStyle: PointStyle(radius: 4))
        #expect(LineSeriesStyle().filled(from: theme) == theme)
        #expect(theme.filled(from: LineSeriesStyle()) == theme)
    }

    @Test func theTablesListEveryProperty() {
        func check<S: StyleObject>(_ type: S.Type) {
            let fields = Mirror(reflecting: S()).children.compactMap(\.label)
            #expect(S.properties.map(\.name) == fields, "\(type)")
        }
        check(PointStyle.self)
        check(LineSeriesStyle.self)
        check(ScatterSeriesStyle.self)
        check(BandSeriesStyle.self)
        check(BarColumnSeriesStyle.self)
        check(CandlestickSeriesStyle.self)
        check(OHLCSeriesStyle.self)
        check(BubbleSeriesStyle.self)
        check(PieSeriesStyle.self)
        check(SpokeStyle.self)
        check(AxisStyle.self)
        check(TickStyle.self)
        check(MajorGridLineStyle.self)
        check(GridStripeStyle.self)
        check(ChartStyle.self)
        check(TitleStyle.self)
        check(AxisTitleStyle.self)
        check(LegendStyle.self)
        check(FontStyle.self)
    }
}
