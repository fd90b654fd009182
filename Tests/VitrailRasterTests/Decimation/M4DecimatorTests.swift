import CColumns
import Testing
import VitrailTestNumbers

@testable import VitrailColumns
@testable import VitrailRaster
@testable import VitrailScales

/// Reduction by whole bins equals reduction sample by sample, for any data and any number of threads; outlines of wide
/// bins are close to it.
@Suite("Column extremes")
struct ColumnExtremesTests {
    enum Data: CaseIterable {
        case walk, spikes, constant, plateaus, gaps, longGaps, repeatedPositions, uneven, huge, tiny, infinite
    }

    func samples(_ data: Data, _ count: Int) -> (x: [Double], y: [Double]) {
        var numbers = SeededNumbers(seed: 3)
        var (walk, position) = (0.0, 0.0)
        var (x, y): ([Double], [Double]) = ([], [])
        for i in 0..<count {
            walk += numbers.double(-1...1)
            position += data == .uneven ? numbers.double(0...1) * numbers.double(0...1) * numbers.double(0...20) : 1
            x.append(data == .repeatedPositions ? (position / 7).rounded(.down) : position)
            switch data {
            case .walk, .repeatedPositions, .uneven: y.append(walk)
            case .spikes: y.append(i % 1013 == 500 ? 1e6 : i % 1511 == 700 ? -1e6 : 0)
            case .constant: y.append(4)
            // Values inside the exclusions of the tests' broken axis.
            case .plateaus: y.append(i / 700 % 4 == 0 ? 6.5 : i / 700 % 4 == 2 ? 18.25 : walk)
            case .gaps: y.append(i % 3 == 2 ? .nan : walk)
            case .longGaps: y.append(i / 5000 % 3 == 1 ? .nan : walk)
            case .huge: y.append(walk * 1e300)
            case .tiny: y.append(walk * 1e-300)
            case .infinite: y.append(i % 997 == 0 ? .infinity : i % 991 == 0 ? -.infinity : walk)
            }
        }
        return (x, y)
    }

    enum Mapping: CaseIterable { case linear, logarithmic, symmetric, squareRoot, broken, brokenAtStart }

    /// An axis over a range; the broken one excludes a twelfth of each tenth, and the first tenth.
    private func axis(_ mapping: Mapping, _ low: Double, _ high: Double, _ start: Double, _ end: Double) -> AxisScale {
        let tenth = (high - low) / 10
        let gone = (0..<10).map {
            NumberRange(low + Double($0) * tenth, low + Double($0) * tenth + ($0 == 0 ? tenth : tenth / 12))
        }
        let mapper: AxisScale.Mapper =
            switch mapping {
            case .linear: .identity
            case .logarithmic: .logarithm(base: 10)
            case .symmetric: .symmetricLogarithm(threshold: 1, base: 10)
            case .squareRoot: .squareRoot
            case .broken: .discontinuous(Exclusions(gone, holdsStart: false))
            case .brokenAtStart: .discontinuous(Exclusions(gone, holdsStart: true))
            }
        return AxisScale(
            range: NumberRange(mapping == .logarithmic ? max(low, high / 1e4) : low, high), mapper: mapper,
            start: start, end: end)
    }

    /// The samples of a bin between two of its gaps.
    private struct Run {
        var samples: [Int] = []
        var isBehindGap = false
        var isBeforeGap = false
    }

