import Testing
import VitrailScene

@testable import VitrailTessellation

@Suite("Images, fields, samples, hooks")
struct PictureTessellatorTests {
    private let position = PlotRect(minX: 10, minY: 20, maxX: 30, maxY: 40)

    // MARK: Images

    private func image(_ image: PixelImage, in rect: PlotRect, opacity: Float = 1) -> Mark {
        Mark(.image(ImageMark(image: image, rect: rect, opacity: opacity)))
    }

    @Test("images that cannot be seen make nothing")
    func noImage() {
        let picture = PixelImage(size: PixelSize(width: 2, height: 2), filledWith: .black)
        let empty = PixelImage(size: PixelSize(width: 0, height: 2), pixels: [])
        for opacity in [0, -1, Float.nan] {
            #expect(drawList(image(picture, in: position, opacity: opacity)).commands.isEmpty)
        }
        #expect(drawList(image(empty, in: position)).commands.isEmpty)
        for rect in [
            PlotRect(minX: 5, minY: 5, maxX: 5, maxY: 9), PlotRect(minX: .nan, minY: 5, maxX: 9, maxY: 9),
            PlotRect(minX: 300, minY: 5, maxX: 400, maxY: 9),
            PlotRect(minX: -.infinity, minY: 5, maxX: 9, maxY: 9),
        ] {
            #expect(drawList(image(picture, in: rect)).commands.isEmpty)
        }
    }

    @Test("a picture used several times in a row is one texture and one draw")
    func sameImage() {
        let picture = PixelImage(size: PixelSize(width: 3, height: 2), filledWith: .black)
        let other = PixelImage(size: PixelSize(width: 3, height: 2), filledWith: .white)
        let list = drawList(image(picture, in: position), image(picture, in: position), image(other, in: position))
        #expect(list.textures == [.image(picture), .image(other)])
        #expect(list.draws.map(\.instanceCount) == [2, 1])
        #expect(list.quadVertices[at: 0]?.texels == PlotRect(minX: 0, minY: 0, maxX: 3, maxY: 2))
    }

    @Test("pictures that take turns are sent once each")
    func turns() {
        let (a, b) = (
            PixelImage(size: PixelSize(width: 3, height: 2), filledWith: .black),
            PixelImage(size: PixelSize(width: 3, height: 2), filledWith: .white)
        )
        let list = drawList(
            image(a, in: position), image(b, in: position), image(a, in: position), image(b, in: position))
        #expect(list.textures == [.image(a), .image(b)])
        #expect(list.draws.map(\.textures) == [[.texture(0)], [.texture(1)], [.texture(0)], [.texture(1)]])
    }

    @Test("opacity is at most 1")
    func opacity() {
        let picture = PixelImage(size: PixelSize(width: 3, height: 2), filledWith: .black)
        #expect(drawList(image(picture, in: position, opacity: 7)).draws[at: 0]?.uniforms.shape.x == 1)
        #expect(drawList(image(picture, in: position, opacity: 0.25)).draws[at: 0]?.uniforms.shape.x == 0.25)
    }

    // MARK: Fields

    private func field(_ values: [Float], low: Float = 0, high: Float = 10, colors: Int = 3) -> Field {
        Field(
            columns: values.count, rows: 1, values: values, rect: position, low: low, high: high,
            colors: (0..<colors).map { Color(UInt32($0)) })
    }

