import VitrailChart
import VitrailColumns

/// A series kind of descriptions: all that distinguishes it from the other kinds. Each kind has a type in a file of its
/// own, and a line in `SeriesDescription.Kind.registered`.
///
/// Members with a default apply to few kinds.
protocol DescribedSeriesKind: Sendable {
    associatedtype StyleValue: StyleObject
    associatedtype Made: Series

    static var kind: SeriesDescription.Kind { get }

    // MARK: Style

    /// The case of the kind's style.
    static func style(_ value: StyleValue) -> SeriesDescription.Style
    /// Style of the selected series. `nil`: points and the series cannot be drawn as selected.
    static var selectedStyle: ReferenceWritableKeyPath<Made, StyleValue>? { get }
    /// Style of the point labels. `nil`: the kind has none.
    static var labels: WritableKeyPath<StyleValue, DataPointLabelStyle>? { get }
    /// Style of the points, and of selected points. `nil`: the kind has none.
    static var points: WritableKeyPath<StyleValue, PointStyle>? { get }
    static var selectedPoints: WritableKeyPath<StyleValue, PointStyle>? { get }

    // MARK: Data

    /// Whether the series is in a plot with axes.
    static var isCartesian: Bool { get }
    /// Whether the axes cross, as they do except on radial charts.
    static var isOnCrossingAxes: Bool { get }
    /// Orientation, unless the description may set it and does.
    static var orientation: CartesianSeries.Orientation { get }
    static var mayBeVertical: Bool { get }
    /// Whether an axis of items starts with the first item on top, as rows of a table do; and whether vertical series
    /// of the kind leave that order to others.
    static var putsFirstRowOnTop: Bool { get }
    static var accompaniesRows: Bool { get }
    /// Roles of required columns. `nil`: `x` or `y`, whichever is not the independent one.
    static var dependentRoles: [SeriesRole]? { get }
    /// Whether samples with equal independent values can be combined (`aggregation`).
    static var isCombinable: Bool { get }
    /// Reason why samples can only be combined to the last one. `nil`: there are other ways.
    static var reasonForLast: String? { get }
    /// Whether the series starts at its baseline, a value that is in no column.
    static func standsOnBaseline(_ series: SeriesDescription) -> Bool
    /// Number of columns that are computed from the data.
    static func computedColumns(_ series: SeriesDescription) -> Int
    /// The columns with computed ones.
    ///
    /// - Parameter index: index of the series in the description.
    static func completed(
        _ columns: [SeriesRole: Column], of series: SeriesDescription, at index: Int
    ) throws(DescriptionError) -> [SeriesRole: Column]
    /// How a partition's samples are reduced. `nil`: the kind cannot be made of partial results.
    static var reduction: SampleReduction? { get }

    // MARK: Keys

    static var isStackable: Bool { get }
    static var hasBaseline: Bool { get }
    /// Whether several series can be side by side (`groupIndex`).
    static var hasGroups: Bool { get }
    /// Whether lines connect the samples, so that there are rules for gaps.
    static var drawsLines: Bool { get }
    /// Whether fills of lines extend to the series (`fillTo`).
    static var isFillTarget: Bool { get }
    /// Reads columns that are not in `dependentRoles`.
    static func readColumns(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject
    ) throws(DescriptionError)
    /// Checks columns against the axes.
    static func check(
        _ series: SeriesDescription, _ node: DescriptionNode, in chart: ChartDescription
    ) throws(DescriptionError)
    /// Reads keys that only this kind has.
    static func readKeys(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject, in chart: ChartDescription
    ) throws(DescriptionError)

    // MARK: Names in other tools

    /// Names of the kind, in lower case, and a note for each that follows the kind's own name.
    static var foreignNames: [String: String] { get }
    /// Names of keys, several in one text, and the keys that they stand for.
    static var foreignKeys: KeyValuePairs<String, [ForeignNames.Own]> { get }
    /// Keys of the style for the colour that other tools call `color`, for colours of rows, and for the width of lines.
    static var mainColor: String { get }
    static var rowColors: String? { get }
    static var mainWidth: String? { get }

    // MARK: Series

    /// Creates the series with the properties that not all kinds have.
    static func make(_ description: SeriesDescription, _ columns: SeriesColumns, _ style: StyleValue) -> Made

    // MARK: Memory

    /// Facts about a style that the memory estimate needs.
    static func facts(of style: StyleValue) -> SeriesStyleFacts
    /// Bytes for planning: extremes of sample ranges if samples are ordered, otherwise an order or positions.
    static func planningMemory(_ load: SeriesLoad) -> Int
    /// Adds the memory for drawing to pixels, without that of points.
    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate)
    /// Bytes of the SVG text and of its shapes, without points.
    static func vectorMemory(_ load: SeriesLoad) -> Int
    /// Whether an SVG file shows many samples as a picture.
    static var mayBecomePicture: Bool { get }
    /// Bytes for the sums of a stack, and for the position of each sample.
    static var bytesPerStackedSample: Int { get }
    /// Number of lines of a series that may be rasterised on the CPU.
    static var countedMarks: Int { get }
}

