import Testing
import Vitrail
import VitrailTestNumbers

@Suite("Partial results", .serialized)
struct PartialTests {
    private static let rows = 6_000

    private static func cloud() -> [String: [Double]] {
        var numbers = SeededNumbers(seed: 5)
        let x = (0..<rows).map { _ in numbers.double(0...1) * numbers.double(0...1) }
        return [
            "x": x, "y": x.map { $0 + numbers.double(0...0.5) },
            "v": x.map { _ in numbers.double(-100...100).rounded() },
        ]
    }

    private static func density(_ more: String = "", axes: String = "") -> String {
        """
        {"size": {"width": 400, "height": 300}, \(axes) "legend": {},
         "series": [{"type": "density", "data": "d", "x": "x", "y": "y" \(more)}]}
        """
    }

    @Test("densities are one process's, cell for cell", arguments: ["count", "sum", "mean", "min", "max"])
    func densities(_ aggregation: String) async throws {
        let value = aggregation == "count" ? "" : ", \"value\": \"v\""
        try await PartialCase(
            json: Self.density(", \"aggregation\": \"\(aggregation)\"\(value)"), tables: ["d": Self.cloud()]
        ).check()
    }

    @Test("colour scales are found in the merged grid", arguments: ["linear", "log", "equalized"])
    func scales(_ scaling: String) async throws {
        try await PartialCase(
            json: Self.density(", \"style\": {\"colorScaling\": \"\(scaling)\"}"), tables: ["d": Self.cloud()]
        ).check([7: [.pairs]])
    }

    @Test("logarithmic axes show what is above 0")
    func logarithmic() async throws {
        var cloud = Self.cloud()
        for k in stride(from: 0, to: Self.rows, by: 9) { cloud["y"]?[k] = -1 }
        let axes = "\"xAxis\": {\"type\": \"logarithmic\"}, \"yAxis\": {\"type\": \"logarithmic\"},"
        try await PartialCase(json: Self.density(axes: axes), tables: ["d": cloud]).check([1: [.pairs], 7: [.pairs]])
    }

    @Test("gaps, empty partitions, and partitions of gaps")
    func gaps() async throws {
        var cloud = Self.cloud()
        for k in 1_000..<2_500 { cloud["x"]?[k] = .nan }
        for k in 4_000..<4_800 { cloud["y"]?[k] = .nan }
        try await PartialCase(json: Self.density(), tables: ["d": cloud]).check([7: [.pairs], 64: [.pairs]])
        let few = cloud.mapValues { Array($0.prefix(5)) }
        try await PartialCase(json: Self.density(), tables: ["d": few]).check([1: [.pairs], 64: [.pairs]])
        try await PartialCase(json: Self.density(), tables: ["d": cloud.mapValues { _ in [] }]).check([3: [.flat]])
    }

    @Test("categories are numbered by all partitions")
    func categories() async throws {
        var cloud = Self.cloud()
        cloud["c"] = cloud["v"]?.enumerated().map { k, value in
            k % 17 == 0 ? .nan : (Double(k / 1_500) + (value > 50 ? 0.5 : 0)) * 2
        }
        let series = ", \"aggregation\": \"category\", \"category\": \"c\""
        try await PartialCase(json: Self.density(series), tables: ["d": cloud]).check()
        let missing = series + ", \"style\": {\"missingColor\": \"#888888\"}"
        try await PartialCase(json: Self.density(missing), tables: ["d": cloud]).check([7: [.chain]])
        let texts = PartialCase(json: Self.density(missing), tables: ["d": cloud], texts: ["c"])
        try await texts.check([1: [.flat], 7: [.pairs]])
        // Their numbers need all rows, regardless of the ranges.
        let options = Array("{\"ranges\": {\"x\": [0, 1], \"y\": [0, 1]}}".utf8)
        #expect(try PartialPlan(json: Array(Self.density(series).utf8), options: options).needsExtents)
        #expect(try !PartialPlan(json: Array(Self.density().utf8), options: options).needsExtents)
    }