    @Test("values become palette entries; NaN a hole; the ends go on")
    func entries() {
        let values: [Float] = [0, 2.4, 2.5, 5, 7.5, 10, 11, -1, .infinity, -.infinity, .nan]
        let hole = FieldTessellator.hole
        #expect(
            FieldTessellator.entries(field(values)) == [0, 0, 1, 1, 2, 2, 2, 0, 2, 0, hole])
        #expect(FieldTessellator.entries(field([0, 10], low: 10, high: 0)) == [2, 0])
        #expect(FieldTessellator.entries(field([4, .nan, 5, 3], low: 4, high: 4)) == [0, hole, 2, 0])
        #expect(FieldTessellator.entries(field([4, 5], low: .nan)) == [0, 0])
        #expect(FieldTessellator.entries(field([3, 9], colors: 1)) == [0, 0])
    }

    @Test("a field is one quad with its values and palette")
    func oneField() {
        let list = drawList(Mark(.field(field([0, 5, 10]))))
        #expect(list.textures.first == .values([0, 1, 2], PixelSize(width: 3, height: 1)))
        #expect(list.draws[at: 0]?.textures == [.texture(0), .texture(1)])
        #expect(list.draws[at: 0]?.uniforms.shape == SIMD4(3, 1, 0, 2))
    }

    @Test("fields that do not hold together make nothing")
    func noField() {
        var broken = field([1, 2, 3])
        broken.rows = 2
        var empty = field([])
        empty.colors = []
        var pale = field([1, 2, 3])
        pale.colors = []
        var outside = field([1, 2, 3])
        outside.rect = PlotRect(minX: -20, minY: 0, maxX: -10, maxY: 10)
        for field in [broken, empty, pale, outside] {
            #expect(drawList(Mark(.field(field))).commands.isEmpty)
        }
    }

    // MARK: Samples

    private func samples(_ range: Range<Int> = 0..<3, scale: Double = 2, width: Float = 2) -> Samples {
        let points = ResidentPoints(
            id: ResidentID(rawValue: 7), generation: 1, offsets: [point(0, 0), point(1, 1), point(2, 0)],
            originX: 1e9, originY: 0)
        return Samples(
            points: points, range: range, scaleX: scale, translationX: -scale * 1e9 + 5, scaleY: -10,
            translationY: 50, width: width, color: .black)
    }

    @Test("the origin is folded into the transform in Double")
    func transform() {
        let list = drawList(Mark(.samples(samples())))
        #expect(list.draws.map(\.program) == [.erase, .line, .resolveCells])
        #expect(list.draws[at: 1]?.uniforms.transform == SIMD4(2, -10, 5, 50))
        #expect(list.draws[at: 1]?.uniforms.shape.x == 1)
        #expect(list.draws[at: 1]?.instanceCount == 2)
        #expect(list.buffers.contains(.resident(samples().points)))
        #expect(list.draws[at: 2]?.uniforms.transform == SIMD4(1, 1, 0, 0))
    }

    @Test("a range is cut to the points there are; the same points are one buffer")
    func ranges() {
        let list = drawList(Mark(.samples(samples(1..<99))), Mark(.samples(samples(0..<2))))
        #expect(list.draws.filter { $0.program == .line }.map(\.firstVertex) == [1, 0])
        let lines = list.draws.filter { $0.program == .line }
        #expect(lines.map(\.instanceCount) == [1, 1])
        #expect(lines[at: 0]?.buffer == lines[at: 1]?.buffer)
    }

    @Test("samples that make no segment make nothing")
    func noSamples() {
        for mark in [
            samples(0..<1), samples(5..<9), samples(scale: .nan), samples(scale: .infinity),
            samples(width: 0), samples(width: .nan),
        ] {
            #expect(drawList(Mark(.samples(mark))).commands.isEmpty)
        }
    }

    // MARK: Hooks and order

    @Test("a hook stands in order, with the clip it paints in")
    func hook() {
        let mark = Mark(.hook(Hook(token: 3)), clip: PixelRect(x: 150, y: 50, width: 100, height: 100))
        let disc = Mark(.discs(DiscBatch(items: [.init(center: point(5, 5), radius: 2, color: .black)])))
        let list = drawList(disc, mark, disc)
        #expect(list.commands.count == 3)
        #expect(list.commands[at: 1] == .hook(Hook(token: 3), clip: PixelRect(x: 150, y: 50, width: 50, height: 50)))
    }

    @Test("a clip outside the picture hides the mark")
    func hidden() {
        let clip = PixelRect(x: 200, y: 0, width: 10, height: 10)
        #expect(drawList(Mark(.hook(Hook(token: 3)), clip: clip)).commands.isEmpty)
    }

    @Test("layers follow each other, and drawing ends on the canvas")
    func order() {
        let line = Mark(
            .polyline(Polyline(points: [point(1, 1), point(9, 9)], width: 1, paint: .solid(.black))))
        let rect = Mark(
            .rects(RectBatch(items: [.init(rect: PlotRect(minX: 1, minY: 1, maxX: 9, maxY: 9), fill: .black)])))
        let scene = Scene(
            size: testSize, background: Color(0xABCDEF),
            layers: [Layer(.background, marks: [rect]), Layer(.series, marks: [line]), Layer(.axes, marks: [rect])])
        let list = tessellate(scene, usesBlocks: false)
        #expect(list.background == Color(0xABCDEF) && list.size == testSize)
        #expect(list.draws.map(\.program) == [.fill, .erase, .line, .resolveCells, .fill])
        let targets = list.commands.compactMap { if case .target(let target, _) = $0 { target } else { nil } }
        #expect(targets == [.cells, .canvas])
    }

    @Test("storage is reserved once")
    func counts() {
        let points = (0..<100).map { point(Float($0), Float($0 % 7)) }
        let scene = Scene(
            size: testSize,
            layers: [
                Layer(
                    .series,
                    marks: [Mark(.polyline(Polyline(points: points, width: 1, paint: .solid(.black))))])
            ])
        let counts = VertexCounts(bounding: scene)
        #expect(counts.line == 200 && counts.quad == 13 && counts.area == 0)
        let totals = tessellate(scene).totals
        #expect(totals.vertices <= counts.line + counts.quad)
    }
}
