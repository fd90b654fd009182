import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// Bars with hundreds or thousands per pixel, computed from summaries of blocks.
@Suite("Columns are counted by stretches")
struct BarRasterizerTests {
    enum Data: CaseIterable {
        case walk, noise, waves, teeth, levels, bothSides, spikes, gaps, missing, infinite, huge, constant, whole
    }

    private static func values(_ data: Data, count: Int) -> [Double] {
        var numbers = SeededNumbers(seed: 5)
        var walk = 400.0
        return (0..<count).map { i in
            walk = min(max(walk + numbers.double(-1...1), 20), 980)
            return switch data {
            case .walk: walk
            case .noise: numbers.double(0...1) * numbers.double(0...1_000)
            case .waves: 500 + 400 * Double(i % 1_000 - 500).magnitude / 500
            case .teeth: Double(i % 64) * 15
            case .levels: i / 40 % 2 == 0 ? 200 : 700
            case .bothSides: walk - 400 + numbers.double(-300...300)
            case .spikes: i % 77_777 == 400 ? (i % 2 == 0 ? 950 : -800) : 100 + numbers.double(0...5)
            case .gaps: i % 3 == 2 ? .nan : walk
            case .missing: i / 5_000 % 3 == 1 ? .nan : walk
            case .infinite: i % 997 == 0 ? .infinity : i % 911 == 0 ? -.infinity : walk
            case .huge: (walk - 500) * 1e300
            case .constant: 603
            case .whole: Double(numbers.next() % 5) * 200
            }
        }
    }

    private static let width = 30

    /// All inputs of bar rasterisation; the defaults match a common chart.
    private struct Case {
        var x: Column?
        var y: [Double]
        var range: Range<Int>
        var across = AxisScale(range: NumberRange(-1_000, 1_000), start: 200, end: 0)
        var along: AxisScale
        var isVertical = false
        /// Bases in a stack with upper ends at `y`, on whole pixels unless they are outermost.
        var bases: [Double]?
        var areInner = false
        var summary: QuantileSummary?
        var feetSummary: QuantileSummary?

        init(_ y: [Double], range: Range<Int>? = nil) {
            self.y = y
            self.range = range ?? 0..<y.count
            along = AxisScale(
                range: NumberRange(Double(self.range.lowerBound) - 0.5, Double(self.range.upperBound) - 0.5), start: 0,
                end: Double(BarRasterizerTests.width))
        }

        func picture() -> PixelImage {
            let box =
                isVertical
                ? PixelRect(x: 0, y: 0, width: 200, height: width) : PixelRect(x: 0, y: 0, width: width, height: 200)
            let step =
                abs(along.position(of: Double(range.upperBound)) - along.position(of: Double(range.lowerBound)))
                / Double(range.count)
            let slot = BarSlot(low: -step * 0.4, high: step * 0.4)
            let base = across.position(of: 0).isFinite ? across.position(of: 0) : across.start
            let x = x ?? .indices(count: y.count)
            var columns = BarRasterizer(
                along: x, across: Column(y), bases: bases.map { Column($0) },
                totals: Column(areInner ? y.map { $0 + 1 } : y),
                order: SampleOrder(range, of: x, isAscending: true, on: along), slot: slot,
                base: base, baseline: 0, colors: (0, 1), single: [:],
                counting: ColumnCounting(
                    box: box, isVertical: isVertical, width: slot.width, maximum: range.count,
                    base: bases == nil ? base : nil,
                    colors: [SIMD4(0, 0, 0, 1), SIMD4(0, 0.5, 0.5, 0.5)]),
                quantiles: summary.map { ColumnQuantiles(tips: $0, bases: feetSummary, areInner: areInner) })
            columns.run(along: along, across: across)
            var image = PixelImage(size: PixelSize(width: box.width, height: box.height))
            for picture in columns.pictures { picture.paint(on: &image, box) }
            return image
        }
    }

    private func summary(_ y: [Double], isCoarse: Bool = false) -> QuantileSummary {
        var summary = QuantileSummary(for: isCoarse ? 1 << 27 : y.count)
        Column(y).withView { summary.extend($0) }
        return summary
    }

