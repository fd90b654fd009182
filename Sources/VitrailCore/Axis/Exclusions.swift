/// Excluded ranges of an axis: a sorted table without overlaps, with the excluded length before each range.
///
/// A value maps to itself minus the excluded length below it; a value inside an excluded range maps to the range's
/// start.
/// - Complexity: O(log n) per value; loops over ascending values use an `ExclusionCursor`.
public struct Exclusions: Sendable, Hashable {
    struct Piece: Sendable, Hashable {
        var start: Double
        var end: Double
        /// Excluded length before `start`.
        var before: Double

        var mapped: Double { start - before }
        var range: NumberRange { NumberRange(start, end) }
        /// Excluded length up to `end`.
        var after: Double { before + (end - start) }
    }

    let pieces: [Piece]
    /// Whether the first value of a range is excluded, as Saturday's midnight is for weekends; the last one never is.
    let holdsStart: Bool

    /// - Parameter stretches: in any order. Overlapping or touching ranges are merged; ranges without a length are
    ///   ignored.
    init(_ stretches: [NumberRange], holdsStart: Bool) {
        self.holdsStart = holdsStart
        var pieces: [Piece] = []
        for stretch in stretches.filter(\.isValid).sorted(by: { $0.minimum < $1.minimum }) {
            if let last = pieces.last, stretch.minimum <= last.end {
                pieces[pieces.count - 1].end = max(last.end, stretch.maximum)
            } else {
                pieces.append(Piece(start: stretch.minimum, end: stretch.maximum, before: pieces.last?.after ?? 0))
            }
        }
        self.pieces = pieces
    }

    public var isEmpty: Bool { pieces.isEmpty }

    /// The ranges, ascending and disjoint.
    public var ranges: [NumberRange] { pieces.map(\.range) }

    func forward(_ value: Double) -> Double { pieces.span.forward(value) }
    func inverse(_ mapped: Double, noise: Double) -> Double { pieces.span.inverse(mapped, noise: noise) }

    /// Range extended by a length at each end; excluded ranges do not count.
    func widened(_ range: NumberRange, by length: Double) -> NumberRange {
        let noise = range.span * 1e-12
        return NumberRange(
            inverse(forward(range.minimum) - length, noise: noise),
            inverse(forward(range.maximum) + length, noise: noise))
    }

    /// The excluded range that contains a value.
    func piece(around value: Double) -> Piece? { pieces.span.piece(around: value, holdsStart: holdsStart) }

    func contains(_ value: Double) -> Bool { piece(around: value) != nil }

    /// Moves ticks in an excluded range to its end; of ticks with equal positions the last one stays.
    func pushed(_ positions: [TickPosition]) -> [TickPosition] {
        positions.reduce(into: []) { result, position in
            var position = position
            if let piece = piece(around: position.value) { position.value = piece.end }
            if result.last?.value == position.value { result.removeLast() }
            result.append(position)
        }
    }

    /// Whether any excluded range lies between two values.
    func separate(_ low: Double, _ high: Double) -> Bool {
        let k = count { $0.end <= low }
        return k < pieces.count && pieces[k].start < high
    }

    /// Number of leading pieces that pass a test; the test must be monotonic.
    @inline(__always)
    func count(_ passes: (Piece) -> Bool) -> Int { pieces.span.count(passes) }
}

/// Search in a table, independent of its owner.
extension Span<Exclusions.Piece> {
    func forward(_ value: Double) -> Double {
        let k = count { $0.start < value }
        guard k > 0 else { return value }
        let piece = self[k - 1]
        return value < piece.end ? piece.mapped : value - piece.after
    }

    func inverse(_ mapped: Double, noise: Double) -> Double {
        let k = count { $0.mapped <= mapped + noise }
        guard k > 0 else { return mapped }
        let piece = self[k - 1]
        return mapped <= piece.mapped + noise ? piece.end : mapped + piece.after
    }

    func piece(around value: Double, holdsStart: Bool) -> Exclusions.Piece? {
        let k = count { $0.start <= value }
        guard k > 0, value < self[k - 1].end, value > self[k - 1].start || holdsStart else { return nil }
        return self[k - 1]
    }

    /// First piece that begins in `low`…`high`.
    func piece(from low: Double, to high: Double) -> Exclusions.Piece? {
        let k = count { $0.start < low }
        return k < count && self[k].start <= high ? self[k] : nil
    }

    @inline(__always)
    func count(_ passes: (Exclusions.Piece) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if passes(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Maps a sequence of values through a table of exclusions. Values in the same or the next interval need no search.
struct ExclusionCursor {
    private let exclusions: Exclusions
    /// Values from `low` up to `high` map to themselves minus `shift`; a piece from `high` to `pieceEnd` follows.
    private var low = Double.infinity
    private var high = -Double.infinity
    private var pieceEnd = -Double.infinity
    private var shift = 0.0
    private var index = -1

    init(_ exclusions: Exclusions) { self.exclusions = exclusions }

    /// Moves to `value`; the queries that follow refer to it.
    @inline(__always)
    mutating func seek(to value: Double) {
        if value >= low, value < pieceEnd { return }
        seek(value)
    }

    /// Maps the current value.
    @inline(__always)
    func forward(_ value: Double) -> Double { (value > high ? high : value) - shift }

    /// Whether the current value is excluded.
    @inline(__always)
    func isExcluded(_ value: Double) -> Bool { value > high || (value == high && exclusions.holdsStart) }

    func inverse(_ mapped: Double, noise: Double) -> Double { exclusions.inverse(mapped, noise: noise) }

    /// Excluded range around or after the current value; ∞…∞ if there is none.
    var next: NumberRange { NumberRange(high, pieceEnd) }

    private mutating func seek(_ value: Double) {
        let next = index + 1
        // Before the first seek, `pieceEnd` is below all values and the next piece is the first one.
        if value >= pieceEnd, next <= exclusions.pieces.count,
            next == exclusions.pieces.count || value < exclusions.pieces[next].end
        {
            open(next)
        } else {
            open(exclusions.count { $0.end <= value })
        }
    }

    /// Selects the interval before piece `k`, and that piece.
    private mutating func open(_ k: Int) {
        let pieces = exclusions.pieces
        index = k
        low = k > 0 ? pieces[k - 1].end : -.infinity
        shift = k > 0 ? pieces[k - 1].after : 0
        high = k < pieces.count ? pieces[k].start : .infinity
        pieceEnd = k < pieces.count ? pieces[k].end : .infinity
    }
}
