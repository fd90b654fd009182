import VitrailColumns
import VitrailScales

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
    package mutating func seek(to value: Double) {
        if value >= low, value < pieceEnd { return }
        seek(value)
    }

    /// Maps the current value.
    @inline(__always)
    func forward(_ value: Double) -> Double { (value > high ? high : value) - shift }

    /// Whether the current value is excluded.
    @inline(__always)
    package func isExcluded(_ value: Double) -> Bool { value > high || (value == high && exclusions.holdsStart) }

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
