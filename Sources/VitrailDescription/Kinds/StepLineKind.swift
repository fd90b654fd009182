import VitrailChart

enum StepLineKind: DescribedLine {
    static var kind: SeriesDescription.Kind { .stepLine }
    static func style(_ value: LineSeriesStyle) -> SeriesDescription.Style { .stepLine(value) }
    static var selectedStyle: ReferenceWritableKeyPath<StepLineSeries, LineSeriesStyle>? { \.selectedStyle }

    static func readKeys(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject, in chart: ChartDescription
    ) throws(DescriptionError) {
        series.fillTo = try SeriesDescription.readFill(&object)
        series.steps = try readSteps(&object, of: series, in: chart)
    }

    private static func readSteps(
        _ object: inout DescriptionObject, of series: SeriesDescription, in chart: ChartDescription
    ) throws(DescriptionError) -> StepLineSeries.Steps {
        guard let node = object.optional("steps") else { return .after }
        let steps: StepLineSeries.Steps = try node.choice()
        // The stack may have samples of other series between the step and the samples of this series.
        if steps == .middle, series.stackIndex != nil,
            chart.kind(series.orientation == .horizontal ? .x : .y, of: series) != .category
        {
            throw node.error("a stacked step line changes half way on category axes only; take \"after\" or \"before\"")
        }
        return steps
    }

    static var foreignNames: [String: String] {
        ["step": "", "stepline": "", "steps": "", "staircase": "", "stairs": ""]
    }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: LineSeriesStyle
    ) -> StepLineSeries {
        let series = StepLineSeries(columns: columns, orientation: description.orientation, style: style)
        (series.curve, series.steps) = (description.curve, description.steps)
        return series
    }
}
