import Testing

@testable import VitrailRaster

@Suite("Widths of candles and OHLC bars")
struct OhlcWidthsTests {
    private static let slots = [0.02, 0.4, 1, 1.3, 2, 2.49, 3, 3.2, 4.8, 5, 6, 9.99, 12, 24.3, 31.9]

    @Test(
        "samples have whole pixels, the same number each, and the same on both sides of the stick", arguments: slots,
        [1.0, 2, 3.4])
    func narrow(width: Double, stick: Double) {
        let widths = OhlcWidths(slot: BarSlot(low: -width / 2, high: width / 2), stickWidth: stick)
        var seen: Set<Float> = []
        for k in 0..<400 {
            let (sides, middle) = widths.edges(at: Double(k) * width * 1.25 + 0.37)
            for edge in [sides.low, sides.high, middle.low, middle.high] { #expect(edge == edge.rounded()) }
            #expect(middle.low - sides.low == sides.high - middle.high && middle.low >= sides.low)
            #expect(Double(middle.high - middle.low) == widths.stick && widths.stick >= 1)
            let center = Double(sides.low + sides.high) / 2
            #expect(abs(center - (Double(k) * width * 1.25 + 0.37)) <= 0.52)
            seen.insert(sides.high - sides.low)
        }
        #expect(seen.count == 1)
        let size = Double(seen.first ?? 0)
        #expect(size >= 1 && size <= max(1, width + 0.5) && size > width - 1.5)
        #expect(widths.stick <= max(1, width / 3), "what the stick leaves of the box is more than it takes")
    }

    @Test("wide ones fill their slots: neighbours that touch share an edge")
    func wide() {
        for width in [32.0, 32.6, 57.7] {
            let slots = (0..<3).map { BarSlot(number: $0, of: 3, set: width * 3, filled: 1) }
            let edges = slots.map { OhlcWidths(slot: $0, stickWidth: 2).edges(at: 100.21) }
            for (a, b) in zip(edges, edges.dropFirst()) { #expect(a.sides.high == b.sides.low) }
            for edge in edges {
                let left = edge.stick.low - edge.sides.low
                let right = edge.sides.high - edge.stick.high
                #expect(edge.stick.high - edge.stick.low == 2 && abs(left - right) <= 1)
            }
        }
    }

    @Test("steps of whole pixels make equal gaps, whatever noise their places have", arguments: [6.0, 7])
    func noise(step: Double) {
        let widths = OhlcWidths(slot: BarSlot(low: -step * 0.4, high: step * 0.4), stickWidth: 1)
        let noisy = (0..<100).map {
            widths.edges(at: 10.5 + Double($0) * step + ($0 % 2 == 0 ? 1e-4 : -1e-4)).sides.low
        }
        #expect(zip(noisy, noisy.dropFirst()).allSatisfy { Double($1 - $0) == step })
        let half = (0..<100).map { widths.edges(at: 10 + Double($0) * step + ($0 % 2 == 0 ? 1e-4 : -1e-4)).sides.low }
        #expect(zip(half, half.dropFirst()).allSatisfy { Double($1 - $0) == step })
    }

    @Test("no stick is no stick")
    func none() {
        let edges = OhlcWidths(slot: BarSlot(low: -4, high: 4), stickWidth: 0).edges(at: 20)
        #expect(edges.stick.low == edges.stick.high && edges.sides == (16, 24))
    }
}
