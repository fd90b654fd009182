/// Stretches taken out of an axis: a sorted table without overlaps, and how much is gone before each.
///
/// A value maps to itself less everything that was taken out below it; a value inside a stretch maps to where the stretch starts.
/// - Complexity: O(log n) a value; loops over ascending values use an `ExclusionCursor`.
public struct Exclusions: Sendable, Hashable {
    struct Piece: Sendable, Hashable {
        var start: Double
        var end: Double
        /// Length taken out before `start`.
        var before: Double

        var mapped: Double { start - before }
        var range: NumberRange { NumberRange(start, end) }
        /// Length taken out up to `end`.
        var after: Double { before + (end - start) }
    }

    let pieces: [Piece]
    /// Whether a stretch's first value belongs to it, as Saturday's midnight does to the weekend; its last one never does.
    let holdsStart: Bool

    /// - Parameter stretches: in any order; those that overlap or touch become one, those without a length are left out.
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

    /// The stretches, ascending and apart.
    public var ranges: [NumberRange] { pieces.map(\.range) }

    func forward(_ value: Double) -> Double { pieces.span.forward(value) }
    func inverse(_ mapped: Double, noise: Double) -> Double { pieces.span.inverse(mapped, noise: noise) }

    /// A range and a length beyond each end, without what is taken out.
    func widened(_ range: NumberRange, by length: Double) -> NumberRange {
        let noise = range.span * 1e-12
        return NumberRange(inverse(forward(range.minimum) - length, noise: noise), inverse(forward(range.maximum) + length, noise: noise))
    }

    /// The stretch that a value lies in.
    func piece(around value: Double) -> Piece? { pieces.span.piece(around: value, holdsStart: holdsStart) }

    func contains(_ value: Double) -> Bool { piece(around: value) != nil }

    /// Places in a stretch go to its end; of two that come to be at one place the later stays.
    func pushed(_ places: [TickPlace]) -> [TickPlace] {
        places.reduce(into: []) { result, place in
            var place = place
            if let piece = piece(around: place.value) { place.value = piece.end }
            if result.last?.value == place.value { result.removeLast() }
            result.append(place)
        }
    }

    /// Whether anything is taken out between two values.
    func separate(_ low: Double, _ high: Double) -> Bool {
        let k = count { $0.end <= low }
        return k < pieces.count && pieces[k].start < high
    }

    /// How many pieces from the first on pass a test that the first ones pass.
    @inline(__always)
    func count(_ passes: (Piece) -> Bool) -> Int { pieces.span.count(passes) }
}

/// Searching a table, whoever holds it.
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

    /// The first piece that begins at a value or behind it, up to another value.
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

/// Maps a run of values through a table of exclusions: as long as values stay in one stretch or go on to the next, nothing is searched.
struct ExclusionCursor {
    private let exclusions: Exclusions
    /// Values from `low` map to themselves less `shift`, up to `high`, where a piece begins that ends at `pieceEnd`.
    private var low = Double.infinity
    private var high = -Double.infinity
    private var pieceEnd = -Double.infinity
    private var shift = 0.0
    private var index = -1

    init(_ exclusions: Exclusions) { self.exclusions = exclusions }

    /// Makes `value` the one that the next questions are about.
    @inline(__always)
    mutating func move(to value: Double) {
        if value >= low, value < pieceEnd { return }
        seek(value)
    }

    /// The value moved to, mapped.
    @inline(__always)
    func forward(_ value: Double) -> Double { (value > high ? high : value) - shift }

    /// Whether the value moved to is taken out.
    @inline(__always)
    func isExcluded(_ value: Double) -> Bool { value > high || (value == high && exclusions.holdsStart) }

    func inverse(_ mapped: Double, noise: Double) -> Double { exclusions.inverse(mapped, noise: noise) }

    /// The stretch that is taken out around the value moved to, or behind it; from ∞ to ∞ where there is none.
    var next: NumberRange { NumberRange(high, pieceEnd) }

    private mutating func seek(_ value: Double) {
        let next = index + 1
        // Before the first seek, `pieceEnd` is below everything and the next stretch is the first one.
        if value >= pieceEnd, next <= exclusions.pieces.count,
            next == exclusions.pieces.count || value < exclusions.pieces[next].end
        {
            open(next)
        } else {
            open(exclusions.count { $0.end <= value })
        }
    }

    /// The stretch before piece `k`, and that piece.
    private mutating func open(_ k: Int) {
        let pieces = exclusions.pieces
        index = k
        low = k > 0 ? pieces[k - 1].end : -.infinity
        shift = k > 0 ? pieces[k - 1].after : 0
        high = k < pieces.count ? pieces[k].start : .infinity
        pieceEnd = k < pieces.count ? pieces[k].end : .infinity
    }
}
