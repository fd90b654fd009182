import Foundation
import Vitrail

/// A line across the main chart at the right-most visible value, with the value as text.
final class ValueAnnotationManager {
    let line = Annotation.horizontalLine(y: .number(.nan), color: .selectorLine)
    let text: Annotation
    private let chart: Chart
    private let datasource: any DatasourceLookup
    private let seriesIndex: Int
    /// The text's position along the x-axis, 0 to 1.
    private static let textPosition = 0.9

    init(chart: Chart, datasource: any DatasourceLookup, seriesIndex: Int) {
        (self.chart, self.datasource, self.seriesIndex) = (chart, datasource, seriesIndex)
        text = .text(
            "", x: .number(.nan), y: .number(.nan), textColor: .selectorLine,
            backgroundColor: chart.theme.chart.backgroundColor)
        chart.addAnnotation(line)
        chart.addAnnotation(text)
    }

    func updateValueAnnotation(for range: NumberRange) {
        let x = min(range.maximum, datasource.xRange.maximum)
        let y = datasource.estimateYValue(forXValue: x, seriesAt: seriesIndex)
        line.yValue = .number(y ?? .nan)
        text.yValue = line.yValue
        text.xValue = .number(range.minimum + Self.textPosition * range.span)
        text.label = y.map { String(format: "%.2f", $0) } ?? ""
    }
}
