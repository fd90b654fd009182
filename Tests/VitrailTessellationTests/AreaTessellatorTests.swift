import Testing
import VitrailDrawList
import VitrailScene
import VitrailTestNumbers

@testable import VitrailTessellation

@Suite("Area tessellator")
struct AreaTessellatorTests {
    private static func sample(_ along: Float, _ first: Float, _ second: Float) -> Area.Sample {
        Area.Sample(along: along, first: first, second: second)
    }

    private func area(_ samples: [Area.Sample], _ orientation: Area.Orientation = .horizontal) -> Mark {
        Mark(.area(Area(samples: samples, orientation: orientation, paint: .solid(.black))))
    }

    /// Sum of the trapezoids' areas.
    private func sum(_ list: DrawList) -> Double {
        list.slices.reduce(0) { total, slice in
            let width = Double(slice.1.along) - Double(slice.0.along)
            let heights =
                Double(slice.0.second) - Double(slice.0.first) + Double(slice.1.second)
                - Double(slice.1.first)
            return total + abs(width * heights) / 2
        }
    }

    @Test(
        "samples that make no slice paint nothing",
        arguments: [
            [], [sample(1, 2, 3)], [Area.Sample.gap, .gap], [sample(1, 2, 3), .gap, sample(5, 2, 3)],
            [sample(5, 2, 3), sample(5, 8, 9)], [sample(.infinity, 2, 3), sample(5, 2, 3)],
            [sample(1, .nan, 3), sample(5, 2, 3)], [sample(-9, 2, 3), sample(-4, 2, 3)],
            [sample(10, 200, 300), sample(20, 300, 200)],
        ])
    func nothing(samples: [Area.Sample]) {
        #expect(drawList(area(samples)).commands.isEmpty)
        #expect(drawList(area(samples)).buffers.isEmpty)
    }

    @Test("slices that cross are cut where they cross")
    func crossing() {
        let list = drawList(area([Self.sample(10, 20, 60), Self.sample(50, 60, 20)]))
        #expect(list.slices.count == 2)
        #expect(list.areaVertices[at: 1] == AreaVertex(along: 30, first: 40, second: 40, run: 0))
        #expect(sum(list) == 800)
    }

    @Test("a jump starts anew")
    func jump() {
        let list = drawList(
            area([
                Self.sample(10, 0, 20), Self.sample(20, 0, 20), Self.sample(20, 0, 50),
                Self.sample(30, 0, 50),
            ]))
        #expect(list.areaVertices.map(\.run) == [1, 2, 1, 2])
        #expect(sum(list) == 700)
    }

    @Test("slices that do not cross sum to the polygon's area", arguments: 0..<20)
    func polygon(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let samples = (0..<50).map { i in
            Self.sample(Float(i) * 4, numbers.float(0...45), numbers.float(55...100))
        }
        // Shoelace formula for the outline, which is exact.
        let outline =
            samples.map { SIMD2(Double($0.along), Double($0.first)) }
            + samples.reversed().map { SIMD2(Double($0.along), Double($0.second)) }
        let twice = outline.indices.reduce(0.0) { total, i in
            let a = outline[i]
            let b = outline[(i + 1) % outline.count]
            return total + a.x * b.y - b.x * a.y
        }
        #expect(abs(sum(drawList(area(samples))) - abs(twice) / 2) < 1e-2)
    }

    /// Length covered inside the clip on one line across; curves are pairs of samples.
    private func covered(at x: Double, _ slices: [(Area.Sample, Area.Sample)]) -> Double {
        slices.reduce(0) { total, slice in
            let (a, b) = slice
            let low = Double(min(a.along, b.along))
            let high = Double(max(a.along, b.along))
            guard x >= low, x < high else { return total }
            let t = (x - Double(a.along)) / (Double(b.along) - Double(a.along))
            let first = Double(a.first) + (Double(b.first) - Double(a.first)) * t
            let second = Double(a.second) + (Double(b.second) - Double(a.second)) * t
            return total + abs(min(max(second, 0), 100) - min(max(first, 0), 100))
        }
    }

