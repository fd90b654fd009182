import Foundation
import Testing
import Vitrail

/// Whole charts: the SVG drawn by librsvg, compared with the picture drawn by GL.
@Suite("Charts as SVG", .enabled("no GL device opens here", { (try? await Renderer().open()) != nil }))
struct ChartTests {
    private static let examples =
        "\(#filePath)".split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Examples"

    /// Examples whose data are in the repository.
    private static let exampleNames = ((try? FileManager.default.contentsOfDirectory(atPath: examples)) ?? [])
        .filter { $0.hasSuffix(".json") && $0 != "million-line.json" }.map { String($0.dropLast(5)) }.sorted()

    private static let renderer = Renderer()

    private func chart(_ name: String) throws -> Chart {
        let chart = try ChartDescription(contentsOf: "\(Self.examples)/\(name).json").makeChart()
        chart.scale = 0.75
        return chart
    }

    @Test(
        "every example looks the same, but for its texts", .enabled(if: Rsvg.isAvailable, Rsvg.reason),
        arguments: exampleNames, VectorPolicy.allCases)
    func example(name: String, policy: VectorPolicy) async throws {
        let chart = try chart(name)
        let ours = try await Self.renderer.render(chart)
        let vector = try await Self.renderer.renderVector(chart, policy: policy)
        #expect(vector.notes.isEmpty)
        let document = SVGDocument(bytes: vector.bytes, notes: [])
        let scene = try plan(chart).scene
        let result = try await Compared.result("\(name) \(policy)", scene, ours: ours.image, document: document)
        #expect(result.statistics.count > 1000, "nothing was drawn")
        #expect(result.passed, "\(name): \(result)")
        let reading = try Reading(document)
        // A density is always a picture.
        let isPicture = policy == .never || chart.series.contains { $0 is DensitySeries }
        #expect((reading.count("image") > 0) == isPicture)
        #expect(reading.texts["title"] == ours.title && reading.texts["desc"] == ours.altText)
        #expect(reading.count("text") > 5)
    }

    @Test("the examples are there")
    func examplesExist() { #expect(Self.exampleNames.count >= 6) }

    @Test("a device is opened for large series only")
    func device() async throws {
        let closed = Renderer(GLOptions(eglLibrary: "/none"))
        let chart = try chart("aapl-close")
        let vector = try await closed.renderVector(chart)
        #expect(vector.statistics.renderer == "none" && vector.statistics.samplesDrawn > 0)
        await #expect(throws: GLError.self) { try await closed.renderVector(chart, policy: .never) }
        let drawn = try await Self.renderer.renderVector(chart, largestMark: 10)
        #expect(drawn.statistics.renderer != "none" && drawn.statistics.draws > 0)
        #expect(try Reading(SVGDocument(bytes: drawn.bytes, notes: [])).count("image") > 0)
    }

    @Test("PNG carries title and description as text")
    func metadata() async throws {
        let image = try await Self.renderer.render(chart("employment"))
        #expect(image.altText.hasPrefix("A column chart."))
        let bytes = try image.encoded(as: .png)
        func holds(_ text: String) -> Bool { Data(bytes).range(of: Data(text.utf8)) != nil }
        #expect(holds("tEXtTitle\0US non-farm jobs won and lost"))
        #expect(holds("iTXtDescription\0") && holds(image.altText))
    }
}
