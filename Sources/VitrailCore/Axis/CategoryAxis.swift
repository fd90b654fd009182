/// An axis of discrete items: item k sits at value k, first seen first.
open class CategoryAxis: Axis {
    /// Items in order of first appearance over all series of the axis.
    public internal(set) var items: [String] = []
    private var indexes: [String: Int] = [:]

    /// Ticks at all items in range whose labels keep apart: each, every second, every third, … counted from the first item.
    ///
    /// - Complexity: O(labels that fit), however many items there are.
    override func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] {
        guard range.maximum >= 0, range.minimum <= Double(items.count - 1) else { return [] }
        let first = Int(max(range.minimum, 0).rounded(.up))
        let last = Int(min(range.maximum, Double(items.count - 1)).rounded(.down))
        guard first <= last else { return [] }
        let set = majorTickFrequency?.number.map { max(1, Int(min($0, 1e9).rounded())) }
        let chosen = adjusted(
            TickFrequencies(major: .value(Double(set ?? fittingStride(first...last, range, room))), minor: nil), room)
        guard let stride = chosen.major.number.map({ max(1, Int(min($0, 1e9).rounded())) }) else { return [] }
        let anchor = anchorPoint.flatMap { $0.isFinite ? Int(min(max($0.rounded(), -1e9), 1e9)) : nil } ?? 0
        let start = first + ((anchor - first) % stride + stride) % stride
        guard start <= last, (last - start) / stride < TickLimits.count else { return [] }
        return Swift.stride(from: start, through: last, by: stride).map {
            Tick(value: Double($0), isMajor: true, label: string(forId: Double($0)), index: ($0 - anchor) / stride)
        }
    }

    /// The smallest stride whose labels keep apart. Strides that even the narrowest labels do not have room for are left out unseen.
    private func fittingStride(_ shown: ClosedRange<Int>, _ range: NumberRange, _ room: TickRoom) -> Int {
        let least = max(room.extent(""), 1)
        let spacing = room.length / range.span
        let fit = TickFit(range: range, mapper: mapper, room: room) { [unowned self] in string(forId: $0) }
        func places(_ stride: Int) -> [TickPlace] {
            let start = (shown.lowerBound + stride - 1) / stride * stride
            return Swift.stride(from: start, through: shown.upperBound, by: stride).map { TickPlace(value: Double($0), index: $0) }
        }
        let found = fit.finest(
            next: { $0.map { $0 + max(1, $0 / 16) } ?? max(1, Int(min(least / spacing, 1e9))) }, isHopeless: { _ in false },
            places: places)
        return found?.candidate ?? 1
    }

    open override func string(forId value: Double) -> String {
        if let labelFormatter { return labelFormatter.text(value) }
        guard value > -1, value < Double(items.count) else { return "" }
        let index = Int(value.rounded())
        guard items.indices.contains(index) else { return "" }
        return labelFormatString?.replacing("%@", with: items[index]) ?? items[index]
    }

    /// The item's index; nil when the axis does not have it.
    override func value(of value: DataValue) -> Double? {
        if case .text(let item) = value { indexes[item].map(Double.init) } else { value.number }
    }

    /// The item's index, appended when new.
    func index(of item: String) -> Int {
        if let index = indexes[item] { return index }
        indexes[item] = items.count
        items.append(item)
        return items.count - 1
    }

    override func prepareForLoad() { removeAllItems() }

    func removeAllItems() {
        items.removeAll(keepingCapacity: true)
        indexes.removeAll(keepingCapacity: true)
    }
}
