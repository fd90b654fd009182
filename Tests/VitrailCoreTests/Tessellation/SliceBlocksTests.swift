import Testing
import VitrailCore
import VitrailScene

/// Areas, and strokes that are areas, drawn block by block.
@Suite("Slices in blocks")
struct SliceBlocksTests {
    private func list(_ shapes: Shape..., clip: PixelRect? = nil) -> DrawList {
        tessellate(Scene(size: testSize, layers: [Layer(.series, marks: shapes.map { Mark($0, clip: clip) })]))
    }

    private func line(_ points: [PlotPoint], width: Float = 2) -> Shape {
        .polyline(Polyline(points: points, width: width, paint: .solid(.black)))
    }

    private func area(_ places: [(Float, Float, Float)], _ orientation: Area.Orientation = .horizontal) -> Shape {
        .area(
            Area(
                samples: places.map { Area.Sample(along: $0.0, first: $0.1, second: $0.2) }, orientation: orientation, paint: .solid(.black)))
    }

    private func blocks(_ list: DrawList) -> [BlockVertex] {
        for case .block(let vertices) in list.buffers { return vertices }
        return []
    }

    private func slices(_ list: DrawList) -> [AreaVertex] {
        for case .slices(let vertices) in list.textures { return vertices }
        return []
    }

    @Test("a block is four columns wide, starts on a multiple of four, and is as high as its slices are there")
    func box() {
        let list = list(area([(6, 10, 20), (14, 30, 40)]))
        #expect(list.draws.map(\.program) == [.slices] && list.draws.map(\.blend) == [.over])
        // 6…8, 8…12 and 12…14, on rows that end on multiples of four.
        #expect(
            blocks(list).map(\.box) == [
                PlotRect(minX: 4, minY: 8, maxX: 8, maxY: 28), PlotRect(minX: 8, minY: 12, maxX: 12, maxY: 36),
                PlotRect(minX: 12, minY: 24, maxX: 16, maxY: 40),
            ])
        #expect(blocks(list).map(\.count) == [SIMD4(0, 0, 1, 1), SIMD4(1, 1, 1, 1), SIMD4(1, 1, 0, 0)])
        #expect(slices(list).count == TextureData.slicesPerRow && list.totals.draws == 1)
    }

    @Test("a column reads those slices that lie in it")
    func columns() throws {
        let list = list(area([(0, 10, 20), (1.5, 10, 20), (1.75, 10, 20), (2.25, 10, 20), (4, 10, 20)]))
        let block = try #require(blocks(list).first)
        #expect(block.first == SIMD4(0, 0, 2, 3) && block.count == SIMD4(1, 3, 2, 1))
        // The second area's slices follow the first one's.
        let two = self.list(area([(0, 1, 2), (4, 1, 2)]), area([(0, 5, 6), (4, 5, 6)]))
        #expect(blocks(two).map(\.first) == [SIMD4(0, 0, 0, 0), SIMD4(2, 2, 2, 2)])
        #expect(two.textures.count == 1)
    }

    @Test("a vertical area has blocks of rows")
    func vertical() {
        let list = list(area([(6, 10, 20), (10, 10, 20)], .vertical))
        #expect(
            blocks(list).map(\.box) == [PlotRect(minX: 8, minY: 4, maxX: 20, maxY: 8), PlotRect(minX: 8, minY: 8, maxX: 20, maxY: 12)])
        #expect(list.draws.first?.uniforms.shape.x == 1)
    }

    @Test("only blocks within the clip are drawn")
    func clipped() {
        let list = list(area([(0, 10, 20), (200, 10, 20)]), clip: PixelRect(x: 50, y: 12, width: 10, height: 4))
        #expect(blocks(list).map(\.box.minX) == [50, 52, 56])
        #expect(blocks(list).allSatisfy { $0.box.minY == 12 && $0.box.maxY == 16 })
    }

    @Test("an area that goes to and fro goes to the mask")
    func toAndFro() {
        let places = (0..<60).map { (i: Int) -> (Float, Float, Float) in (i % 2 == 0 ? 0 : 200, Float(i), Float(i + 1)) }
        #expect(list(area(places)).draws.map(\.program) == [.erase, .area, .resolveMask])
    }

    @Test("a line that never turns back along an axis is an area, another one is not")
    func lines() {
        #expect(list(line([point(10, 10), point(50, 90), point(90, 10)])).draws.map(\.program) == [.slices])
        let upwards = list(line([point(10, 10), point(90, 50), point(10, 90)]))
        #expect(upwards.draws.map(\.program) == [.slices] && upwards.draws.first?.uniforms.shape.x == 1)
        let loop = [point(10, 10), point(90, 50), point(50, 90), point(30, 20)]
        #expect(list(line(loop)).draws.map(\.program) == [.erase, .line, .resolveCells])
    }

    @Test("runs that share no pixel are areas; where they meet they are a union, which takes cells")
    func runs() {
        let first = [point(10, 10), point(40, 10), .gap]
        for apart in [[point(60, 50), point(90, 50)], [point(41, 50), point(90, 50)], [point(10, 50), point(40, 50)]] {
            #expect(list(line(first + apart)).draws.map(\.program) == [.slices])
        }
        for meeting in [[point(10, 11), point(40, 50)], [point(30, 0), point(30, 90)], [point(40.5, 10), point(90, 10)]] {
            #expect(list(line(first + meeting)).draws.map(\.program).contains(.line))
        }
    }

    @Test("the area of a straight stroke is its length times its width, at any angle")
    func straight() {
        for (x, y) in [(60, 0), (60, 25), (25, 60), (0, 60)] as [(Float, Float)] {
            let list = list(line([point(20, 20), point(20 + x, 20 + y)], width: 6))
            let vertices = slices(list)
            let sum = zip(vertices, vertices.dropFirst()).filter { $0.0.run < 2 }.reduce(0.0) { sum, pair in
                let (a, b) = pair
                return sum + Double(b.along - a.along) * Double((a.second - a.first) + (b.second - b.first)) / 2
            }
            #expect(abs(sum - Double((x * x + y * y).squareRoot() * 6)) < 0.05)
        }
    }

    @Test("strokes of any width are drawn", arguments: [1e-30, 1e-3, 1e6, 1e30] as [Float])
    func widths(width: Float) throws {
        let list = list(line([point(10, 10), point(100, 60), point(190, 10)], width: width))
        let vertices = slices(list)
        #expect(list.draws.map(\.program) == [.slices] && vertices.allSatisfy { $0.first.isFinite && $0.second.isFinite })
        // One wider than the picture reaches from top to bottom.
        #expect(vertices.contains { $0.first < 0 && $0.second > 100 } == (width > 1e3))
    }

    @Test("dense points are left to envelopes, sparse ones are not")
    func dense() {
        let points = (0..<200).map { point(10 + Float($0) / 1.5, $0 % 2 == 0 ? 20 : 80) }
        #expect(list(line(points)).draws.map(\.program) == [.envelope])
        #expect(list(line(points.enumerated().compactMap { $0 % 5 == 0 ? $1 : nil })).draws.map(\.program) == [.slices])
    }
}
