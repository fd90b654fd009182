import CData

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
        let layer: SharedStack.Layer

        init(_ series: CartesianSeries, _ loaded: LoadedSeries, on axis: Axis) {
            (self.series, self.loaded) = (series, loaded)
            let isArea = series.slotKind == nil
            let range = loaded.acrossExtent[0].range ?? NumberRange(0, 0)
            // Columns and bars of both signs grow from the baseline both ways; a line stays on one side.
            let isDown = range.maximum < 0 ? true : isArea || range.minimum >= 0 ? false : nil
            // Areas need a place for what they stand on, and a logarithmic axis has none for 0 and less.
            layer = SharedStack.Layer(
                values: loaded.across[0], rule: vitrail_stack_rule(isDown: isDown, baseline: series.baseline, needsPositive: isArea && axis is LogarithmicAxis),
                isWhole: !loaded.acrossExtent[0].hasGap)
        }
    }

    private static func stack(_ members: [Member]) {
        if Places.areShared(by: members.map(\.loaded.along)) { return stackShared(members) }
        let places = Places(members.map(\.loaded.along))
        var tops = Totals(count: places.count)
        var results: [(starts: [Double], ends: [Double])] = []
        for (k, member) in members.enumerated() {
            let below = tops
            var starts = [Double](repeating: .nan, count: member.loaded.count)
            var ends = starts
            let layer = member.layer
            layer.values.lend { values in
                for i in values.indices {
                    let value = values[i]
                    guard value.isFinite, let place = places.index(i, k) else { continue }
                    let isDown = layer.rule.goesDown(value)
                    let under = below[place, isDown]
                    starts[i] = layer.rule.start(at: under ?? layer.rule.baseline)
                    ends[i] = (under ?? 0) + value
                    tops[place, isDown] = ends[i]
                }
            }
            results.append((starts, ends))
            if member.series.slotKind == nil { member.series.stacked = joined(member, k, starts, ends, places, below) }
        }
        for (k, member) in members.enumerated() where member.series.stacked == nil {
            let (starts, ends) = results[k]
            let totals = Column(totals(of: member.layer, k, places, tops))
            member.series.stacked = LoadedSeries(
                member.loaded, along: member.loaded.along, starts: KnownColumn(Column(starts)), ends: KnownColumn(Column(ends)),
                totals: KnownColumn(totals, ColumnExtent(totals)), rows: nil)
        }
    }

    private static func stackShared(_ members: [Member]) {
        let loaded = members[0].loaded
        // No gap is in what is in order.
        let along = loaded.alongExtent.isAscending ? nil : loaded.along
        let stack = SharedStack(members.map(\.layer), along: along, count: loaded.count)
        let layers = stack.stacked()
        // What was found of the lowest layer's values holds where it ends on them.
        let pyramid = PyramidKind(of: loaded.count, among: 2 * members.count * loaded.count)
        func known(_ column: Column) -> KnownColumn { KnownColumn(column, ColumnExtent(column, pyramid: pyramid)) }
        let ends = layers.enumerated().map { k, layer in k == 0 && stack.isLowestWhole ? KnownColumn(layer.ends, loaded.acrossExtent[0]) : known(layer.ends) }
        // Series that go one way have the same totals.
        var totals: [Bool: KnownColumn] = [:]
        for (k, (member, layer)) in zip(members, layers).enumerated() {
            let total = stack.isPlain
                ? ends[ends.count - 1] : member.layer.rule.isDown.flatMap { totals[$0] } ?? KnownColumn(layer.totals, ColumnExtent(layer.totals))
            if let isDown = member.layer.rule.isDown { totals[isDown] = total }
            member.series.stacked = LoadedSeries(
                member.loaded, along: member.loaded.along, starts: stack.isPlain && k > 0 ? ends[k - 1] : known(layer.starts), ends: ends[k],
                totals: total, rows: nil, isOutermost: layer.isOutermost)
        }
    }

    /// Where the stack ends at each sample.
    private static func totals(of layer: SharedStack.Layer, _ k: Int, _ places: Places, _ tops: Totals) -> [Double] {
        layer.values.lend { values in
            values.indices.map { i in places.index(i, k).flatMap { tops[$0, layer.rule.goesDown(values[i])] } ?? .nan }
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
        let rule = member.layer.rule
        let isDown = rule.isDown ?? false
        var (allStarts, allEnds): ([Double], [Double]) = ([], [])
        for (place, i) in own.enumerated() {
            let under = below[place, isDown] ?? rule.baseline
            allStarts.append(i >= 0 ? starts[i] : rule.start(at: under))
            allEnds.append(i >= 0 ? ends[i] : under)
        }
        let end = KnownColumn(Column(allEnds))
        return LoadedSeries(member.loaded, along: Column(places.values), starts: KnownColumn(Column(allStarts)), ends: end, totals: end, rows: own)
    }
}

