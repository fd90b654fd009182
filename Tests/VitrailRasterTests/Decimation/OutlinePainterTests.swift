import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailRaster

@Suite("Outlined columns are painted from the front")
struct OutlinePainterTests {
    private struct Bar {
        var low, high, base, tip: Double
        var isAbove: Bool
    }

    private static func overlap(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
        max(0, min(Double(pixel + 1), high) - max(Double(pixel), low))
    }

    /// Reference in real numbers: bars painted one over another.
    private static func exact(
        _ bars: [Bar], _ box: PixelRect, isVertical: Bool, half: Double,
        _ paints: (above: OutlinePainter.Paint, below: OutlinePainter.Paint)
    ) -> [SIMD4<Double>] {
        var exact = [SIMD4<Double>](repeating: .zero, count: box.width * box.height)
        for bar in bars {
            let (top, bottom) = (min(bar.base, bar.tip), max(bar.base, bar.tip))
            let paint = bar.isAbove ? paints.above : paints.below
            for y in 0..<box.height {
                for x in 0..<box.width {
                    let (along, across) = isVertical ? (box.y + y, box.x + x) : (box.x + x, box.y + y)
                    func area(_ by: Double) -> Double {
                        overlap(along, bar.low - by, bar.high + by) * overlap(across, top - by, bottom + by)
                    }
                    let line = SIMD4<Double>(paint.line) * (area(half) - area(-half))
                    let color = line + SIMD4<Double>(paint.fill) * area(0) * (1 - line.w)
                    exact[y * box.width + x] = color + exact[y * box.width + x] * (1 - color.w)
                }
            }
        }
        return exact
    }

    private static func made(_ picture: SparseTileImage, _ box: PixelRect) -> [SIMD4<Double>] {
        let image = picture.image
        var made = [SIMD4<Double>](repeating: .zero, count: box.width * box.height)
        for piece in picture.pieces {
            for y in 0..<piece.position.height {
                for x in 0..<piece.position.width {
                    let texel = image[
                        piece.source.x + min(x, piece.source.width - 1),
                        piece.source.y + min(y, piece.source.height - 1)]
                    made[(piece.position.y - box.y + y) * box.width + piece.position.x - box.x + x] = SIMD4<Double>(
                        texel)
                }
            }
        }
        return made
    }

    @Test("what is painted is what painting all in turn comes to", arguments: [0.3, 1, 6], [1, 0.4, 0.03])
    func order(outline: Double, alpha: Double) {
        for isVertical in outline == 1 ? [false, true] : [false] {
            order(outline: outline, alpha: alpha, isVertical: isVertical)
        }
    }

    private func order(outline: Double, alpha: Double, isVertical: Bool) {
        var numbers = SeededNumbers(seed: 23)
        let box =
            isVertical ? PixelRect(x: 5, y: 19, width: 150, height: 40) : PixelRect(x: 19, y: 5, width: 40, height: 150)
        let paints = (
            above: OutlinePainter.Paint(
                fill: Color(0x2A9D8F).premultiplied, line: Color(0x101010, alpha: alpha).premultiplied),
            below: OutlinePainter.Paint(
                fill: Color(0xE9C46A, alpha: 0.5).premultiplied, line: Color(0x882200, alpha: alpha).premultiplied)
        )
        // To both sides of the base, from other bases, short ones, and past the picture on all sides.
        let bars = (0..<600).map { k in
            let low = 12 + Double(k) * 0.09
            let base = k % 5 == 0 ? numbers.double(0...160) : 80.3
            let tip = k % 7 == 0 ? base + numbers.double(-1...1) : numbers.double(-30...190)
            return Bar(low: low, high: low + 0.07, base: base, tip: tip, isAbove: tip < base)
        }
        var painter = OutlinePainter(box: box, isVertical: isVertical, outline: outline)
        let (first, end) = isVertical ? (box.y, box.maxY) : (box.x, box.maxX)
        for pixel in first..<end {
            painter.seek(to: pixel)
            for bar in bars.reversed() {
                painter.paint(
                    from: bar.low, to: bar.high, base: bar.base, tip: bar.tip, bar.isAbove ? paints.above : paints.below
                )
            }
        }
        let exact = Self.exact(bars, box, isVertical: isVertical, half: outline / 2, paints)
        let worst = zip(Self.made(painter.finish(), box), exact).reduce(0.0) { worst, pair in
            let difference = pair.0 - pair.1 * 255
            return (0..<4).reduce(worst) { max($0, abs(difference[$1])) }
        }
        #expect(worst <= 1.1, "\(worst)")
        #expect(exact.contains { $0 != .zero })
    }

    @Test("what is hidden says so, in its pixel column only")
    func hidden() {
        let black = OutlinePainter.Paint(fill: .zero, line: Color.black.premultiplied)
        var painter = OutlinePainter(box: PixelRect(x: 0, y: 0, width: 10, height: 200), isVertical: false, outline: 2)
        painter.seek(to: 4)
        #expect(painter.hidden == nil)
        painter.paint(from: 4.2, to: 4.6, base: 150, tip: 51.5, black)
        // The first and the last row are partly covered.
        let first = painter.hidden
        #expect(first?.low == 51 && first?.high == 151)
        // This bar is hidden completely.
        painter.paint(
            from: 4.2, to: 4.6, base: 149, tip: 60,
            OutlinePainter.Paint(fill: Color.white.premultiplied, line: Color.white.premultiplied))
        painter.paint(from: 4.2, to: 4.6, base: 150, tip: -40, black)
        let second = painter.hidden
        #expect(second?.low == -.infinity && second?.high == 151)
        painter.paint(from: 4.2, to: 4.6, base: 150, tip: 260, black)
        #expect(painter.hidden?.high == .infinity)
        painter.seek(to: 5)
        #expect(painter.hidden == nil)
        // Half of the pixel, twice: a quarter of the background remains.
        for _ in 0..<2 { painter.paint(from: 4.1, to: 4.5, base: 150, tip: 50, black) }
        #expect(painter.hidden == nil)
        let made = Self.made(painter.finish(), PixelRect(x: 0, y: 0, width: 10, height: 200))
        #expect(
            made[100 * 10 + 4] == SIMD4(0, 0, 0, 255) && made[100 * 10 + 5] == SIMD4(0, 0, 0, 191)
                && made[100 * 10 + 6] == .zero)
    }
}
