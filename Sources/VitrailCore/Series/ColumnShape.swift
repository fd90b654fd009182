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
    /// Where the outermost ends.
    let totals: SharedValues
    /// Pixel and value of the baseline.
    let base: Double
    let baseline: Double

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
