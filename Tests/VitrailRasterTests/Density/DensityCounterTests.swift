import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailRaster

@Suite("Samples are counted by pixel")
struct DensityCounterTests {
    /// Sums of these values are exact in any order: multiples of 1/8 below 2¹⁰.
    private func values(_ count: Int, _ numbers: inout SeededNumbers) -> [Double] {
        (0..<count).map { _ in Double(Int.random(in: -4_096...4_096, using: &numbers)) / 8 }
    }

    /// Samples, some of them outside the range; on linear axes many are on pixel edges.
    private func positions(
        _ shape: DensityOracle.Shape, _ count: Int, _ pixels: Int, isUp: Bool, _ numbers: inout SeededNumbers
    ) -> [Double] {
        let (low, high) = (shape.range.minimum, shape.range.maximum)
        return (0..<count).map { i in
            if shape == .linear { return Double(Int.random(in: -64...64 * 5, using: &numbers)) / 64 }
            while true {
                let value = numbers.double(low - 0.1 * (high - low)...high + 0.1 * (high - low))
                let position = DensityOracle(width: pixels, height: pixels).position(
                    of: value, shape, pixels, isUp: isUp)
                // Keep a distance from edges, where the last bits of a logarithm decide.
                if position.map({ abs($0 - $0.rounded()) > 1e-9 }) ?? true { return value }
            }
        }
    }

    private func same(_ a: [Double], _ b: [Double]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
    }

    private static let sizes = [(1, 1), (37, 23), (64, 16), (301, 5), (3, 129)]

