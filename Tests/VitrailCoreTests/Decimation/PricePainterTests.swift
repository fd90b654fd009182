import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailCore

@Suite("Prices are painted from the front")
struct PricePainterTests {
    /// Each sample painted over the ones before it, in real numbers.
    @Test("what is painted is what painting all in turn comes to", arguments: [1.0, 0.4], [false, true])
    func order(alpha: Double, isVertical: Bool) {
        var numbers = SeededNumbers(seed: 21)
        let box = isVertical ? PixelRect(x: 5, y: 19, width: 150, height: 40) : PixelRect(x: 19, y: 5, width: 40, height: 150)
        var samples: [(pixel: Float, low: Float, high: Float, start: Color, end: Color)] = []
        for k in 0..<900 {
            let low = numbers.float(-10...160).rounded()
            let start = Color(UInt32(truncatingIfNeeded: numbers.next()), alpha: alpha)
            samples.append((
                Float(10 + k / 15), low, low + numbers.float(0...60).rounded(), start,
                k % 2 == 0 ? start : Color(UInt32(truncatingIfNeeded: numbers.next()), alpha: alpha)))
        }
        var painter = PricePainter(box: box, isVertical: isVertical)
        for sample in samples.reversed() where painter.move(to: sample.pixel, low: sample.low, high: sample.high) {
            painter.fill(sample.low, sample.high, sample.start, sample.end)
        }
        let picture = painter.finish()
        var exact = [SIMD4<Float>](repeating: .zero, count: box.width * box.height)
        for sample in samples {
            for row in Int(sample.low)..<Int(sample.high) {
                let (x, y) = isVertical ? (row - box.x, Int(sample.pixel) - box.y) : (Int(sample.pixel) - box.x, row - box.y)
                guard (0..<box.width).contains(x), (0..<box.height).contains(y) else { continue }
                let share = (Float(row) + 0.5 - sample.low) / (sample.high - sample.low)
                let color = sample.start.premultiplied + (sample.end.premultiplied - sample.start.premultiplied) * share
                exact[y * box.width + x] = color + exact[y * box.width + x] * (1 - color.w)
            }
        }
        let image = picture.image
        var made = [SIMD4<Float>](repeating: .zero, count: exact.count)
        for piece in picture.pieces {
            for y in 0..<piece.place.height {
                for x in 0..<piece.place.width {
                    let texel = image[piece.source.x + min(x, piece.source.width - 1), piece.source.y + min(y, piece.source.height - 1)]
                    made[(piece.place.y - box.y + y) * box.width + piece.place.x - box.x + x] = SIMD4<Float>(texel)
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
        func isSeen(_ pixel: Float, _ low: Float, _ high: Float) -> Bool { painter.move(to: pixel, low: low, high: high) }
        let first = isSeen(4, 50, 150)
        painter.fill(50, 150, .black, .black)
        let behind = isSeen(4, 60, 149.5)
        let longer = isSeen(4, 60, 150.5)
        let outside = [isSeen(4, -20, -1), isSeen(10, 0, 9), isSeen(-1, 0, 9)]
        let beside = isSeen(5, 60, 70)
        #expect(first && !behind && longer && beside)
        #expect(outside == [false, false, false])
    }
}
