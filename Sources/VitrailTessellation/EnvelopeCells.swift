import CRaster
import VitrailDrawList

/// The two envelopes in the cells of a tile, and how much of each cell they fill. Runs are added one after the other.
struct EnvelopeCells {
    private static let columnsAtOnce = Int(VITRAIL_SLOPE_COLUMNS)

    private let opacity: Float
    /// The tile's first cell. nil: no tile yet.
    private(set) var start: Int?
    private var first: [Float]
    private var second: [Float]
    /// The filled share of each cell, 0…1.
    private var filled: [Float]
    /// Weights of the columns that one call of C processes.
    private var weights = [Float](repeating: 0, count: columnsAtOnce)

    /// - Parameters:
    ///   - columns: number of columns in a tile; a multiple of the number that one call of C processes.
    ///   - opacity: opacity of the area between the envelopes, 0…1.
    init(columns: Int, opacity: Float) {
        self.opacity = opacity
        first = Array(repeating: 0, count: columns * EnvelopeDetail.cells)
        (second, filled) = (first, first)
    }

    /// Starts a new tile.
    mutating func clear(_ start: Int) {
        self.start = start
        for i in filled.indices { filled[i] = 0 }
    }

    /// Adds a run.
    ///
    /// - Parameters:
    ///   - reaches: the run's envelopes in each cell of the tile; `first` is negated.
    ///   - from: start of the run, in cells, not necessarily an integer; within the tile.
    ///   - to: end of the run.
    mutating func take(_ reaches: (second: [Float], first: [Float]), from: Float, to: Float) {
        guard let start, from < to else { return }
        let low = Int(from.rounded(.up))
        let high = max(Int(to), low)
        for i in low - start..<high - start {
            (first[i], second[i], filled[i]) = (-reaches.first[i], reaches.second[i], 1)
        }
        if from < Float(low) { add(reaches, Int(from) - start, share: min(to, Float(low)) - from) }
        if to > Float(high) { add(reaches, high - start, share: to - Float(high)) }
    }

    /// Adds a run that fills a share of a cell. The heights become weighted means.
    private mutating func add(_ reaches: (second: [Float], first: [Float]), _ i: Int, share: Float) {
        let all = filled[i] + share
        let (before, own) = (filled[i] / all, share / all)
        first[i] = first[i] * before - reaches.first[i] * own
        second[i] = second[i] * before + reaches.second[i] * own
        filled[i] = min(all, 1)
    }

    /// Writes the slopes of the tile's columns to `fit`, from `column` on. Leaves the slopes of 16 successive columns
    /// as they were if all of them are empty.
    mutating func tell(_ fit: inout EnvelopeFit, from column: Int) {
        let parts = fit.detail.parts
        let count = min(first.count / EnvelopeDetail.cells, fit.slopes.count / parts - column)
        var misfit = EnvelopeFit.Misfit()
        for begin in stride(from: 0, to: count, by: Self.columnsAtOnce) {
            let columns = begin..<min(begin + Self.columnsAtOnce, count)
            var isEmpty = true
            for column in columns {
                let weight = spread(column) * opacity
                weights[column - begin] = weight
                isEmpty = isEmpty && weight == 0
            }
            if isEmpty { continue }
            let own = (column + begin) * parts
            let found = find(columns, &fit, own)
            misfit.apart += found.apart
            misfit.area += found.area
            for i in 0..<columns.count * parts where weights[i / parts] == 0 { fit.slopes[own + i] = .empty }
        }
        fit.misfits.append(misfit)
    }

    private func find(_ columns: Range<Int>, _ fit: inout EnvelopeFit, _ index: Int) -> vitrail_slopes_told {
        precondition(MemoryLayout<EnvelopeSlopes>.stride == MemoryLayout<vitrail_slopes>.stride, "the same five fours")
        let parts = fit.detail.parts
        let cell = columns.lowerBound * EnvelopeDetail.cells
        return unsafe weights.withUnsafeBufferPointer { weights in
            unsafe first.withUnsafeBufferPointer { first in
                unsafe second.withUnsafeBufferPointer { second in
                    unsafe fit.slopes.withUnsafeMutableBytes { slopes in
                        guard
                            let first = first.baseAddress, let second = second.baseAddress,
                            let weights = weights.baseAddress,
                            let slopes = unsafe slopes.bindMemory(to: vitrail_slopes.self).baseAddress
                        else { return vitrail_slopes_told() }
                        let own = unsafe vitrail_slope_columns(
                            first: first + cell, second: second + cell, weights: weights, count: columns.count,
                            parts: parts)
                        return unsafe vitrail_find_slopes(own, ColumnEnvelope.minSlope / 2, slopes + index)
                    }
                }
            }
        }
    }

    /// Distributes the cells of a partly filled column over the whole column.
    ///
    /// - Returns: how much of the column is filled, 0…1.
    private mutating func spread(_ column: Int) -> Float {
        let cells = EnvelopeDetail.cells
        let all = column * cells..<(column + 1) * cells
        let sum = all.reduce(0) { $0 + filled[$1] }
        guard sum > 0, sum < Float(cells) else { return sum / Float(cells) }
        let minimum: Float = all.contains { filled[$0] >= 0.5 } ? 0.5 : .leastNonzeroMagnitude
        // Move the filled cells to the front of the column, then stretch them over all of it.
        var count = 0
        for i in all where filled[i] >= minimum {
            (first[all.lowerBound + count], second[all.lowerBound + count]) = (first[i], second[i])
            count += 1
        }
        for k in (0..<cells).reversed() {
            let from = all.lowerBound + (2 * k + 1) * count / (2 * cells)
            (first[all.lowerBound + k], second[all.lowerBound + k]) = (first[from], second[from])
        }
        return sum / Float(cells)
    }
}
