import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

/// Strokes of many segments smaller than cells are drawn with subsamples.
@Suite("Stroke places")
struct StrokePositionsTests {
    private func list(_ points: [PlotPoint], width: Float) -> DrawList {
        let mark = Mark(.polyline(Polyline(points: points, width: width, paint: .solid(Color(0x204080, alpha: 0.5)))))
        var scene = Scene(size: PixelSize(width: 200, height: 150), layers: [Layer(.series, marks: [mark])])
        scene.decimation = .none
        return tessellate(scene)
    }

    /// Pairs of samples with a gap after each.
    private func pairs(_ count: Int, apart: Float, y: (Int) -> Float) -> [PlotPoint] {
        (0..<count).flatMap { i -> [PlotPoint] in
            [point(10 + Float(3 * i) * apart, y(2 * i)), point(10 + Float(3 * i + 1) * apart, y(2 * i + 1)), .gap]
        }
    }

    /// A horizontal line of equal segments.
    private func smooth(_ length: Float) -> [PlotPoint] { (0..<300).map { point(10 + Float($0) * length, 60) } }

    private static let positions: [ProgramVariant] =
        [.erase] + (0..<16).flatMap { _ in [ProgramVariant.erase, .fineLine, .resolveCells] } + [.resolveMask]
    private static let cells: [ProgramVariant] = [.erase, .line, .resolveCells]

    @Test("are for ends, short pieces and thin strokes of which there are many in a pixel, and for no others")
    func needed() {
        var numbers = SeededNumbers(seed: 1)
        let noise = (0..<2_000).map { _ in numbers.float(40...100) }
        let path = (0..<2_000).map { point(10 + Float($0) * 0.05, noise[$0]) }
        #expect(list(path, width: 1.5).draws.map(\.program) == Self.cells)
        #expect(list(path, width: 0.4).draws.map(\.program) == Self.positions)
        // A single thin line.
        #expect(
            list(stride(from: 0, to: 2_000, by: 100).map { path[$0] }, width: 0.4).draws.map(\.program) == Self.cells)
        // A thin line in segments shorter than a cell, with few in each pixel; not so for a wider line or longer
        // segments.
        #expect(list(smooth(0.3), width: 0.4).draws.map(\.program) == Self.positions)
        #expect(list(smooth(0.3), width: 0.9).draws.map(\.program) == Self.positions)
        #expect(list(smooth(0.3), width: 1).draws.map(\.program) == Self.cells)
        #expect(list(smooth(0.4), width: 0.9).draws.map(\.program) == Self.cells)
        #expect(list(pairs(900, apart: 0.05) { noise[$0] }, width: 1.5).draws.map(\.program) == Self.positions)
        // Isolated and shorter than a cell; not so if longer, or if only a few among others are short.
        func ticks(_ length: Float) -> [PlotPoint] {
            (0..<30).flatMap { [point(10 + Float($0) * 5, 40), point(10 + Float($0) * 5 + length, 90), .gap] }
        }
        func dots(_ length: Float) -> [PlotPoint] {
            (0..<30).flatMap { [point(10 + Float($0) * 5, 60), point(10 + Float($0) * 5 + length, 60), .gap] }
        }
        #expect(list(dots(0.2), width: 1.5).draws.map(\.program) == Self.positions)
        #expect(list(dots(0.3), width: 1.5).draws.map(\.program) == Self.cells)
        #expect(list((0..<9).flatMap { _ in ticks(3) } + dots(0.2), width: 1.5).draws.map(\.program) == Self.cells)
        // Scattered, and smaller than the distance of 256 subsamples.
        #expect(list(pairs(3_000, apart: 0.02) { _ in 60 }, width: 1.5).draws.count { $0.program == .fineLine } == 64)
        #expect(list(pairs(900, apart: 0.07) { _ in 60 }, width: 1.5).draws.count { $0.program == .fineLine } == 16)
        // Dashes.
        #expect(list(pairs(20, apart: 3) { _ in 60 }, width: 1.5).draws.map(\.program) == Self.cells)
    }

    @Test("of all draws are at as many heights as there are, and at as many places along")
    func placed() {
        let draws = list(smooth(0.3), width: 0.4).draws
        let positions = draws.filter { $0.program == .fineLine }.map(\.uniforms.gradient)
        #expect(
            Set(positions.map { $0.x * 16 }) == Set((0..<16).map { Float($0) })
                && Set(positions.map { $0.y * 16 }) == Set((0..<16).map { Float($0) }))
        #expect(positions.allSatisfy { $0.z == 0 && $0.w == 1.0 / 16 })
        // Each quarter along y covers all quarters along x.
        for quarter in 0..<4 {
            #expect(Set(positions.filter { Int($0.y * 4) == quarter }.map { Int($0.x * 4) }).count == 4)
        }
        let shares = draws.filter { $0.program == .resolveCells }
        #expect(
            shares.count == 16
                && shares.allSatisfy {
                    $0.blend == .add && $0.uniforms.color0 == SIMD4(repeating: 0.5 / 16) && $0.uniforms.shape.y == 1
                })
        // The rounding offsets cancel.
        #expect(abs(shares.reduce(0) { $0 + $1.uniforms.shape.x }) < 1e-7)
    }
}
