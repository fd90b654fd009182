/// How an envelope lies in the four quarters of a column, or of half of it.
struct QuarterSlopes {
    var mean: SIMD4<Float>
    var variance: SIMD4<Float>

    init(mean: SIMD4<Float>, variance: SIMD4<Float>) { (self.mean, self.variance) = (mean, variance) }

    /// Of what runs straight from each grid place to the next, four times `count` times from `place` on; nil = all cells are filled.
    @inline(__always)
    init(_ reach: [Float], at place: Int, _ count: Int, _ weights: CellWeights?) {
        @inline(__always) func row(_ i: Int) -> SIMD4<Float> {
            SIMD4(reach[place + i], reach[place + i + count], reach[place + i + 2 * count], reach[place + i + 3 * count])
        }
        // From the middle, so that squares stay exact.
        let middle = row(count / 2)
        var from = row(0) - middle
        var (sum, squares, total) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        for i in 0..<count {
            let to = row(i + 1) - middle
            let weight = weights?.cells[i] ?? .one
            sum += (from + to) * weight
            squares += (from * (from + to) + to * to) * weight
            total += weight
            from = to
        }
        let scale = (1 / total).replacing(with: 0, where: total .== 0)
        let fromMiddle = sum * scale * 0.5
        mean = middle + fromMiddle
        variance = squares * scale * (1.0 / 3) - fromMiddle * fromMiddle
    }

    /// Half of the slope that has this variance.
    @inline(__always)
    func halfLength(atLeast least: Float) -> SIMD4<Float> {
        let half = pointwiseMax(variance * 3, .zero).squareRoot()
        return half.replacing(with: least, where: half .< least)
    }

    /// Takes in other slopes, which count by what is missing of `share` to 1.
    mutating func mix(_ share: SIMD4<Float>, low: SIMD4<Float>, high: SIMD4<Float>) {
        let other = 1 - share
        let apart = mean - (low + high) * 0.5
        let length = high - low
        variance = variance * share + length * length * other * (1.0 / 12) + apart * apart * share * other
        mean = (low + high) * 0.5 + apart * share
    }
}

/// How much of each cell between two grid places a run fills, 0…1: a column, or half of it, has four times `count` cells.
struct CellWeights {
    /// Of the first cell of each quarter, of the second one …
    let cells: [SIMD4<Float>]

    init(_ start: Int, _ count: Int, _ from: Float, _ to: Float) {
        let first = SIMD4<Float>(0, 1, 2, 3) * Float(count) + Float(start)
        cells = (0..<count).map { i in
            let cell = first + Float(i)
            return pointwiseMax(pointwiseMin(cell + 1, SIMD4(repeating: to)) - pointwiseMax(cell, SIMD4(repeating: from)), .zero)
        }
    }

    /// Of the whole, 0…1/4.
    var quarters: SIMD4<Float> { cells.reduce(.zero, +) * (0.25 / Float(cells.count)) }
}
