import Testing
import VitrailScene

@testable import VitrailCore

@Suite("Runs of strokes")
struct StrokeRunsTests {
    private func list(_ runs: [[(Float, Float)]], width: Float = 2) -> DrawList {
        let points = runs.flatMap { $0.map { PlotPoint(x: $0.0, y: $0.1) } + [.gap] }
        let mark = Mark(.polyline(Polyline(points: points, width: width, paint: .solid(Color(0x000000, alpha: 0.5)))))
        return tessellate(Scene(size: PixelSize(width: 200, height: 150), layers: [Layer(.series, marks: [mark])]))
    }

    private func programs(_ list: DrawList) -> [Program] {
        list.commands.compactMap { if case .draw(let draw) = $0 { draw.program } else { nil } }
    }

    private func segments(_ list: DrawList) -> Int {
        list.commands.reduce(0) { sum, command in
            if case .draw(let draw) = command, draw.program == .line { sum + draw.instanceCount } else { sum }
        }
    }

    /// Two that lie above one another without touching.
    private static let apart: [[(Float, Float)]] = [[(10, 10), (90, 60)], [(20, 50), (80, 120)]]
    private static let cross: [[(Float, Float)]] = [[(120, 10), (180, 60)], [(120, 60), (180, 10)]]

    @Test("that are apart are areas, whatever lies above one another")
    func apart() { #expect(programs(list(Self.apart)) == [.slices]) }

    @Test("that meet are united; the others are areas")
    func meeting() {
        let list = list([Self.cross[0]] + Self.apart + [Self.cross[1]])
        #expect(programs(list) == [.slices, .erase, .line, .line, .resolveCells])
        #expect(segments(list) == 2)
        let patches = list.quadVertices.map(\.rect)
        for (i, a) in patches.enumerated() {
            #expect(a.minX >= 112)
            for b in patches[(i + 1)...] { #expect(a.minX >= b.maxX || a.maxX <= b.minX || a.minY >= b.maxY || a.maxY <= b.minY) }
        }
    }

    @Test("that follow one another are drawn at once where all of them meet")
    func all() {
        let list = list(Self.cross)
        #expect(programs(list) == [.erase, .line, .resolveCells])
        // One vertex between them starts no segment.
        #expect(segments(list) == 3)
    }

    @Test("are a width apart, or they meet")
    func width() {
        let near: [[(Float, Float)]] = [[(10, 10), (90, 10)], [(10, 18), (90, 18)]]
        #expect(programs(list(near, width: 3)) == [.slices])
        #expect(programs(list(near, width: 12)).contains(.line))
    }
}
