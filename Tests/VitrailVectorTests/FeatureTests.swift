import Testing
import Vitrail
import VitrailTestNumbers

@Suite("Looks of series as SVG", .enabled("no GL device opens here", { (try? await Renderer().open()) != nil }))
struct FeatureTests {
    private static let rough: Set = [
        "symbols on one another", "smooth polar line", "radial columns after their directions",
    ]

    @Test(
        "each feature looks as its picture", .enabled(if: Rsvg.isAvailable, Rsvg.reason),
        arguments: FeatureDescriptions.all.map(\.name))
    func feature(name: String) async throws {
        let json = try #require(FeatureDescriptions.all.first { $0.name == name }?.json)
        let chart = try ChartDescription(json: json).makeChart()
        let renderer = Renderer()
        let ours = try await renderer.render(chart)
        let vector = try await renderer.renderVector(chart)
        #expect(vector.notes.isEmpty)
        let document = SVGDocument(bytes: vector.bytes, notes: [])
        let result = try await Compared.result(name, plan(chart).scene, ours: ours.image, document: document)
        #expect(result.statistics.count > 500, "nothing was drawn")
        withKnownIssue(
            "rounding of translucent layers, and edges of outlines, differ by a little more than they may",
            isIntermittent: true
        ) {
            #expect(result.passed, "\(name): \(result)")
        } when: {
            Self.rough.contains(name)
        }
        #expect(try Reading(document).count("image") == 0)
    }
}
