/// Series of one `stackIndex` on common axes: each starts where the one below ends. The lowest series index lies at the bottom, on its baseline.
struct Stacks {
    /// Stacks the series that are shown; the others draw what was loaded.
    ///
    /// - Parameter axes: independent and dependent axis of a series; nil = it is on none of the chart's.
    static func build(_ series: [CartesianSeries], axes: (CartesianSeries) -> (along: Axis, across: Axis)?) {
        struct Key: Hashable {
            var along, across: ObjectIdentifier
            var orientation: CartesianSeries.Orientation
            var index: Int
        }
        var stacks: [Key: [Member]] = [:]
        for one in series {
            one.stacked = nil
            guard let index = one.shownStack, let loaded = one.loaded, let axes = axes(one) else { continue }
            let key = Key(
                along: ObjectIdentifier(axes.along), across: ObjectIdentifier(axes.across), orientation: one.orientation, index: index)
            stacks[key, default: []].append(Member(one, loaded, on: axes.across))
        }
        for members in stacks.values { stack(members) }
    }

    private struct Member {
        let series: CartesianSeries
        let loaded: LoadedSeries
        /// Whether areas of this series need a place for what they stand on, and the axis has none for 0 and less.
        private let needsPositive: Bool

        init(_ series: CartesianSeries, _ loaded: LoadedSeries, on axis: Axis) {
            (self.series, self.loaded) = (series, loaded)
            needsPositive = series.slotKind == nil && axis is LogarithmicAxis
        }

        /// What is drawn from: on a logarithmic axis, for what has no place there, a value below all that is shown.
        func start(at end: Double) -> Double { needsPositive && end <= 0 ? .leastNormalMagnitude : end }

        /// Columns and bars of both signs grow from the baseline both ways, nil; a line stays on one side.
        var goesDown: Bool? { series.slotKind != nil ? nil : (loaded.acrossExtent[0].range?.maximum ?? 0) < 0 }
    }

    private static func stack(_ members: [Member]) {
        let places = Places(members.map(\.loaded.along))
        var tops = Totals(count: places.count)
        var results: [(starts: [Double], ends: [Double])] = []
        for (k, member) in members.enumerated() {
            // Of places that are shared each sample has its own: nothing is asked for that was changed.
            let below = places.isShared ? nil : tops
            var starts = [Double](repeating: .nan, count: member.loaded.count)
            var ends = starts
            let (side, baseline) = (member.goesDown, member.series.baseline)
            member.loaded.across[0].lend { values in
                for i in values.indices {
                    let value = values[i]
                    guard value.isFinite, let place = places.index(i, k) else { continue }
                    let isDown = side ?? (value < 0)
                    let under = if let below { below[place, isDown] } else { tops[place, isDown] }
                    starts[i] = member.start(at: under ?? baseline)
                    ends[i] = (under ?? 0) + value
                    tops[place, isDown] = ends[i]
                }
            }
            results.append((starts, ends))
            if member.series.slotKind == nil, let below {
                member.series.stacked = joined(member, k, starts, ends, places, below)
            }
        }
        for (k, member) in members.enumerated() where member.series.stacked == nil {
            let (starts, ends) = results[k]
            member.series.stacked = LoadedSeries(
                member.loaded, along: member.loaded.along, ends: ends, starts: starts, totals: totals(of: member, k, places, tops), rows: nil)
        }
    }

    /// Where the stack ends at each sample.
    private static func totals(of member: Member, _ k: Int, _ places: Places, _ tops: Totals) -> [Double] {
        let side = member.goesDown
        if let side, places.isShared { return tops.all(side) }
        return member.loaded.across[0].lend { values in
            values.indices.map { i in places.index(i, k).flatMap { tops[$0, side ?? (values[i] < 0)] } ?? .nan }
        }
    }

    /// A line through all places of its stack: where it has no sample of its own its value is 0.
    private static func joined(
        _ member: Member, _ k: Int, _ starts: [Double], _ ends: [Double], _ places: Places, _ below: Totals
    ) -> LoadedSeries {
        var own = [Int](repeating: -1, count: places.count)
        for i in 0..<member.loaded.count {
            if let place = places.index(i, k) { own[place] = i }
        }
        let isDown = member.goesDown ?? false
        var (allStarts, allEnds): ([Double], [Double]) = ([], [])
        for (place, i) in own.enumerated() {
            let under = below[place, isDown] ?? member.series.baseline
            allStarts.append(i >= 0 ? starts[i] : member.start(at: under))
            allEnds.append(i >= 0 ? ends[i] : under)
        }
        return LoadedSeries(member.loaded, along: Column(places.values), ends: allEnds, starts: allStarts, totals: allEnds, rows: own)
    }
}

