import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailRaster

@Suite("Prices are painted from the front")
struct PricePainterTests {
    /// Reference in real numbers: samples painted one over another.
    @Test("what is painted is what painting all in turn comes to", arguments: [1.0, 0.4], [false, true])
    func order(alpha: Double, isVertical: Bool) {
        var numbers = SeededNumbers(seed: 21)
        let box =
            isVertical ? PixelRect(x: 5, y: 19, width: 150, height: 40) : PixelRect(x: 19, y: 5, width: 40, height: 150)
        var samples: [(pixel: Float, low: Float, high: Float, start: Color, end: Color)] = []
        for k in 0..<900 {
            let low = numbers.float(-10...160).rounded()
            let start = Color(UInt32(truncatingIfNeeded: numbers.next()), alpha: alpha)
            samples.append(
                (
                    Float(10 + k / 15), low, low + numbers.float(0...60).rounded(), start,
                    k % 2 == 0 ? start : Color(UInt32(truncatingIfNeeded: numbers.next()), alpha: alpha)
                ))
        }
        var painter = PricePainter(box: box, isVertical: isVertical)
        for sample in samples.reversed() where painter.seek(to: sample.pixel) && painter.shows(sample.low, sample.high)
        {
            painter.fill(sample.low, sample.high, PricePaint(sample.start, sample.end))
            painter.findHidden(around: sample.low)
        }
        let picture = painter.finish()
        var exact = [SIMD4<Float>](repeating: .zero, count: box.width * box.height)
        for sample in samples {
            for row in Int(sample.low)..<Int(sample.high) {
                let (x, y) =
                    isVertical ? (row - box.x, Int(sample.pixel) - box.y) : (Int(sample.pixel) - box.x, row - box.y)
                guard (0..<box.width).contains(x), (0..<box.height).contains(y) else { continue }
                let share = (Float(row) + 0.5 - sample.low) / (sample.high - sample.low)
                let color = sample.start.premultiplied + (sample.end.premultiplied - sample.start.premultiplied) * share
                exact[y * box.width + x] = color + exact[y * box.width + x] * (1 - color.w)
            }
        }
        let image = picture.image
        var made = [SIMD4<Float>](repeating: .zero, count: exact.count)
        for piece in picture.pieces {
            for y in 0..<piece.position.height {
                for x in 0..<piece.position.width {
                    let texel = image[
                        piece.source.x + min(x, piece.source.width - 1),
                        piece.source.y + min(y, piece.source.height - 1)]
                    made[(piece.position.y - box.y + y) * box.width + piece.position.x - box.x + x] = SIMD4<Float>(
                        texel)
                }
            }
        }
        let worst = zip(made, exact).reduce(Float(0)) { worst, pair in
            let difference = pair.0 - pair.1 * 255
            return max(worst, max(abs(difference.x), abs(difference.y), abs(difference.z), abs(difference.w)))
        }
        #expect(worst <= 1, "\(worst)")
        #expect(exact.contains { $0 != .zero })
    }

    @Test("what is hidden says so, and what is outside")
    func hidden() {
        var painter = PricePainter(box: PixelRect(x: 0, y: 0, width: 10, height: 200), isVertical: false)
        func isSeen(_ pixel: Float, _ low: Float, _ high: Float) -> Bool {
            painter.seek(to: pixel) && painter.shows(low, high)
        }
        let first = isSeen(4, 50, 150)
        painter.fill(50, 150, PricePaint(.black))
        let behind = isSeen(4, 60, 149.5)
        let longer = isSeen(4, 60, 150.5)
        let outside = [isSeen(4, -20, -1), isSeen(10, 0, 9), isSeen(-1, 0, 9)]
        let beside = isSeen(5, 60, 70)
        #expect(first && !behind && longer && beside)
        #expect(outside == [false, false, false])
    }

    @Test("it is known between which places nothing is seen")
    func hiddenPositions() {
        var painter = PricePainter(box: PixelRect(x: 0, y: 10, width: 10, height: 200), isVertical: false)
        func hidden(around position: Float) -> [Float] {
            painter.findHidden(around: position)
            return painter.hidden.map { [$0.low, $0.high] } ?? []
        }
        #expect(painter.seek(to: 4) && hidden(around: 50).isEmpty)
        painter.fill(50, 60, PricePaint(.black))
        #expect(hidden(around: 55) == [50, 60])
        painter.fill(80, 180, PricePaint(.black, Color(0xFF0000)))
        // The longest of them, even if another one is nearer.
        #expect(hidden(around: 100) == [80, 180] && hidden(around: 55) == [80, 180])
        // A translucent one hides nothing.
        painter.fill(60, 80, PricePaint(Color(0x00FF00, alpha: 0.5)))
        #expect(hidden(around: 70) == [80, 180])
        painter.fill(60, 80, PricePaint(.black))
        #expect(hidden(around: 80) == [50, 180])
        painter.fill(150, 300, PricePaint(.black))
        #expect(hidden(around: 209) == [50, .infinity])
        painter.fill(-9, 50, PricePaint(.black))
        #expect(hidden(around: 49) == [-.infinity, .infinity])
        let isNew = painter.seek(to: 5)
        #expect(isNew && painter.hidden == nil)
    }

    @Test("paints are rounded as numbers are")
    func rounding() {
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<2_000 {
            let shade = SIMD4<Float>((0..<4).map { _ in numbers.float(0...510).rounded() / 510 })
            let bytes = (shade * 255).rounded(.toNearestOrAwayFromZero)
            #expect(
                PricePaint.texel(shade) == UInt32(bytes.x) | UInt32(bytes.y) << 8 | UInt32(bytes.z) << 16 | UInt32(
                    bytes.w) << 24)
        }
        let positions: [Float] = [
            0, 0.5, 0.49999997, 1.5, 2.4999998, -0.5, -1.5, -2.4999998, 4_194_303.5, 4_194_304.5, 1e30, -1e30,
            .infinity,
        ]
        for position in positions + (0..<999).map({ _ in numbers.float(-3_000...3_000) }) {
            #expect(position.nearestPixel == position.rounded())
        }
        #expect(Float.nan.nearestPixel.isNaN)
    }

    @Test("the first index of those that are wanted is found, whatever is guessed")
    func partition() {
        for count in [1, 2, 8, 9, 10, 17, 100] {
            for first in 0..<count {
                #expect((7..<7 + count).partition { $0 >= 7 + first } == 7 + first)
                for guess in [-3, 0, 7, 8, 9, 17, 50, 100, 107, 1_000] {
                    #expect((7..<7 + count).partition(near: guess) { $0 >= 7 + first } == 7 + first)
                }
            }
            #expect((7..<7 + count).partition { _ in false } == 7 + count)
        }
    }
}
