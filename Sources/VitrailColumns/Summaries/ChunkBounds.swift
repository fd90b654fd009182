package import CColumns
import VitrailSystem

/// A summary of a line, for drawing hundreds of samples per pixel column: for each piece of eight samples, its start
/// along and the range of its values across.
///
/// Takes a fifth of the memory of x and y as Doubles.
package struct ChunkBounds: SampleSummary, Sendable {
    private static let shift = 3
    /// Samples per piece.
    package static let length = 1 << shift
    /// Fewer pieces are not worth another thread.
    private static let piecesPerThread = 1 << 12
    /// Maximum number of samples. For more, reading the pieces takes as long as searching the pyramid.
    package static let maxSamples = 1 << 21

    /// Number of samples.
    package private(set) var count = 0
    private var pieces = GridRow<vitrail_piece>()

    init() {}
    package init(for count: Int) {}

    package func fits(_ count: Int) -> Bool { true }

    /// Adds the samples behind the known ones.
    ///
    /// - Parameters:
    ///   - along: all current values; finite.
    ///   - across: as many values.
    package mutating func extend(_ along: ColumnView, _ across: ColumnView) {
        count = across.count
        let new = pieces.next..<max(count >> Self.shift, pieces.next)
        let threads = max(min(Parallel.threads, new.count / Self.piecesPerThread), 1)
        let parts = Parallel.map(threads) { i in
            (new.lowerBound + new.count * i / threads..<new.lowerBound + new.count * (i + 1) / threads).map { number in
                let first = number << Self.shift
                let values = across.lanes(first)
                let areFinite = (values - values) .== 0
                if all(areFinite) {
                    return vitrail_piece(along: along[first], high: values.max(), negated_low: -values.min())
                }
                return any(areFinite) ? .partial : .nowhere
            }
        }
        for part in parts { pieces.entries.append(part) }
    }

    /// The first sample of a piece.
    package func firstSample(_ number: Int) -> Int { number << Self.shift }

    /// Numbers of the pieces that lie entirely in a range.
    package func pieces(in range: Range<Int>) -> Range<Int> {
        let first = TreeLayout.above(range.lowerBound, Self.shift)
        return first..<max(range.upperBound >> Self.shift, first)
    }

    /// Calls `body` with the pieces of the given numbers, in order.
    package func withPieces<Result>(_ numbers: Range<Int>, _ body: (Span<vitrail_piece>) -> Result) -> Result {
        pieces.entries.withSpan {
            body($0.extracting(numbers))
        }
    }
}

/// The digests of a series' values.
package typealias LineDigests = SummaryCache<SeriesValue, ChunkBounds>

extension vitrail_piece {
    package static let nowhere = vitrail_piece(along: .nan, high: -.infinity, negated_low: -.infinity)
    /// A piece with some finite values, but not only finite ones.
    fileprivate static let partial = vitrail_piece(along: .nan, high: .infinity, negated_low: .infinity)

    /// Whether the piece has no finite value.
    package var isGap: Bool { along.isNaN && high < 0 }
}
