import VitrailChart

/// The common part of lines and step lines.
protocol DescribedLine: DescribedSeriesKind where StyleValue == LineSeriesStyle, Made: LineSeries {}

extension DescribedLine {
    static var labels: WritableKeyPath<LineSeriesStyle, DataPointLabelStyle>? { \.dataPointLabelStyle }
    static var points: WritableKeyPath<LineSeriesStyle, PointStyle>? { \.pointStyle }
    static var selectedPoints: WritableKeyPath<LineSeriesStyle, PointStyle>? { \.selectedPointStyle }

    static var mayBeVertical: Bool { true }
    static func standsOnBaseline(_ series: SeriesDescription) -> Bool {
        series.style.value(LineSeriesStyle.self)?.showFill == true
    }
    static var reduction: SampleReduction? { .line }

    static var isStackable: Bool { true }
    static var hasBaseline: Bool { true }
    static var drawsLines: Bool { true }
    static var isFillTarget: Bool { true }

    static var foreignKeys: KeyValuePairs<String, [ForeignNames.Own]> {
        [
            "fill area fillarea": [ForeignNames.Own("style.showFill", "true")],
            "fillcolor backgroundcolor areacolor": [ForeignNames.Own("style.areaColor", "\"#1d4e89\"")],
        ]
    }

    static func facts(of style: LineSeriesStyle) -> SeriesStyleFacts {
        let isFilled = style.showFill == true
        return SeriesStyleFacts(
            isFilled: isFilled, dashes: style.dashStyle,
            isFaintLine: (isFilled ? style.areaLineColor : style.lineColor)?.isFaint ?? false,
            isPlainLine: !isFilled && style.lineColorBelowBaseline == nil)
    }
    static func planningMemory(_ load: SeriesLoad) -> Int {
        guard load.isReduced else { return 0 }
        return load.isAscending
            ? load.planningMemory(ascending: 2, others: 0)
            : PassData.bytes(ofUnordered: load.samples, isCounted: load.isPlain)
    }
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) { estimate.addLine(load) }
    static func vectorMemory(_ load: SeriesLoad) -> Int {
        load.isReduced && load.isAscending
            ? min(load.samples, 1 << 16) * 50 : load.samples * (load.isFilled ? 140 : 50)
    }
    static var bytesPerStackedSample: Int { 8 }
    static var countedMarks: Int { 1 }
}

enum LineKind: DescribedLine {
    static var kind: SeriesDescription.Kind { .line }
    static func style(_ value: LineSeriesStyle) -> SeriesDescription.Style { .line(value) }
    static var selectedStyle: ReferenceWritableKeyPath<LineSeries, LineSeriesStyle>? { \.selectedStyle }

    static func readKeys(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject, in chart: ChartDescription
    ) throws(DescriptionError) {
        series.curve = try LineCurve.read(&object)
        series.fillTo = try SeriesDescription.readFill(&object)
    }

    static var foreignNames: [String: String] {
        [
            "spline": "", "curve": "", "smooth": "", "area": " with \"style\": {\"showFill\": true}",
            "areaspline": " with \"style\": {\"showFill\": true}",
        ]
    }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: LineSeriesStyle
    ) -> LineSeries {
        let series = LineSeries(columns: columns, orientation: description.orientation, style: style)
        series.curve = description.curve
        return series
    }
}

/// JSON names of `LineCurve`.
enum CurveName: String, CaseIterable {
    case straight, monotone, smooth

    static let usualTension = 0.4
}

extension LineCurve {
    /// - Parameter isPeriodic: whether the line is radial. Its directions are periodic, so it cannot be monotone.
    static func read(
        _ object: inout DescriptionObject, isPeriodic: Bool = false
    ) throws(DescriptionError) -> LineCurve {
        let node = object.optional("curve")
        let curve: CurveName = try node?.choice() ?? .straight
        if let node, curve == .monotone, isPeriodic { throw node.error("a radial line is straight or smooth") }
        let tension = object.optional("tension")
        guard let tension else {
            return switch curve {
            case .straight: .straight
            case .monotone: .monotone
            case .smooth: .smooth(tension: CurveName.usualTension)
            }
        }
        guard curve == .smooth else { throw tension.error("only \"curve\": \"smooth\" has a tension") }
        return .smooth(tension: try tension.number(in: 0...1))
    }
}
