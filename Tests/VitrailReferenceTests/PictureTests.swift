import Testing
import VitrailScene

@testable import VitrailReference

@Suite("Reference: whole pictures")
struct PictureTests {
    static func square(_ x: Float, _ y: Float, _ side: Float, _ color: Color) -> Shape {
        RectTests.batch(RectTests.rect(x, y, side, side), fill: color)
    }

    static func scene(
        _ marks: [Mark], background: Color = .white, width: Int = 16, height: Int = 16
    ) -> Scene {
        Scene(
            size: PixelSize(width: width, height: height), background: background,
            layers: [Layer(.series, marks: marks)])
    }

    @Test("layers and marks are painted back to front over the background")
    func order() {
        var scene = Self.scene([Mark(Self.square(2, 2, 8, Color(0xFF0000)))], background: Color(0x00FF00, alpha: 0.5))
        scene.layers.append(Layer(.overlay, marks: [Mark(Self.square(6, 6, 8, Color(0x0000FF, alpha: 0.5)))]))
        let image = ReferenceRasterizer.render(scene).image
        #expect(image[0, 0] == SIMD4(0, 128, 0, 128))
        #expect(image[3, 3] == SIMD4(255, 0, 0, 255))
        #expect(image[8, 8] == SIMD4(127, 0, 128, 255))
        // Over the translucent background: 128/255 + 128/255 · 127/255 of alpha.
        #expect(image[12, 12] == SIMD4(0, 64, 128, 192))
    }

    @Test("a clip is hard, may lie half outside the picture, and is no edge")
    func clip() {
        let clip = PixelRect(x: -5, y: 3, width: 10, height: 100)
        let picture = ReferenceRasterizer.render(Self.scene([Mark(Self.square(0, 0, 16, .black), clip: clip)]))
        for y in 0..<16 {
            for x in 0..<16 {
                #expect(picture.image[x, y].x == (x < 5 && y >= 3 ? 0 : 255))
            }
        }
        // The square fills the picture: the clip's border is not an edge of the square.
        #expect(!picture.isNearEdge[8 * 16 + 3] && !picture.isNearEdge[3 * 16 + 2] && !picture.isNearEdge[8 * 16 + 4])
        let nowhere = PixelRect(x: 20, y: 3, width: 10, height: 10)
        let bare = ReferenceRasterizer.render(Self.scene([Mark(Self.square(0, 0, 16, .black), clip: nowhere)]))
        #expect(bare.image == PixelImage(size: PixelSize(width: 16, height: 16), filledWith: .white))
    }

    @Test("clipped shapes of every kind are the unclipped picture's part")
    func clippedShapes() {
        let clip = PixelRect(x: 5, y: 3, width: 7, height: 9)
        let shapes: [Shape] = [
            StrokeTests.line([(1, 2), (14, 13), (15, 1), (2, 12)], 2.5),
            AreaTests.area([.init(along: 1, first: 2, second: 9), .init(along: 14, first: 12, second: 4)]),
            RectTests.batch(RectTests.rect(2.2, 2.7, 11, 12), tip: .all, radius: 4, stroke: .black, width: 2),
            .discs(DiscBatch(items: [DiscTests.disc(8.3, 7.1, 5.5)])),
            .sectors(
                SectorBatch(items: [
                    SectorBatch.Item(
                        center: PlotPoint(x: 8, y: 8), innerRadius: 2, outerRadius: 7, startAngle: 1, sweep: 4,
                        fill: .black)
                ])),
        ]
        for shape in shapes {
            let whole = coverage(shape, 16, 16)
            let part = coverage(shape, 16, 16, clip: clip)
            for (i, value) in part.enumerated() {
                let (x, y) = (i % 16, i / 16)
                let isInside = x >= 5 && x < 12 && y >= 3 && y < 12
                #expect(abs(value - (isInside ? whole[i] : 0)) < 1e-12)
            }
            #expect(sum(part) > 5)
        }
    }

    @Test("hooks are skipped and named")
    func hooks() {
        let picture = ReferenceRasterizer.render(
            Self.scene([Mark(.hook(Hook(token: 42)), label: "series[2] hook"), Mark(Self.square(2, 2, 4, .black))]))
        #expect(picture.skipped == ["hook 42 (series[2] hook): there is no GL here"])
        #expect(picture.image[3, 3] == SIMD4(0, 0, 0, 255))
    }

