import CColumns
import VitrailColumns
import VitrailSystem

/// A line with hundreds of samples per pixel column, drawn from its digest: the minimum and the maximum at each
/// sixteenth of a pixel.
///
///     │▕ ▕ ▏ ▕ ▏▕ │   The grid is the one of `ColumnEnvelope`. A piece of eight samples that is shorter than a cell
///     ┼──┼──┼──┼──┼   counts in the middle of the cell that contains its own middle: no sample is drawn more than a
///      ╱╲ ╱╲ ╱╲       cell off. The path rises in one cell and falls in the next. Longer pieces, pieces behind them,
///                     pieces next to gaps, and the ends are read sample by sample.
struct ChunkedLineDecimator<Across: MonotonicScaleTransform>: Sendable {
    let along, across: ColumnView
    let positionAlong: Affine
    let positionAcross: Across
    let digest: ChunkBounds

    /// Grid cells per pixel.
    private static var perPixel: Double { Double(PathReducer.sixteenths) }
    /// Fewer pieces are not worth another thread.
    private static var piecesPerThread: Int { 1 << 13 }
    /// Grid positions that are collected at a time; they stay in the L1 cache.
    private static var positionsAtOnce: Int { 512 }

    /// - Parameters:
    ///   - range: samples whose values along never fall.
    ///   - threads: maximum number of threads.
    /// - Returns: `nil`: more pieces have to be read than there are grid positions, or a value has no position.
    func path(_ range: Range<Int>, threads: Int = Parallel.threads) -> [PathPoint]? {
        let numbers = digest.pieces(in: range)
        guard numbers.count > 1 else { return nil }
        // Without the first and the last sample: they may be invisible, and at any distance.
        let reach = abs(gridPosition(along[range.upperBound - 2]) - gridPosition(along[range.lowerBound + 1]))
        guard reach.isFinite else { return nil }
        // The limit for all threads together, however many there are.
        let maxRead = Int(min(reach, Double(numbers.count)))
        let bounds = bounds(numbers, min(threads, numbers.count / Self.piecesPerThread))
        var parts = Parallel.map(bounds.count - 1) { i in
            var part = Part(maxRead: maxRead)
            // The first part receives the points of all others.
            let own = i == 0 ? numbers.count : bounds[i + 1] - bounds[i]
            part.points.reserveCapacity(2 * min(own, maxRead) + 64)
            if i == 0 { read(range.lowerBound..<digest.firstSample(numbers.lowerBound), into: &part) }
            take(bounds[i]..<bounds[i + 1], of: numbers, into: &part)
            if i == bounds.count - 2 { read(digest.firstSample(numbers.upperBound)..<range.upperBound, into: &part) }
            return part
        }
        guard parts.allSatisfy(\.isWhole), parts.reduce(0, { $0 + $1.piecesRead }) <= maxRead else { return nil }
        var path: [PathPoint] = []
        // Only the points behind the first part are copied.
        swap(&path, &parts[0].points)
        for part in parts.dropFirst() { path += part.points }
        return path
    }

    /// The result of one thread.
    private struct Part: Sendable {
        let maxRead: Int
        var points: [PathPoint] = []
        var piecesRead = 0
        /// Position along of the last point.
        var last: Float?
        /// Whether all values had a position.
        var isWhole = true
    }

    /// A position in cells; whole numbers are the middles of cells.
    @inline(__always)
    private func gridPosition(_ value: Double) -> Double { middles.position(of: value) * Self.perPixel }
    private var middles: Affine {
        Affine(
            origin: positionAlong.origin, factor: positionAlong.factor, start: positionAlong.start - 0.5 / Self.perPixel
        )
    }

    /// Rounds to the nearest whole number, for magnitudes at which a Double has a fraction.
    @inline(__always)
    private func rounded(_ position: Double) -> Double { position + Self.half - Self.half }
    private static var half: Double { 0x1.8p52 }

    /// Where the threads' pieces begin. The result does not depend on it.
    private func bounds(_ numbers: Range<Int>, _ threads: Int) -> [Int] {
        var bounds = [numbers.lowerBound]
        digest.withPieces(numbers) { pieces in
            for i in 1..<max(threads, 1) {
                var k = max(pieces.count * i / threads, bounds[bounds.count - 1] - numbers.lowerBound + 1)
                // Not next to samples that are read: their positions depend on the points before them, and affect the
                // points behind them.
                while k + 1 < pieces.count, k < 2 || !(abs(nearest(pieces, k) - nearest(pieces, k - 1)) > 0) { k += 1 }
                // The thread that reaches the rest reads it to its end.
                guard k + 1 < pieces.count else { return }
                bounds.append(numbers.lowerBound + k)
            }
        }
        return bounds + [numbers.upperBound]
    }

