import VitrailChart
import VitrailColumns

enum ErrorBarKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .errorBar }
    static func style(_ value: ErrorBarSeriesStyle) -> SeriesDescription.Style { .errorBar(value) }
    static var selectedStyle: ReferenceWritableKeyPath<ErrorBarSeries, ErrorBarSeriesStyle>? { \.selectedStyle }
    static var labels: WritableKeyPath<ErrorBarSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }
    static var points: WritableKeyPath<ErrorBarSeriesStyle, PointStyle>? { \.pointStyle }
    static var selectedPoints: WritableKeyPath<ErrorBarSeriesStyle, PointStyle>? { \.selectedPointStyle }

    static var mayBeVertical: Bool { true }
    static var accompaniesRows: Bool { true }
    static var dependentRoles: [SeriesRole]? { [] }
    static var reasonForLast: String? {
        "error bars take \"last\": the error of combined samples does not follow from their errors"
    }
    static func computedColumns(_ series: SeriesDescription) -> Int { series.computedErrorBarColumns }
    static func completed(
        _ columns: [SeriesRole: Column], of series: SeriesDescription, at index: Int
    ) throws(DescriptionError) -> [SeriesRole: Column] {
        try series.withErrorBarEnds(columns, at: index)
    }

    static func readColumns(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject
    ) throws(DescriptionError) {
        try SeriesDescription.readErrorBars(&object, series.orientation, &series.columns)
    }
    static func check(
        _ series: SeriesDescription, _ node: DescriptionNode, in chart: ChartDescription
    ) throws(DescriptionError) {
        try series.checkErrorBars(node, in: chart)
    }

    static var foreignNames: [String: String] { ["errorbars": "", "whisker": "", "whiskers": "", "errors": ""] }
    static var foreignKeys: KeyValuePairs<String, [ForeignNames.Own]> {
        [
            "yerr xerr errory errorx yerror xerror err std stderr sem ci": [ForeignNames.Own("error", "\"column\"")],
            "errorplus arrayplus yerrorplus": [ForeignNames.Own("errorHigh", "\"column\"")],
            "errorminus arrayminus yerrorminus yerror2 xerror2": [ForeignNames.Own("errorLow", "\"column\"")],
            "y2 x2": [ForeignNames.Own("low", "\"column\""), ForeignNames.Own("high", "\"column\"")],
            "capsize caplength capwidth": [ForeignNames.Own("style.capLength", "7")],
            "ecolor errorcolor": [ForeignNames.Own("style.lineColor", "\"#1d4e89\"")],
            "elinewidth capthick": [ForeignNames.Own("style.lineWidth", "1.5")],
        ]
    }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: ErrorBarSeriesStyle
    ) -> ErrorBarSeries {
        description.makeErrorBars(columns, style)
    }

    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addErrorBars(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.vectorMemoryOfBars }
}

extension MemoryEstimate {
    fileprivate mutating func addErrorBars(_ series: SeriesLoad) {
        guard series.isReduced else {
            kept += series.samples * 310
            return
        }
        // Counters and texels of the plot area, if samples outnumber its pixels.
        kept +=
            min(series.samples * 600, 1_000_000) + (series.samples > min(size.width, size.height) ? 8 * pixelCount : 0)
    }
}