    @Test(
        "each aggregation is what adding up one after another gives",
        arguments: DensityAggregation.allCases.filter { $0 != .category })
    func aggregations(aggregation: DensityAggregation) {
        var numbers = SeededNumbers(seed: 1)
        for (width, height) in Self.sizes {
            for count in [0, 1, 2, 3, 7, 8, 9, 4_097] {
                let oracle = DensityOracle(width: width, height: height)
                let x = positions(.linear, count, width, isUp: false, &numbers)
                let y = positions(.linear, count, height, isUp: true, &numbers)
                let values = aggregation == .count ? nil : values(count, &numbers)
                let grid = oracle.counter(x, y, values, aggregation).grid()
                #expect(grid.size == PixelSize(width: width, height: height))
                #expect(
                    same(grid.numbers, oracle.grid(x, y, values, aggregation)), "\(width) × \(height), \(count) samples"
                )
            }
        }
    }

    @Test("on every pair of axes", arguments: DensityOracle.Shape.allCases)
    func axes(shape: DensityOracle.Shape) {
        var numbers = SeededNumbers(seed: 2)
        for other in DensityOracle.Shape.allCases {
            let oracle = DensityOracle(x: shape, y: other, width: 41, height: 29)
            let x = positions(shape, 3_000, 41, isUp: false, &numbers)
            let y = positions(other, 3_000, 29, isUp: true, &numbers)
            #expect(
                same(oracle.counter(x, y, nil, .count).grid().numbers, oracle.grid(x, y, nil, .count)),
                "\(shape) × \(other)")
        }
    }

    @Test("categories are counted apart; what is none is passed over")
    func categories() {
        var numbers = SeededNumbers(seed: 3)
        let oracle = DensityOracle(width: 17, height: 9)
        let x = positions(.linear, 5_000, 17, isUp: false, &numbers)
        let y = positions(.linear, 5_000, 9, isUp: true, &numbers)
        // Consecutive whole numbers are found without a search; 10⁻³⁰⁰ is 2 away from −2 to the last bit, but is not
        // one of them.
        for known in [[-2.5, 0, 1, 7], [-2, -1, 0, 1], [3], []] {
            let others = [8, 0.5, 1e-300, -1e300, .nan, .infinity, -.infinity]
            let values = x.map { _ in (known + others).randomElement(using: &numbers) ?? 0 }
            let counter = oracle.counter(x, y, values, .category, known)
            let expected = known.isEmpty ? [UInt32](repeating: 0, count: 17 * 9) : oracle.shares(x, y, values, known)
            for threads in [1, 4] {
                #expect(counter.grid(threads: threads, minPart: 500).counts == expected, "\(known), \(threads) threads")
            }
        }
    }

    @Test("counts of categories that run over eight and sixteen bits, beside others that do not", arguments: [1, 2, 5])
    func largeCounts(threads: Int) {
        let oracle = DensityOracle(width: 61, height: 47)
        var counts = [UInt32](repeating: 0, count: 61 * 47 * 5)
        // At the ends of blocks of 4,096 and inside; the second block overflows only at its ends.
        for (k, count) in [
            (0, 255), (1, 256), (2, 257), (77, 3), (4_095, 65_535), (4_096, 65_536), (5_000, 200), (8_191, 65_537),
            (8_192, 200_000), (14_334, 131_072),
        ] as [(Int, UInt32)] {
            counts[k] = count
        }
        let samples = oracle.samples(counts, categories: 5)
        let grid = oracle.counter(samples.x, samples.y, samples.values, .category, [0, 1, 2, 3, 4]).grid(
            threads: threads, minPart: 10_000)
        let found = grid.counts
        #expect(counts.indices.filter { counts[$0] != found[$0] } == [])
        guard case .shares(let cells) = grid.content else { return }
        // Any range of them.
        for pixels in [0..<1, 818..<820, 700..<2_000, 2_866..<2_867] {
            var read = [UInt32](repeating: .max, count: pixels.count * 5)
            read.withUnsafeMutableBufferPointer { read in
                if let start = read.baseAddress { cells.read(pixels, into: start) }
            }
            #expect(read == Array(counts[pixels.lowerBound * 5..<pixels.upperBound * 5]), "\(pixels)")
        }
    }

    @Test("a pixel begins with its edge; the last one ends with its own, too")
    func edges() {
        // Four pixels over 0…4: on a vertical axis the first of them is at the top.
        let oracle = DensityOracle(width: 4, height: 1)
        let x = [0, 0.999, 1, 1.999, 2, 3, 3.5, 4, -0.0, 4.0.nextUp, -Double.leastNonzeroMagnitude]
        #expect(oracle.counter(x, x.map { _ in 2 }, nil, .count).grid().counts == [3, 2, 1, 3])
        let upright = DensityOracle(width: 1, height: 4)
        #expect(upright.counter(x.map { _ in 2 }, x, nil, .count).grid().counts == [2, 1, 2, 4])
    }

    @Test("samples without a place, and values that are none, are passed over")
    func gaps() {
        let oracle = DensityOracle(width: 2, height: 2)
        let odd = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, -1e-300, .greatestFiniteMagnitude]
        let x = odd + odd.map { _ in 1 }
        let y = odd.map { _ in 1 } + odd
        // 1e−300 has a position on each axis.
        #expect(oracle.counter(x, y, nil, .count).grid().counts == [0, 0, 2, 0])
        #expect(
            oracle.counter([1, 1, 3, 3], [1, 1, 3, 3], [.nan, 2, .infinity, -.infinity], .sum).grid().numbers.filter {
                !$0.isNaN
            } == [2])
    }

    @Test("values from 1e−300 to 1e300 keep what they are; a sum beyond Doubles is the largest one")
    func magnitudes() {
        let oracle = DensityOracle(width: 1, height: 1)
        func value(_ aggregation: DensityAggregation, _ values: [Double]) -> Double {
            oracle.counter(values.map { _ in 1 }, values.map { _ in 1 }, values, aggregation).grid().numbers[0]
        }
        #expect(value(.max, [-1e300, 1e-300, -1e-300]) == 1e-300 && value(.min, [1e300, -1e-300, 1e-300]) == -1e-300)
        #expect(value(.sum, [1e300, 1e-300]) == 1e300 && value(.mean, [1e-300, 3e-300]) == 2e-300)
        let large = Double.greatestFiniteMagnitude
        #expect(value(.sum, [large, large]) == large && value(.sum, [-large, -large]) == -large)
        // Zeros of either sign are samples.
        #expect(value(.sum, [-0.0]) == 0 && value(.max, [-0.0]) == 0 && value(.mean, [0]) == 0)
    }

    @Test("the count of all pixels is the number of samples in view")
    func total() {
        var numbers = SeededNumbers(seed: 4)
        let (x, y) = (
            (0..<20_000).map { _ in numbers.double(-3...6) }, (0..<20_000).map { _ in numbers.double(-3...6) }
        )
        let inView = zip(x, y).count { (0...4).contains($0) && (0...4).contains($1) }
        #expect(DensityOracle(width: 53, height: 31).counter(x, y, nil, .count).grid().counts.reduce(0, +) == inView)
    }

    @Test(
        "the outcome is the same to the last bit for any number of threads, and that of adding up in the order of samples",
        arguments: DensityAggregation.allCases)
    func threads(aggregation: DensityAggregation) {
        var numbers = SeededNumbers(seed: 5)
        let oracle = DensityOracle(width: 11, height: 7)
        let count = 10_007
        let (x, y) = (
            (0..<count).map { _ in numbers.double(-0.2...4.2) }, (0..<count).map { _ in numbers.double(-0.2...4.2) }
        )
        // Sums of these values depend on their order.
        let values = (0..<count).map { i in
            aggregation == .category ? Double(i % 3) : numbers.double(-1...1) * (i % 7 == 0 ? 1e12 : 1)
        }
        let counter = oracle.counter(
            x, y, aggregation == .count ? nil : values, aggregation, aggregation == .category ? [0, 1, 2] : [])
        let one = counter.grid(threads: 1, minPart: 100)
        for threads in [2, 3, 7, 16, 40] {
            let other = counter.grid(threads: threads, minPart: 100)
            if aggregation == .category {
                #expect(other.counts == one.counts, "\(threads) threads")
            } else {
                #expect(same(other.numbers, one.numbers), "\(threads) threads")
            }
        }
        guard aggregation != .category else { return }
        #expect(same(one.numbers, oracle.grid(x, y, aggregation == .count ? nil : values, aggregation)))
    }
}
