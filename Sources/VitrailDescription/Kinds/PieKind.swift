import VitrailChart

/// The common part of pies and donuts.
protocol DescribedSlices: DescribedSeriesKind where StyleValue == PieSeriesStyle, Made: PieSeries {}

extension DescribedSlices {
    static var isCartesian: Bool { false }
    static var isOnCrossingAxes: Bool { false }

    static var mainColor: String { "flavourColors" }
    static var mainWidth: String? { nil }
    static var foreignKeys: KeyValuePairs<String, [ForeignNames.Own]> {
        [
            "labels names categories theta": [ForeignNames.Own("x", "\"name\"")],
            "values value sizes": [ForeignNames.Own("y", "\"share\"")],
            "hole cutout innerradius": [ForeignNames.Own("style.innerRadius", "60")],
            "datalabels showlabels": [ForeignNames.Own("style.showLabels", "true")],
        ]
    }

    static func facts(of style: PieSeriesStyle) -> SeriesStyleFacts {
        SeriesStyleFacts(hasSpokes: style.spokeStyle.showSpokes == true)
    }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addSlices(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.samples * 600 + min(load.samples, 10_000) * 1_500 }
}

enum PieKind: DescribedSlices {
    static var kind: SeriesDescription.Kind { .pie }
    static func style(_ value: PieSeriesStyle) -> SeriesDescription.Style { .pie(value) }

    static var foreignNames: [String: String] { ["arc": "", "sunburst": ""] }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: PieSeriesStyle
    ) -> PieSeries {
        PieSeries(columns: columns, style: style)
    }
}

extension MemoryEstimate {
    fileprivate mutating func addSlices(_ series: SeriesLoad) {
        kept += series.samples * 220
        // Labels are laid out only for as many slices as may have space for them.
        kept += min(series.samples, 10_000) * 2_700
        // Slices thinner than a pixel are accumulated.
        scratchBytesPerPixel = max(scratchBytesPerPixel, series.samples > 300 ? 36 : 5)
    }
}
