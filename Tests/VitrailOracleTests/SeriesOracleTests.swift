import Testing
import VitrailChart
import VitrailConformance

/// Every kind meets the published limits, without exceptions.
@Suite("Every kind of series is exact", .enabled("\(Oracle.reason)", Oracle.isAvailable))
struct SeriesOracleTests {
    @Test("in each of its orientations, at each scale", arguments: SeriesCase.all(scales: [1, 1.5, 2, 3]))
    func exact(one: SeriesCase) async throws {
        try await Oracle.expectAgreement(one.testDescription, plan(one.chart()).scene)
    }

    @Test("half a pixel off, each is outside the limits", arguments: SeriesCase.all(scales: [1]))
    func shifted(one: SeriesCase) async throws {
        let scene = try plan(one.chart()).scene
        let result = try await Oracle.compare(
            "\(one.testDescription) moved", scene, exact: scene.movingSeries(x: 0.5, y: 0.5))
        #expect(!result.passed, "\(result)")
    }
}