/// The independent values of a stack's series, each once.
private struct Places {
    /// Ascending, unless they are shared; none where they are the samples' indexes.
    let values: [Double]
    let count: Int
    /// Whether all series have the same values, so that a sample's index is its place.
    let isShared: Bool
    private var indexes: [[Int32]] = []

    init(_ columns: [Column]) {
        let first = columns[0]
        let areIndices = columns.allSatisfy { column in column.lend(\.areIndices) }
        isShared = columns.dropFirst().allSatisfy { other in
            other.count == first.count && (areIndices || SharedValues.lend(first, other) { a, b in a.indices.allSatisfy { a[$0] == b[$0] } })
        }
        guard !isShared else {
            values = areIndices ? [] : first.lend(\.copied)
            count = first.count
            return
        }
        var known = Set<Double>()
        for column in columns {
            column.lend { span in
                for i in span.indices where span[i].isFinite { known.insert(span[i]) }
            }
        }
        values = known.sorted()
        count = values.count
        let place = Dictionary(uniqueKeysWithValues: zip(values, Int32(0)...))
        indexes = columns.map { column in column.lend { span in span.indices.map { place[span[$0]] ?? -1 } } }
    }

    /// The place of sample `i` of series `k`; nil for a gap.
    func index(_ i: Int, _ k: Int) -> Int? {
        if isShared { return values.isEmpty || values[i].isFinite ? i : nil }
        let index = Int(indexes[k][i])
        return index >= 0 ? index : nil
    }
}

/// Where a stack ends so far at each place, on both sides; nil = nothing stands there.
private struct Totals {
    private let count: Int
    /// None until something stands on that side.
    private var up: [Double] = []
    private var down: [Double] = []

    init(count: Int) { self.count = count }

    subscript(_ place: Int, _ isDown: Bool) -> Double? {
        get {
            let value = isDown ? down.isEmpty ? .nan : down[place] : up.isEmpty ? .nan : up[place]
            return value.isNaN ? nil : value
        }
        set {
            if isDown {
                if down.isEmpty { down = nothing }
                down[place] = newValue ?? .nan
            } else {
                if up.isEmpty { up = nothing }
                up[place] = newValue ?? .nan
            }
        }
    }

    private var nothing: [Double] { [Double](repeating: .nan, count: count) }

    /// Of one side, NaN where nothing stands.
    func all(_ isDown: Bool) -> [Double] {
        let side = isDown ? down : up
        return side.isEmpty ? nothing : side
    }
}

extension SeriesValue {
    /// Where a stacked sample starts: the end of what lies below it. Only stacked series have it; their `single` is where it ends.
    public static let stackBase = SeriesValue.keyed("stack base")
    /// Where the whole stack ends on the sample's side.
    public static let stackTotal = SeriesValue.keyed("stack total")
}

extension LoadedSeries {
    /// The samples of a stacked series.
    ///
    /// - Parameter rows: index of each sample in what was loaded, −1 for one that was put in; nil = the same samples.
    fileprivate init(_ loaded: LoadedSeries, along: Column, ends: [Double], starts: [Double], totals: [Double], rows: [Int]?) {
        let across = [Column(ends), Column(starts), Column(totals)]
        self.init(
            count: ends.count, along: along, values: [.single, .stackBase, .stackTotal], across: across,
            alongExtent: rows == nil ? loaded.alongExtent : ColumnExtent(along), acrossExtent: across.map { ColumnExtent($0, hasPyramid: true) }, rows: rows)
    }
}

extension CartesianSeries {
    /// The stack that the series stands in as it is now.
    var shownStack: Int? { isStackable && !hidden ? stackIndex : nil }

    /// What is drawn: stacked, or as loaded.
    var drawn: LoadedSeries? { stacked ?? loaded }
}

/// What the stacks of a chart depend on beside the data.
struct StackKey: Equatable {
    private var entries: [Entry]

    private struct Entry: Equatable {
        var series: ObjectIdentifier
        var stack: Int?
        var baseline: Double
    }

    init(_ series: [CartesianSeries]) {
        entries = series.map { Entry(series: ObjectIdentifier($0), stack: $0.shownStack, baseline: $0.baseline) }
    }
}
