import Testing
import VitrailScene

@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

@Suite("Lone samples of a density are spread")
struct DensitySpreadTests {
    private func grid(
        _ points: [(x: Double, y: Double)], _ size: Int = 64, _ aggregation: DensityAggregation = .count,
        values: [Double] = [], categories: [Double] = []
    ) -> DensityGrid {
        let range = NumberRange(0, Double(size))
        let scale = AxisScale(range: range, start: 0, end: Double(size))
        return DensityCounter(
            x: Column(points.map(\.x)), y: Column(points.map(\.y)), value: values.isEmpty ? nil : Column(values),
            range: 0..<points.count, xScale: scale,
            yScale: scale, box: PixelRect(x: 0, y: 0, width: size, height: size), aggregation: aggregation,
            categories: categories
        ).grid()
    }

    private func counts(_ grid: DensityGrid) -> [UInt32] {
        guard case .counts(let counts) = grid.content else { return [] }
        return counts.withUnsafeBufferPointer { Array($0) }
    }

    private func values(_ grid: DensityGrid) -> [Double] {
        guard case .values(let values) = grid.content else { return [] }
        return values
    }

    private func spread(
        _ grid: DensityGrid, _ spread: DensitySpread, scale: Double = 1, _ aggregation: DensityAggregation = .count
    ) -> DensityGrid {
        DensitySpreader.spread(grid, spread, scale: scale, aggregation).grid
    }

    @Test("six samples become discs, larger at a larger scale")
    func few() {
        let few = grid([(10.5, 10.5), (20.5, 30.5), (50.5, 40.5), (50.5, 40.5), (30.5, 55.5), (5.5, 50.5)])
        let spots = counts(spread(few, .automatic))
        #expect(spots.count { $0 > 0 } == 5 * 37)
        #expect(
            spots[10 * 64 + 13] == 1 && spots[10 * 64 + 14] == 0 && spots[40 * 64 + 50] == 2 && spots[43 * 64 + 51] == 2
        )
        #expect(counts(spread(few, .automatic, scale: 2)).count { $0 > 0 } > 5 * 100)
        #expect(counts(spread(few, .pixels(0))) == counts(few))
        #expect(counts(spread(few, .pixels(1))).count { $0 > 0 } == 5 * 5)
    }

    @Test("pixels that have others beside them stay as they are")
    func dense() {
        func position(of number: Int) -> Double { Double(number % 64_000) / 1_000 }
        var numbers: [(x: Double, y: Double)] = []
        for k in 0..<4_000 { numbers.append((x: position(of: k * 7_919), y: position(of: k * 104_729))) }
        #expect(counts(spread(grid(numbers), .automatic)) == counts(grid(numbers)))
        numbers = (0..<64).map { (x: Double($0) + 0.5, y: 7.5) }
        #expect(counts(spread(grid(numbers), .automatic)) == counts(grid(numbers)))
    }

    @Test("where discs overlap, aggregations join them")
    func aggregations() {
        let points = [(x: 10.5, y: 10.5), (x: 12.5, y: 10.5), (x: 12.5, y: 10.5)]
        let numbers = [6.0, 1, 2]
        func joined(_ aggregation: DensityAggregation) -> Double {
            values(spread(grid(points, 64, aggregation, values: numbers), .pixels(1), aggregation))[10 * 64 + 11]
        }
        #expect(joined(.sum) == 9)
        #expect(joined(.mean) == 3)
        #expect(joined(.max) == 6)
        #expect(joined(.min) == 1)
        #expect(counts(spread(grid(points), .pixels(1)))[10 * 64 + 11] == 3)
        let shares = spread(grid(points, 64, .category, values: [0, 1, 1], categories: [0, 1]), .pixels(1), .category)
        guard case .shares(let cells) = shares.content else { return #expect(shares.totals != nil) }
        var found = [UInt32](repeating: 9, count: 4)
        found.withUnsafeMutableBufferPointer { found in
            if let start = found.baseAddress { cells.read(10 * 64 + 11..<10 * 64 + 13, into: start) }
        }
        #expect(found == [1, 2, 0, 2])
    }

    @Test("the counts of each category are spread as the samples of that category alone", arguments: [1.0, 4, 40])
    func categories(radius: Double) throws {
        let size = 37
        let (pixels, scale) = (DensitySpread.pixels(min(radius, 16)), max(radius / 16, 1))
        func position(of number: Int) -> Double { Double(number % (size * 100)) / 100 }
        var points: [(x: Double, y: Double)] = []
        for k in 0..<60 { points.append((x: position(of: k * 7_919), y: position(of: k * 104_729))) }
        let kinds: [Double] = points.indices.map { Double($0 * $0 % 5) }
        let all = spread(
            grid(points, size, .category, values: kinds, categories: [0, 1, 2, 3, 4]), pixels, scale: scale, .category)
        guard case .shares(let cells) = all.content else { throw MissingShares() }
        var alone: [[UInt32]] = []
        for kind in 0..<5 {
            let own = points.indices.filter { kinds[$0] == Double(kind) }.map { points[$0] }
            alone.append(
                own.isEmpty
                    ? [UInt32](repeating: 0, count: size * size) : counts(spread(grid(own, size), pixels, scale: scale))
            )
        }
        // Ranges within rows, and ranges that span several rows.
        for length in [1, 11, 37, 100, size * size] {
            var found = [[UInt32]](repeating: [], count: 5)
            for first in stride(from: 0, to: size * size, by: length) {
                let block = first..<min(first + length, size * size)
                var read = [UInt32](repeating: 9, count: block.count * 5)
                read.withUnsafeMutableBufferPointer { read in
                    if let start = read.baseAddress { cells.read(block, into: start) }
                }
                for (k, count) in read.enumerated() { found[k % 5].append(count) }
            }
            #expect(found == alone, "\(length) pixels at once")
        }
    }

    private struct MissingShares: Error {}
}
