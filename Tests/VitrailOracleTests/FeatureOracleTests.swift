import Testing
import VitrailChart
import VitrailDescription
import VitrailTestNumbers

@Suite("Looks of series are exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct FeatureOracleTests {
    @Test("each feature", arguments: FeatureDescriptions.all.map(\.name), [1, 1.5])
    func feature(name: String, scale: Double) async throws {
        let json = try #require(FeatureDescriptions.all.first { $0.name == name }?.json)
        let chart = try ChartDescription(json: json).makeChart()
        chart.scale = scale
        try await Oracle.expectAgreement("\(name) at \(scale)×", plan(chart).scene)
    }
}