    private func wild(seed: UInt64) -> [Area.Sample] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<40).map { _ in
            let kind = numbers.next() % 8
            if kind == 0 { return .gap }
            let reach: Float = kind < 4 ? 100 : kind < 7 ? 3000 : 1e6
            return Self.sample(
                numbers.float(-400...600), numbers.float(-reach...reach), numbers.float(-reach...reach))
        }
    }

    @Test("cutting and culling change nothing inside the clip", arguments: 0..<40)
    func culling(seed: Int) {
        let samples = wild(seed: UInt64(seed))
        let list = drawList(area(samples))
        #expect(list.areaVertices.count <= AreaTessellator.vertexBound(count: samples.count))
        let wanted = zip(samples, samples.dropFirst()).filter { $0.isFinite && $1.isFinite }.map { ($0, $1) }
        let made = list.slices.map {
            (Self.sample($0.along, $0.first, $0.second), Self.sample($1.along, $1.first, $1.second))
        }
        for step in 0..<173 {
            let x = 0.37 + Double(step) * 1.15
            #expect(abs(covered(at: x, wanted) - covered(at: x, made)) < 0.02, "at \(x)")
        }
        for (a, b) in made { #expect((a.first - a.second) * (b.first - b.second) >= -1e-2) }
    }

    @Test("far curves are held near the picture")
    func far() {
        let list = drawList(area([Self.sample(-1e6, -3e38, 3e38), Self.sample(1e6, -3e38, 3e38)]))
        for vertex in list.areaVertices {
            #expect(abs(vertex.along) < 1000 && abs(vertex.first) < 1000 && abs(vertex.second) < 1000)
        }
        #expect(
            covered(
                at: 100.5,
                list.slices.map {
                    (Self.sample($0.along, $0.first, $0.second), Self.sample($1.along, $1.first, $1.second))
                }) == 100)
    }

    @Test("a vertical area keeps its numbers and resolves in rows")
    func vertical() {
        let list = drawList(area([Self.sample(10, 20, 30), Self.sample(90, 20, 30)], .vertical))
        #expect(list.areaVertices.map(\.along) == [10, 90])
        #expect(list.draws[at: 1]?.uniforms.shape.x == 1)
        let rows = stride(from: Float(0), to: 96, by: 16).map { PlotRect(minX: 20, minY: $0, maxX: 32, maxY: $0 + 16) }
        #expect(list.quads(of: list.draws[at: 2]).map(\.rect) == rows)
    }

    @Test("slices go to the mask, which is painted within the clip")
    func target() {
        let clip = PixelRect(x: 30, y: 0, width: 40, height: 25)
        var mark = area([Self.sample(10, 20, 30), Self.sample(90, 20, 30)])
        mark.clip = clip
        let list = drawList(mark)
        #expect(list.commands[at: 0] == .target(.mask, clear: nil))
        #expect(list.draws.map(\.program) == [.erase, .area, .resolveMask])
        #expect(list.draws.map(\.blend) == [.replace, .add, .over])
        let edges: [Float] = [30, 32, 48, 64, 70]
        let strips = zip(edges, edges.dropFirst()).map { PlotRect(minX: $0, minY: 20, maxX: $1, maxY: 25) }
        #expect(list.quads(of: list.draws[at: 0]).map(\.rect) == strips)
        #expect(list.quads(of: list.draws[at: 2]).map(\.rect) == strips)
    }

    @Test(
        "of more than four slices in a pixel, a mask of eight bits would round too much",
        arguments: [(4, Target.mask), (5, .fineMask)])
    func thin(perPixel: Int, target: Target) {
        let samples = (0...40 * perPixel).map { Self.sample(10 + Float($0) / Float(perPixel), 20, 30) }
        for list in [drawList(area(samples)), drawList(area(samples.reversed()))] {
            #expect(list.commands[at: 0] == .target(target, clear: nil))
            #expect(
                list.draws.map(\.program) == [.erase, .area, .resolveMask]
                    && list.draws.last?.textures == [.target(target, 0)])
        }
    }
}
