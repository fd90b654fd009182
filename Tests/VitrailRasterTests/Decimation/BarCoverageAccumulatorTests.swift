import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailRaster

@Suite("Columns are counted")
struct ColumnCounterTests {
    private struct Bar {
        var low, base, tip: Double
        var color: Int
    }

    private static let colors = [Color(0x1F77B4), Color(0xDD7509, alpha: 0.6), Color(0x00AA33)].map(\.premultiplied)

    /// Reference in real numbers, column by column: the area of each pixel by colour, then the rule of
    /// `RectBatch.narrowestSliver`.
    private func exact(_ bars: [Bar], _ width: Double, _ box: PixelRect, isVertical: Bool, colors: Int) -> PixelImage {
        var covered = [Double](repeating: 0, count: box.width * box.height * colors)
        func overlap(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
            max(0, min(Double(pixel + 1), high) - max(Double(pixel), low))
        }
        for bar in bars {
            let (low, high) = (min(bar.base, bar.tip), max(bar.base, bar.tip))
            for y in 0..<box.height {
                for x in 0..<box.width {
                    let (along, across) = isVertical ? (box.y + y, box.x + x) : (box.x + x, box.y + y)
                    covered[(y * box.width + x) * colors + bar.color] +=
                        overlap(along, bar.low, bar.low + width) * overlap(across, low, high)
                }
            }
        }
        var image = PixelImage(size: PixelSize(width: box.width, height: box.height))
        let minimum = Double(RectBatch.narrowestSliver)
        for y in 0..<box.height {
            for x in 0..<box.width {
                let shares = (0..<colors).map { covered[(y * box.width + x) * colors + $0] }
                let sum = shares.reduce(0, +)
                guard sum > 0 else { continue }
                let shown = min(1, max(sum, min(minimum, sum * minimum / width)))
                for channel in 0..<4 {
                    let mean = zip(shares, Self.colors).reduce(0) { $0 + $1.0 * Double($1.1[channel]) } / sum
                    image[x, y][channel] = UInt8((mean * shown * 255).rounded())
                }
            }
        }
        return image
    }

