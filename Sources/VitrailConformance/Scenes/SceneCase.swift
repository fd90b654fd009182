package import VitrailImage
import VitrailReference
package import VitrailScene

/// Cases that draw a Scene and compare the picture with the exact reference.
///
/// The limits are the usual ones: over the ink (pixels where either picture is not background), a mean of 3/255, 99 %
/// within 12/255, maximum 48/255, and within 2/255 away from edges, without exceptions.
package enum SceneCase {
    /// - Parameters:
    ///   - isBlank: whether the exact picture may have no ink.
    ///   - needs: extensions required to meet the limits.
    ///   - make: returns the Scene, from the random numbers of the case.
    package static func exact(
        _ name: String, limits: InkComparison.Limits = .init(), isBlank: Bool = false, needs extensions: [String] = [],
        _ make: @escaping @Sendable (inout CaseNumbers) throws -> Scene
    ) -> ConformanceCase {
        ConformanceCase(name) { context in
            let missing = try extensions.isEmpty ? [] : context.missing(extensions)
            guard missing.isEmpty else {
                return .notSupported("the device lacks \(missing.joined(separator: " and "))")
            }
            var numbers = context.numbers
            let scene = try make(&numbers)
            return try judge(try context.draw(scene), scene, limits: limits, isBlank: isBlank)
        }
    }

    static func judge(
        _ drawn: PixelImage, _ scene: Scene, limits: InkComparison.Limits = .init(), isBlank: Bool = false
    ) throws -> CaseOutcome {
        let exact = ReferenceRasterizer.render(scene)
        if let skipped = exact.skipped.first { throw SceneCaseError.skipped(skipped) }
        var limits = limits
        limits.exceptionShare = 0
        let result = InkComparison(background: scene.background, limits: limits).compare(
            drawn, expected: exact.image, edges: exact.isNearEdge)
        if !isBlank, result.statistics.count == 0 { throw SceneCaseError.blank }
        return CaseOutcome(result, reference: exact.image, result: drawn)
    }

    package static func part(_ number: Float) -> String { part(Double("\(number)") ?? 0) }

    /// Formats a number as part of a name: 1.5 is `1_5`.
    package static func part(_ number: Double) -> String { String(self.number(number).map { $0 == "." ? "_" : $0 }) }

    /// Formats a number in its shortest form: 2, 1.5.
    package static func number(_ number: Double) -> String {
        abs(number) < 1e15 && number == number.rounded() ? String(Int(number)) : String(number)
    }
}

/// Errors of the harness: a case does not test its subject.
enum SceneCaseError: Error, CustomStringConvertible {
    case skipped(String)
    case blank

    var description: String {
        switch self {
        case .skipped(let what): "the reference left out \(what)"
        case .blank: "neither picture has any ink"
        }
    }
}

/// A scene with one series layer, 160 × 120 by default.
func scene(
    _ shapes: [Shape], width: Int = 160, height: Int = 120, clip: PixelRect? = nil, background: Color = .white
) -> Scene {
    Scene(
        size: PixelSize(width: width, height: height), background: background,
        layers: [Layer(.series, marks: shapes.map { Mark($0, clip: clip) })])
}

func point(_ x: Float, _ y: Float) -> PlotPoint { PlotPoint(x: x, y: y) }
