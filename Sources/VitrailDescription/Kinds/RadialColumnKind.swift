import VitrailChart

enum RadialColumnKind: DescribedSeriesKind {
    static var kind: SeriesDescription.Kind { .radialColumn }
    static func style(_ value: RadialColumnSeriesStyle) -> SeriesDescription.Style { .radialColumn(value) }

    static var isOnCrossingAxes: Bool { false }

    static var foreignNames: [String: String] { ["polararea": "", "rose": ""] }
    static var mainColor: String { "areaColor" }
    static var rowColors: String? { "areaColors" }

    static func make(
        _ description: SeriesDescription, _ columns: SeriesColumns, _ style: RadialColumnSeriesStyle
    ) -> RadialColumnSeries {
        RadialColumnSeries(columns: columns, style: style)
    }

    static func addDrawing(_ load: SeriesLoad, to estimate: inout MemoryEstimate) {
        estimate.kept += load.samples * 290
    }
    static func vectorMemory(_ load: SeriesLoad) -> Int { load.samples * 700 }
}
