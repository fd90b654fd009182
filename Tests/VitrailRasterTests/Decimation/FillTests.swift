import CRaster
import Foundation
import Testing
import VitrailScene
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// Compares the coverage of fills with their areas.
@Suite("Fills are counted")
struct FillTests {
    /// Reference that sums areas exactly, in Doubles: for each row, the area below a curve by integration over the
    /// curve's positions.
    struct Exact {
        let size: PixelSize
        /// Shares where the first curve is above or left of the second, and where it is below or right.
        private(set) var shares: [SIMD2<Double>]

        init(size: PixelSize) {
            self.size = size
            shares = Array(repeating: .zero, count: size.width * size.height)
        }

        /// - Parameter places: position along, and positions across of both curves.
        mutating func add(_ from: SIMD3<Double>, _ to: SIMD3<Double>) {
            let (a, b) = (from.z - from.y, to.z - to.y)
            if a * b < 0 {
                let middle = from + (to - from) * (a / (a - b))
                add(from, middle, isOrdered: a > 0)
                add(middle, to, isOrdered: b > 0)
            } else {
                add(from, to, isOrdered: a + b > 0)
            }
        }

        private mutating func add(_ from: SIMD3<Double>, _ to: SIMD3<Double>, isOrdered: Bool) {
            func held(_ along: Double) -> Int { Int(min(max(along, 0), Double(size.width))) }
            for column in held(from.x.rounded(.down))..<held(to.x.rounded(.up)) {
                let (low, high) = (max(Double(column), from.x), min(Double(column + 1), to.x))
                guard low < high else { continue }
                func cut(_ along: Double) -> SIMD3<Double> { from + (to - from) * ((along - from.x) / (to.x - from.x)) }
                let (start, end) = (cut(low), cut(high))
                for row in 0..<size.height {
                    let covered = (high - low) * (Self.below(start.y, end.y, row) - Self.below(start.z, end.z, row))
                    shares[row * size.width + column][isOrdered ? 0 : 1] += abs(covered)
                }
            }
        }

        /// Share of a row below a curve, averaged over positions from `a` to `b`.
        private static func below(_ a: Double, _ b: Double, _ row: Int) -> Double {
            let end = Double(row + 1)
            /// The integral up to a position.
            func sum(_ position: Double) -> Double {
                if position <= end - 1 { return position }
                if position >= end { return end - 0.5 }
                let rest = end - position
                return end - 0.5 - rest * rest / 2
            }
            guard abs(b - a) > 1e-9 else { return min(max(end - a, 0), 1) }
            return (sum(b) - sum(a)) / (b - a)
        }
    }

    static func covered(_ pictures: [SparseTileImage], _ size: PixelSize) -> [SIMD4<UInt8>] {
        var pixels = Array(repeating: SIMD4<UInt8>.zero, count: size.width * size.height)
        for picture in pictures {
            let image = picture.image
            for piece in picture.pieces {
                for y in 0..<piece.position.height {
                    for x in 0..<piece.position.width {
                        let (fromX, fromY) = (
                            piece.source.x + min(x, piece.source.width - 1),
                            piece.source.y + min(y, piece.source.height - 1)
                        )
                        let start = (fromY * image.width + fromX) * 4
                        let position = (piece.position.y + y) * size.width + piece.position.x + x
                        #expect(pixels[position] == .zero, "two pieces show one pixel")
                        pixels[position] = SIMD4(
                            image.pixels[start], image.pixels[start + 1], image.pixels[start + 2],
                            image.pixels[start + 3])
                    }
                }
            }
        }
        return pixels
    }

    /// Red where the first curve is above or left of the second, blue where it is not.
    private static let paints: (Paint, Paint) = (.solid(Color(0xFF0000)), .solid(Color(0x0000FF)))

    private static func differences(_ found: [SIMD4<UInt8>], _ exact: Exact) -> [Double] {
        zip(found, exact.shares).map { pixel, shares in
            max(abs(Double(pixel.x) - shares.x * 255), abs(Double(pixel.z) - shares.y * 255))
        }
    }

    // MARK: Stretches

