import Testing
import VitrailChart
import VitrailDescription
import VitrailImage
import VitrailTestNumbers

/// A reversed axis shows the same picture as a normal axis with negated values: drawn by GL, and compared with the
/// exact picture of those values.
@Suite("Reversed axes are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct ReversedOracleTests {
    enum Kind: String, CaseIterable {
        case line, stepLine, area, column, bar, stacked, stackedAreas, band, scatter, bubble, density, candlestick,
            ohlc, errorBar
        case manyPoints, manyColumns, manyInArea, manyPrices, annotated

        /// Coverage of small discs differs on the other side of a pixel's centre. The arms of OHLC bars have fixed
        /// sides.
        var limits: InkComparison.Limits { self == .manyPoints ? .init(interior: 255) : .init() }
        /// Negated prices would fall where these rise.
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
        for (x, y) in [(true, false), (false, true), (true, true)] where !(y && kind.hasPrices) && !(x && kind == .ohlc)
        {
            let reversed = try Self.chart(kind, x, y, isMirrored: false)
            let mirrored = try Self.chart(kind, x, y, isMirrored: true)
            let name = "reversed \(kind.rawValue) \(x ? "x" : "")\(y ? "y" : "")"
            let result = try await Oracle.compare(
                name, plan(reversed).scene, exact: plan(mirrored).scene, limits: kind.limits)
            #expect(result.statistics.count > 0 && result.passed, "\(name): \(result)")
        }
    }

    /// - Parameter isMirrored: values are negated, and the axes are normal.
    private static func chart(_ kind: Kind, _ x: Bool, _ y: Bool, isMirrored: Bool) throws -> Chart {
        var numbers = SeededNumbers(seed: 5)
        let (signX, signY) = (isMirrored && x ? -1.0 : 1, isMirrored && y ? -1.0 : 1)
        func column(_ sign: Double, _ value: (Int) -> Double) -> String {
            "[" + (0..<kind.count).map { "\(sign * value($0))" }.joined(separator: ",") + "]"
        }
        let along = column(signX) { Double($0) }
        func values() -> [Double] { (0..<kind.count).map { _ in Double(numbers.float(-4...9)) } }
        let (a, b, area) = (values(), values(), (0..<kind.count).map { Double($0 + 1) })
        // Open and close are between low and high.
        let prices = zip(a, b).map { [min($0, $1) - 1, $0, $1, max($0, $1) + 1] }
        let columns = """
            "x": \(along), "a": \(column(signY) { a[$0] }), "b": \(column(signY) { b[$0] }), "s": \(column(signY) { area[$0] }),
            "r": \(column(1) { area[$0] }),
            "low": \(column(1) { prices[$0][0] }), "open": \(column(1) { prices[$0][1] }), "close": \(column(1) { prices[$0][2] }),
            "high": \(column(1) { prices[$0][3] })
            """
        // Bars are based on the y-axis, so the sign of x applies to them.
        let isBar = kind == .bar
        func axis(_ low: Double, _ high: Double, _ isReversed: Bool) -> String {
            let range = isReversed && isMirrored ? [-high, -low] : [low, high]
            return """
                {"defaultRange": \(range), "reversed": \(isReversed && !isMirrored), "style": {"lineWidth": 0,
                 "majorTickStyle": {"showTicks": false, "showLabels": false}, "majorGridLineStyle": {"showMajorGridLines": false}}}
                """
        }
        let (alongAxis, acrossAxis) = (axis(-1, Double(kind.count), x), axis(-11.3, 13.7, y))
        let ends = [2 * signY, 5 * signY].sorted()
        let notes = """
            , "annotations": [{"type": "horizontalBand", "min": \(ends[0]), "max": \(ends[1])}, {"type": "verticalLine", "x": \(3 * signX)}]
            """
        let note = kind == .annotated ? notes : ""
        let json = """
            {"size": {"width": 240, "height": 160}, "data": {"d": {"values": {\(columns)}}},
             "xAxis": \(isBar ? acrossAxis : alongAxis), "yAxis": \(isBar ? alongAxis : acrossAxis),
             "series": [\(series(kind, signY))]\(note)}
            """
        return try ChartDescription(json: json).makeChart()
    }

    private static func series(_ kind: Kind, _ signY: Double) -> String {
        let bars = """
            "areaColor": "#336699", "areaColorBelowBaseline": "#336699", "showAreaWithGradient": false, "lineWidth": 0
            """
        let fills = """
            , "showFill": true, "fillWithGradient": false, "areaColor": "#3698", "areaColorBelowBaseline": "#3698",
            "areaLineColor": "#112233", "areaLineColorBelowBaseline": "#112233", "lineColorBelowBaseline": "#112233"
            """
        func made(_ type: String, _ columns: String, style: String = "", _ more: String = "") -> String {
            """
            {"type": "\(type)", "data": "d", \(columns), "style": {\(style)}\(more)}
            """
        }
        func line(_ type: String, _ y: String, fill: Bool, _ more: String = "") -> String {
            made(type, "\"x\": \"x\", \"y\": \"\(y)\"", style: "\"lineColor\": \"#112233\"" + (fill ? fills : ""), more)
        }
        let stack = ", \"stackIndex\": 0"
        let prices = "\"x\": \"x\", \"open\": \"open\", \"high\": \"high\", \"low\": \"low\", \"close\": \"close\""
        let points = "\"x\": \"x\", \"y\": \"a\""
        switch kind {
        case .line, .manyPoints, .annotated: return line("line", "a", fill: false)
        case .stepLine: return line("stepLine", "a", fill: false)
        case .area, .manyInArea: return line("line", "a", fill: true)
        case .stackedAreas: return line("line", "s", fill: true, stack) + ", " + line("line", "s", fill: true, stack)
        case .column, .manyColumns: return made("column", points, style: bars)
        case .stacked:
            return made("column", points, style: bars, stack) + ", "
                + made("column", "\"x\": \"x\", \"y\": \"b\"", style: bars, stack)
        case .bar: return made("bar", "\"x\": \"a\", \"y\": \"x\"", style: bars)
        // The lower end of one is the upper end of the other.
        case .band where signY < 0: return made("band", "\"x\": \"x\", \"low\": \"b\", \"high\": \"a\"")
        case .band: return made("band", "\"x\": \"x\", \"low\": \"a\", \"high\": \"b\"")
        case .scatter: return made("scatter", points)
        case .bubble: return made("bubble", points + ", \"area\": \"r\"")
        case .density: return made("density", points)
        case .candlestick, .manyPrices: return made("candlestick", prices)
        case .ohlc: return made("ohlc", prices)
        // The rounding of edges to whole pixels does not depend on the direction of the axis.
        case .errorBar: return made("errorBar", "\"x\": \"x\", \"y\": \"a\", \"low\": \"a\", \"high\": \"b\"")
        }
    }
}
