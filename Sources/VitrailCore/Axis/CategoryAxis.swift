/// An axis of discrete items: item k sits at value k, first seen first.
open class CategoryAxis: Axis {
    /// Items in order of first appearance over all series of the axis.
    public internal(set) var items: [String] = []
    private var indexes: [String: Int] = [:]

    override func makeTicks(in range: NumberRange, room: TickRoom) -> [Tick] {
        let first = max(0, Int(range.minimum.rounded(.up)))
        let last = min(items.count - 1, Int(min(range.maximum, 1e9).rounded(.down)))
        guard last >= first else { return [] }
        let spacing = room.length / range.span
        let widest = (first...min(last, first + Self.measured)).map { room.extent(string(forId: Double($0))) }.max() ?? 0
        let stride = max(1, Int((widest / spacing).rounded(.up)), (last - first) / TickLimits.count + 1)
        return Swift.stride(from: first, through: last, by: stride).map {
            Tick(value: Double($0), isMajor: true, label: string(forId: Double($0)), index: $0)
        }
    }

    /// Labels measured to find out whether all fit; more items than this do not fit anyway.
    private static let measured = 500

    open override func string(forId value: Double) -> String {
        let index = Int(min(max(value.rounded(), -1), 1e9))
        guard items.indices.contains(index) else { return "" }
        return labelFormatString?.replacing("%@", with: items[index]) ?? items[index]
    }

    /// The item's index, appended when new.
    func index(of item: String) -> Int {
        if let index = indexes[item] { return index }
        indexes[item] = items.count
        items.append(item)
        return items.count - 1
    }

    func removeAllItems() {
        items.removeAll(keepingCapacity: true)
        indexes.removeAll(keepingCapacity: true)
    }
}
