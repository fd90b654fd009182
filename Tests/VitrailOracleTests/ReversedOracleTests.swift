import Testing
import VitrailCore
import VitrailScene
import VitrailTestNumbers

/// A reversed axis shows what the other one shows of values with the other sign: drawn by GL, and held against the exact
/// picture of those values.
@Suite("Reversed axes are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct ReversedOracleTests {
    enum Kind: String, CaseIterable {
        case line, stepLine, area, column, bar, stacked, stackedAreas, band, scatter, bubble, density, candlestick, ohlc
        case manyPoints, manyColumns, manyInArea, manyPrices, annotated

        /// Prices of the other sign would fall where these rise.
        var hasPrices: Bool { [.candlestick, .ohlc, .manyPrices].contains(self) }
        var count: Int {
            switch self {
            case .manyPoints, .manyColumns, .manyInArea, .manyPrices: 6_000
            case .density: 400
            default: 9
            }
        }
    }

    @Test("along x, along y and along both", arguments: Kind.allCases)
    func mirrored(kind: Kind) async throws {
        for (x, y) in [(true, false), (false, true), (true, true)] where !(y && kind.hasPrices) {
            let reversed = try Self.chart(kind, x, y, isMirrored: false)
            let mirrored = try Self.chart(kind, x, y, isMirrored: true)
            let name = "reversed \(kind.rawValue) \(x ? "x" : "")\(y ? "y" : "")"
            let result = try await Oracle.compare(name, plan(reversed).scene, exact: plan(mirrored).scene)
            #expect(result.statistics.count > 0 && result.passed, "\(name): \(result)")
        }
    }

    /// - Parameter isMirrored: the values have the other sign, and the axes are as usual.
    private static func chart(_ kind: Kind, _ x: Bool, _ y: Bool, isMirrored: Bool) throws -> Chart {
        var numbers = SeededNumbers(seed: 5)
        let (signX, signY) = (isMirrored && x ? -1.0 : 1, isMirrored && y ? -1.0 : 1)
        func column(_ sign: Double, _ value: (Int) -> Double) -> String {
            "[" + (0..<kind.count).map { "\(sign * value($0))" }.joined(separator: ",") + "]"
        }
        let along = column(signX) { Double($0) }
        func values() -> [Double] { (0..<kind.count).map { _ in Double(numbers.float(-4...9)) } }
        let (a, b, area) = (values(), values(), (0..<kind.count).map { Double($0 + 1) })
        // Open and close lie between low and high.
        let prices = zip(a, b).map { [min($0, $1) - 1, $0, $1, max($0, $1) + 1] }
        let columns = """
            "x": \(along), "a": \(column(signY) { a[$0] }), "b": \(column(signY) { b[$0] }), "s": \(column(1) { area[$0] }),
            "low": \(column(1) { prices[$0][0] }), "open": \(column(1) { prices[$0][1] }), "close": \(column(1) { prices[$0][2] }),
            "high": \(column(1) { prices[$0][3] })
            """
        // Bars stand on the y-axis, which the sign of x then means.
        let isBar = kind == .bar
        func axis(_ low: Double, _ high: Double, _ isReversed: Bool) -> String {
            let range = isReversed && isMirrored ? [-high, -low] : [low, high]
            return """
                {"defaultRange": \(range), "reversed": \(isReversed && !isMirrored), "style": {"lineWidth": 0,
                 "majorTickStyle": {"showTicks": false, "showLabels": false}, "majorGridLineStyle": {"showMajorGridLines": false}}}
                """
        }
        let (alongAxis, acrossAxis) = (axis(-1, Double(kind.count), x), axis(-11.3, 13.7, y))
        let note = kind == .annotated ? #", "annotations": [{"type": "horizontalBand", "min": \#(min(2 * signY, 5 * signY)), "max": \#(max(2 * signY, 5 * signY))}, {"type": "verticalLine", "x": \#(3 * signX)}]"# : ""
        let json = """
            {"size": {"width": 240, "height": 160}, "data": {"d": {"values": {\(columns)}}},
             "xAxis": \(isBar ? acrossAxis : alongAxis), "yAxis": \(isBar ? alongAxis : acrossAxis),
             "series": [\(series(kind))]\(note)}
            """
        return try ChartDescription(json: json).makeChart()
    }

    private static func series(_ kind: Kind) -> String {
        let bars = #""areaColor": "#369", "areaColorBelowBaseline": "#369", "showAreaWithGradient": false, "lineWidth": 0"#
        func column(_ y: String, _ more: String = "") -> String {
            #"{"type": "column", "data": "d", "x": "x", "y": "\#(y)", "style": {\#(bars)}\#(more)}"#
        }
        func line(_ type: String, _ y: String, fill: Bool, _ more: String = "") -> String {
            let fill = fill ? #", "showFill": true, "fillWithGradient": false, "areaColor": "#3698", "areaColorBelowBaseline": "#3698", "areaLineColor": "#123", "areaLineColorBelowBaseline": "#123", "lineColorBelowBaseline": "#123""# : ""
            return #"{"type": "\#(type)", "data": "d", "x": "x", "y": "\#(y)", "style": {"lineColor": "#123"\#(fill)}\#(more)}"#
        }
        switch kind {
        case .line, .manyPoints, .annotated: return line("line", "a", fill: false)
        case .stepLine: return line("stepLine", "a", fill: false)
        case .area, .manyInArea: return line("line", "a", fill: true)
        case .stackedAreas: return line("line", "s", fill: true, #", "stackIndex": 0"#)
        case .column, .manyColumns: return column("a")
        case .stacked: return column("a", #", "stackIndex": 0"#) + ", " + column("b", #", "stackIndex": 0"#)
        case .bar: return #"{"type": "bar", "data": "d", "x": "a", "y": "x", "style": {\#(bars)}}"#
        case .band: return #"{"type": "band", "data": "d", "x": "x", "low": "a", "high": "b"}"#
        case .scatter: return #"{"type": "scatter", "data": "d", "x": "x", "y": "a"}"#
        case .bubble: return #"{"type": "bubble", "data": "d", "x": "x", "y": "a", "area": "s"}"#
        case .density: return #"{"type": "density", "data": "d", "x": "x", "y": "a"}"#
        case .candlestick, .ohlc, .manyPrices:
            let type = kind == .ohlc ? "ohlc" : "candlestick"
            return #"{"type": "\#(type)", "data": "d", "x": "x", "open": "open", "high": "high", "low": "low", "close": "close"}"#
        }
    }
}
