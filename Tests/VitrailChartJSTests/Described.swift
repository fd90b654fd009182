import Foundation
import Testing
import VitrailChartJS

/// A description parsed for tests.
struct Described {
    let config: ChartJSConfig
    let chart: [String: Any]

    init(_ text: String, _ context: ChartJSContext = ChartJSContext()) throws {
        config = try ChartJSConfig(text: text, context: context)
        chart = try #require(JSONSerialization.jsonObject(with: Data(config.description)) as? [String: Any])
    }

    var series: [[String: Any]] { chart["series"] as? [[String: Any]] ?? [] }

    func axis(_ name: String, _ index: Int = 0) throws -> [String: Any] {
        let axes = try #require(chart[name] as? [[String: Any]])
        return try #require(axes.indices.contains(index) ? axes[index] : nil)
    }

    func labels(_ name: String) throws -> [String] { try #require(axis(name)["majorTickLabels"] as? [String]) }

    func values(_ name: String) throws -> [Double] { try #require(axis(name)["majorTickValues"] as? [Double]) }

    /// A column of the table of a series.
    func column(_ series: Int, _ name: String) throws -> [Any] {
        let tables = try #require(chart["data"] as? [String: [String: [String: [Any]]]])
        let table = try #require(self.series[series]["data"] as? String)
        return try #require(tables[table]?["values"]?[name])
    }

    func style(_ series: Int) throws -> [String: Any] { try #require(self.series[series]["style"] as? [String: Any]) }
}

extension ChartJSContext {
    static let quickChart = ChartJSContext(version: .v2, hasQuickChartDefaults: true)
    static let v2 = ChartJSContext(version: .v2)
}
