import Glibc
import Testing
import VitrailScene

@testable import VitrailReference

@Suite("Reference: rectangles")
struct RectTests {
    static func batch(
        _ rect: PlotRect, tip: RectBatch.Tip = .none, radius: Float = 0, stroke: Color = .clear,
        width: Float = 0, fill: Color = .black
    ) -> Shape {
        .rects(
            RectBatch(
                items: [RectBatch.Item(rect: rect, fill: fill, tip: tip, tipRadius: radius, stroke: stroke)],
                strokeWidth: width))
    }
    static func rect(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> PlotRect {
        PlotRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    @Test("a 50 × 50 square is exactly 2,500 pixels")
    func square() {
        let values = coverage(Self.batch(Self.rect(7, 5, 50, 50)), 64, 64)
        #expect(values.count { $0 == 1 } == 2500)
        #expect(values.count { $0 == 0 } == 64 * 64 - 2500)
    }

    @Test("between pixels, coverage is overlap times overlap")
    func overlap() {
        let values = coverage(Self.batch(Self.rect(1.25, 0.5, 1.5, 2.25)), 4, 4)
        let across = [0, 0.75, 0.75, 0]
        let down = [0.5, 1, 0.75, 0]
        #expect(values == down.flatMap { d in across.map { $0 * d } })
        // Narrower than a pixel.
        #expect(coverage(Self.batch(Self.rect(1.25, 0, 0.5, 4)), 4, 1) == [0, 0.5, 0, 0])
        #expect(coverage(Self.batch(Self.rect(1.75, 0, 0.5, 4)), 4, 1) == [0, 0.25, 0.25, 0])
    }

    @Test("inside out or nowhere paints nothing")
    func degenerate() {
        for rect in [
            Self.rect(5, 5, -1, 3), Self.rect(5, 5, 3, -1), Self.rect(.nan, 5, 3, 3), Self.rect(5, 5, .infinity, 3),
        ] {
            #expect(sum(coverage(Self.batch(rect, stroke: .black, width: 2), 16, 16)) == 0)
        }
        #expect(sum(coverage(Self.batch(Self.rect(5, 5, 0, 3)), 16, 16)) == 0)
    }

    @Test(
        "each tip loses r²(2 − π/2) at its two corners, all four twice that",
        arguments: [RectBatch.Tip.top, .right, .bottom, .left, .all])
    func tips(tip: RectBatch.Tip) {
        let values = coverage(Self.batch(Self.rect(3.2, 4.7, 20, 16), tip: tip, radius: 5), 32, 32)
        let lost = 25 * (2 - Double.pi / 2) * (tip == .all ? 2 : 1)
        #expect(abs(sum(values) - (320 - lost)) < 1e-3)
        // The corner pixels that are empty, clockwise from the top left.
        let gone = [(3, 4), (23, 4), (23, 20), (3, 20)].map { values[$0.1 * 32 + $0.0] < 1e-9 }
        let expected: [Bool] =
            switch tip {
            case .none: [false, false, false, false]
            case .top: [true, true, false, false]
            case .right: [false, true, true, false]
            case .bottom: [false, false, true, true]
            case .left: [true, false, false, true]
            case .all: [true, true, true, true]
            }
        #expect(gone == expected)
    }

    @Test("a corner's pixels are a disc's")
    func cornerClosedForm() {
        let values = coverage(Self.batch(Self.rect(0.3, 0.6, 30, 30), tip: .top, radius: 7.3), 8, 8)
        for y in 0..<7 {
            for x in 0..<7 {
                let (left, top) = (Double(x) - Double(Float(0.3) + 7.3), Double(y) - Double(Float(0.6) + 7.3))
                guard left <= -1, top <= -1 else { continue }
                let exact = discArea(radius: 7.3, x0: left, y0: top, x1: left + 1, y1: top + 1)
                #expect(abs(values[y * 8 + x] - exact) < half8Bit / 4)
            }
        }
    }

    @Test("the radius is limited to half the tip edge and to the length")
    func limits() {
        func radius(_ width: Float, _ height: Float, _ tip: RectBatch.Tip, _ radius: Float) -> Double {
            TippedRect(
                RectBatch.Item(rect: Self.rect(0, 0, width, height), fill: .black, tip: tip, tipRadius: radius)
            ).radius
        }
        #expect(radius(10, 100, .top, 99) == 5)
        #expect(radius(10, 3, .top, 99) == 3)
        #expect(radius(10, 3, .bottom, 2) == 2)
        #expect(radius(100, 10, .left, 99) == 5)
        #expect(radius(3, 10, .right, 99) == 3)
        #expect(radius(10, 30, .all, 99) == 5)
        #expect(radius(10, 30, .none, 99) == 0)
        #expect(radius(10, 30, .all, -1) == 0)
        #expect(radius(10, 30, .all, .nan) == 0)
    }

    @Test("an outline lies half outside, half inside; sharp corners stay sharp")
    func outline() {
        let values = coverage(Self.batch(Self.rect(4.5, 4.5, 10, 8), stroke: .black, width: 3, fill: .clear), 20, 20)
        #expect(abs(sum(values) - (13 * 11 - 7 * 5)) < 1e-9)
        #expect(values[3 * 20 + 3] == 1)
        #expect(values[8 * 20 + 9] == 0)
        // Stroke thicker than the rectangle: no hole.
        let thick = coverage(Self.batch(Self.rect(8, 8, 2, 6), stroke: .black, width: 3, fill: .clear), 20, 20)
        #expect(abs(sum(thick) - 5 * 9) < 1e-9)
    }

    @Test("the outline of a round tip is a ring's quarter at each corner")
    func roundOutline() {
        let values = coverage(
            Self.batch(Self.rect(5.3, 5.1, 20, 14), tip: .all, radius: 4, stroke: .black, width: 2, fill: .clear), 32,
            32)
        let sides = 2.0 * (2 * (20 - 8) + 2 * (14 - 8))
        #expect(abs(sum(values) - (sides + .pi * (25 - 9))) < 1e-3)
        // The radius shrinks to 0 at most: the hole has sharp corners.
        let wide = coverage(
            Self.batch(Self.rect(6, 6, 20, 20), tip: .all, radius: 1, stroke: .black, width: 6, fill: .clear), 32, 32)
        #expect(abs(sum(wide) - (26 * 26 - 16 * (4 - .pi) - 14 * 14)) < 1e-3)
    }

    @Test(
        "inside a short bar's outline the arcs end at the side across from the tip",
        arguments: [RectBatch.Tip.top, .right, .bottom, .left])
    func shortOutline(tip: RectBatch.Tip) {
        // 12 across, 6 long, radius 6; the inside is 7 across, 1 long, radius 3.5: a segment of a disc, cut 2.5 from
        // its centre.
        let isUpright = tip == .top || tip == .bottom
        let position: Float = 5.375
        let rect = isUpright ? Self.rect(position, position, 12, 6) : Self.rect(position, position, 6, 12)
        let values = coverage(Self.batch(rect, tip: tip, radius: 6, stroke: .black, width: 5, fill: .clear), 24, 24)
        let outer = 17.0 * 11 - 8.5 * 8.5 * (2 - .pi / 2)
        let inner = 3.5 * 3.5 * acos(2.5 / 3.5) - 2.5 * 6.0.squareRoot()
        #expect(abs(sum(values) - (outer - inner)) < 1e-3)
        // The same, point by point: along the bar from its tip, and across it from its middle.
        let points = supersampled(24, 24) { x, y in
            let (right, down) = (x - Double(position), y - Double(position))
            let (along, across): (Double, Double) =
                switch tip {
                case .top: (down, right - 6)
                case .bottom: (6 - down, right - 6)
                case .left: (right, down - 6)
                default: (6 - right, down - 6)
                }
            func isInside(_ grown: Double) -> Bool {
                guard along > -grown, along < 6 + grown, abs(across) < 6 + grown else { return false }
                return along > 6 || hypot(along - 6, across) < 6 + grown
            }
            return isInside(2.5) && !isInside(-2.5)
        }
        #expect(deviation(values, points).greatest < 0.03)
    }

    @Test("an outline is painted over the fill")
    func outlineOverFill() {
        let scene = Scene(
            size: PixelSize(width: 12, height: 12),
            layers: [
                Layer(
                    .series,
                    marks: [
                        Mark(
                            Self.batch(
                                Self.rect(2, 2, 8, 8), stroke: Color(0x0000FF, alpha: 0.5), width: 2,
                                fill: Color(0xFF0000)))
                    ])
            ])
        let image = ReferenceRasterizer.render(scene).image
        #expect(image[1, 5] == SIMD4(127, 127, 255, 255))
        #expect(image[2, 5] == SIMD4(127, 0, 128, 255))
        #expect(image[3, 5] == SIMD4(255, 0, 0, 255))
    }

    @Test("a gradient runs from edge to edge of the item, premultiplied, read at pixel centres")
    func gradient() {
        func picture(_ axis: RectBatch.GradientAxis) -> PixelImage {
            let item = RectBatch.Item(
                rect: Self.rect(2, 2, 10, 4), fill: Color(0xFF0000), fillEnd: Color(0x0000FF, alpha: 0))
            let batch = RectBatch(items: [item], gradientAxis: axis)
            return ReferenceRasterizer.render(
                Scene(
                    size: PixelSize(width: 14, height: 8), background: .clear,
                    layers: [Layer(.series, marks: [Mark(.rects(batch))])])
            ).image
        }
        let horizontal = picture(.horizontal)
        #expect(horizontal[2, 3] == SIMD4(242, 0, 0, 242))  // 1 − 0.05
        #expect(horizontal[11, 3] == SIMD4(13, 0, 0, 13))
        #expect(horizontal[6, 2] == horizontal[6, 5])
        let vertical = picture(.vertical)
        #expect(vertical[5, 2] == SIMD4(223, 0, 0, 223))  // 1 − 0.125
        #expect(vertical[2, 4] == vertical[11, 4])
    }
}
