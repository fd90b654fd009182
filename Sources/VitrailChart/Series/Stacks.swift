import CColumns
public import VitrailColumns
import VitrailScales

/// Series with one `stackIndex` on the same axes. Each starts at the end of the one below. The series with the lowest
/// index is at the bottom, on its baseline.
struct Stacks {
    /// Stacks the visible series. Other series draw their loaded samples.
    ///
    /// - Parameter axes: independent and dependent axis of a series; `nil`: the chart has no such axes.
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
                along: ObjectIdentifier(axes.along), across: ObjectIdentifier(axes.across),
                orientation: one.orientation, index: index)
            stacks[key, default: ([], axes.along)].members.append(Member(one, loaded, on: axes.across))
        }
        for stack in stacks.values { self.stack(stack.members, along: stack.along) }
    }

    private struct Member {
        let series: CartesianSeries
        let loaded: LoadedSeries
        /// Maps the dependent axis.
        let mapper: AxisScale.Mapper
        let layer: SharedStack.Layer

        init(_ series: CartesianSeries, _ loaded: LoadedSeries, on axis: Axis) {
            (self.series, self.loaded, mapper) = (series, loaded, axis.mapper)
            let isArea = series.slotKind == nil
            let range = loaded.acrossExtent[0].range ?? NumberRange(0, 0)
            // Columns and bars with values of both signs grow from the baseline in both directions. A line stays on one
            // side.
            let isDown = range.maximum < 0 ? true : isArea || range.minimum >= 0 ? false : nil
            // An area needs a position for its base, but a logarithmic axis has none for values ≤ 0.
            layer = SharedStack.Layer(
                values: loaded.across[0],
                rule: vitrail_stack_rule(
                    isDown: isDown, baseline: series.baseline, needsPositive: isArea && axis.mapsPositiveOnly),
                isWhole: !loaded.acrossExtent[0].hasGap)
        }
    }

    private static func stack(_ members: [Member], along axis: Axis) {
        if SharedStack.fits(members.map(\.loaded.along)) { return stackShared(members) }
        let series = members.map { member in
            StackUnion.Series(
                along: member.loaded.along, isAscending: member.loaded.alongExtent.isAscending, layer: member.layer,
                shape: shape(of: member, along: axis))
        }
        let union = StackUnion(series, along: axis.mapper)
        let positions = Column(union.positions)
        // Computed once for all series.
        let positionsExtent = ColumnExtent(positions)
        for (member, layer) in zip(members, union.stacked()) {
            let ends = KnownColumn(layer.ends)
            let totals = layer.totals.map { KnownColumn($0, ColumnExtent($0)) } ?? ends
            member.series.stacked = LoadedSeries(
                member.loaded, along: layer.rows == nil ? member.loaded.along : positions,
                alongExtent: layer.rows == nil ? member.loaded.alongExtent : positionsExtent,
                starts: KnownColumn(layer.starts), ends: ends,
                totals: totals, rows: layer.rows)
        }
    }

    private static func shape(of member: Member, along axis: Axis) -> StackUnion.Shape {
        guard member.series.slotKind == nil else { return .bars }
        if axis.isCategory { return .categories }
        return (member.series as? StepLineSeries).map { .steps($0.steps) } ?? .line(across: member.mapper)
    }

    private static func stackShared(_ members: [Member]) {
        let loaded = members[0].loaded
        // Ascending values have no gaps.
        let along = loaded.alongExtent.isAscending ? nil : loaded.along
        let stack = SharedStack(members.map(\.layer), along: along, count: loaded.count)
        let layers = stack.stacked()
        // If the lowest layer ends at its values, their extent is already known.
        let pyramid = PyramidKind(of: loaded.count, among: 2 * members.count * loaded.count)
        func known(_ column: Column) -> KnownColumn { KnownColumn(column, ColumnExtent(column, pyramid: pyramid)) }
        let ends = layers.enumerated().map { k, layer in
            k == 0 && stack.isLowestWhole ? KnownColumn(layer.ends, loaded.acrossExtent[0]) : known(layer.ends)
        }
        // Series with the same direction have the same totals.
        var totals: [Bool: KnownColumn] = [:]
        for (k, (member, layer)) in zip(members, layers).enumerated() {
            let total =
                stack.isPlain
                ? ends[ends.count - 1]
                : member.layer.rule.isDown.flatMap { totals[$0] }
                    ?? KnownColumn(layer.totals, ColumnExtent(layer.totals))
            if let isDown = member.layer.rule.isDown { totals[isDown] = total }
            member.series.stacked = LoadedSeries(
                member.loaded, along: member.loaded.along, alongExtent: member.loaded.alongExtent,
                starts: stack.isPlain && k > 0 ? ends[k - 1] : known(layer.starts), ends: ends[k], totals: total,
                rows: nil, isOutermost: layer.isOutermost)
        }
    }
}

/// A column and its extent. An unknown extent is computed, with a min/max tree.
private struct KnownColumn {
    let column: Column
    let extent: ColumnExtent

    init(_ column: Column, _ extent: ColumnExtent? = nil) {
        self.column = column
        self.extent = extent ?? ColumnExtent(column, pyramid: .fine)
    }
}

extension SeriesValue {
    /// The start of a stacked sample: the end of the sample below. It exists for stacked series, whose `single` is the
    /// end of the sample, and for columns and bars with a base column of their own.
    public static let stackBase = SeriesValue.keyed(.from)
    /// The end of the whole stack on the sample's side of the baseline.
    public static let stackTotal = SeriesValue.keyed("stack total")
}

extension LoadedSeries {
    /// The samples of a stacked series.
    ///
    /// - Parameters:
    ///   - totals: the ends of the stack.
    ///   - rows: index of each sample in `loaded`, −1 for an inserted sample; `nil`: the same samples.
    fileprivate init(
        _ loaded: LoadedSeries, along: Column, alongExtent: ColumnExtent, starts: KnownColumn, ends: KnownColumn,
        totals: KnownColumn, rows: [Int]?,
        isOutermost: Bool? = nil
    ) {
        self.init(
            count: ends.column.count, along: along, values: [.single, .stackBase, .stackTotal],
            across: [ends.column, starts.column, totals.column],
            alongExtent: alongExtent, acrossExtent: [ends.extent, starts.extent, totals.extent],
            rows: rows.map { rows in
                loaded.rows.map { own in .listed(rows.map { $0 < 0 ? $0 : own[$0] }) } ?? .listed(rows)
            }
                ?? loaded.rows)
        self.isOutermost = isOutermost
    }
}

extension CartesianSeries {
    /// The stack of the series in its present state; `nil`: it is not stacked.
    var shownStack: Int? { isStackable && takesPlace ? stackIndex : nil }

    /// The drawn samples: stacked, or as loaded.
    var drawn: LoadedSeries? { stacked ?? loaded }
}

/// The properties that the stacks of a chart depend on besides the data.
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