    @Test("sums do not depend on the order of parts")
    func sums() async throws {
        var numbers = SeededNumbers(seed: 8)
        // Large values that cancel: plain sequential summation would lose the small ones.
        let large = (0..<1_500).map { _ in numbers.double(-1...1) * 1e17 }
        let spots = large.map { _ in numbers.double(0...4).rounded() }
        let values = large + large.map { -$0 } + large.map { _ in numbers.double(0...1) }
        let positions = spots + spots + spots
        let json = """
            {"size": {"width": 120, "height": 100}, "xAxis": {"type": "number", "defaultRange": [0, 4]}, "yAxis": {"type": "number", "defaultRange": [0, 4]},
             "series": [{"type": "density", "data": "d", "x": "x", "y": "x", "value": "v", "aggregation": "sum", "spread": 0}]}
            """
        let sums = PartialCase(json: json, tables: ["d": ["x": positions, "v": values]])
        let partial = try PartialPlan(json: Array(json.utf8))
        #expect(!partial.needsExtents)
        var pictures: [RenderedImage] = []
        for count in [1, 3, 50] {
            for tree in PartialCase.Tree.allCases {
                pictures.append(
                    try await Probe.renderer.render(
                        partial.makeChart(tree.merge(sums.reduced(partial, count), partial))))
            }
        }
        #expect(pictures.allSatisfy { $0.image == pictures[0].image && $0.altText == pictures[0].altText })
        // Some 375 values of 0 to 1 for each of the inner positions.
        let small = positions.indices.filter { $0 >= 3_000 && positions[$0] == 1 }.reduce(0) { $0 + values[$1] }
        #expect(small > 100 && small < 300)
        #expect(!pictures[0].altText.contains("e+"), "\(pictures[0].altText)")
    }

    // MARK: Lines

    private static func walk(_ rows: Int = 40_000) -> [String: [Double]] {
        var numbers = SeededNumbers(seed: 6)
        var height = 0.0
        return [
            "t": (0..<rows).map { Double($0) * 0.25 },
            "v": (0..<rows).map { _ in
                height += numbers.double(-1...1)
                return height
            },
        ]
    }

    private static func line(_ more: String = "", axes: String = "") -> String {
        """
        {"size": {"width": 400, "height": 300}, \(axes) "series": [{"type": "line", "data": "d", "x": "t", "y": "v" \(more)}]}
        """
    }

    @Test("lines have the same extremes in each part of a pixel column")
    func lines() async throws {
        try await PartialCase(json: Self.line(), tables: ["d": Self.walk()]).check(words: false)
    }

    @Test("few samples are kept as they are")
    func few() async throws {
        try await PartialCase(json: Self.line(), tables: ["d": Self.walk(300)]).check()
    }

    @Test("a range is shown with what leads into it")
    func ranges() async throws {
        let axes = "\"xAxis\": {\"type\": \"number\", \"defaultRange\": [2500.1, 6000.3]},"
        try await PartialCase(json: Self.line(axes: axes), tables: ["d": Self.walk()]).check(
            [1: [.pairs], 7: [.pairs], 64: [.pairs]], words: false)
        // The ends of the range are between partitions.
        let between = "\"xAxis\": {\"type\": \"number\", \"defaultRange\": [4.9, 10.1]},"
        try await PartialCase(json: Self.line(axes: between), tables: ["d": Self.walk(60)]).check([20: [.pairs]])
        // Each row in its own partition, with the extremes across at the ends of the range.
        let times = (0..<60).map { Double($0) * 0.25 }
        try await PartialCase(json: Self.line(axes: between), tables: ["d": ["t": times, "v": times.map { $0 * 3 }]])
            .check([60: [.pairs]])
    }

    @Test("gaps stay gaps")
    func lineGaps() async throws {
        var walk = Self.walk()
        for k in 9_000..<20_000 { walk["v"]?[k] = .nan }
        for k in stride(from: 1, to: 40_000, by: 701) { walk["v"]?[k] = .nan }
        try await PartialCase(json: Self.line(), tables: ["d": walk]).check(
            [1: [.pairs], 7: [.pairs], 64: [.pairs]], words: false)
    }