extension DescribedSeriesKind {
    static var selectedStyle: ReferenceWritableKeyPath<Made, StyleValue>? { nil }
    static var labels: WritableKeyPath<StyleValue, DataPointLabelStyle>? { nil }
    static var points: WritableKeyPath<StyleValue, PointStyle>? { nil }
    static var selectedPoints: WritableKeyPath<StyleValue, PointStyle>? { nil }

    static var isCartesian: Bool { true }
    static var isOnCrossingAxes: Bool { true }
    static var orientation: CartesianSeries.Orientation { .horizontal }
    static var mayBeVertical: Bool { false }
    static var putsFirstRowOnTop: Bool { false }
    static var accompaniesRows: Bool { false }
    static var dependentRoles: [SeriesRole]? { nil }
    static var isCombinable: Bool { true }
    static var reasonForLast: String? { nil }
    static func standsOnBaseline(_ series: SeriesDescription) -> Bool { false }
    static func computedColumns(_ series: SeriesDescription) -> Int { 0 }
    static func completed(
        _ columns: [SeriesRole: Column], of series: SeriesDescription, at index: Int
    ) throws(DescriptionError) -> [SeriesRole: Column] { columns }
    static var reduction: SampleReduction? { nil }

    static var isStackable: Bool { false }
    static var hasBaseline: Bool { false }
    static var hasGroups: Bool { false }
    static var drawsLines: Bool { false }
    static var isFillTarget: Bool { false }
    static func readColumns(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject
    ) throws(DescriptionError) {}
    static func check(
        _ series: SeriesDescription, _ node: DescriptionNode, in chart: ChartDescription
    ) throws(DescriptionError) {}
    static func readKeys(
        _ series: inout SeriesDescription, _ object: inout DescriptionObject, in chart: ChartDescription
    ) throws(DescriptionError) {}

    static var foreignNames: [String: String] { [:] }
    static var foreignKeys: KeyValuePairs<String, [ForeignNames.Own]> { [:] }
    static var mainColor: String { "lineColor" }
    static var rowColors: String? { nil }
    static var mainWidth: String? { "lineWidth" }

    static func facts(of style: StyleValue) -> SeriesStyleFacts { SeriesStyleFacts() }
    static func planningMemory(_ load: SeriesLoad) -> Int { 0 }
    static var mayBecomePicture: Bool { true }
    static var bytesPerStackedSample: Int { 0 }
    static var countedMarks: Int { 0 }
}

extension DescribedSeriesKind {
    /// Whether points and the whole series can be drawn as selected.
    static var isSelectable: Bool { selectedStyle != nil }
    /// The keys of the style.
    static var styleKeys: Set<String> { Set(StyleValue.properties.map(\.name)) }
    /// A style with no property set.
    static var emptyStyle: SeriesDescription.Style { style(StyleValue()) }

    static func readStyle(
        _ object: inout DescriptionObject, _ name: String
    ) throws(DescriptionError) -> SeriesDescription.Style {
        style(try object.style(name))
    }

    static func makeSeries(_ description: SeriesDescription, _ columns: SeriesColumns) -> Series {
        let series = make(description, columns, value(of: description.style))
        if let selectedStyle, let style = description.selectedStyle?.value(StyleValue.self) {
            series[keyPath: selectedStyle] = style
        }
        return series
    }

    static func styleFacts(of style: SeriesDescription.Style) -> SeriesStyleFacts { facts(of: value(of: style)) }

    static func labelStyle(of style: SeriesDescription.Style) -> DataPointLabelStyle? {
        labels.map { value(of: style)[keyPath: $0] }
    }

    static func setLabelStyle(_ label: DataPointLabelStyle, in style: inout SeriesDescription.Style) {
        guard let labels else { return }
        var value = value(of: style)
        value[keyPath: labels] = label
        style = Self.style(value)
    }

    static func pointStyle(of style: SeriesDescription.Style) -> PointStyle? {
        points.map { value(of: style)[keyPath: $0] }
    }

    /// Changes the style of points or of selected points, if the kind has any.
    static func changePoints(
        of style: inout SeriesDescription.Style, areSelected: Bool, _ change: (inout PointStyle) -> Void
    ) {
        guard let path = areSelected ? selectedPoints : points else { return }
        var value = value(of: style)
        change(&value[keyPath: path])
        style = Self.style(value)
    }

    /// The style of the series. A kind and its style cannot differ, because the kind of a series is that of its style.
    private static func value(of style: SeriesDescription.Style) -> StyleValue {
        style.value(StyleValue.self) ?? StyleValue()
    }
}

/// How the samples of a partition become fewer.
enum SampleReduction: Sendable {
    /// To the samples that a line shows.
    case line
    /// To one value per pixel.
    case density
}

/// Facts about the style of a series that the memory estimate needs.
struct SeriesStyleFacts {
    /// Whether the style has a fill that is rasterised on the CPU if there are many samples.
    var isFilled = false
    /// Dash lengths. `nil`: the dashes of the theme; empty: none.
    var dashes: [Double]? = []
    /// Whether the style has a line too faint for 8-bit blending: many such lines are composited in higher precision.
    var isFaintLine = false
    /// Whether the style has a line in one colour and no fill.
    var isPlainLine = false
    /// Whether lines run from slices to their labels.
    var hasSpokes = false
}
