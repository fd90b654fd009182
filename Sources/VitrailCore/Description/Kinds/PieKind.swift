/// What pies and donuts have in common.
protocol DescribedSlices: DescribedSeriesKind where StyleValue == PieSeriesStyle, Made: PieSeries {}

extension DescribedSlices {
    static var isCartesian: Bool { false }
    static var isOnCrossingAxes: Bool { false }

    static func facts(of style: PieSeriesStyle) -> SeriesStyleFacts {
        SeriesStyleFacts(hasSpokes: style.spokeStyle.showSpokes == true)
    }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addSlices(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.samples * 600 + min(load.samples, 10_000) * 1_500 }
}

enum PieKind: DescribedSlices {
    static var kind: SeriesDescription.Kind { .pie }
    static func style(_ value: PieSeriesStyle) -> SeriesDescription.Style { .pie(value) }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: PieSeriesStyle
    ) -> PieSeries {
        PieSeries(columns: columns, style: style)
    }
}
