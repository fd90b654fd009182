import CData

/// Where each eight samples of a line begin along, and between which values they lie: what is drawn of it where a pixel column has hundreds.
///
/// Takes a fifth of the memory of x and y as Doubles.
struct LineDigest: SampleSummary, Sendable {
    // Pieces lie on a grid that stays when the first samples go: of equal samples, others may be pieces then, and a path other points.
    private static let shift = 3
    /// Samples of a piece.
    static let length = 1 << shift
    /// Fewer pieces are not worth another thread.
    private static let piecesPerThread = 1 << 12
    /// Samples, of which pieces are read as soon as stretches are searched.
    static let mostSamples = 1 << 21

    /// Samples gone since the grid began, and samples there are: both on the grid.
    private var start = 0
    private var end = 0
    private var pieces = GridRow<vitrail_piece>()

    init() {}
    init(for count: Int) {}

    var count: Int { end - start }

    mutating func removeFirst(_ number: Int) {
        start += number
        end = max(end, start)
        pieces.drop(before: SummaryGrid.above(start, Self.shift))
    }

    /// Takes in the samples behind those that are known.
    ///
    /// - Parameters:
    ///   - along: finite, and all that there are now.
    ///   - across: as many.
    mutating func extend(_ along: SharedValues, _ across: SharedValues) {
        end = start + across.count
        let new = pieces.next..<max(end >> Self.shift, pieces.next)
        let threads = max(min(Parallel.threads, new.count / Self.piecesPerThread), 1)
        let parts = Parallel.map(threads) { [self] i in
            (new.lowerBound + new.count * i / threads..<new.lowerBound + new.count * (i + 1) / threads).map { number in
                let first = firstSample(number)
                let values = across.lanes(first)
                let areFinite = (values - values) .== 0
                if all(areFinite) { return vitrail_piece(along: along[first], high: values.max(), negated_low: -values.min()) }
                return any(areFinite) ? .partial : .nowhere
            }
        }
        for part in parts { pieces.entries.append(part) }
    }

    /// The first sample of a piece.
    func firstSample(_ number: Int) -> Int { (number << Self.shift) - start }

    /// Numbers of the pieces that lie in a range as a whole.
    func pieces(in range: Range<Int>) -> Range<Int> {
        let first = SummaryGrid.above(range.lowerBound + start, Self.shift)
        return first..<max((range.upperBound + start) >> Self.shift, first)
    }

    /// The pieces with some numbers, in order.
    func withPieces<Result>(_ numbers: Range<Int>, _ body: (Span<vitrail_piece>) -> Result) -> Result {
        pieces.entries.withSpan { body($0.extracting(numbers.lowerBound - pieces.first..<numbers.upperBound - pieces.first)) }
    }
}

/// Those of a series' values.
typealias LineDigests = KeptSummaries<SeriesValue, LineDigest>

extension vitrail_piece {
    static let nowhere = vitrail_piece(along: .nan, high: -.infinity, negated_low: -.infinity)
    /// Of some values that are.
    fileprivate static let partial = vitrail_piece(along: .nan, high: .infinity, negated_low: .infinity)

    /// Whether it is of no value that is finite.
    var isGap: Bool { along.isNaN && high < 0 }
}