    @Test("stretches of all slopes and lengths cover what they should", arguments: [1.0, 30, 400], [false, true])
    func stretches(spread: Double, isReversed: Bool) throws {
        var numbers = SeededNumbers(seed: 3)
        let size = PixelSize(width: 37, height: 90)
        let box = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        let fill = try #require(AreaTarget(box: box, isVertical: false, paints: Self.paints))
        var pen = AreaEdgeWriter(fill, strips: fill.strips, isReversed: isReversed)
        var exact = Exact(size: size)
        var last: SIMD3<Double>?
        var along = -3.0
        while along < 42 {
            let isGap = numbers.double(0...1) < 0.05
            let position = SIMD3(
                along, Double(Float(45 + numbers.double(-spread...spread))),
                Double(Float(45 + numbers.double(-spread...spread))))
            if isGap {
                pen.jump(to: nil)
            } else {
                pen.go(to: AreaEdgePosition(along: along, first: Float(position.y), second: Float(position.z)))
            }
            if !isGap, let last {
                func turned(_ position: SIMD3<Double>) -> SIMD3<Double> {
                    SIMD3(48 - position.x, position.y, position.z)
                }
                if isReversed { exact.add(turned(position), turned(last)) } else { exact.add(last, position) }
            }
            last = isGap ? nil : position
            along += numbers.double(0...1) < 0.2 ? numbers.double(0...4) : numbers.double(0...0.2)
        }
        let found = Self.covered([pen.finish()], size)
        #expect(Self.differences(found, exact).allSatisfy { $0 < 1 })
        #expect(found.contains { $0.x > 0 } && found.contains { $0.z > 0 })
    }

    /// Each trapezoid adds coverage, up to a whole pixel, in either direction.
    @Test("slices that go to and fro cover what they should together", arguments: [30.0, 400], [60, 20_000])
    func toAndFro(spread: Double, count: Int) throws {
        var numbers = SeededNumbers(seed: 4)
        let size = PixelSize(width: 37, height: 90)
        let box = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
        // With very many trapezoids most of the picture is covered; the area beyond them stays clear.
        let (middle, spread) = count > 1_000 ? (20.0, 15.0) : (45.0, spread)
        for isOver in [false, true] {
            let fill = try #require(AreaTarget(box: box, isVertical: false, paints: Self.paints, isOver: isOver))
            var counter = TrapezoidAccumulator(fill, strips: fill.strips)
            var exact = Exact(size: size)
            var last: SIMD3<Double>?
            for _ in 0..<count {
                let isGap = numbers.double(0...1) < 0.05
                let sample = Area.Sample(
                    along: isGap ? .nan : Float(numbers.double(-6...45)),
                    first: Float(middle + numbers.double(-spread...spread)),
                    second: Float(middle + numbers.double(-spread...spread)))
                counter.go(to: sample)
                let position = SIMD3(Double(sample.along), Double(sample.first), Double(sample.second))
                if !isGap, let last, count < 1_000 {
                    if last.x < position.x { exact.add(last, position) } else { exact.add(position, last) }
                }
                last = isGap ? nil : position
            }
            let found = Self.covered([counter.finish()], size)
            guard count < 1_000 else {
                // Exact sums of so many trapezoids are slow, so check only that rows above and below are empty and rows
                // in the middle are full.
                let rows = found.indices.map { $0 / size.width }
                #expect(zip(found, rows).allSatisfy { pixel, row in (5..<35).contains(row) || pixel == .zero })
                #expect(zip(found, rows).allSatisfy { pixel, row in !(8..<32).contains(row) || pixel.w == 255 })
                continue
            }
            let differences = zip(found, exact.shares).map { pixel, shares -> Double in
                let (first, second) = (min(shares.x, 1), min(shares.y, 1))
                return max(
                    abs(Double(pixel.x) - (isOver ? first * (1 - second) : min(first, 1)) * 255),
                    abs(Double(pixel.z) - (isOver ? second : min(second, 1 - first)) * 255))
            }
            #expect(differences.allSatisfy { $0 < 1 })
            // The last colour painted may hide the other.
            #expect(isOver || found.contains { $0.x > 0 })
            #expect(found.contains { $0.z > 0 })
        }
    }

