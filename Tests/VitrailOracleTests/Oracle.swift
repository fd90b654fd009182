import Foundation
import Testing
import VitrailDrawList
import VitrailGL
import VitrailImage
import VitrailReference
import VitrailScene
import VitrailTessellation
import VitrailTestNumbers
import VitrailTestSupport

/// Draws one Scene with the GPU and with the exact reference, and compares the pictures.
///
/// `VITRAIL_ORACLE_DIR=/some/folder` keeps each case's pictures there: drawn, exact, difference.
enum Oracle {
    static let reason = RealDriver.reason
    static func isAvailable() async -> Bool { await RealDriver.isAvailable() }

    /// One device for all cases: programs are compiled once.
    private static let renderer = Task { try await GLRenderer() }

    /// The GPU path's picture.
    static func draw(_ scene: Scene) async throws -> PixelImage {
        try await draw(tessellate(scene))
    }

    static func draw(_ list: DrawList) async throws -> PixelImage { try await renderer.value.draw(list).image }

    /// Compares the two pictures over their ink and prints one row of the table: mean, 99th percentile and maximum
    /// difference in 1/255, number of ink pixels, and the position of the maximum difference.
    static func expectAgreement(
        _ name: String, _ scene: Scene, limits: InkComparison.Limits = .init(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let result = try await compare(name, scene, limits: limits, sourceLocation: sourceLocation)
        #expect(result.statistics.count > 0, "nothing was drawn", sourceLocation: sourceLocation)
        #expect(result.passed, "\(name): \(result)", sourceLocation: sourceLocation)
    }

    /// Compares the GPU picture of a scene with the exact picture of the same scene, or of another one.
    ///
    /// No case needs an exception: interiors keep their limit at every pixel.
    static func compare(
        _ name: String, _ scene: Scene, exact other: Scene? = nil, limits: InkComparison.Limits = .init(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> VitrailImage.ComparisonResult {
        var limits = limits
        limits.exceptionShare = 0
        let drawn = try await draw(scene)
        let exact = ReferenceRasterizer.render(other ?? scene)
        let result = InkComparison(background: scene.background, limits: limits)
            .compare(drawn, expected: exact.image, edges: exact.isNearEdge)
        print(row(name, result))
        try keep(name, [("drawn", drawn), ("exact", exact.image), ("difference", result.difference)])
        #expect(exact.skipped.isEmpty, sourceLocation: sourceLocation)
        return result
    }

    private static func row(_ name: String, _ result: VitrailImage.ComparisonResult) -> String {
        let s = result.statistics
        return String(
            format: "| %-44@ | %6.3f | %3d | %3d | %7d | %@", name as NSString, s.mean, s.p99, s.maximum, s.count,
            (s.worst.map { "\($0.x),\($0.y)" } ?? "") as NSString)
    }

    private static func keep(_ name: String, _ pictures: [(String, PixelImage)]) throws {
        guard let folder = ProcessInfo.processInfo.environment["VITRAIL_ORACLE_DIR"] else { return }
        let stem = name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
        for (kind, picture) in pictures {
            let bytes = try ImageEncoder.encode(picture, as: .png)
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(stem)_\(kind).png"))
        }
    }
}

extension SeededNumbers {
    mutating func color(alpha: Double = 1) -> Color { Color(UInt32(truncatingIfNeeded: next()), alpha: alpha) }
}
func scene(
    _ shapes: Shape..., width: Int = 240, height: Int = 160, clip: PixelRect? = nil, decimation: Decimation = .automatic
) -> Scene {
    var scene = Scene(
        size: PixelSize(width: width, height: height),
        layers: [Layer(.series, marks: shapes.map { Mark($0, clip: clip) })])
    scene.decimation = decimation
    return scene
}

func point(_ x: Float, _ y: Float) -> PlotPoint { PlotPoint(x: x, y: y) }

extension Scene {
    /// The same scene with series clipped to the plot area: pictures made on the CPU end there, but strokes of single
    /// samples extend past its edges.
    func cutAtPlot() -> Scene {
        var scene = self
        for k in scene.layers.indices where scene.layers[k].kind == .series {
            for i in scene.layers[k].marks.indices {
                let clip = scene.layers[k].marks[i].clip
                scene.layers[k].marks[i].clip = clip.map { $0.intersection(plotArea) } ?? plotArea
            }
        }
        return scene
    }
}