    @Test("dates, logarithms, two series and tables, vertical lines")
    func kinds() async throws {
        var walk = Self.walk()
        walk["t"] = walk["t"]?.map { 1.7e9 + $0 * 60 }
        walk["v"] = walk["v"]?.map { abs($0) }
        let axes = "\"xAxis\": {\"type\": \"dateTime\"}, \"yAxis\": {\"type\": \"logarithmic\"},"
        try await PartialCase(json: Self.line(axes: axes), tables: ["d": walk], dates: ["t"]).check(
            [1: [.pairs], 7: [.pairs]], words: false)
        let json = """
            {"size": {"width": 400, "height": 300}, "yAxis": {"type": "number"}, "legend": {}, "data": {"own": {"values": {"t": [0, 9000], "v": [1, 90]}}},
             "series": [{"type": "line", "data": "d", "x": "t", "y": "v", "title": "a"}, {"type": "stepLine", "data": "own", "x": "t", "y": "v", "title": "own"},
               {"type": "density", "data": "e", "x": "t", "y": "v", "title": "b"}]}
            """
        try await PartialCase(json: json, tables: ["d": Self.walk(), "e": Self.walk(5_000)]).check(
            [1: [.pairs], 7: [.pairs]], words: false)
        let vertical =
            "{\"size\": {\"width\": 400, \"height\": 300}, \"series\": [{\"type\": \"line\", \"data\": \"d\", \"y\": \"t\", \"x\": \"v\", \"orientation\": \"vertical\"}]}"
        try await PartialCase(json: vertical, tables: ["d": Self.walk()]).check(
            [1: [.pairs], 7: [.pairs]], words: false)
    }
}

/// Series whose rows are aggregated.
@Suite("Partial results: aggregated rows", .serialized)
struct PartialGroupTests {
    private static func table(_ keys: Int) -> [String: [Double]] {
        var numbers = SeededNumbers(seed: 9)
        let k = (0..<5_000).map { _ in numbers.double(0...Double(keys)).rounded() * 3 }
        return ["k": k, "v": k.map { $0 + numbers.double(-100...100).rounded() }]
    }

    private static func columns(
        _ aggregation: String, _ more: String = "", axes: String = "", kind: String = "column"
    ) -> String {
        """
        {"size": {"width": 400, "height": 300}, \(axes) "legend": {},
         "series": [{"type": "\(kind)", "data": "d", "x": "k", "y": "v", "aggregation": "\(aggregation)" \(more)}]}
        """
    }

    @Test("columns are one process's", arguments: ["count", "sum", "mean", "min", "max", "last"])
    func columns(_ aggregation: String) async throws {
        var table = Self.table(12)
        for i in stride(from: 0, to: 5_000, by: 7) { table["v"]?[i] = .nan }
        for i in stride(from: 3, to: 5_000, by: 11) { table["k"]?[i] = .nan }
        let json = Self.columns(aggregation, ", \"style\": {\"dataPointLabelStyle\": {\"showLabels\": true}}")
        #expect(try !PartialPlan(json: Array(json.utf8)).needsExtents)
        try await PartialCase(json: json, tables: ["d": table]).check()
    }

    @Test("names keep the order in which they come first")
    func names() async throws {
        // On a category axis numbers are names.
        let axes = "\"xAxis\": {\"type\": \"category\"},"
        try await PartialCase(json: Self.columns("sum", axes: axes), tables: ["d": Self.table(20)]).check()
        let bars = """
            {"size": {"width": 400, "height": 300}, "yAxis": {"type": "category"}, "xAxis": {"type": "number"},
             "series": [{"type": "bar", "data": "d", "y": "k", "x": "v", "aggregation": "mean"}]}
            """
        try await PartialCase(json: bars, tables: ["d": Self.table(9)]).check([7: [.pairs]])
    }

    @Test("dates, and any kind of series; lines beside it have extents first")
    func kinds() async throws {
        var days = Self.table(30)
        days["k"] = days["k"]?.map { 1.7e9 + $0 * 86_400 }
        let axes = "\"xAxis\": {\"type\": \"dateTime\"},"
        for kind in ["column", "line", "scatter"] {
            try await PartialCase(json: Self.columns("mean", axes: axes, kind: kind), tables: ["d": days], dates: ["k"])
                .check([1: [.pairs], 7: [.pairs]])
        }
        let both = """
            {"size": {"width": 400, "height": 300}, "legend": {}, "series": [
               {"type": "column", "data": "d", "x": "k", "y": "v", "aggregation": "max", "title": "a"},
               {"type": "line", "data": "e", "x": "k", "y": "v", "title": "b"}]}
            """
        var line = Self.table(3_000)
        line["k"] = line["k"]?.sorted()
        let all = PartialCase(json: both, tables: ["d": Self.table(12), "e": line])
        #expect(try PartialPlan(json: Array(both.utf8)).needsExtents)
        try await all.check([1: [.pairs], 7: [.pairs]], words: false)
    }
}