    @Test("a level curve between rows, and one at a row, are exact, and so is the whole of a pixel")
    func level() throws {
        let size = PixelSize(width: 4, height: 6)
        let fill = try #require(
            AreaTarget(
                box: PixelRect(x: 0, y: 0, width: 4, height: 6), isVertical: false,
                paints: (.solid(.black), .solid(.black))))
        var pen = AreaEdgeWriter(fill, strips: fill.strips, isReversed: false)
        for (k, positions) in [(2, 4), (1.5, 3.25), (-5, 20), (3, 3)].enumerated()
            as EnumeratedSequence<[(Float, Float)]>
        {
            pen.jump(to: AreaEdgePosition(along: Double(k), first: positions.0, second: positions.1))
            pen.go(to: AreaEdgePosition(along: Double(k + 1), first: positions.0, second: positions.1))
        }
        let alphas = Self.covered([pen.finish()], size).map(\.w)
        #expect(stride(from: 0, to: 24, by: 4).map { alphas[$0] } == [0, 0, 255, 255, 0, 0])
        #expect(stride(from: 1, to: 24, by: 4).map { alphas[$0] } == [0, 128, 255, 64, 0, 0])
        #expect(
            stride(from: 2, to: 24, by: 4).allSatisfy { alphas[$0] == 255 }
                && stride(from: 3, to: 24, by: 4).allSatisfy { alphas[$0] == 0 })
    }

    // MARK: Samples

    enum Data: CaseIterable { case walk, noise, levels, spikes, gaps, longGaps, infinite, huge, equal, uneven }

    struct Samples {
        var x: [Double]
        var first: [Double]
        var second: [Double]
    }

    private static func samples(_ data: Data, count: Int) -> Samples {
        var numbers = SeededNumbers(seed: 7)
        var (walk, along) = (0.0, 0.0)
        var made = Samples(x: [], first: [], second: [])
        for i in 0..<count {
            walk += numbers.double(-1...1) - walk * 1e-3
            along += data == .uneven ? (i % 1_000 == 500 ? 700 : numbers.double(0...1) * numbers.double(0...1)) : 1
            made.x.append(data == .equal ? (along / 40).rounded(.down) * 40 : along)
            let (first, second): (Double, Double) =
                switch data {
                case .walk, .equal, .uneven: (walk - 10, walk + 10)
                case .noise: (numbers.double(-60...20), numbers.double(-20...60))
                case .levels: (i / 7 % 2 == 0 ? -40 : 20, i / 31 % 2 == 0 ? 50 : 10)
                case .spikes: (-30, i % 97 == 50 ? 80 : 5)
                case .gaps: (i % 3 == 2 ? .nan : walk - 10, walk + 10)
                case .longGaps: (i / 5_000 % 3 == 1 ? .nan : walk - 10, walk + 10)
                case .infinite: (walk - 10, i % 37 == 0 ? .infinity : walk + 10)
                case .huge: (walk * 1e300, walk + 5)
                }
            made.first.append(first)
            made.second.append(second)
        }
        return made
    }

    /// All inputs for rasterising an area.
    private struct Case {
        var along: AxisScale
        var across = AxisScale(range: NumberRange(-100, 100), start: 80, end: 0)
        var size: PixelSize
        var isVertical = false
        var isStepped = false
        var baseline: Float?
        var pyramid: PyramidKind?

        init(_ samples: Samples, columns: Int, isReversed: Bool = false) {
            size = PixelSize(width: columns, height: 80)
            let range = NumberRange(samples.x.first ?? 0, samples.x.last ?? 1)
            along = AxisScale(
                range: range, start: isReversed ? Double(columns) : 0, end: isReversed ? 0 : Double(columns))
        }

        func pictures(_ samples: Samples, threads: Int = 2) throws -> [SparseTileImage] {
            try pictures(Column(samples.x), Column(samples.first), Column(samples.second), threads: threads)
        }

        func pictures(_ x: Column, _ first: Column, _ second: Column, threads: Int = 2) throws -> [SparseTileImage] {
            let box = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
            let fill = try #require(
                AreaTarget(box: box, isVertical: isVertical, flat: baseline ?? 0, paints: FillTests.paints))
            struct Pass: MonotonicScaledLoop {
                let x, first, second: ColumnView
                let own: Case
                let fill: AreaTarget
                let threads: Int
                let pyramids: (MinMaxTree?, MinMaxTree?)

                func run(
                    _ positionAlong: some MonotonicScaleTransform, _ positionAcross: some MonotonicScaleTransform
                ) -> [SparseTileImage] {
                    let range = PathReducer.visible(x, on: own.along, isAscending: true)
                    return AreaBins(
                        along: x, first: first, second: own.baseline == nil ? second : nil, positionAlong,
                        positionAcross, range: range,
                        isStepped: own.isStepped, fill: fill, pyramids: pyramids
                    ).pictures(threads: threads)
                }
            }
            let extents = [first, second].map { ColumnExtent($0, pyramid: pyramid) }
            return ColumnView.withView(x, first, second) { x, first, second in
                extents[0].withPyramid(count: x.indices.count) { own in
                    extents[1].withPyramid(count: x.indices.count) { other in
                        Pass(
                            x: x, first: first, second: second, own: self, fill: fill, threads: threads,
                            pyramids: (own, other)
                        )
                        .run(along: along, across: across)
                    }
                }
            }
        }

        /// Reference over each stretch between samples outside all exclusions.
        func exact(_ samples: Samples) -> Exact {
            var exact = Exact(size: isVertical ? PixelSize(width: size.height, height: size.width) : size)
            var last: SIMD3<Double>?
            for i in samples.x.indices {
                let (x, first, second) = (samples.x[i], samples.first[i], baseline == nil ? samples.second[i] : 0)
                if along.isExcluded(x) || across.isExcluded(first) || baseline == nil && across.isExcluded(second) {
                    continue
                }
                let isThere = x.isFinite && first.isFinite && second.isFinite
                // The range of exact sums.
                func held(_ value: Double) -> Double { min(max(across.position(of: value), -1e7), 1e7) }
                let position = SIMD3(along.position(of: x), held(first), baseline.map(Double.init) ?? held(second))
                guard isThere, (position.x + position.y + position.z).isFinite else {
                    last = nil
                    continue
                }
                if let last {
                    let end = isStepped ? SIMD3(position.x, last.y, last.z) : position
                    let isForward = along.end > along.start
                    exact.add(isForward ? last : end, isForward ? end : last)
                }
                last = position
            }
            return exact
        }

        func found(_ samples: Samples) throws -> [SIMD4<UInt8>] {
            let found = FillTests.covered(try pictures(samples), size)
            guard isVertical else { return found }
            // Transposed like the reference.
            return (0..<size.width * size.height).map { found[$0 / size.height + $0 % size.height * size.width] }
        }
    }

    @Test("samples cover what all of them cover, where each is read", arguments: Data.allCases, [false, true])
    func each(_ data: Data, _ isReversed: Bool) throws {
        let samples = Self.samples(data, count: 12_000)
        let own = Case(samples, columns: 60, isReversed: isReversed)
        let differences = Self.differences(try own.found(samples), own.exact(samples))
        // At 10¹³ pixels, the error of a Float is proportional to the slope.
        #expect(differences.allSatisfy { $0 < (data == .huge ? 2 : 1) }, "\(differences.max() ?? 0)")
    }

    @Test("of very many samples some tell what all of them cover", arguments: Data.allCases, [false, true])
    func some(_ data: Data, _ isReversed: Bool) throws {
        let samples = Self.samples(data, count: 150_000)
        let own = Case(samples, columns: 30, isReversed: isReversed)
        let exact = own.exact(samples)
        let differences = zip(Self.differences(try own.found(samples), exact), exact.shares).filter { $1.x + $1.y > 0 }
            .map(\.0).sorted()
        let mean = differences.reduce(0, +) / Double(differences.count)
        #expect(
            mean < 3 && differences[differences.count * 99 / 100] < 16,
            "\(mean), \(differences[differences.count * 99 / 100])")
    }

    @Test("fills along either axis, by steps, and down to a baseline", arguments: [Data.walk, .noise, .gaps], 0..<8)
    func kinds(_ data: Data, kind: Int) throws {
        let samples = Self.samples(data, count: 12_000)
        var own = Case(samples, columns: 60, isReversed: kind == 7)
        if kind & 1 != 0 {
            own.isVertical = true
            (own.size, own.along) = (PixelSize(width: 80, height: 60), own.along)
        }
        own.isStepped = kind & 2 != 0
        if kind & 4 != 0 { own.baseline = data == .noise ? 33.3 : data == .walk ? -4 : 95 }
        let differences = Self.differences(try own.found(samples), own.exact(samples))
        #expect(differences.allSatisfy { $0 < 1 }, "\(differences.max() ?? 0)")
    }

    @Test(
        "axes of all kinds", arguments: [Data.walk, .noise, .gaps],
        [
            AxisScale.Mapper.identity, .logarithm(base: 10), .symmetricLogarithm(threshold: 1, base: 10), .squareRoot,
            .discontinuous(
                Exclusions([NumberRange(-40, -20), NumberRange(8, 9), NumberRange(30, 90)], holdsStart: true)),
        ])
    func axes(_ data: Data, _ across: AxisScale.Mapper) throws {
        for kind in 0..<3 {
            for pyramid: PyramidKind? in across.hasExclusions ? [nil, .fine, .coarse] : [nil] {
                try axes(data, across, kind: kind, count: 12_000, pyramid)
                try axes(data, across, kind: kind, count: 150_000, pyramid)
            }
        }
    }

    private func axes(_ data: Data, _ across: AxisScale.Mapper, kind: Int, count: Int, _ pyramid: PyramidKind?) throws {
        let samples = Self.samples(data, count: count)
        var own = Case(samples, columns: 60)
        own.pyramid = pyramid
        // Weekends, and a night as long as many columns.
        let gone = (0..<60).map {
            NumberRange(Double($0 * count) / 60, Double($0 * count) / 60 + Double(count) / ($0 == 30 ? 70 : 300))
        }
        let along: AxisScale.Mapper = [
            .identity, .logarithm(base: 10), .discontinuous(Exclusions(gone, holdsStart: true)),
        ][kind]
        own.along = AxisScale(range: own.along.range, mapper: along, start: 0, end: 60)
        own.across = AxisScale(
            range: NumberRange(across == .logarithm(base: 10) ? 1 : -100, 100), mapper: across, start: 80, end: 0)
        let exact = own.exact(samples)
        let differences = zip(Self.differences(try own.found(samples), exact), exact.shares).filter { $1.x + $1.y > 0 }
            .map(\.0).sorted()
        #expect(!differences.isEmpty)
        let mean = differences.reduce(0, +) / Double(differences.count)
        #expect(
            count == 12_000 && kind != 1
                ? differences.last ?? 0 < 1 : mean < 3 && differences[differences.count * 99 / 100] < 16, "\(mean)")
    }

    @Test("logarithms of ratios are good to the last digits of a Float, close to 1 and far from it; others have none")
    func logarithms() {
        var numbers = SeededNumbers(seed: 5)
        for origin in [1e-300, 0.37, 1, 1e9] {
            let ratios =
                [1, 1 + 1e-15, 1 - 1e-12, 2, 0.5, 1 / 2.0.squareRoot(), 1e-4, 1e280]
                + (0..<500).map { _ in exp(numbers.double(-40...40) * numbers.double(0...1)) }
            let values = ratios.map { $0 * origin } + [0, -1, .nan, .infinity, -.infinity]
            let axis = vitrail_axis(
                origin: origin, factor: 1, start: 0, mapping: vitrail_logarithmic, farthest: 1e13, from: 0)
            var found = [Float](repeating: 7, count: values.count)
            unsafe vitrail_find_positions(values, values.count, axis, &found)
            for (value, position) in zip(values, found) {
                let exact = value.isFinite && value > 0 ? Logarithm.ratio(value, origin) : .nan
                #expect(
                    exact.isNaN ? position.isNaN : abs(Double(position) - exact) <= abs(exact) * 1e-7,
                    "\(value / origin): \(position), \(exact)")
            }
        }
    }

    @Test("differences of square roots are good to the last digits of a Float, close to 0 and far from it")
    func squareRoots() {
        var numbers = SeededNumbers(seed: 6)
        for origin in [-1e300, -7, 0, 1e-300, 0.37, 1e9] {
            let values =
                [
                    origin, origin * (1 + 1e-15), origin * (1 - 1e-12), -origin, 0, 4, -4, 1e300, -1e300, .nan,
                    .infinity, -.infinity,
                ]
                + (0..<500).map { _ in exp(numbers.double(-40...40)) * (numbers.double(0...1) < 0.5 ? -1 : 1) }
            let axis = vitrail_axis(
                origin: origin, factor: 1, start: 0, mapping: vitrail_square_root, farthest: 1e200, from: 0)
            var found = [Float](repeating: 7, count: values.count)
            unsafe vitrail_find_positions(values, values.count, axis, &found)
            for (value, position) in zip(values, found) {
                let exact = value.isFinite ? SquareRoot.distance(origin, value) : .nan
                #expect(
                    exact.isNaN
                        ? position.isNaN
                        : position == Float(exact) || abs(Double(position) - exact) <= abs(exact) * 1e-7,
                    "\(value) from \(origin): \(position), \(exact)")
            }
        }
    }

    @Test("what is seen of a zoom is what lies there, and what leads to it from beyond")
    func zoom() throws {
        let samples = Self.samples(.walk, count: 60_000)
        var own = Case(samples, columns: 50)
        for (low, high) in [(20_000.5, 31_234.5), (59_000, 80_000), (-9_000, 4_000), (100, 160)] {
            own.along = AxisScale(range: NumberRange(low, high), start: 50, end: 0)
            #expect(Self.differences(try own.found(samples), own.exact(samples)).allSatisfy { $0 < 1 }, "\(low)")
        }
    }

    @Test("threads do not matter", arguments: Data.allCases, [false, true])
    func threads(_ data: Data, _ isReversed: Bool) throws {
        let samples = Self.samples(data, count: 300_000)
        let own = Case(samples, columns: 200, isReversed: isReversed)
        let one = Self.covered(try own.pictures(samples, threads: 1), own.size)
        for threads in [2, 3, 4] {
            let pictures = try own.pictures(samples, threads: threads)
            #expect(pictures.count > 1 && pictures.count <= threads && Self.covered(pictures, own.size) == one)
        }
    }

    @Test("floats are what Doubles of the same numbers are")
    func floats() throws {
        let samples = Self.samples(.noise, count: 120_000)
        func rounded(_ values: [Double]) -> [Double] { values.map { Double(Float($0)) } }
        let doubles = Samples(x: rounded(samples.x), first: rounded(samples.first), second: rounded(samples.second))
        let own = Case(doubles, columns: 60)
        func column(_ values: [Double]) -> Column { Column(values.map { Float($0) }) }
        let found = try own.pictures(column(samples.x), column(samples.first), column(samples.second))
        #expect(Self.covered(found, own.size) == Self.covered(try own.pictures(doubles), own.size))
    }

    @Test("indexes are what the same numbers are")
    func indexes() throws {
        var samples = Self.samples(.noise, count: 120_000)
        samples.x = samples.x.indices.map(Double.init)
        let own = Case(samples, columns: 60)
        let found = try own.pictures(
            Column.indices(count: samples.x.count), Column(samples.first), Column(samples.second))
        #expect(Self.covered(found, own.size) == Self.covered(try own.pictures(samples), own.size))
    }

    @Test("gradients go across, row by row; others are not counted")
    func gradients() throws {
        let box = PixelRect(x: 0, y: 10, width: 16, height: 40)
        let across = Paint.linearGradient(
            from: PlotPoint(x: 0, y: 10), start: .black, to: PlotPoint(x: 0, y: 50), end: .white)
        let fill = try #require(AreaTarget(box: box, isVertical: false, paints: (across, across)))
        var pen = AreaEdgeWriter(fill, strips: fill.strips, isReversed: false)
        pen.jump(to: AreaEdgePosition(along: 0, first: -1, second: 50))
        pen.go(to: AreaEdgePosition(along: 16, first: -1, second: 50))
        let found = Self.covered([pen.finish()], PixelSize(width: 16, height: 50))
        for row in 0..<40 {
            let wanted = Int(((Double(row) + 0.5) / 40 * 255).rounded())
            #expect(abs(Int(found[(row + 10) * 16 + 5].x) - wanted) <= 1 && found[(row + 10) * 16 + 5].w == 255)
        }
        let beside = Paint.linearGradient(
            from: PlotPoint(x: 0, y: 10), start: .black, to: PlotPoint(x: 9, y: 50), end: .white)
        #expect(AreaTarget(box: box, isVertical: false, paints: (across, beside)) == nil)
        #expect(AreaTarget(box: box, isVertical: false, paints: (.solid(.clear), .solid(.clear)))?.isClear == true)
    }
}
