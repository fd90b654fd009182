import Testing
import VitrailChart
import VitrailDescription

@Suite("Names of items that have no room")
struct MissingNameTests {
    private func warnings(_ names: [String], height: Int) throws -> [String] {
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let values = names.indices.map { "\($0 + 1)" }.joined(separator: ", ")
        let chart = try ChartDescription(
            json: """
                {"size": {"width": 400, "height": \(height)}, "yAxis": {"type": "category"},
                 "data": {"d": {"values": {"n": [\(list)], "v": [\(values)]}}},
                 "series": [{"type": "bar", "data": "d", "y": "n", "x": "v"}]}
                """
        ).makeChart()
        return try plan(chart).warnings.map { "\($0)" }
    }

    private static let names = [
        "Ash", "Beech", "Cedar", "Elm", "Fir", "Holly", "Larch", "Maple", "Oak", "Pine", "Rowan", "Yew",
    ]

    @Test("a warning counts them and names the first")
    func counted() throws {
        let found = try warnings(Self.names, height: 120)
        #expect(
            found.contains {
                $0.hasPrefix("yAxis: ") && $0.contains(" of 12 names do not fit")
                    && $0.contains("style.majorTickStyle.labelFont")
            })
        #expect(try warnings(Self.names, height: 400).isEmpty)
    }

    @Test("years need no warning")
    func numbers() throws {
        #expect(try warnings((1_990..<2_010).map { "\($0)" }, height: 120).isEmpty)
    }
}
