import Testing
import VitrailChart

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
        #expect(filled.majorTickStyle.showTicks == true)
        #expect(filled.majorTickStyle.labelFont == FontStyle(family: "A", size: 14))
    }

    @Test func aMissingNestedStyleIsTakenWhole() {
        let theme = LineSeriesStyle(pointStyle: PointStyle(radius: 4))
        #expect(LineSeriesStyle().filled(from: theme) == theme)
        #expect(theme.filled(from: LineSeriesStyle()) == theme)
    }

    @Test func theTablesListEveryProperty() {
        func check<S: StyleObject>(_ type: S.Type) {
            // `hasNamedMap` is stored with the map, and only layout sets `hasTabularDigits`.
            let fields = Mirror(reflecting: S()).children.compactMap(\.label).filter {
                $0 != "hasNamedMap" && $0 != "hasTabularDigits"
            }
            #expect(S.properties.map(\.name) == fields, "\(type)")
        }
        for type in StyleTests.all { check(type) }
    }

    /// Every style available in a description.
    static let all: [any StyleObject.Type] = [
        PointStyle.self, DataPointLabelStyle.self, LineSeriesStyle.self, RadialLineSeriesStyle.self,
        RadialColumnSeriesStyle.self, ScatterSeriesStyle.self,
        BandSeriesStyle.self, BarColumnSeriesStyle.self, CandlestickSeriesStyle.self, OHLCSeriesStyle.self,
        ErrorBarSeriesStyle.self, BubbleSeriesStyle.self, DensitySeriesStyle.self,
        PieSeriesStyle.self, SpokeStyle.self, AxisStyle.self, TickStyle.self, MajorGridLineStyle.self,
        GridStripeStyle.self,
        ChartStyle.self, TitleStyle.self, AxisTitleStyle.self, LegendStyle.self, CrosshairStyle.self, FontStyle.self,
    ]
}
