import Foundation
import Testing
import Vitrail
import VitrailTestNumbers

/// Random charts: no label overlaps an obstacle, another label, or an axis' label, or extends past the picture.
///
/// `VITRAIL_LABEL_CHARTS=2000` makes more charts, `VITRAIL_LABEL_START=400` begins at another seed.
@Suite("Labels of random charts")
struct LabelOverlapTests {
    private static func number(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    /// Seeds of additional charts that once failed because a label moved into the picture overlapped its own symbol.
    private static let found = [1018, 1431]

    @Test("no label lies on anything")
    func nothingOverlaps() throws {
        let start = Self.number("VITRAIL_LABEL_START", 0)
        var (labels, charts) = (0, 0)
        for seed in Array(start..<start + Self.number("VITRAIL_LABEL_CHARTS", 150)) + Self.found {
            var maker = RandomLabelledChart(seed: UInt64(seed))
            let json = maker.make()
            let scene = try LabelScene(json)
            let found = scene.overlaps(onPoints: maker.onPoints)
            #expect(found == [], "seed \(seed): \(json)")
            let contrast = scene.minContrast()
            // A translucent area over a bar gives a mixed colour.
            #expect(
                maker.onPoints.isEmpty == false || json.contains("showFill") || contrast >= 4.45,
                "seed \(seed): contrast \(contrast): \(json)")
            #expect(!scene.scene.marks.contains { $0.label.hasSuffix("label box") }, "seed \(seed)")
            (labels, charts) = (labels + scene.labels.count, charts + 1)
        }
        // Guards against charts without labels, which have no overlaps.
        #expect(labels > 5 * charts)
    }
}

/// Makes descriptions of charts with labels: one to three series of some kind, with annotations, themes, and sizes.
struct RandomLabelledChart {
    private var numbers: SeededNumbers
    /// Series whose labels are on their points.
    private(set) var onPoints: Set<Int> = []

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed &* 7_919 &+ 17) }

    private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &numbers)] }

    mutating func make() -> String {
        let count = pick([2, 3, 5, 8, 13, 24, 60])
        let isTurned = pick([false, false, false, true])
        let kinds =
            isTurned
            ? ["bar", "bar", "line"]
            : ["column", "column", "line", "line", "stepLine", "scatter", "bubble", "band", "candlestick", "ohlc"]
        let series = (0..<pick([1, 1, 2, 3])).map { self.series($0, pick(kinds), isTurned) }
        let hasNames = count <= 24 && pick([false, true])
        let names = (0..<count).map { hasNames ? "\"n\($0)\"" : "\($0)" }.joined(separator: ", ")
        let columns = ["\"k\": [\(names)]"] + (0..<3).map { k in "\"v\(k)\": [\(values(count))]" } + prices(count)
        let axis = hasNames ? ", \"\(isTurned ? "y" : "x")Axis\": {\"type\": \"category\"}" : ""
        let legend = pick([
            "", ", \"legend\": {\"position\": \"topRight\", \"placement\": \"insidePlotArea\"}", ", \"legend\": {}",
        ])
        return """
            {"size": {"width": \(pick([200, 300, 480, 640, 960])), "height": \(pick([120, 200, 300, 540]))}, "scale": \(pick(["1", "1", "2", "1.5"])),
             "theme": "\(pick(["flat", "dark", "light"]))"\(axis)\(legend)\(notes(isTurned)), "stackTotals": \(pick(["true", "false"])),
             "data": {"d": {"values": {\(columns.joined(separator: ", "))}}}, "series": [\(series.joined(separator: ", "))]}
            """
    }

    private mutating func values(_ count: Int) -> String {
        let (low, high) = pick([(0.0, 100.0), (-50, 50), (1_000, 2_000), (0, 3)])
        return (0..<count).map { _ in
            pick([0, 0, 0, 1]) == 1
                ? "\(Int(high))" : String((Double.random(in: low...high, using: &numbers) * 10).rounded() / 10)
        }
        .joined(separator: ", ")
    }

    private mutating func prices(_ count: Int) -> [String] {
        var rows: [[Double]] = []
        for _ in 0..<count {
            let (a, b) = (
                Double.random(in: 20...80, using: &numbers).rounded(),
                Double.random(in: 20...80, using: &numbers).rounded()
            )
            rows.append([a, max(a, b) + 5, min(a, b) - 5, b])
        }
        return zip(["o", "h", "l", "c"], 0..<4).map { name, k in
            "\"\(name)\": [\(rows.map { "\($0[k])" }.joined(separator: ", "))]"
        }
    }

    private mutating func series(_ index: Int, _ kind: String, _ isTurned: Bool) -> String {
        var members = ["\"type\": \"\(kind)\"", "\"data\": \"d\"", "\"title\": \"s\(index)\""]
        let value = "\"v\(index)\""
        switch kind {
        case "bar": members += ["\"x\": \(value)", "\"y\": \"k\""]
        case "band": members += ["\"x\": \"k\"", "\"high\": \"h\"", "\"low\": \"l\""]
        case "candlestick", "ohlc":
            members += ["\"x\": \"k\"", "\"open\": \"o\"", "\"high\": \"h\"", "\"low\": \"l\"", "\"close\": \"c\""]
        case "bubble": members += ["\"x\": \"k\"", "\"y\": \(value)", "\"area\": \"h\""]
        default:
            members +=
                isTurned
                ? ["\"x\": \(value)", "\"y\": \"k\"", "\"orientation\": \"vertical\""]
                : ["\"x\": \"k\"", "\"y\": \(value)"]
        }
        if kind == "column" || kind == "bar", pick([false, true]) { members.append("\"stackIndex\": 1") }
        let isBar = kind == "column" || kind == "bar"
        let anchor = pick([
            "", "", "", "auto", "outsideEnd", "insideEnd", "insideBase", "center", "above", "below", "left", "right",
        ])
        if anchor == "center", !isBar { onPoints.insert(index) }
        var style = anchor.isEmpty ? "" : ", \"anchor\": \"\(anchor)\""
        if anchor.isEmpty, pick([0, 0, 0, 1]) == 1 {
            style += ", \"offsetFromDataPoint\": [0, -14]"
            onPoints.insert(index)
        }
        if pick([0, 0, 0, 1]) == 1 { style += ", \"textOrientation\": \"verticalReversed\"" }
        if pick([0, 0, 1]) == 1 { style += ", \"font\": {\"size\": \(pick([7, 9, 14, 20]))}" }
        let line = kind == "line" || kind == "stepLine"
        let points = line && pick([false, true]) ? "\"pointStyle\": {\"showPoints\": true}, " : ""
        let fill = line && pick([0, 0, 1]) == 1 ? "\"showFill\": true, " : ""
        members.append("\"style\": {\(points)\(fill)\"dataPointLabelStyle\": {\"showLabels\": true\(style)}}")
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func notes(_ isTurned: Bool) -> String {
        guard pick([0, 0, 1]) == 1 else { return "" }
        let note =
            isTurned
            ? "{\"type\": \"verticalLine\", \"x\": 30, \"width\": 1, \"color\": \"#cc0000\"}"
            : "{\"type\": \"horizontalLine\", \"y\": 30, \"width\": 1, \"color\": \"#cc0000\"}"
        return ", \"annotations\": [\(note)]"
    }
}