    /// Reference, sample by sample. Each bin keeps the first sample, the first minimum and the first maximum in their
    /// order, and the last sample, plus the samples beside jumps between them; where the line begins or ends, only
    /// samples between the first and the last. In a bin with gaps, each run is reduced like this; runs inside the bin
    /// after the fourth are merged into strokes.
    func expected(_ x: [Double], _ y: [Double], _ along: AxisScale, _ across: AxisScale) -> [PathPoint] {
        var path: [PathPoint] = []
        func appendGap() {
            if let last = path.last, !last.isGap { path.append(.gap) }
        }
        func held(_ position: Double) -> Float { Float(min(max(position, -1e13), 1e13)) }
        func point(_ i: Int) -> PathPoint {
            PathPoint(along: held(along.position(of: x[i])), across: held(across.position(of: y[i])))
        }
        let isAllShown = !along.mapper.hasExclusions && !across.mapper.hasExclusions
        func hasPosition(_ i: Int) -> Bool { y[i].isFinite && !across.position(of: y[i]).isNaN }
        func begins(_ i: Int) -> Bool { isAllShown && (i == 0 || !hasPosition(i - 1)) }
        func ends(_ i: Int) -> Bool { isAllShown && (i == y.count - 1 || !hasPosition(i + 1)) }
        func emit(_ run: Run, showsJumps: Bool = false) {
            if run.isBehindGap { appendGap() }
            guard let first = run.samples.first, let last = run.samples.last else { return }
            let joints = run.samples.dropFirst().dropLast()
            let hasEnd = run.isBehindGap || run.isBeforeGap || begins(first) || ends(last)
            let inner = hasEnd && !joints.isEmpty ? joints : run.samples[...]
            let lowest = inner.min { y[$0] < y[$1] } ?? first
            let high = inner.map { y[$0] }.max()
            let highest = inner.first { y[$0] == high } ?? first
            var kept = [first]
            for i in [min(lowest, highest), max(lowest, highest), last] where !kept.contains(i) { kept.append(i) }
            for (k, i) in kept.enumerated() {
                if k > 0, showsJumps { path += jumps(kept[k - 1], i).map(point) }
                path.append(point(i))
            }
        }
        /// Samples beside two that are drawn, where the line jumps more than two pixels right after the first or right
        /// before the second.
        func jumps(_ a: Int, _ b: Int) -> [Int] {
            guard b > a + 1, abs(point(b).across - point(a).across) > 2 else { return [] }
            let middle = (point(a).across + point(b).across) / 2
            func isPast(_ i: Int) -> Bool { (point(i).across > middle) == (point(b).across > middle) }
            return (isPast(a + 1) ? [a + 1] : []) + (isPast(b - 1) ? [] : [b - 1])
        }
        var start = 0
        while start < x.count {
            let column = part(along.position(of: x[start]))
            var end = start + 1
            while end < x.count, part(along.position(of: x[end])) == column { end += 1 }
            defer { start = end }
            var runs = [Run()]
            for i in start..<end where !along.isExcluded(x[i]) && !across.isExcluded(y[i]) {
                if hasPosition(i) {
                    runs[runs.count - 1].samples.append(i)
                } else if !runs[runs.count - 1].samples.isEmpty {
                    runs[runs.count - 1].isBeforeGap = true
                    runs.append(Run(isBehindGap: true))
                } else {
                    runs[runs.count - 1].isBehindGap = true
                }
            }
            let isWhole = runs.count == 1 && !runs[0].isBehindGap && runs[0].samples.count == end - start
            let inner = runs.filter { $0.isBehindGap && $0.isBeforeGap && !$0.samples.isEmpty }
            runs.filter { !$0.isBehindGap }.forEach { emit($0, showsJumps: isWhole && !across.mapper.hasExclusions) }
            inner.prefix(4).forEach { emit($0) }
            let drawn = inner.prefix(4).last?.samples.last ?? start
            let last = runs.last.flatMap { $0.isBehindGap ? $0.samples.first : nil } ?? end - 1
            append(
                strokes: inner.dropFirst(4).map(\.samples), behind: drawn, last,
                position: { along.position(of: x[$0]) }, y, across, &path)
            if let run = runs.last, run.isBehindGap { emit(run) }
        }
        return path
    }

    private struct Stroke {
        var all: [Double]
        var joints: [Double]
        /// Sum of the runs' heights.
        var height: Double
        var pairs: Int
        /// Sum of the positions of its pairs.
        var middles: Double
        var middle: Double { middles / Double(pairs) }
        var start: Double { middle - Double(pairs) / 2 }
    }

