import VitrailChart

enum BandKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .band }
    static func style(_ value: BandSeriesStyle) -> SeriesDescription.Style { .band(value) }
    static var selectedStyle: ReferenceWritableKeyPath<BandSeries, BandSeriesStyle>? { \.selectedStyle }
    static var labels: WritableKeyPath<BandSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }
    static var points: WritableKeyPath<BandSeriesStyle, PointStyle>? { \.pointStyle }
    static var selectedPoints: WritableKeyPath<BandSeriesStyle, PointStyle>? { \.selectedPointStyle }

    static var mayBeVertical: Bool { true }
    static var dependentRoles: [SeriesRole]? { [.high, .low] }
    static var drawsLines: Bool { true }

    static var foreignNames: [String: String] {
        ["range": "", "arearange": "", "rangearea": "", "ribbon": "", "errorband": "", "fillbetween": ""]
    }
    static var mainColor: String { "areaColorNormal" }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: BandSeriesStyle
    ) -> BandSeries {
        BandSeries(columns: columns, orientation: description.orientation, style: style)
    }

    static func facts(of style: BandSeriesStyle) -> SeriesStyleFacts {
        SeriesStyleFacts(isFilled: style.showFill != false, dashes: style.dashStyle)
    }
    static func planningMemory(_ load: SeriesLoad) -> Int {
        load.isReduced ? load.planningMemory(ascending: 4, others: 32) : 0
    }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addLine(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int {
        load.isReduced && load.isAscending ? min(load.samples, 1 << 16) * 100 : load.samples * 100
    }
    static var countedMarks: Int { 2 }
}
