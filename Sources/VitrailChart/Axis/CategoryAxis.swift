import VitrailColumns
import VitrailScales

/// An axis of discrete items: item k has value k, in order of first appearance.
open class CategoryAxis: Axis {
    /// Items in order of first appearance over all series of the axis.
    public internal(set) var items: [String] = []
    private var indexes: [String: Int] = [:]

    override var columnKind: Column.Kind { .category }
    override var itemNames: [String]? { items }

    /// Ticks at the items in range whose labels fit: every item, or every second, fifth, tenth, … counted from the
    /// first item.
    ///
    /// - Complexity: O(labels that fit), independent of the number of items.
    override func makeTicks(in range: NumberRange, room: TickSpace) -> [Tick] {
        guard range.maximum >= 0, range.minimum <= Double(items.count - 1) else { return [] }
        let first = Int(max(range.minimum, 0).rounded(.up))
        let last = Int(min(range.maximum, Double(items.count - 1)).rounded(.down))
        guard first <= last else { return [] }
        let set = (majorTickFrequency?.number ?? room.step?.value).map { Int($0.rounded(), within: 1...1_000_000_000) }
        let automatic = set == nil ? fitting(first...last, range, room) : nil
        let chosen = adjusted(
            TickFrequencies(major: .value(Double(set ?? automatic?.candidate ?? 1)), minor: nil), room)
        guard let asked = chosen.major.number.map({ max(1, min($0, 1e9).rounded()) }) else { return [] }
        if let automatic, !chosen.isMajorSet { return majorTicks(automatic.positions) }
        let stride = Int(NumberTicks.apart(asked, shown: range.span, length: room.length), within: 1...1_000_000_000)
        currentMajorTickFrequency = .value(Double(stride))
        return majorTicks(positions(first...last, by: stride, from: setAnchor ?? 0))
    }

    /// Smallest stride whose labels fit, and its items. Strides that are too small even for the narrowest labels are
    /// skipped.
    private func fitting(
        _ shown: ClosedRange<Int>, _ range: NumberRange, _ room: TickSpace
    ) -> (candidate: Int, positions: [TickPosition])? {
        let minimum = max(room.extent(""), 1)
        let spacing = room.length / range.span
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        return fit.finest(
            next: { [unowned self] in
                stride(atLeast: $0.map { $0 + 1 } ?? Int(minimum / spacing, within: 1...1_000_000_000))
            },
            isHopeless: { _ in false },
            positions: { [unowned self] in positions(shown, by: $0, from: setAnchor ?? roundAnchor(for: $0)) })
    }

    /// Every `stride`-th item of the shown ones, counted from an anchor.
    private func positions(_ shown: ClosedRange<Int>, by stride: Int, from anchor: Int) -> [TickPosition] {
        let start = shown.lowerBound + ((anchor - shown.lowerBound) % stride + stride) % stride
        guard start <= shown.upperBound else { return [] }
        return Swift.stride(from: start, through: shown.upperBound, by: stride).map {
            TickPosition(value: Double($0), index: ($0 - anchor) / stride)
        }
    }

    /// 1, 2, 5, 10, …; with 12 or 24 items (months, hours) 1, 2, 3, 6, 12.
    private func stride(atLeast count: Int) -> Int {
        let parts = items.count == 12 || items.count == 24 ? [1, 2, 3, 6, 12] : []
        return parts.first { $0 >= count } ?? RoundCount.atLeast(count)
    }

    private var setAnchor: Int? {
        anchorPoint.flatMap { $0.isFinite ? Int($0.rounded(), within: -1_000_000_000...1_000_000_000) : nil }
    }

    /// Anchor of strides: the first item. For consecutive integers and strides from 5 on, the index of the number 0, so
    /// that labels are round: 1995, 2000 instead of 1991, 1996.
    private func roundAnchor(for stride: Int) -> Int {
        guard stride >= 5, let first = items.first.flatMap({ Int($0) }), let last = items.last.flatMap({ Int($0) }),
            first.magnitude < 1_000_000_000, last.magnitude < 1_000_000_000, last - first == items.count - 1
        else { return 0 }
        return -first
    }

    open override func string(forId value: Double) -> String {
        if let labelFormatter { return labelFormatter.text(value) }
        guard value > -1, value < Double(items.count) else { return "" }
        let index = Int(value.rounded())
        guard items.indices.contains(index) else { return "" }
        return labelFormatString?.replacing("%@", with: items[index]) ?? items[index]
    }

    /// Index of the item. `nil`: unknown item.
    override func value(of value: DataValue) -> Double? {
        if case .text(let item) = value { indexes[item].map(Double.init) } else { value.number }
    }

    /// Index of the item; appends a new item.
    func index(of item: String) -> Int {
        if let index = indexes[item] { return index }
        indexes[item] = items.count
        items.append(item)
        return items.count - 1
    }

    override func add(_ item: String) -> Double { Double(index(of: item)) }

    override func words(_ value: Double) -> String {
        guard let index = Int(exactly: value), items.indices.contains(index) else { return super.words(value) }
        return quoted(items[index])
    }

    override func prepareForLoad() { removeAllItems() }

    func removeAllItems() {
        items.removeAll(keepingCapacity: true)
        indexes.removeAll(keepingCapacity: true)
    }
}

extension AxisRegistration {
    static let category = AxisRegistration { CategoryAxis(defaultRange: $0) }
}
