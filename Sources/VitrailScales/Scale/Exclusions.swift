public import VitrailColumns

/// Excluded ranges of an axis: a sorted table without overlaps, with the excluded length before each range.
///
/// A value maps to itself minus the excluded length below it; a value inside an excluded range maps to the range's
/// start.
/// - Complexity: O(log n) per value; loops over ascending values use an `ExclusionCursor`.
public struct Exclusions: Sendable, Hashable {
    @frozen package struct Piece: Sendable, Hashable, BitwiseCopyable {
        package var start: Double
        package var end: Double
        /// Excluded length before `start`.
        var before: Double

        var mapped: Double { start - before }
        package var range: NumberRange { NumberRange(start, end) }
        /// Excluded length up to `end`.
        package var after: Double { before + (end - start) }
    }

    package let pieces: [Piece]
    /// Whether the first value of a range is excluded, as Saturday's midnight is for weekends; the last one never is.
    package let holdsStart: Bool

    /// - Parameter stretches: in any order. Overlapping or touching ranges are merged; ranges without a length are
    ///   ignored.
    package init(_ stretches: [NumberRange], holdsStart: Bool) {
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

    package func forward(_ value: Double) -> Double { pieces.span.forward(value) }
    package func inverse(_ mapped: Double, noise: Double) -> Double { pieces.span.inverse(mapped, noise: noise) }

    /// Range extended by a length at each end; excluded ranges do not count.
    package func widened(_ range: NumberRange, by length: Double) -> NumberRange {
        let noise = range.span * 1e-12
        return NumberRange(
            inverse(forward(range.minimum) - length, noise: noise),
            inverse(forward(range.maximum) + length, noise: noise))
    }

    /// The excluded range that contains a value.
    package func piece(around value: Double) -> Piece? { pieces.span.piece(around: value, holdsStart: holdsStart) }

    package func contains(_ value: Double) -> Bool { piece(around: value) != nil }

    /// Whether any excluded range lies between two values.
    func separate(_ low: Double, _ high: Double) -> Bool {
        let k = count { $0.end <= low }
        return k < pieces.count && pieces[k].start < high
    }

    /// Number of leading pieces that pass a test; the test must be monotonic.
    @inline(__always)
    package func count(_ passes: (Piece) -> Bool) -> Int { pieces.span.count(passes) }
}

/// Search in a table, independent of its owner.
extension Span<Exclusions.Piece> {
    package func forward(_ value: Double) -> Double {
        let k = count { $0.start < value }
        guard k > 0 else { return value }
        let piece = self[k - 1]
        return value < piece.end ? piece.mapped : value - piece.after
    }

    package func inverse(_ mapped: Double, noise: Double) -> Double {
        let k = count { $0.mapped <= mapped + noise }
        guard k > 0 else { return mapped }
        let piece = self[k - 1]
        return mapped <= piece.mapped + noise ? piece.end : mapped + piece.after
    }

    package func piece(around value: Double, holdsStart: Bool) -> Exclusions.Piece? {
        let k = count { $0.start <= value }
        guard k > 0, value < self[k - 1].end, value > self[k - 1].start || holdsStart else { return nil }
        return self[k - 1]
    }

    /// First piece that begins in `low`…`high`.
    package func piece(from low: Double, to high: Double) -> Exclusions.Piece? {
        let k = count { $0.start < low }
        return k < count && self[k].start <= high ? self[k] : nil
    }

    @inline(__always)
    package func count(_ passes: (Exclusions.Piece) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if passes(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