    /// Merges runs closer than a sixteenth of a pixel across into one stroke through the extremes of all samples that
    /// are not ends of a run. A stroke lies around its samples; strokes that would overlap are placed side by side
    /// around the samples of all.
    private func append(
        strokes runs: [[Int]], behind drawn: Int, _ last: Int, position: (Int) -> Double, _ y: [Double],
        _ across: AxisScale, _ path: inout [PathPoint]
    ) {
        var strokes: [Stroke] = []
        func positions(_ run: [Int]) -> [Double] { run.map { across.position(of: y[$0]) } }
        for samples in runs.sorted(by: { positions($0).min()! < positions($1).min()! }) {
            // A single sample counts like a pair.
            let (run, pairs) = (positions(samples), max(samples.count - 1, 1))
            let middles = Double(samples[0] + samples[samples.count - 1]) / 2 * Double(pairs)
            let own = Stroke(
                all: run, joints: Array(run.dropFirst().dropLast()), height: run.max()! - run.min()!, pairs: pairs,
                middles: middles)
            if let other = strokes.last, run.min()! <= other.all.max()! + 1.0 / 16 {
                strokes[strokes.count - 1] = joined(other, own)
            } else {
                strokes.append(own)
            }
        }
        strokes.sort { ($0.middle, $0.all.min()!) < ($1.middle, $1.all.min()!) }
        let begin = across.position(of: y[drawn])
        let isFalling = strokes.reduce(0) { $0 + Double($1.pairs) * (($1.all.min()! + $1.all.max()!) / 2 - begin) } < 0
        let step = (position(last) - position(drawn)) / Double(max(last - drawn, 1))
        var groups: [[Stroke]] = []
        func all(_ group: [Stroke]) -> Stroke { group.dropFirst().reduce(group[0], joined) }
        for stroke in strokes {
            groups.append([stroke])
            while groups.count > 1, case (let a, let b) = (groups[groups.count - 2], groups[groups.count - 1]),
                all(a).start + Double(all(a).pairs) > all(b).start
            { groups.replaceSubrange(groups.count - 2..<groups.count, with: [a + b]) }
        }
        for group in groups {
            var start = all(group).start
            for stroke in group {
                if let last = path.last, !last.isGap { path.append(.gap) }
                var corners = [stroke.all.min()!, stroke.all.max()!]
                if let low = stroke.joints.min(), let high = stroke.joints.max() {
                    corners.insert(contentsOf: [high, low], at: 1)
                }
                if isFalling { corners.reverse() }
                let (from, length) = (position(drawn) + (start - Double(drawn)) * step, step * Double(stroke.pairs))
                let extent = stroke.all.max()! - stroke.all.min()!
                // Without joints, draw only as much as the runs contain: segments of half a pixel, each in the middle
                // of its part.
                let pieces =
                    stroke.joints.isEmpty && stroke.height < extent
                    ? Int(max(min((extent / 0.5).rounded(.up), Double(stroke.pairs)), 1)) : 1
                let free = stroke.joints.isEmpty ? max(extent - stroke.height, 0) / Double(pieces) : 0
                for piece in 0..<pieces {
                    if piece > 0 { path.append(.gap) }
                    let ends = [0, 1].map {
                        corners[0] + (corners[corners.count - 1] - corners[0]) * Double(piece + $0) / Double(pieces)
                    }
                    let inwards = (isFalling ? -1 : 1) * free / 2
                    let own = stroke.joints.isEmpty ? [ends[0] + inwards, ends[1] - inwards] : corners
                    for (k, corner) in own.enumerated() {
                        let share = (Double(piece) + Double(k) / Double(own.count - 1)) / Double(pieces)
                        path.append(PathPoint(along: Float(from + length * share), across: Float(corner)))
                    }
                }
                start += Double(stroke.pairs)
            }
        }
    }

    private func joined(_ a: Stroke, _ b: Stroke) -> Stroke {
        Stroke(
            all: a.all + b.all, joints: a.joints + b.joints, height: a.height + b.height, pairs: a.pairs + b.pairs,
            middles: a.middles + b.middles)
    }

    /// Index of the bin, an eighth of a pixel column.
    func part(_ position: Double) -> Double { (position * 8).rounded(.down) }