    /// For ink pixels: mean and 99th percentile of the channel differences, and the number of pixels with ink in one
    /// picture and none nearby in the other.
    private func difference(_ a: PixelImage, _ b: PixelImage, isVertical: Bool) -> (mean: Double, p99: Int, lost: Int) {
        var differences: [Int] = []
        var lost = 0
        func hasInk(_ image: PixelImage, _ x: Int, _ y: Int, _ reach: Int) -> Bool {
            (-reach...reach).contains { shift in
                let (x, y) = isVertical ? (x, y + shift) : (x + shift, y)
                return (0..<image.size.width).contains(x) && (0..<image.size.height).contains(y) && image[x, y].w > 0
            }
        }
        for y in 0..<a.size.height {
            for x in 0..<a.size.width {
                let (first, second) = (hasInk(a, x, y, 0), hasInk(b, x, y, 0))
                if first && !hasInk(b, x, y, 1) || second && !hasInk(a, x, y, 1) { lost += 1 }
                if first || second {
                    differences.append((0..<4).map { abs(Int(a[x, y][$0]) - Int(b[x, y][$0])) }.max() ?? 0)
                }
            }
        }
        differences.sort()
        guard !differences.isEmpty else { return (0, 0, lost) }
        return (
            Double(differences.reduce(0, +)) / Double(differences.count), differences[differences.count * 99 / 100],
            lost
        )
    }

    private func expectAgreement(_ one: Case, _ summary: QuantileSummary, isExact: Bool = false, _ name: String) {
        let exact = one.picture()
        var other = one
        other.summary = summary
        let found = other.picture()
        let (mean, p99, lost) = difference(found, exact, isVertical: one.isVertical)
        #expect(mean <= 3 && p99 <= 16 && lost == 0, "\(name): mean \(mean), p99 \(p99), \(lost) lost")
        // Eight of 64 values do not describe all of them.
        #expect(isExact || found.pixels != exact.pixels, "\(name)")
        #expect(Set(exact.pixels).count > 2, "\(name)")
    }

    @Test("as if each was counted by itself", arguments: Data.allCases, [600, 3_000, 9_000])
    func agrees(data: Data, perPixel: Int) {
        let y = Self.values(data, count: perPixel * Self.width)
        var one = Case(y)
        if data == .huge { one.across = AxisScale(range: NumberRange(-1e303, 1e303), start: 200, end: 0) }
        let isExact = [.constant, .levels, .spikes].contains(data)
        expectAgreement(one, summary(y), isExact: isExact, "\(data), \(perPixel)")
        // With 9,000 bars per pixel, blocks of 512 are fine enough.
        if perPixel == 9_000 { expectAgreement(one, summary(y, isCoarse: true), isExact: isExact, "\(data), coarse") }
    }

    /// The area below the bars is subtracted from the area up to their ends.
    @Test("in stacks, too", arguments: Data.allCases.filter { $0 != .infinite && $0 != .huge }, [false, true])
    func stacks(data: Data, areInner: Bool) {
        let values = Self.values(data, count: 3_000 * Self.width)
        let lower = Self.values(.noise, count: values.count)
        for bases in [lower, lower.map { _ in 40 }, values.map { $0.magnitude / 3 }] {
            let tips = zip(values, bases).map { value, baseValue in
                value.isNaN ? .nan : value < 0 ? -baseValue / 4 + value : baseValue + value
            }
            var one = Case(tips)
            one.bases = zip(values, bases).map { value, baseValue in
                value.isNaN ? .nan : value < 0 ? -baseValue / 4 : baseValue
            }
            one.areInner = areInner
            one.across = AxisScale(range: NumberRange(-1_500, 2_000), start: 200, end: 0)
            let exact = one.picture()
            one.summary = summary(tips)
            one.feetSummary = summary(one.bases ?? [])
            let (mean, p99, lost) = difference(one.picture(), exact, isVertical: false)
            #expect(mean <= 4 && p99 <= 24 && lost == 0, "\(data): mean \(mean), p99 \(p99), \(lost) lost")
            #expect(Set(exact.pixels).count > 1)
        }
    }