    private func greatestDifference(_ a: PixelImage, _ b: PixelImage) -> Int {
        zip(a.pixels, b.pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    @Test(
        "each pixel gets the area that columns cover of it", arguments: [0.002, 0.03, 0.2, 0.25, 0.7, 1, 3.3],
        [(false, 1), (true, 1), (false, 3), (true, 2)])
    func areas(width: Double, kind: (isVertical: Bool, colors: Int)) {
        var numbers = SeededNumbers(seed: 11)
        // Not aligned to tiles; columns extend past it on all sides.
        let box =
            kind.isVertical
            ? PixelRect(x: 21, y: 13, width: 30, height: 37) : PixelRect(x: 13, y: 21, width: 37, height: 30)
        for base in [36.4, 21, 51, 10] {
            let count = min(600, Int(60 / width))
            let bars = (0..<count).map { k in
                Bar(
                    low: 8 + 46 * Double(k) / Double(count), base: base, tip: Double(numbers.float(15...58)),
                    color: Int(numbers.next() % UInt64(kind.colors)))
            }.filter { _ in numbers.next() % 3 != 0 }
            for hasBase in [true, false] {
                var counter = BarCoverageAccumulator(
                    box: box, isVertical: kind.isVertical, width: width, maximum: bars.count,
                    base: hasBase ? base : nil,
                    colors: Array(Self.colors.prefix(kind.colors)))
                for bar in bars {
                    counter.add(from: bar.low, to: bar.low + width, base: bar.base, tip: bar.tip, color: bar.color)
                }
                let made = counter.finish().flat(box)
                let wanted = exact(bars, width, box, isVertical: kind.isVertical, colors: kind.colors)
                #expect(greatestDifference(made, wanted) <= 1, "base \(base)")
            }
        }
    }

    @Test(
        "what stands on its own is as visible as a quarter of a pixel, wherever it lies", arguments: [1e-5, 0.01, 0.24])
    func visible(width: Double) {
        let box = PixelRect(x: 0, y: 0, width: 40, height: 50)
        for position in [3.0, 7.995, 15.999, 31.4] {
            var counter = BarCoverageAccumulator(
                box: box, isVertical: false, width: width, maximum: 1_000_000, base: 50, colors: [SIMD4(0, 0, 0, 1)])
            counter.add(from: position, to: position + width, base: 50, tip: 10.5, color: 0)
            let made = counter.finish().flat(box)
            for row in 11..<50 {
                let alpha = (0..<40).reduce(0) { $0 + Int(made[$1, row].w) }
                #expect(abs(alpha - 64) <= 2, "at \(position), row \(row)")
            }
        }
    }

    @Test(
        "a width that places do not tell apart counts whole, in the pixel where it begins",
        arguments: [1e-18, 1e-305, .leastNonzeroMagnitude])
    func narrowest(width: Double) {
        let box = PixelRect(x: 0, y: 0, width: 40, height: 50)
        for position in [0.0, 7.5, 15.999, 16, 32, 39.5] {
            var counter = BarCoverageAccumulator(
                box: box, isVertical: false, width: width, maximum: 10, base: 50, colors: [SIMD4(0, 0, 0, 1)])
            counter.add(from: position, to: position + width, base: 50, tip: 10, color: 0)
            let made = counter.finish().flat(box)
            for row in 10..<50 {
                #expect(
                    (0..<40).map { Int(made[$0, row].w) } == (0..<40).map { $0 == Int(position) ? 64 : 0 },
                    "at \(position), row \(row)")
            }
        }
        // Half of the column is beyond the edge.
        var counter = BarCoverageAccumulator(
            box: box, isVertical: false, width: 2 * width, maximum: 10, base: 50, colors: [SIMD4(0, 0, 0, 1)])
        counter.add(from: -width, to: width, base: 50, tip: 10, color: 0)
        #expect(counter.finish().flat(box)[0, 20].w == 32)
    }

    @Test("millions in one pixel are counted without an error, and nothing is left behind them")
    func many() {
        let box = PixelRect(x: 0, y: 0, width: 1, height: 64)
        let count = 300_000
        let width = 1 / Double(count)
        var counter = BarCoverageAccumulator(
            box: box, isVertical: false, width: width, maximum: count, base: 40,
            colors: [SIMD4(0, 0, 0, 1), SIMD4(1, 1, 1, 1)])
        for k in 0..<count {
            // The second half is below the base.
            let tip = k < count / 2 ? 8.3 : 60.7
            counter.add(
                from: Double(k) * width, to: Double(k + 1) * width, base: 40, tip: tip, color: k < count / 2 ? 0 : 1)
        }
        let made = counter.finish().flat(box)
        for row in 0..<64 {
            let wanted = row < 8 || row > 60 ? 0 : row == 8 ? 89 : row == 60 ? 89 : 128
            #expect(abs(Int(made[0, row].w) - wanted) <= 1, "row \(row)")
        }
    }

    @Test("texels are no more than pixels, and long runs of equal rows are one")
    func texels() {
        let box = PixelRect(x: 0, y: 0, width: 320, height: 400)
        var numbers = SeededNumbers(seed: 12)
        var counter = BarCoverageAccumulator(
            box: box, isVertical: false, width: 0.8e-2, maximum: 32_000, base: 400, colors: [SIMD4(0, 0, 0, 1)])
        for k in 0..<32_000 {
            counter.add(
                from: Double(k) / 100, to: Double(k) / 100 + 0.8e-2, base: 400, tip: Double(numbers.float(100...130)),
                color: 0)
        }
        let picture = counter.finish()
        #expect(picture.image.height <= 30 + 2 + SparseTileImage.lanes * 2)
        #expect(picture.pieces.count <= 2 * 20)
        #expect(picture.pieces.contains { $0.source.height == 1 && $0.position.height >= 260 })
    }

    @Test("parts come out as the whole does", arguments: [0.3, 2.7, 16])
    func parts(width: Double) {
        var numbers = SeededNumbers(seed: 12)
        let box = PixelRect(x: 5, y: 3, width: 120, height: 40)
        let bars = (0..<700).map { k in
            Bar(
                low: Double(k) * 0.2 - 8 + numbers.double(0...0.01), base: 20, tip: numbers.double(-5...50),
                color: k % 3)
        }
        func picture(of part: PixelRect) -> SparseTileImage {
            var counter = BarCoverageAccumulator(
                box: box, part: part, isVertical: false, width: width, maximum: 700, base: nil, colors: Self.colors)
            for bar in bars {
                counter.add(from: bar.low, to: bar.low + width, base: bar.base, tip: bar.tip, color: bar.color)
            }
            return counter.finish()
        }
        let whole = picture(of: box).flat(box)
        for count in [2, 3, 8] {
            for part in SparseTileImage.parts(of: box, isVertical: false, count: count) {
                let found = picture(of: part).flat(part)
                let (x, y) = (part.x - box.x, part.y - box.y)
                #expect(
                    found.pixels
                        == whole.cropped(to: PixelRect(x: x, y: y, width: part.width, height: part.height)).pixels)
            }
        }
    }
}

extension SparseTileImage {
    /// The tiles as one picture of a box.
    func flat(_ box: PixelRect) -> PixelImage {
        var result = PixelImage(size: PixelSize(width: box.width, height: box.height))
        paint(on: &result, box)
        return result
    }

    func paint(on result: inout PixelImage, _ box: PixelRect) {
        let image = image
        for piece in pieces {
            for y in 0..<piece.position.height {
                for x in 0..<piece.position.width {
                    let texel = (min(x, piece.source.width - 1), min(y, piece.source.height - 1))
                    result[piece.position.x - box.x + x, piece.position.y - box.y + y] =
                        image[piece.source.x + texel.0, piece.source.y + texel.1]
                }
            }
        }
    }
}
