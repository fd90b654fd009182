import Testing
import VitrailDrawList
import VitrailScene
import VitrailTessellation

/// Areas, and strokes drawn as areas, in blocks.
@Suite("Slices in blocks")
struct SliceBlocksTests {
    private func list(_ shapes: Shape..., clip: PixelRect? = nil) -> DrawList {
        tessellate(Scene(size: testSize, layers: [Layer(.series, marks: shapes.map { Mark($0, clip: clip) })]))
    }

    private func line(_ points: [PlotPoint], width: Float = 2) -> Shape {
        .polyline(Polyline(points: points, width: width, paint: .solid(.black)))
    }

    private func area(
        _ positions: [(Float, Float, Float)], _ orientation: Area.Orientation = .horizontal,
        paint: Paint = .solid(.black)
    ) -> Shape {
        .area(
            Area(
                samples: positions.map { Area.Sample(along: $0.0, first: $0.1, second: $0.2) },
                orientation: orientation, paint: paint))
    }

    @Test("a block is four columns wide, starts on a multiple of four, and is as high as its slices are there")
    func box() {
        let list = list(area([(6, 10, 20), (14, 30, 40)]))
        #expect(list.draws.map(\.program) == [.slices] && list.draws.map(\.blend) == [.over])
        // 6…8, 8…12 and 12…14, on rows that end on multiples of four.
        #expect(
            list.blockVertices.map(\.box) == [
                PlotRect(minX: 4, minY: 8, maxX: 8, maxY: 28), PlotRect(minX: 8, minY: 12, maxX: 12, maxY: 36),
                PlotRect(minX: 12, minY: 24, maxX: 16, maxY: 40),
            ])
        #expect(list.blockVertices.map(\.count) == [SIMD4(0, 0, 1, 1), SIMD4(1, 1, 1, 1), SIMD4(1, 1, 0, 0)])
        #expect(list.sliceTexels.count == TextureData.slicesPerRow && list.totals.draws == 1)
    }

    @Test("a column reads those slices that lie in it")
    func columns() throws {
        let list = list(area([(0, 10, 20), (1.5, 10, 20), (1.75, 10, 20), (2.25, 10, 20), (4, 10, 20)]))
        let block = try #require(list.blockVertices.first)
        #expect(block.first == SIMD4(0, 0, 2, 3) && block.count == SIMD4(1, 3, 2, 1))
        // The second area's trapezoids follow the first one's.
        let two = self.list(area([(0, 1, 2), (4, 1, 2)]), area([(0, 5, 6), (4, 5, 6)]))
        #expect(two.blockVertices.map(\.first) == [SIMD4(0, 0, 0, 0), SIMD4(2, 2, 2, 2)])
        #expect(two.textures.count == 1)
    }

    @Test("a vertical area has blocks of rows")
    func vertical() {
        let list = list(area([(6, 10, 20), (10, 10, 20)], .vertical))
        #expect(
            list.blockVertices.map(\.box) == [
                PlotRect(minX: 8, minY: 4, maxX: 20, maxY: 8), PlotRect(minX: 8, minY: 8, maxX: 20, maxY: 12),
            ])
        #expect(list.draws.first?.uniforms.shape.x == 1)
    }

    @Test("only blocks within the clip are drawn")
    func clipped() {
        let list = list(area([(0, 10, 20), (200, 10, 20)]), clip: PixelRect(x: 50, y: 12, width: 10, height: 4))
        #expect(list.blockVertices.map(\.box.minX) == [50, 52, 56])
        #expect(list.blockVertices.allSatisfy { $0.box.minY == 12 && $0.box.maxY == 16 })
    }

    @Test("an area that goes to and fro goes to the mask")
    func toAndFro() {
        let positions = (0..<60).map { (i: Int) -> (Float, Float, Float) in
            (i % 2 == 0 ? 0 : 200, Float(i), Float(i + 1))
        }
        #expect(list(area(positions)).draws.map(\.program) == [.erase, .area, .resolveMask])
    }

    @Test("a line that never turns back along an axis is an area, another one is not")
    func lines() {
        #expect(list(line([point(10, 10), point(50, 90), point(90, 10)])).draws.map(\.program) == [.slices])
        let upwards = list(line([point(10, 10), point(90, 50), point(10, 90)]))
        #expect(upwards.draws.map(\.program) == [.slices] && upwards.draws.first?.uniforms.shape.x == 1)
        let loop = [point(10, 10), point(90, 50), point(50, 90), point(30, 20)]
        #expect(list(line(loop)).draws.map(\.program) == [.strokeEdge, .stroke])
    }

    @Test("runs that share no pixel column are areas; where they do they are a union")
    func runs() {
        let first = [point(10, 10), point(40, 10), .gap]
        for apart in [[point(60, 50), point(90, 50)], [point(43, 50), point(90, 50)]] {
            #expect(list(line(first + apart)).draws.map(\.program) == [.slices])
        }
        for meeting in [
            [point(10, 50), point(40, 50)], [point(10, 11), point(40, 50)], [point(30, 0), point(30, 90)],
            [point(40.5, 10), point(90, 10)],
        ] {
            #expect(list(line(first + meeting)).draws.map(\.program) == [.strokeEdge, .stroke])
        }
    }

    @Test("the area of a straight stroke is its length times its width, at any angle")
    func straight() {
        for (x, y) in [(60, 0), (60, 25), (25, 60), (0, 60)] as [(Float, Float)] {
            let list = list(line([point(20, 20), point(20 + x, 20 + y)], width: 6))
            let vertices = list.sliceTexels
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
        guard width > 1e3 else {
            #expect(
                list.draws.map(\.program) == [.slices]
                    && list.sliceTexels.allSatisfy { $0.first.isFinite && $0.second.isFinite })
            return
        }
        // Wider than the picture: no edge is visible.
        #expect(list.draws.map(\.program) == [.fill])
        #expect(list.quadVertices.map(\.rect) == [PlotRect(minX: 0, minY: 0, maxX: 200, maxY: 100)])
    }

    @Test("dense points are left to envelopes, sparse ones are not")
    func dense() {
        let points = (0..<200).map { point(10 + Float($0) / 1.5, $0 % 2 == 0 ? 20 : 80) }
        #expect(list(line(points)).draws.map(\.program) == [.envelope])
        #expect(list(line(points.enumerated().compactMap { $0 % 5 == 0 ? $1 : nil })).draws.map(\.program) == [.slices])
    }

    // MARK: Insides

    @Test("what slices cover whole is a rectangle on the grid of four, in the middle of its blocks")
    func insides() {
        let list = list(area([(0, 10, 90.5), (100, 10, 90.5)]))
        #expect(list.draws.map(\.program) == [.fill, .slices] && list.draws.map(\.blend) == [.replace, .over])
        #expect(list.quadVertices.map(\.rect) == [PlotRect(minX: 0, minY: 12, maxX: 100, maxY: 88)])
        #expect(
            Set(list.blockVertices.map { [$0.box.minY, $0.box.maxY] }) == [[8, 12], [88, 92]]
                && list.blockVertices.count == 50)
        let upright = self.list(area([(0, 10, 90.5), (100, 10, 90.5)], .vertical))
        #expect(upright.quadVertices.map(\.rect) == [PlotRect(minX: 12, minY: 0, maxX: 88, maxY: 100)])
    }

    @Test("a column that slices leave something out of is none of an inside")
    func gaps() {
        // 30 to 30.1 is in no trapezoid; the second area begins within a column.
        let broken = list(area([(0, 10, 90), (30, 10, 90), (.nan, 0, 0), (30.1, 10, 90), (60, 10, 90)]))
        let rects = broken.quadVertices.map(\.rect).sorted { $0.minX < $1.minX }
        #expect(rects.map(\.minX).first == 0 && rects.map(\.maxX).last == 60)
        #expect(rects.allSatisfy { $0.maxX <= 28 || $0.minX >= 32 })
        let cut = list(area([(10.5, 10, 90), (60, 10, 90)]))
        #expect(cut.quadVertices.map(\.rect.minX).min() == 12)
    }

    @Test("columns beyond the clip do not count, and insides reach its edges")
    func clippedInsides() {
        let clip = PixelRect(x: 9, y: 7, width: 50, height: 82)
        #expect(
            list(area([(9, 0, 100), (59, 0, 100)]), clip: clip).quadVertices.map(\.rect) == [
                PlotRect(minX: 9, minY: 7, maxX: 59, maxY: 89)
            ])
    }

    @Test("short insides are left to slices")
    func short() {
        #expect(list(area([(0, 10, 26), (100, 10, 26)])).draws.map(\.program) == [.slices])
    }

    @Test(
        "what neighbours have in common is one rectangle; all of them make up the insides",
        arguments: [Area.Orientation.horizontal, .vertical])
    func pieces(orientation: Area.Orientation) {
        let end = orientation == .horizontal ? testSize.width : testSize.height
        let positions = (0...end / 5).map { (i: Int) -> (Float, Float, Float) in
            (Float(i * 5), Float(10 + i % 4 * 8), Float(95 - i % 3 * 5))
        }
        let list = list(area(positions, orientation))
        var counts = [Int](repeating: 0, count: testSize.width * testSize.height)
        let rects: [PlotRect] = list.quadVertices.map(\.rect)
        for box in list.blockVertices.map(\.box) + rects {
            for y in Int(box.minY)..<Int(box.maxY) {
                for x in Int(box.minX)..<Int(box.maxX) { counts[y * testSize.width + x] += 1 }
            }
        }
        #expect(counts.allSatisfy { $0 <= 1 })
        // Counts covered pixels that are not drawn exactly once.
        var missing = 0
        for (a, b) in zip(positions, positions.dropFirst()) {
            for along in Int(a.0)..<Int(b.0) {
                for across in Int(max(a.1, b.1))..<min(Int(min(a.2, b.2)), 100) {
                    let (x, y) = orientation == .horizontal ? (along, across) : (across, along)
                    if counts[y * testSize.width + x] != 1 { missing += 1 }
                }
            }
        }
        #expect(missing == 0)
        let strips = (end + 3) / 4
        #expect(rects.count > 1 && rects.count <= 2 * strips)
        #expect(rects.contains { $0.width * $0.height > 1000 })
    }

    @Test(
        "translucent insides are blended; gradients across are pictures of one texel a row, others are left to slices")
    func paints() throws {
        func gradient(_ to: PlotPoint) -> Paint {
            .linearGradient(from: point(20, 20), start: .black, to: to, end: Color(0x804020, alpha: 0.5))
        }
        let positions: [(Float, Float, Float)] = [(0, 10, 90), (100, 10, 90)]
        let faded = list(area(positions, paint: .solid(Color(0x804020, alpha: 0.5))))
        #expect(faded.draws.map(\.program) == [.tint, .slices] && faded.draws.map(\.blend) == [.over, .over])
        #expect(faded.quadVertices.map(\.color) == [Color(0x804020, alpha: 0.5).packed])
        let across = list(area(positions, paint: gradient(point(20, 80))))
        #expect(across.draws.map(\.program) == [.glyph, .slices])
        #expect(across.quadVertices.map(\.texels) == [PlotRect(minX: 0, minY: 12, maxX: 1, maxY: 88)])
        let images = across.textures.compactMap { if case .image(let image) = $0 { image } else { nil } }
        let image = try #require(images.first)
        #expect(
            image.size == PixelSize(width: 1, height: 100) && image.color(x: 0, y: 0) == .black
                && image.color(x: 0, y: 99).alpha == 128)
        let upright = list(area([(0, 10, 190), (100, 10, 190)], .vertical, paint: gradient(point(180, 20))))
        #expect(upright.quadVertices.map(\.texels) == [PlotRect(minX: 12, minY: 0, maxX: 188, maxY: 1)])
        for other in [
            gradient(point(180, 20)), gradient(point(80, 80)),
            .radialGradient(center: point(50, 50), radius: 9, start: .black, end: .white),
        ] {
            #expect(list(area(positions, paint: other)).draws.map(\.program) == [.slices])
        }
        #expect(list(area(positions, paint: gradient(point(20, 20)))).draws.map(\.program) == [.fill, .slices])
    }
}
