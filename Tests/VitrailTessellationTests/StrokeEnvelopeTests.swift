import Testing
import VitrailScene

@testable import VitrailTessellation

/// Segments have a direction even if their squared length rounds to zero.
@Suite("Stroke envelopes")
struct StrokeEnvelopeTests {
    @Test(
        "steps of next to nothing end neither the process nor the stroke",
        arguments: [.leastNonzeroMagnitude, 1e-38, 1e-30, 1e-22, 1e-15] as [Float], [0.005, 1, 40] as [Float])
    func shortSteps(step: Float, width: Float) {
        let positions: [(Float, Float)] = [
            (0, 30), (0, 15), (step, 15), (step, 15 - step), (2 * step, 4), (0.5, 4), (0.5 + step, 4),
        ]
        for isVertical in [false, true] {
            let points = positions.map { isVertical ? point($0.1, $0.0) : point($0.0, $0.1) }
            let list = tessellate(
                Scene(
                    size: PixelSize(width: 30, height: 30),
                    layers: [
                        Layer(
                            .series,
                            marks: [Mark(.polyline(Polyline(points: points, width: width, paint: .solid(.black))))])
                    ]))
            #expect(!list.commands.isEmpty)
            for case .slices(let vertices) in list.textures {
                #expect(vertices.allSatisfy { $0.along.isFinite && $0.first.isFinite && $0.second.isFinite })
            }
        }
    }
}
