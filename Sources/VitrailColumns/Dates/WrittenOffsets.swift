/// Offsets from UTC in the written times of a column. Either all cells have an offset or none has.
package struct WrittenOffsets: Sendable, Hashable {
    private(set) var hasLocal = false
    /// Minimum and maximum of the seconds ahead of UTC. `nil`: no offset is written.
    private(set) var range: ClosedRange<Int>?

    /// - Returns: `false` if only some cells have an offset.
    mutating func add(_ offset: Int?) -> Bool {
        guard let offset else {
            hasLocal = true
            return range == nil
        }
        range = range.map { min($0.lowerBound, offset)...max($0.upperBound, offset) } ?? offset...offset
        return !hasLocal
    }

    package mutating func formUnion(_ other: WrittenOffsets) {
        hasLocal = hasLocal || other.hasLocal
        if let added = other.range {
            range = range.map { min($0.lowerBound, added.lowerBound)...max($0.upperBound, added.upperBound) } ?? added
        }
    }

    /// The part that determines how later cells are read.
    var kinds: WrittenOffsets {
        var kinds = WrittenOffsets()
        kinds.hasLocal = hasLocal
        kinds.range = range == nil ? nil : 0...0
        return kinds
    }
}