/// A column, and what a pass over it finds: with a pyramid, if nothing is known of it.
private struct KnownColumn {
    let column: Column
    let extent: ColumnExtent

    init(_ column: Column, _ extent: ColumnExtent? = nil) {
        self.column = column
        self.extent = extent ?? ColumnExtent(column, pyramid: .fine)
    }
}

/// The independent values of a stack's series, each once.
private struct Places {
    /// Ascending.
    let values: [Double]
    private let indexes: [[Int32]]

    var count: Int { values.count }

    init(_ columns: [Column]) {
        var all: [Double] = []
        for column in columns {
            column.lend { span in
                for i in span.indices where span[i].isFinite { all.append(span[i]) }
            }
        }
        // Quick where each column is in order: then these are few stretches that are.
        all.sort()
        var values: [Double] = []
        for value in all where value != values.last { values.append(value) }
        indexes = columns.map { column in
            column.lend { span in
                var last = 0
                return span.indices.map { i in
                    guard span[i].isFinite else { return -1 }
                    let found = values.indices.partition(near: last + 1) { values[$0] >= span[i] }
                    // Another value than before is there where a file shrank meanwhile; whoever reads files finds that out.
                    guard found < values.count, values[found] == span[i] else { return -1 }
                    last = found
                    return Int32(found)
                }
            }
        }
        self.values = values
    }

    /// Whether all series have the same values, so that a sample's index is its place.
    static func areShared(by columns: [Column]) -> Bool {
        let first = columns[0]
        if columns.allSatisfy({ column in column.lend(\.areIndices) }) { return columns.allSatisfy { $0.count == first.count } }
        return columns.dropFirst().allSatisfy { other in
            other.count == first.count && SharedValues.lend(first, other) { a, b in a.indices.allSatisfy { a[$0] == b[$0] } }
        }
    }

    /// The place of sample `i` of series `k`; nil for a gap.
    func index(_ i: Int, _ k: Int) -> Int? {
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
    /// - Parameters:
    ///   - totals: where the stack ends.
    ///   - rows: index of each sample in what was loaded, −1 for one that was put in; nil = the same samples.
    fileprivate init(_ loaded: LoadedSeries, along: Column, starts: KnownColumn, ends: KnownColumn, totals: KnownColumn, rows: [Int]?, isOutermost: Bool? = nil) {
        self.init(
            count: ends.column.count, along: along, values: [.single, .stackBase, .stackTotal], across: [ends.column, starts.column, totals.column],
            alongExtent: rows == nil ? loaded.alongExtent : ColumnExtent(along), acrossExtent: [ends.extent, starts.extent, totals.extent],
            rows: loaded.rows.map { own in rows.map { $0.map { $0 < 0 ? $0 : own[$0] } } ?? own } ?? rows)
        self.isOutermost = isOutermost
    }
}

extension CartesianSeries {
    /// The stack that the series stands in as it is now.
    var shownStack: Int? { isStackable && takesPlace ? stackIndex : nil }

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