    func isSame(_ a: [PathPoint], _ b: [PathPoint]) -> Bool {
        // Sums of runs are computed in another order.
        func isNear(_ a: Float, _ b: Float) -> Bool { abs(a - b) <= 1e-6 * max(abs(a), 1) }
        return a.count == b.count
            && zip(a, b).allSatisfy {
                isNear($0.along, $1.along) && isNear($0.across, $1.across) || $0.isGap && $1.isGap
            }
    }

    private struct Pass: MonotonicScaledLoop {
        let x, y: ColumnView
        var pyramid: MinMaxTree?
        var runs: GridLevels<vitrail_runs>?
        var isStepped = false

        func run(_ along: some MonotonicScaleTransform, _ across: some MonotonicScaleTransform) -> [PathPoint] {
            M4Decimator.path(
                along: x, across: y, range: x.indices, along, across, pyramid: pyramid, runs: runs, isStepped: isStepped
            )
        }
    }

    @Test("are those of each sample in turn", arguments: Data.allCases, [false, true])
    func agreement(data: Data, isReversed: Bool) {
        for (count, width) in [(1, 10.0), (7, 3), (4_000, 97), (20_000, 33), (20_000, 3), (60_000, 1_000.5)] {
            let (x, y) = samples(data, count)
            let (start, end) = isReversed ? (width, 0) : (0.25, width)
            let along = AxisScale(range: NumberRange(x[0], max(x[count - 1], x[0] + 1)), start: start, end: end)
            let across = AxisScale(range: NumberRange(-100, 100), start: 500, end: 0)
            let got = ColumnView.withView(Column(x), Column(y)) { Pass(x: $0, y: $1).run(along: along, across: across) }
            #expect(isSame(got, expected(x, y, along, across)), "\(data) \(count)")
        }
    }

