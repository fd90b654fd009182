/// Where a column lies, in pixels.
struct ColumnShape {
    /// Along.
    var place: Double
    /// Where it ends and begins across.
    var tip, base: Double
    /// Of the baseline, or of the foot in a stack.
    var isBelow: Bool
}

/// The values of columns while they are lent.
struct ColumnValues: Sendable {
    let along, across: SharedValues
    /// Of a stack: where each column begins.
    let feet: SharedValues?
    /// Where the outermost ends; of no stack, not read.
    let totals: SharedValues
    /// Pixel and value of the baseline.
    let base: Double
    let baseline: Double

    /// The same for a loop over some samples: widened where they are no Doubles, block by block. Blocks come in the order of the loop.
    @inline(__always)
    func forEachBlock(of range: Range<Int>, isBackwards: Bool, _ body: (Range<Int>, ColumnValues) -> Void) {
        if along.isDirect, across.isDirect, feet?.isDirect != false, totals.isDirect { return body(range, self) }
        let length = SharedValues.blockLength
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
                func values(_ feet: SharedValues?, _ totals: SharedValues) -> ColumnValues {
                    ColumnValues(along: along, across: across, feet: feet, totals: totals, base: base, baseline: baseline)
                }
                guard let feet else { return body(values(nil, across)) }
                feet.withBlock(block) { feet in totals.withBlock(block) { totals in body(values(feet, totals)) } }
            }
        }
    }

    /// A sample's column; nil where it has none.
    @inline(__always)
    func shape(_ i: Int, _ placeAlong: inout some Placing, _ placeAcross: inout some Placing) -> ColumnShape? {
        let at = along[i]
        placeAlong.move(to: at)
        if placeAlong.skips(at) { return nil }
        let place = placeAlong.place(at)
        let value = across[i]
        placeAcross.move(to: value)
        if placeAcross.skips(value) { return nil }
        var shape = ColumnShape(place: place, tip: placeAcross.place(value), base: base, isBelow: value < baseline)
        if let feet {
            // Only the ends of a stack lie between pixels.
            let foot = feet[i]
            shape.isBelow = value < foot
            if foot != baseline { shape.base = placeAcross.found(foot) }
        }
        if !(place + shape.tip + shape.base).isFinite {
            guard let held = held(shape, i) else { return nil }
            shape = held
        }
        guard shape.tip != shape.base else { return nil }
        guard let feet else { return shape }
        let isTip = totals[i] == value
        if feet[i] != baseline {
            let isUp = shape.tip < shape.base
            shape.base.round()
            // Rounded away.
            if isTip, isUp != (shape.tip < shape.base) { return nil }
        }
        if !isTip { shape.tip.round() }
        return shape
    }

    /// Where finite values lie too far for a Double; nil where one has no place.
    @inline(never)
    private func held(_ shape: ColumnShape, _ i: Int) -> ColumnShape? {
        guard across[i].isFinite, feet?[i].isFinite ?? true else { return nil }
        var shape = shape
        (shape.tip, shape.base) = (shape.tip.heldPlace, shape.base.heldPlace)
        return (shape.place + shape.tip + shape.base).isFinite ? shape : nil
    }
}
