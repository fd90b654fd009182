import Testing
import VitrailDrawList
import VitrailScene
import VitrailTessellation

/// Large rectangles with outlines, corners or gradients: interiors are drawn separately from edges.
@Suite("Insides of rectangles")
struct RectInsidesTests {
    private let green = Color(0x2E9E5B)

    private func rect(_ minX: Float, _ minY: Float, _ maxX: Float, _ maxY: Float) -> PlotRect {
        PlotRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    private func list(
        _ items: [RectBatch.Item], axis: RectBatch.GradientAxis = .vertical, strokeWidth: Float = 0,
        clip: PixelRect? = nil, decimation: Decimation = .automatic
    ) -> DrawList {
        let batch = Mark(.rects(RectBatch(items: items, gradientAxis: axis, strokeWidth: strokeWidth)), clip: clip)
        var scene = Scene(size: testSize, layers: [Layer(.series, marks: [batch])])
        scene.decimation = decimation
        return tessellate(scene)
    }

    @Test("an outline is four strips about an inside on the grid of four")
    func outline() {
        let outlined = list([.init(rect: rect(10, 10, 190, 90), fill: green, stroke: .black)], strokeWidth: 2)
        #expect(outlined.draws.map(\.program) == [.fill, .rect])
        #expect(
            outlined.quadVertices.map(\.rect) == [rect(12, 12, 188, 88)]
                && outlined.quadVertices.map(\.color) == [green.packed])
        #expect(
            outlined.rectVertices.map(\.box) == [
                rect(9, 9, 191, 12), rect(9, 12, 12, 88), rect(188, 12, 191, 88), rect(9, 88, 191, 91),
            ])
        #expect(Set(outlined.rectVertices.map(\.rect)) == [rect(10, 10, 190, 90)])
        // A frame without a fill has no interior.
        let frame = list([.init(rect: rect(10, 10, 190, 90), fill: .clear, stroke: .black)], strokeWidth: 2)
        #expect(frame.draws.map(\.program) == [.rect] && frame.rectVertices.count == 4)
    }

    @Test("corners are no part of an inside", arguments: [RectBatch.Tip.top, .right, .bottom, .left, .all])
    func corners(tip: RectBatch.Tip) throws {
        let made = list([.init(rect: rect(0, 0, 160, 100), fill: green, tip: tip, tipRadius: 18)])
        #expect(made.draws.map(\.program) == [.fill, .rect])
        let inside = try #require(made.quadVertices.first?.rect)
        #expect(inside.minX == (tip == .left ? 20 : 0) && inside.maxX == (tip == .right ? 140 : 160))
        #expect(
            inside.minY == (tip == .top || tip == .all ? 20 : 0)
                && inside.maxY == (tip == .bottom || tip == .all ? 80 : 100))
    }

    @Test("insides reach the clip's edges, and edges beyond it are not drawn")
    func clipped() {
        let clip = PixelRect(x: 21, y: 13, width: 101, height: 50)
        let made = list([.init(rect: rect(19, 11, 124, 65), fill: green, stroke: .black)], strokeWidth: 3, clip: clip)
        #expect(made.draws.map(\.program) == [.fill] && made.quadVertices.map(\.rect) == [rect(21, 13, 122, 63)])
    }

    @Test("rectangles over others, small ones, those of raw scenes and of large batches are whole")
    func whole() {
        let large = RectBatch.Item(rect: rect(10, 10, 190, 90), fill: green, stroke: .black)
        func programs(_ items: [RectBatch.Item], _ decimation: Decimation = .automatic) -> [ProgramVariant] {
            list(items, strokeWidth: 1, decimation: decimation).draws.map(\.program)
        }
        let small = RectBatch.Item(rect: rect(20, 20, 40, 40), fill: .white, stroke: .black)
        #expect(
            programs([large, small]) == [.rect] && programs([small, large]) == [.rect] && programs([small]) == [.rect])
        #expect(programs([large], .none) == [.rect])
        let beside = (0..<257).map { _ in RectBatch.Item(rect: rect(0, 0, 5, 100), fill: green, stroke: .black) }
        #expect(
            programs([RectBatch.Item(rect: rect(10, 0, 200, 100), fill: green, stroke: .black)] + beside) == [.rect])
        #expect(
            programs([RectBatch.Item(rect: rect(10, 0, 200, 100), fill: green, stroke: .black)] + beside.dropLast(2))
                == [.fill, .rect])
    }

    @Test("gradients are texels side by side", arguments: [RectBatch.GradientAxis.vertical, .horizontal])
    func gradients(axis: RectBatch.GradientAxis) throws {
        let items = [(0, Color(0x804020)), (1, Color(0x204080, alpha: 0.5))].map { i, end in
            let start = Float(i * 100)
            return RectBatch.Item(
                rect: axis == .vertical
                    ? rect(start, 0, start + 80, 88) : rect(0, start * 0.52, 160, start * 0.52 + 48), fill: green,
                fillEnd: end)
        }
        let made = list(items, axis: axis)
        #expect(made.draws.map(\.program) == [.glyph])
        let length = axis == .vertical ? 88 : 160
        let images = made.textures.compactMap { if case .image(let image) = $0 { image } else { nil } }
        let image = try #require(images.first)
        #expect(image.size == (axis == .vertical ? PixelSize(width: 2, height: 88) : PixelSize(width: 160, height: 2)))
        let texels = ([0, 1] as [Float]).map { axis == .vertical ? rect($0, 0, $0 + 1, 88) : rect(0, $0, 160, $0 + 1) }
        #expect(made.quadVertices.map(\.texels) == texels)
        // The middle of a gradient is between two texels.
        func texel(_ i: Int, _ k: Int) -> SIMD4<UInt8> { axis == .vertical ? image[i, k] : image[k, i] }
        let (before, behind) = (
            SIMD4<Int>(truncatingIfNeeded: texel(0, length / 2 - 1)),
            SIMD4<Int>(truncatingIfNeeded: texel(0, length / 2))
        )
        let middle = SIMD4(0x80 + 0x2E, 0x40 + 0x9E, 0x20 + 0x5B, 510)
        for c in 0..<4 { #expect(abs(before[c] + behind[c] - middle[c]) <= 1) }
        #expect((128...129).contains(texel(1, length - 1).w))
    }

    @Test("an opaque background's rows of one colour are fills")
    func rows() {
        let size = PixelSize(width: 600, height: 300)
        let item = RectBatch.Item(rect: rect(0, 0, 600, 300), fill: Color(0x101010), fillEnd: Color(0x1A1A1A))
        let made = tessellate(
            Scene(
                size: size,
                layers: [Layer(.background, marks: [Mark(.rects(RectBatch(items: [item], gradientAxis: .vertical)))])]))
        #expect(made.draws.map(\.program) == [.fill] && made.draws.map(\.blend) == [.replace])
        #expect(
            made.quadVertices.map(\.color)
                == (0x10...0x1A).map { (level: UInt8) in Color(red: level, green: level, blue: level).packed })
        #expect(made.quadVertices.first?.rect.minY == 0 && made.quadVertices.last?.rect.maxY == 300)
        #expect(zip(made.quadVertices, made.quadVertices.dropFirst()).allSatisfy { $0.rect.maxY == $1.rect.minY })
    }
}
