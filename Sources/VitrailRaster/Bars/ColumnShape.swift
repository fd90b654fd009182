import VitrailColumns

/// The position of a column, in pixels.
struct ColumnShape {
    /// Position along the axis.
    var position: Double
    /// End and start across the axis.
    var tip, base: Double
    /// Whether the value is below the baseline, or in a stack, below the column's base.
    var isBelow: Bool
}

/// Views of the columns' values.
struct ColumnValues: Sendable {
    let along, across: ColumnView
    /// In a stack: the base of each column.
    let bases: ColumnView?
    /// In a stack: the end of the outermost layer. Not read otherwise.
    let totals: ColumnView
    /// Pixel and value of the baseline.
    let base: Double
    let baseline: Double
    /// Whether each column has its own base and does not touch another column.
    var areFloating = false

    /// Calls `body` with ranges of samples and their values. Columns that are not Double are converted block by block,
    /// in the order of the loop.
    @inline(__always)
    func forEachBlock(of range: Range<Int>, isBackwards: Bool, _ body: (Range<Int>, ColumnValues) -> Void) {
        if along.isDirect, across.isDirect, bases?.isDirect != false, totals.isDirect { return body(range, self) }
        let length = ColumnView.blockLength
        let blocks = (range.count + length - 1) / length
        for k in 0..<blocks {
            let first = range.lowerBound + (isBackwards ? blocks - 1 - k : k) * length
            let block = first..<min(first + length, range.upperBound)
            withBlock(block) { body(block, $0) }
        }
    }

    private func withBlock(_ block: Range<Int>, _ body: (ColumnValues) -> Void) {
        along.withBlock(block) { along in
            across.withBlock(block) { across in
                func values(_ bases: ColumnView?, _ totals: ColumnView) -> ColumnValues {
                    ColumnValues(
                        along: along, across: across, bases: bases, totals: totals, base: base, baseline: baseline,
                        areFloating: areFloating)
                }
                guard let bases else { return body(values(nil, across)) }
                bases.withBlock(block) { bases in totals.withBlock(block) { totals in body(values(bases, totals)) } }
            }
        }
    }

    /// The column of a sample; `nil` if the sample has none.
    @inline(__always)
    func shape(
        _ i: Int, _ positionAlong: inout some ScaleTransform, _ positionAcross: inout some ScaleTransform
    ) -> ColumnShape? {
        let at = along[i]
        positionAlong.seek(to: at)
        if positionAlong.isExcluded(at) { return nil }
        let position = positionAlong.position(of: at)
        let value = across[i]
        positionAcross.seek(to: value)
        if positionAcross.isExcluded(value) { return nil }
        var shape = ColumnShape(
            position: position, tip: positionAcross.position(of: value), base: base, isBelow: value < baseline)
        if let bases {
            // In a stack, only the outermost ends lie between pixels.
            let baseValue = bases[i]
            shape.isBelow = value < baseValue
            if baseValue != baseline { shape.base = positionAcross.position(ofAny: baseValue) }
        }
        if !(position + shape.tip + shape.base).isFinite {
            guard let held = held(shape, i) else { return nil }
            shape = held
        }
        guard shape.tip != shape.base else { return nil }
        guard let bases, !areFloating else { return shape }
        let isTip = totals[i] == value
        if bases[i] != baseline {
            let isUp = shape.tip < shape.base
            shape.base.round()
            // Rounding removed the column.
            if isTip, isUp != (shape.tip < shape.base) { return nil }
        }
        if !isTip { shape.tip.round() }
        return shape
    }

    /// Clamps finite values whose positions Double cannot represent; `nil` if a value has no position.
    @inline(never)
    private func held(_ shape: ColumnShape, _ i: Int) -> ColumnShape? {
        guard across[i].isFinite, bases?[i].isFinite ?? true else { return nil }
        var shape = shape
        (shape.tip, shape.base) = (shape.tip.clampedPosition, shape.base.clampedPosition)
        return (shape.position + shape.tip + shape.base).isFinite ? shape : nil
    }
}