    /// A bar whose tip is excluded is hidden; a bar whose base is excluded begins where the exclusion does.
    @Test("in stacks on an axis that leaves out some bases, some tips, or both", arguments: [false, true])
    func brokenStacks(areInner: Bool) {
        var numbers = SeededNumbers(seed: 23)
        let count = 3_000 * Self.width
        let columns: [(name: String, baseValue: ClosedRange<Double>, length: ClosedRange<Double>)] = [
            ("bases", 100...300, 250...250), ("tips", 0...100, 50...200), ("both", 50...250, 20...200),
            ("neither", 0...100, 400...500),
        ]
        for (name, baseValue, length) in columns {
            let bases = (0..<count).map { _ in numbers.double(baseValue) }
            let tips = bases.map { $0 + numbers.double(length) }
            var one = Case(tips)
            (one.bases, one.areInner) = (bases, areInner)
            let gone = Exclusions([NumberRange(150, 220)], holdsStart: true)
            one.across = AxisScale(range: NumberRange(-200, 800), mapper: .discontinuous(gone), start: 200, end: 0)
            let exact = one.picture()
            (one.summary, one.feetSummary) = (summary(tips), summary(bases))
            let (mean, p99, lost) = difference(one.picture(), exact, isVertical: false)
            #expect(mean <= 4 && p99 <= 24 && lost == 0, "\(name): mean \(mean), p99 \(p99), \(lost) lost")
            #expect(Set(exact.pixels).count > 1)
        }
    }

    @Test(
        "the same to both sides, in views of a part, beside the picture, and with places of their own",
        arguments: [false, true], [false, true])
    func views(isVertical: Bool, isReversed: Bool) {
        let count = 450_000
        let y = Self.values(.bothSides, count: count)
        let summary = summary(y)
        var numbers = SeededNumbers(seed: 3)
        let x = (0..<count).map { Double($0) + numbers.double(-0.4...0.4) + ($0 > 250_000 ? 35_000 : 0) }
        for range in [0..<count, 37..<30_000, 63_457..<400_001, 350_000..<count] {
            for hasPositions in [false, true] {
                var one = Case(y, range: range)
                one.isVertical = isVertical
                if hasPositions { one.x = Column(x) }
                let (first, last) =
                    hasPositions
                    ? (x[range.lowerBound], x[range.upperBound - 1])
                    : (Double(range.lowerBound), Double(range.upperBound))
                // Some bars are outside the picture.
                let length = (last - first) * 0.05
                one.along = AxisScale(
                    range: NumberRange(first + length, last - length), start: isReversed ? 30 : 0,
                    end: isReversed ? 0 : 30)
                expectAgreement(one, summary, "\(range), \(hasPositions)")
            }
        }
    }

    @Test(
        "without places on a reversed logarithmic axis there is nothing, and all others stay", arguments: [false, true])
    func reversedLogarithm(shuffles: Bool) {
        let scale = AxisScale(range: NumberRange(1, 1_000), mapper: .logarithm(base: 10), start: 100, end: 0)
        let values = (-300..<1_000).map(Double.init)
        let order = shuffles ? values.filter { $0 != 999 }.reversed() + [999] : values
        let column = Column(order)
        let found = SampleOrder(0..<column.count, of: column, isAscending: !shuffles, on: scale)
        switch found {
        case .forwards: Issue.record("the axis is reversed")
        case .backwards(let range): #expect(range == 301..<1_300)
        case .sorted(let indices): #expect(indices.map { order[$0] } == (1..<1_000).reversed().map(Double.init))
        }
    }

    @Test("the same on any axes", arguments: [false, true])
    func axes(isReversed: Bool) {
        let count = 300_000
        let y = Self.values(.bothSides, count: count)
        let summary = summary(y)
        let whole = NumberRange(1, Double(count))
        func exclusions(_ positions: [Double], _ length: Double) -> AxisScale.Mapper {
            .discontinuous(Exclusions(positions.map { NumberRange($0, $0 + length) }, holdsStart: false))
        }
        let along: [AxisScale.Mapper] = [
            .identity, .logarithm(base: 10), exclusions((0..<37).map { Double($0) * 8_000 + 777 }, 2_250),
            exclusions([100_000], 50),
        ]
        let across: [AxisScale.Mapper] = [
            .identity, .logarithm(base: 10), .symmetricLogarithm(threshold: 10, base: 10), .squareRoot,
            exclusions([100, 300], 40),
        ]
        for (k, a) in along.enumerated() {
            for (j, c) in across.enumerated() {
                var one = Case(y)
                one.along = AxisScale(range: whole, mapper: a, start: isReversed ? 30 : 0, end: isReversed ? 0 : 30)
                one.across = AxisScale(
                    range: j == 1 ? NumberRange(1, 1_000) : NumberRange(-1_000, 1_000), mapper: c, start: 200, end: 0)
                one.range = 1..<count
                expectAgreement(one, summary, "along \(k), across \(j)")
            }
        }
    }

