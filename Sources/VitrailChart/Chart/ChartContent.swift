/// The series and annotations of a chart, as listed in the closure of `Chart(width:height:…)`.
public struct ChartContent {
    public var series: [Series]
    public var annotations: [Annotation]

    public init(series: [Series] = [], annotations: [Annotation] = []) {
        (self.series, self.annotations) = (series, annotations)
    }
}

/// Builds the content of a chart from a list of series, lists of series, and annotations. The list may contain `if`,
/// `switch` and `for`.
@resultBuilder
public enum ChartContentBuilder {
    public static func buildExpression(_ series: Series) -> ChartContent { ChartContent(series: [series]) }
    public static func buildExpression(_ series: [Series]) -> ChartContent { ChartContent(series: series) }
    public static func buildExpression(_ annotation: Annotation) -> ChartContent {
        ChartContent(annotations: [annotation])
    }
    public static func buildExpression(_ annotations: [Annotation]) -> ChartContent {
        ChartContent(annotations: annotations)
    }
    public static func buildExpression(_ content: ChartContent) -> ChartContent { content }

    public static func buildBlock(_ parts: ChartContent...) -> ChartContent { buildArray(parts) }
    public static func buildArray(_ parts: [ChartContent]) -> ChartContent {
        ChartContent(series: parts.flatMap(\.series), annotations: parts.flatMap(\.annotations))
    }
    public static func buildOptional(_ part: ChartContent?) -> ChartContent { part ?? ChartContent() }
    public static func buildEither(first part: ChartContent) -> ChartContent { part }
    public static func buildEither(second part: ChartContent) -> ChartContent { part }
}
