import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailCore

/// Strokes of many pieces smaller than cells are drawn by finer ones.
@Suite("Fine cells")
struct FineCellsTests {
    private func list(_ points: [PlotPoint], width: Float) -> DrawList {
        let mark = Mark(.polyline(Polyline(points: points, width: width, paint: .solid(Color(0x204080, alpha: 0.5)))))
        var scene = Scene(size: PixelSize(width: 200, height: 150), layers: [Layer(.series, marks: [mark])])
        scene.decimation = .none
        return tessellate(scene)
    }

    private func lineVertices(_ list: DrawList) -> [LineVertex] {
        for case .line(let vertices) in list.buffers { return vertices }
        return []
    }

    /// Two samples, and a gap.
    private func pairs(_ count: Int, apart: Float, y: (Int) -> Float) -> [PlotPoint] {
        (0..<count).flatMap { i -> [PlotPoint] in
            [point(10 + Float(3 * i) * apart, y(2 * i)), point(10 + Float(3 * i + 1) * apart, y(2 * i + 1)), .gap]
        }
    }

    private static let part: [Program] = [.erase, .fineLine, .resolveCells]
    private static func parts(_ part: [Program]) -> [Program] { [.erase] + (0..<8).flatMap { _ in part } + [.resolveMask] }

    @Test("are for ends and thin strokes of which there are many in a pixel, and for no others")
    func needed() {
        var numbers = SeededNumbers(seed: 1)
        let noise = (0..<2_000).map { _ in numbers.float(40...100) }
        let path = (0..<2_000).map { point(10 + Float($0) * 0.05, noise[$0]) }
        #expect(list(path, width: 1.5).draws.map(\.program) == [.erase, .line, .resolveCells])
        #expect(list(path, width: 0.4).draws.map(\.program) == Self.parts(Self.part))
        // A thin line by itself.
        #expect(list(stride(from: 0, to: 2_000, by: 100).map { path[$0] }, width: 0.4).draws.map(\.program) == [.erase, .line, .resolveCells])
        // Some of them are level, and short.
        #expect(list(pairs(900, apart: 0.05) { noise[$0] }, width: 1.5).draws.map(\.program) == Self.parts([.erase, .fineLine, .fineLine, .resolveCells]))
        // Each by itself, and shorter than a cell; no longer so, or few among others.
        func ticks(_ length: Float) -> [PlotPoint] { (0..<30).flatMap { [point(10 + Float($0) * 5, 40), point(10 + Float($0) * 5 + length, 90), .gap] } }
        func dots(_ length: Float) -> [PlotPoint] { (0..<30).flatMap { [point(10 + Float($0) * 5, 60), point(10 + Float($0) * 5 + length, 60), .gap] } }
        #expect(list(dots(0.2), width: 1.5).draws.map(\.program).contains(.fineLine))
        #expect(list(dots(0.3), width: 1.5).draws.map(\.program) == [.erase, .line, .resolveCells])
        #expect(list((0..<9).flatMap { _ in ticks(3) } + dots(0.2), width: 1.5).draws.map(\.program) == [.erase, .line, .resolveCells])
        // Dashes.
        #expect(list(pairs(20, apart: 3) { _ in 60 }, width: 1.5).draws.map(\.program) == [.erase, .line, .resolveCells])
    }

    @Test("lie where eight parts of a pixel do, and are as much of it")
    func placed() {
        let list = list(pairs(900, apart: 0.02) { Float($0 % 37) * 2 + 20 }, width: 1.5)
        let draws = list.draws.filter { $0.program == .fineLine }
        let middles = Set(draws.map { SIMD2($0.uniforms.gradient.x, $0.uniforms.gradient.y) })
        #expect(middles == Set([-0.25, 0.25].flatMap { x in [-0.375, -0.125, 0.125, 0.375].map { SIMD2(x, $0) } }))
        #expect(draws.allSatisfy { $0.uniforms.gradient.z == 0.0625 && $0.blend == .max })
        let shares = list.draws.filter { $0.program == .resolveCells }
        #expect(draws.count >= 8 && shares.count == 8)
        #expect(shares.allSatisfy { $0.blend == .add && $0.uniforms.color0 == SIMD4(repeating: 0.125) })
        // What is added before each is rounded cancels.
        #expect(abs(shares.reduce(0) { $0 + $1.uniforms.shape.x }) < 1e-7)
    }

    @Test("level segments side by side add; what crosses, goes back, or is as long as a cell does not")
    func comb() {
        func teeth(_ points: [PlotPoint], width: Float = 2) -> Int {
            let list = list(points, width: width)
            let vertices = lineVertices(list)
            #expect(list.draws.contains { $0.program == .fineLine })
            let added = list.draws.first { $0.program == .fineLine && $0.blend == .add }
            guard let added else { return 0 }
            return vertices[added.firstVertex...(added.firstVertex + added.instanceCount)].count { $0.run == 1 }
        }
        let level = pairs(3_000, apart: 0.01) { _ in 60 }
        #expect(teeth(level) == 3_000)
        // All at one angle lie beside each other, too.
        #expect(teeth(pairs(3_000, apart: 0.01) { Float($0) * 0.002 }) == 3_000)
        var numbers = SeededNumbers(seed: 2)
        #expect(teeth(pairs(3_000, apart: 0.01) { _ in 60 + numbers.float(-0.02...0.02) }) < 300)
        #expect(teeth(pairs(400, apart: 0.2) { _ in 60 }) == 0)
        // The second half lies on the first.
        #expect(teeth(level + level) == 3_000)
        #expect(teeth(level + level.map { point($0.x + 91, $0.y) }) == 6_000)
        // A longer one among them is drawn by itself.
        #expect(teeth(Array(level[..<3_000]) + [point(40, 10), point(40.01, 100), .gap] + level[3_003...]) == 2_999)
    }
}