    @Test("values far from all others do not make those coarse, and what the axis does not show stands for nothing")
    func outliers() {
        var numbers = SeededNumbers(seed: 61)
        let count = 90_000
        let linear = AxisScale(range: NumberRange(-1_000, 1_000), start: 200, end: 0)
        let symmetric = AxisScale(
            range: NumberRange(-1e9, 1e9), mapper: .symmetricLogarithm(threshold: 1, base: 10), start: 200, end: 0)
        let logarithmic = AxisScale(range: NumberRange(1, 1_000), mapper: .logarithm(base: 10), start: 200, end: 0)
        let gone = Exclusions([NumberRange(100, 1_000)], holdsStart: true)
        let broken = AxisScale(range: NumberRange(-50, 2_000), mapper: .discontinuous(gone), start: 200, end: 0)
        let cases: [(name: String, across: AxisScale, isExact: Bool, value: (Int) -> Double)] = [
            ("sentinels", linear, false, { $0 % 50 == 3 ? -1e15 : numbers.double(100...900) }),
            (
                "decades", symmetric, false,
                { _ in pow(10, numbers.double(-2...9)) * (numbers.next() % 2 == 0 ? 1 : -1) }
            ),
            // Sixty in a thousand pixels stand out by values that the axis shows, as many by excluded values.
            ("left out", broken, true, { $0 % 1_500 == 7 ? 90 : $0 % 60 == 31 ? 500 : numbers.double(0...10) }),
            // Whole blocks are invisible.
            ("nights", logarithmic, false, { $0 / 3_000 % 2 == 0 ? 0 : numbers.double(2...900) }),
            ("plateaus", broken, false, { $0 / 3_000 % 3 == 1 ? 400 : numbers.double(1_050...1_900) }),
            ("no place", logarithmic, false, { $0 % 1_500 == 7 ? 900 : $0 % 60 == 31 ? -5 : numbers.double(2...10) }),
        ]
        for (name, across, isExact, value) in cases {
            let y = (0..<count).map(value)
            var one = Case(y)
            one.across = across
            expectAgreement(one, summary(y), isExact: isExact, name)
        }
    }

    @Test("while more samples are appended")
    func streaming() {
        let all = Self.values(.noise, count: 350_000)
        var summary = QuantileSummary()
        var count = 0
        var numbers = SeededNumbers(seed: 41)
        for _ in 0..<12 {
            count = min(count + 1_000 + Int(numbers.next() % 60_000), all.count)
            let y = Array(all[..<count])
            Column(y).withView { summary.extend($0) }
            #expect(summary.count == y.count)
            expectAgreement(Case(y), summary, isExact: y.count < 512 * Self.width, "\(count)")
        }
    }

    @Test("a stretch has a value of each eighth, however many values its parts have")
    func quantiles() {
        var numbers = SeededNumbers(seed: 43)
        // In every other block of 64 samples only eight have a value, and these are larger.
        let y = (0..<140_000).map { i in
            i % 128 < 64 ? numbers.double(0...1) : i % 8 == 0 ? numbers.double(10...11) : .nan
        }
        summary(y).withLevels { levels in
            for level in 0..<levels.count - 1 {
                let length = levels.length(level)
                for start in stride(from: 0, to: y.count - length, by: length * (level < 2 ? 37 : 1)) {
                    guard let entry = levels.entry(level, at: start) else {
                        Issue.record("nothing is known of \(start) on level \(level)")
                        continue
                    }
                    let values = y[start..<start + length].filter(\.isFinite).sorted()
                    #expect(entry.low == values.first && entry.high == values.last && Int(entry.count) == values.count)
                    entry.forEachValue { k, value in
                        // Ranks are stored as Floats.
                        let share = Double(values.partitionPoint { $0 >= value - 1e-5 }) / Double(values.count) * 8
                        let next = Double(values.partitionPoint { $0 > value + 1e-5 }) / Double(values.count) * 8
                        let doubt = 0.01 + 0.7 * Double(level)
                        #expect(share <= Double(k + 1) + doubt && next >= Double(k) - doubt, "level \(level), \(k)")
                    }
                }
            }
        }
    }
}

extension [Double] {
    fileprivate func partitionPoint(_ isWanted: (Double) -> Bool) -> Int { indices.partition { isWanted(self[$0]) } }
}
