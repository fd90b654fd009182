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
        var stacks: [Key: (members: [Member], along: Axis)] = [:]
        for one in series {
            one.stacked = nil
            guard let index = one.shownStack, let loaded = one.loaded, let axes = axes(one) else { continue }
            let key = Key(
                along: ObjectIdentifier(axes.along), across: ObjectIdentifier(axes.across), orientation: one.orientation, index: index)
            stacks[key, default: ([], axes.along)].members.append(Member(one, loaded, on: axes.across))
        }
        for stack in stacks.values { self.stack(stack.members, along: stack.along) }
    }

    private struct Member {
        let series: CartesianSeries
        let loaded: LoadedSeries
        /// Of the dependent axis.
        let mapper: AxisScale.Mapper
        let layer: SharedStack.Layer

        init(_ series: CartesianSeries, _ loaded: LoadedSeries, on axis: Axis) {
            (self.series, self.loaded, mapper) = (series, loaded, axis.mapper)
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

    private static func stack(_ members: [Member], along axis: Axis) {
        if SharedStack.fits(members.map(\.loaded.along)) { return stackShared(members) }
        let series = members.map { member in
            StackUnion.Series(
                along: member.loaded.along, isAscending: member.loaded.alongExtent.isAscending, layer: member.layer, shape: shape(of: member, along: axis))
        }
        let union = StackUnion(series, along: axis.mapper)
        let places = Column(union.places)
        // Found once for all series.
        let placesExtent = ColumnExtent(places)
        for (member, layer) in zip(members, union.stacked()) {
            let ends = KnownColumn(layer.ends)
            let totals = layer.totals.map { KnownColumn($0, ColumnExtent($0)) } ?? ends
            member.series.stacked = LoadedSeries(
                member.loaded, along: layer.rows == nil ? member.loaded.along : places,
                alongExtent: layer.rows == nil ? member.loaded.alongExtent : placesExtent, starts: KnownColumn(layer.starts), ends: ends,
                totals: totals, rows: layer.rows)
        }
    }

    private static func shape(of member: Member, along axis: Axis) -> StackUnion.Shape {
        guard member.series.slotKind == nil else { return .bars }
        if axis is CategoryAxis { return .categories }
        return member.series is StepLineSeries ? .steps : .line(across: member.mapper)
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
                member.loaded, along: member.loaded.along, alongExtent: member.loaded.alongExtent,
                starts: stack.isPlain && k > 0 ? ends[k - 1] : known(layer.starts), ends: ends[k], totals: total, rows: nil, isOutermost: layer.isOutermost)
        }
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
    fileprivate init(
        _ loaded: LoadedSeries, along: Column, alongExtent: ColumnExtent, starts: KnownColumn, ends: KnownColumn, totals: KnownColumn, rows: [Int]?,
        isOutermost: Bool? = nil
    ) {
        self.init(
            count: ends.column.count, along: along, values: [.single, .stackBase, .stackTotal], across: [ends.column, starts.column, totals.column],
            alongExtent: alongExtent, acrossExtent: [ends.extent, starts.extent, totals.extent],
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