    @Test(
        "are those of each sample on any axes, with a pyramid and without", arguments: Mapping.allCases,
        Mapping.allCases)
    func mappings(along: Mapping, across: Mapping) {
        for (data, count, width) in [
            (Data.walk, 9_000, 17.5), (.walk, 20_000, 3), (.plateaus, 20_000, 3), (.gaps, 9_000, 40),
            (.longGaps, 20_000, 40), (.infinite, 40_000, 90), (.uneven, 20_000, 60),
        ] {
            let (x, y) = samples(data, count)
            // Wide bins of indices are outlined.
            for (isReversed, isIndex) in [(false, false), (true, false), (false, true)] where width > 3 || !isIndex {
                let x = isIndex ? (0..<count).map { Double($0) } : x
                let tenth = ((x[count - 1] - x[0]) / 10).rounded(.down)
                let alongScale = axis(along, x[0], x[0] + 10 * tenth, isReversed ? width : 0.25, isReversed ? 0 : width)
                let acrossScale = axis(across, -30, 90, 500, 0)
                // Samples lie at the ends of exclusions. A logarithmic axis uses only one neighbour of the values
                // before it.
                let shown = along == .logarithmic ? max(x.firstIndex { $0 > 0 } ?? 0, 1) - 1..<count : 0..<count
                let (shownX, shownY) = (Array(x[shown]), Array(y[shown]))
                let wanted = expected(shownX, shownY, alongScale, acrossScale)
                let column = isIndex && shown.lowerBound == 0 ? Column.indices(count: count) : Column(shownX)
                ColumnView.withView(column, Column(shownY)) { x, y in
                    #expect(
                        isSame(Pass(x: x, y: y).run(along: alongScale, across: acrossScale), wanted),
                        "\(data) \(isReversed) \(isIndex)")
                    for kind in PyramidKind.allCases {
                        ColumnSummary(y, pyramid: kind).withTree(count: y.count) {
                            let found = Pass(x: x, y: y, pyramid: $0).run(along: alongScale, across: acrossScale)
                            #expect(isSame(found, wanted), "\(data) \(isReversed) \(isIndex) with a \(kind) pyramid")
                        }
                    }
                }
            }
        }
    }

    /// Any number of gaps gives a number of strokes bounded by the picture.
    @Test("of columns full of gaps are bounded by pixels", arguments: [3, 7, 100])
    func gaps(period: Int) {
        var numbers = SeededNumbers(seed: 5)
        let y = (0..<1_000_000).map { $0 % period == 0 ? .nan : numbers.double(0...1) }
        let along = AxisScale(range: NumberRange(0, Double(y.count)), start: 0, end: 20)
        let across = AxisScale(range: NumberRange(0, 1), start: 300, end: 0)
        let path = ColumnView.withView(.indices(count: y.count), Column(y)) {
            Pass(x: $0, y: $1).run(along: along, across: across)
        }
        // Four runs of at most four points, two that continue, and strokes; each after a gap.
        #expect(path.count <= 160 * (6 * 5 + 300 * 5))
        // Everything is covered, and no area is wider than its bin.
        for (number, points) in Dictionary(grouping: path.filter { !$0.isGap }, by: { part(Double($0.along)) })
        where number < 160 {
            #expect(points.map(\.across).min()! < 2 && points.map(\.across).max()! > 298)
        }
    }

    /// Runs of five samples and fewer, long runs, and runs that end in other blocks, on three levels: there is space to
    /// record all of them.
    @Test(
        "of runs that are known are those of runs that are read", arguments: [4, 5, 7, 31, 150],
        [(false, false), (true, false), (false, true)])
    func knownRuns(period: Int, how: (isReversed: Bool, isStepped: Bool)) {
        let (isReversed, isStepped) = how
        let count = 700_000
        // Steep runs whose ends are their extremes.
        let y = (0..<count).map { i -> Double in
            i % period == period - 1 ? .nan : Double(i / period % 3) * 30 + Double(i % period) / Double(period) * 5
        }
        var summary = RunSummary()
        ColumnView.withView(y.span) { summary.extend($0, isStepped: isStepped) }
        for width in [1.0, 7, 40] {
            let along = AxisScale(
                range: NumberRange(0, Double(count)), start: isReversed ? width : 0, end: isReversed ? 0 : width)
            let across = AxisScale(range: NumberRange(0, 100), start: 500, end: 0)
            ColumnView.withView(.indices(count: count), Column(y)) { x, y in
                let read = Pass(x: x, y: y, isStepped: isStepped).run(along: along, across: across)
                // Also for a picture that begins inside blocks.
                let known = summary.withLevels {
                    Pass(x: x, y: y, runs: $0, isStepped: isStepped).run(along: along, across: across)
                }
                // For long blocks, the positions of samples are summed in Float.
                let isNear =
                    known.count == read.count
                    && zip(known, read).allSatisfy { known, read in
                        known.isGap ? read.isGap : known.across == read.across && abs(known.along - read.along) < 1e-3
                    }
                #expect(isNear, "\(width)")
            }
        }
    }

    /// In runs of two and three samples, the last samples are not joints: in some strokes only one end is a joint, or
    /// neither is.
    @Test(
        "of steps are strokes that have joints where runs have", arguments: [(0.0, 10.0), (10, 0), (5, 0), (5, 10)],
        [false, true])
    func steppedStrokes(values: (first: Double, last: Double), hasOthers: Bool) {
        let count = 4_000
        let (first, last) = values
        let y = (0..<count).map { i -> Double in
            if i % 3 == 2 { return .nan }
            let isOther = hasOthers && i / 3 % 2 == 1
            return i % 3 == 0 ? (isOther ? 10 - first : first) : (isOther ? 10 - last : last)
        }
        let along = AxisScale(range: NumberRange(0, Double(count)), start: 0, end: 4)
        let across = AxisScale(range: NumberRange(0, 10), start: 0, end: 100)
        let path = ColumnView.withView(.indices(count: count), Column(y)) {
            Pass(x: $0, y: $1, isStepped: true).run(along: along, across: across)
        }
        let heights = Set([first, last] + (hasOthers ? [10 - first, 10 - last] : [])).map { Float($0 * 10) }
        let joints = Set([first] + (hasOthers ? [10 - first] : [])).map { Float($0 * 10) }
        var isStroke = false
        for runs in Dictionary(grouping: path.split { $0.isGap }, by: { part(Double($0[$0.startIndex].along)) }).values
        where runs.count > 6 {
            isStroke = true
            // Runs after the four that are drawn individually.
            let strokes = runs.dropFirst(4)
            let (all, before) = (strokes.flatMap { $0.map(\.across) }, strokes.flatMap { $0.dropLast().map(\.across) })
            #expect(all.min() == heights.min() && all.max() == heights.max())
            #expect(before.min() == joints.min() && before.max() == joints.max())
        }
        #expect(isStroke)
    }

    /// Strokes that reverse along the axis are drawn segment by segment, which takes a thousand times as long.
    @Test("of lines and of steps never turn back along the axis", arguments: Data.allCases, [false, true])
    func order(data: Data, isStepped: Bool) {
        for (count, width) in [(20_000, 97.0), (60_000, 33), (20_000, 500.5)] {
            let (x, y) = samples(data, count)
            let along = AxisScale(range: NumberRange(x[0], x[count - 1]), start: 0, end: width)
            let maximum = data == .huge ? 1e303 : data == .tiny ? 1e-297 : 100
            let across = AxisScale(range: NumberRange(-maximum, maximum), start: 900, end: 0)
            let path = ColumnView.withView(Column(x), Column(y)) {
                Pass(x: $0, y: $1, isStepped: isStepped).run(along: along, across: across)
            }
            for run in path.split(whereSeparator: \.isGap) {
                #expect(zip(run, run.dropFirst()).allSatisfy { $0.along <= $1.along }, "\(data) \(count)")
            }
        }
    }

    /// Values in other storage are read a few at a time.
    @Test(
        "of runs that are known are those of runs that are read, on other axes and of Floats, too", arguments: [4, 31],
        [false, true])
    func knownRunsElsewhere(period: Int, areFloats: Bool) {
        let count = 300_000
        let values = (0..<count).map { i -> Double in
            i % period == period - 1 ? .nan : Double(i / period % 3) * 30 + Double(i % period) / 8 + 0.5
        }
        let along = AxisScale(range: NumberRange(0, Double(count)), start: 0, end: 7)
        for mapper: AxisScale.Mapper in [
            .identity, .logarithm(base: 10), .symmetricLogarithm(threshold: 5, base: 10), .squareRoot,
        ] {
            let across = AxisScale(range: NumberRange(0.25, 100), mapper: mapper, start: 500, end: 0)
            ColumnView.withView(.indices(count: count), areFloats ? Column(values.map { Float($0) }) : Column(values)) {
                x, y in
                var summary = RunSummary()
                summary.extend(y, isStepped: false)
                let read = Pass(x: x, y: y).run(along: along, across: across)
                let known = summary.withLevels { Pass(x: x, y: y, runs: $0).run(along: along, across: across) }
                #expect(isSame(known, read), "\(mapper)")
                #expect(known.count { !$0.isGap } > 7 * 8 * 2)
            }
        }
    }

    @Test("values are as far apart as an axis shows any of them at most")
    func greatestDistances() {
        var numbers = SeededNumbers(seed: 3)
        func expectBound(_ axis: some MonotonicScaleTransform, _ low: Double, _ distance: Double) {
            let bound = axis.greatestDistance(of: distance, from: low)
            let apart = [0, 0.01, 0.3, 1, 5].map { share in
                abs(axis.position(ofAny: low + (share + 1) * distance) - axis.position(ofAny: low + share * distance))
            }
            #expect(apart.allSatisfy { $0 <= bound * 1.000001 + 1e-9 })
            // The bound is tight: the lowest value is where an axis is steepest.
            #expect(apart[0] >= bound * 0.999999 - 1e-9)
        }
        for _ in 0..<200 {
            let (low, distance) = (numbers.double(0.5...90), numbers.double(0...20))
            let range = NumberRange(0.25, 100)
            expectBound(Affine(AxisScale(range: range, start: 500, end: 0)), low, distance)
            expectBound(
                Mapped(AxisScale(range: range, mapper: .logarithm(base: 10), start: 500, end: 0)), low, distance)
            expectBound(
                Mapped(
                    AxisScale(range: range, mapper: .symmetricLogarithm(threshold: 5, base: 10), start: 0, end: 500)),
                -distance / 2, distance)
            expectBound(Mapped(AxisScale(range: range, mapper: .squareRoot, start: 0, end: 500)), low, distance)
            expectBound(
                Mapped(AxisScale(range: range, mapper: .squareRoot, start: 0, end: 500)), -distance / 2, distance)
        }
    }

    /// Ends of bins are computed for indices and searched for in values.
    @Test("of indices are those of values that are the same", arguments: [false, true])
    func indices(isReversed: Bool) {
        let (_, y) = samples(.walk, 70_000)
        for (first, last, width) in [
            (0, 69_999, 97.0), (0, 69_999, 1_100.25), (12_345, 56_789, 333.3), (7, 4_106, 12), (-20_000, 90_000, 640),
        ] {
            let (start, end) = isReversed ? (width, 0.5) : (0.5, width)
            let along = Affine(AxisScale(range: NumberRange(Double(first), Double(last)), start: start, end: end))
            let across = Affine(AxisScale(range: NumberRange(-100, 100), start: 500, end: 0))
            let range = max(first, 0)..<min(last + 1, y.count)
            func path(_ x: Column) -> [PathPoint] {
                ColumnView.withView(x, Column(y)) {
                    M4Decimator.path(along: $0, across: $1, range: range, along, across)
                }
            }
            #expect(
                isSame(path(.indices(count: y.count)), path(Column(y.indices.map { Double($0) }))), "\(first)…\(last)")
        }
    }

    /// Enough samples for a part on each of many threads; parts also begin within gaps.
    @Test(
        "do not depend on the number of parts", arguments: [Data.walk, .gaps, .longGaps, .repeatedPositions, .infinite])
    func parts(data: Data) {
        let (x, y) = samples(data, 300_000)
        let along = Affine(AxisScale(range: NumberRange(x[0], x[x.count - 1]), start: 0, end: 1_500))
        let across = Affine(AxisScale(range: NumberRange(-100, 100), start: 500, end: 0))
        func path(threads: Int) -> [PathPoint] {
            ColumnView.withView(Column(x), Column(y)) { x, y in
                M4Decimator.path(along: x, across: y, range: x.indices, along, across, threads: threads)
            }
        }
        let one = path(threads: 1)
        for threads in [2, 3, 4] {
            #expect(isSame(path(threads: threads), one))
        }
    }

    /// Each run lies above the previous one; the last ones are farther outside than any line is wide.
    @Test("of columns full of gaps have no invisible strokes")
    func farStrokes() {
        let y: [Double] = (0..<90_000).map { $0 % 3 == 2 ? Double.nan : Double($0) }
        let along = AxisScale(range: NumberRange(0, 200_000), start: 0, end: 1)
        let across = AxisScale(range: NumberRange(0, 10), start: 600, end: 0)
        let path = ColumnView.withView(.indices(count: y.count), Column(y)) {
            PathReducer.path(
                along: $0, across: $1, range: $0.indices, alongScale: along, acrossScale: across, isAscending: true)
        }
        #expect(path.count > 3 && path.count < 8 * 200)
        #expect(path.filter { !$0.isGap && $0.across > 0 && $0.across < 600 }.count >= 6)
    }

    @Test("are as many as there is room for, whatever comes before a logarithmic axis")
    func room() {
        let x = [-1] + (1...100_000).map(Double.init)
        let scale = AxisScale(range: NumberRange(1, 100_000), mapper: .logarithm(base: 10), start: 0, end: 100)
        Column(x).withView { x in
            let columns = ColumnBounds(along: x, position: Mapped(scale), perPixel: 8)
            #expect(columns.count(0..<x.count) == 803 - 1)
            #expect(columns.count(0..<1) == 1)
        }
    }
}
