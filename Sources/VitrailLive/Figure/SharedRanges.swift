import Vitrail

/// Ranges that linked charts share: the first x-axis and the first y-axis of each chart, among axes of the same kind.
struct SharedRanges {
    private let links: LiveLinks
    private var groups: [Group] = []
    private(set) var isLinked = false
    private(set) var warnings: [ChartWarning] = []

    /// Axes with one range.
    private struct Group {
        var members: [Member]
    }

    private struct Member {
        let panel: Int
        let chart: Chart
        let axis: Axis
        /// The range after the last change that was shared.
        var known: NumberRange
        /// Date axes count from here, in seconds since 1970.
        let origin: Double
    }

    init(_ links: LiveLinks) { self.links = links }

    /// Finds the axes that belong together once all charts were rendered, and gives them one default range: the range
    /// of all their data.
    ///
    /// - Returns: whether a chart has to be drawn again.
    mutating func link(_ panels: [LiveChart]) -> Bool {
        guard !isLinked else { return false }
        isLinked = true
        var hasChanged = false
        for (isLinked, name, axis) in [
            (links.isHorizontal, "xAxis", \Chart.xAxis as KeyPath<Chart, Axis?>),
            (links.isVertical, "yAxis", \Chart.yAxis as KeyPath<Chart, Axis?>),
        ] where isLinked {
            let axes = panels.enumerated().compactMap { index, panel in
                panel.chart[keyPath: axis].map {
                    Member(
                        panel: index, chart: panel.chart, axis: $0, known: $0.axisRange, origin: Double($0.valueOrigin))
                }
            }
            let kinds = Dictionary(grouping: axes) { Kind($0.axis) }
            let shared = kinds.values.filter { $0.count > 1 }.sorted { $0[0].panel < $1[0].panel }
            groups += shared.map(Group.init)
            for members in kinds.values.sorted(by: { $0[0].panel < $1[0].panel }) where members.count == 1 {
                guard axes.count > 1 else { continue }
                warnings.append(
                    .ignored(
                        path: "charts[\(members[0].panel)].\(name)",
                        reason:
                            "the other charts have axes of another kind, so its range is not shared; --link none shares none"
                    ))
            }
        }
        for index in groups.indices { if spread(&groups[index]) { hasChanged = true } }
        for panel in panels where hasChanged { panel.redraw() }
        return hasChanged
    }

    /// Whether two charts show the same values along x.
    func haveSameX(_ one: LiveChart, _ other: LiveChart) -> Bool {
        guard links != .none, let first = one.chart.xAxis, let second = other.chart.xAxis else { return false }
        return Kind(first) == Kind(second)
    }

    /// Axes of the same kind take the same ranges: dates, with or without excluded times; numbers, on a scale of the
    /// same name; the same categories.
    private enum Kind: Hashable {
        case dates
        case numbers
        case categories([String])
        case other(ObjectIdentifier)

        init(_ axis: Axis) {
            self =
                switch axis {
                case is DateTimeAxis: .dates
                case let axis as CategoryAxis: .categories(axis.items)
                default: .numbers
                }
            if axis is LogarithmicAxis || axis is SymmetricLogarithmicAxis || axis is SquareRootAxis {
                self = .other(ObjectIdentifier(type(of: axis)))
            }
        }
    }

    private func spread(_ group: inout Group) -> Bool {
        // Unrelated to the ranges that the descriptions show first.
        let ranges = group.members.map { $0.axis.defaultRange.moved(by: $0.origin) }
        let whole = ranges.dropFirst().reduce(ranges[0]) {
            NumberRange(min($0.minimum, $1.minimum), max($0.maximum, $1.maximum))
        }
        var hasChanged = false
        for index in group.members.indices {
            let member = group.members[index]
            let own = whole.moved(by: -member.origin)
            if member.axis.defaultRange != own {
                let wasWhole = member.axis.axisRange == member.axis.defaultRange
                member.axis.setDefaultRange(own)
                if wasWhole { member.axis.setRange(own.minimum, own.maximum) }
                hasChanged = true
            }
        }
        // A chart that shows less than everything decides for all.
        let leader = group.members.first { $0.axis.axisRange != $0.axis.defaultRange } ?? group.members[0]
        if set(&group, to: leader) { hasChanged = true }
        return hasChanged
    }

    /// Gives the range that changed to the other axes of its group.
    ///
    /// - Parameter source: the chart that counts if several have changed.
    mutating func share(from source: Int) {
        for index in groups.indices {
            let changed = groups[index].members.filter { $0.axis.axisRange != $0.known }
            guard let leader = changed.first(where: { $0.panel == source }) ?? changed.first else { continue }
            _ = set(&groups[index], to: leader)
        }
    }

    private func set(_ group: inout Group, to leader: Member) -> Bool {
        let range = leader.axis.axisRange.moved(by: leader.origin)
        var hasChanged = false
        for index in group.members.indices {
            let member = group.members[index]
            let own = range.moved(by: -member.origin)
            if member.axis !== leader.axis, member.axis.axisRange != own {
                member.axis.setRange(own.minimum, own.maximum)
                member.chart.redrawChart()
                hasChanged = true
            }
            group.members[index].known = member.axis.axisRange
        }
        return hasChanged
    }
}

extension NumberRange {
    fileprivate func moved(by distance: Double) -> NumberRange {
        distance == 0 ? self : NumberRange(minimum + distance, maximum + distance)
    }
}