    @Test("200 faint layers arrive in real numbers and stall when quantised")
    func quantize() {
        let marks = Array(repeating: Mark(Self.square(0, 0, 16, Color(0xFFFFFF, alpha: 0.03))), count: 200)
        let scene = Self.scene(marks, background: .black)
        let exact = ReferenceRasterizer.render(scene).image[4, 4].x
        let stalled = ReferenceRasterizer.render(scene, quantize: true).image[4, 4].x
        #expect(exact >= 254)
        #expect(stalled < 245)
    }

    @Test("a linear gradient is read at pixel centres, constant beyond its ends and across")
    func gradient() {
        let paint = Paint.linearGradient(
            from: PlotPoint(x: 4, y: 0), start: Color(0x800000), to: PlotPoint(x: 12, y: 0),
            end: Color(0x0000FF, alpha: 0))
        let line = Polyline(points: [PlotPoint(x: 0, y: 8), PlotPoint(x: 16, y: 8)], width: 4, paint: paint)
        let image = ReferenceRasterizer.render(Self.scene([Mark(.polyline(line))], background: .clear)).image
        #expect(image[2, 8] == SIMD4(128, 0, 0, 255))
        #expect(image[4, 8] == SIMD4(120, 0, 0, 239))  // 1 − 1/16
        #expect(image[8, 6] == SIMD4(56, 0, 0, 112))  // 1 − 9/16
        #expect(image[8, 6] == image[8, 9])
        #expect(image[14, 8] == .zero)
        // Equal points: the start colour.
        let equal = Paint.linearGradient(
            from: PlotPoint(x: 4, y: 0), start: Color(0xFF0000), to: PlotPoint(x: 4, y: 0), end: .black)
        #expect(Shade(equal).color(x: 9, y: 9) == SIMD4(1, 0, 0, 1))
    }

    @Test("a radial gradient runs from its centre to its radius, constant beyond")
    func radialGradient() {
        let paint = Paint.radialGradient(
            center: PlotPoint(x: 4.5, y: 8.5), radius: 8, start: Color(0x800000), end: Color(0x0000FF, alpha: 0))
        let line = Polyline(points: [PlotPoint(x: 0, y: 8), PlotPoint(x: 16, y: 8)], width: 16, paint: paint)
        let image = ReferenceRasterizer.render(Self.scene([Mark(.polyline(line))], background: .clear)).image
        #expect(image[4, 8] == SIMD4(128, 0, 0, 255))
        #expect(image[8, 8] == SIMD4(64, 0, 0, 128))  // 4 of 8
        #expect(image[4, 4] == image[8, 8] && image[4, 12] == image[0, 8])
        #expect(image[13, 8] == .zero)
        let pointLike = Paint.radialGradient(
            center: PlotPoint(x: 4, y: 0), radius: 0, start: Color(0xFF0000), end: .black)
        #expect(Shade(pointLike).color(x: 9, y: 9) == SIMD4(1, 0, 0, 1))
    }

    @Test("near an edge is within the 3 × 3 pixels round it, hidden edges too")
    func edges() {
        let picture = ReferenceRasterizer.render(
            Self.scene([Mark(Self.square(4, 4, 8, .black)), Mark(Self.square(7.5, 7.5, 0.5, .black))]))
        func row(_ y: Int) -> [Int] { (0..<16).filter { picture.isNearEdge[y * 16 + $0] } }
        #expect(row(2) == [])
        #expect(row(3) == Array(3...12) && row(4) == Array(3...12))
        #expect(row(5) == [3, 4, 11, 12])
        #expect(row(6) == [3, 4, 6, 7, 8, 11, 12] && row(8) == row(6))
        #expect(row(9) == [3, 4, 11, 12])
    }

    @Test("an empty picture is empty", arguments: [(0, 5), (5, 0), (-3, 4)])
    func empty(width: Int, height: Int) {
        let picture = ReferenceRasterizer.render(
            Self.scene([Mark(Self.square(0, 0, 9, .black))], width: width, height: height))
        #expect(picture.image.pixels.isEmpty && picture.isNearEdge.isEmpty)
    }
}