    /// Whether a piece is at most one cell long; `false` for a piece with a gap, or before one. - Precondition: it is
    /// not the last one.
    @inline(__always)
    private func isShort(_ pieces: Span<vitrail_piece>, _ k: Int) -> Bool {
        abs(gridPosition(pieces[k + 1].along) - gridPosition(pieces[k].along)) <= 1
    }

    /// The grid position that a piece counts at; NaN: the piece is read. - Precondition: it is neither the first nor
    /// the last one.
    private func nearest(_ pieces: Span<vitrail_piece>, _ k: Int) -> Double {
        guard isShort(pieces, k), isShort(pieces, k - 1) else { return .nan }
        return rounded((gridPosition(pieces[k].along) + gridPosition(pieces[k + 1].along)) / 2)
    }

    /// - Parameters:
    ///   - own: the pieces of the thread.
    ///   - all: the pieces of all threads.
    private func take(_ own: Range<Int>, of all: Range<Int>, into part: inout Part) {
        digest.withPieces(all) { pieces in
            unsafe withUnsafeTemporaryAllocation(of: vitrail_piece.self, capacity: Self.positionsAtOnce) { collected in
                unsafe collected[0] = .nowhere
                let end = own.upperBound - all.lowerBound
                var k = own.lowerBound - all.lowerBound
                while k < end {
                    var (number, made) = (0, 0)
                    // Behind a long piece the line may come from afar, so the next piece is read, too.
                    if k > 0, isShort(pieces, k - 1) {
                        (number, made) = unsafe collect(pieces.extracting(k..<min(end + 1, pieces.count)), collected)
                        k += number
                        for i in 0..<made { unsafe position(of: collected[i], &part) }
                        unsafe collected[0] = collected[made]
                        if made + 1 == Self.positionsAtOnce, part.isWhole { continue }
                    }
                    unsafe position(of: collected[0], &part)
                    unsafe collected[0] = .nowhere
                    guard k < end, part.isWhole else { return }
                    if pieces[k].isGap, k > 0, k < pieces.count - 1 {
                        addGap(to: &part)
                        k += 1
                        continue
                    }
                    part.piecesRead += 1
                    guard part.piecesRead <= part.maxRead else { return }
                    let first = digest.firstSample(all.lowerBound + k)
                    read(first..<first + ChunkBounds.length, into: &part)
                    k += 1
                }
                unsafe position(of: collected[0], &part)
            }
        }
    }

    /// - Parameter pieces: the last one is not collected.
    @inline(__always)
    private func collect(
        _ pieces: Span<vitrail_piece>, _ collected: UnsafeMutableBufferPointer<vitrail_piece>
    ) -> (number: Int, made: Int) {
        var grid = vitrail_column(
            origin: middles.origin, factor: middles.factor, start: middles.start, per_pixel: Self.perPixel, number: 0)
        var made = 0
        let number = unsafe pieces.withUnsafeBufferPointer {
            unsafe vitrail_collect_pieces(
                $0.baseAddress, $0.count - 1, &grid, collected.baseAddress, collected.count, &made)
        }
        return (number, made)
    }

    /// Draws the values that were collected at a grid position.
    @inline(__always)
    private func position(of piece: vitrail_piece, _ part: inout Part) {
        guard !piece.along.isNaN else { return }
        let along = Float((piece.along + 0.5) / Self.perPixel)
        let low = Float(position: positionAcross.position(ofAny: -piece.negated_low), of: piece.negated_low)
        let high = Float(position: positionAcross.position(ofAny: piece.high), of: piece.high)
        if -piece.negated_low < positionAcross.minimum { part.isWhole = false }
        // Up at even positions and down at odd ones.
        let isRising = (piece.along + Self.half).bitPattern & 1 == 0
        add(along, isRising ? low : high, to: &part)
        if low != high { add(along, isRising ? high : low, to: &part) }
    }

    /// - Parameter along: clamped so that the path does not turn back: pieces lie at grid positions, samples do not.
    @inline(__always)
    private func add(_ along: Float, _ across: Float, to part: inout Part) {
        part.last = positionAlong.isReversed ? min(along, part.last ?? along) : max(along, part.last ?? along)
        part.points.append(PathPoint(along: part.last ?? along, across: across))
    }

    /// Draws samples one by one.
    private func read(_ range: Range<Int>, into part: inout Part) {
        ColumnView.forEachBlock(of: range, along, across) { _, along, across in
            for i in along.indices {
                let position = Float(position: positionAcross.position(ofAny: across[i]), of: across[i])
                if position.isFinite {
                    add(Float(position: positionAlong.position(of: along[i]), of: along[i]), position, to: &part)
                } else {
                    addGap(to: &part)
                }
            }
        }
    }

    private func addGap(to part: inout Part) {
        if part.points.last?.isGap != true { part.points.append(.gap) }
    }
}
