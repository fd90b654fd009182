/// What a host knows of the columns or bars on an axis, so that nobody has to look for it in the data.
struct BarSpacing: Equatable {
    /// Distance of neighbouring samples, data units.
    var spacing: Double
    /// The first sample and the last.
    var range: NumberRange
}

extension Axis {
    /// Says how far apart the columns on this axis are and where the first and the last of them stand, in place of looking at all of them: the axis
    /// has room for these, whatever the data. Goes before `barColSpacing`; takes effect at the next load.
    ///
    /// - Parameters:
    ///   - spacing: > 0, data units; seconds on date axes.
    ///   - minimum: ≤ `maximum`, both places on the axis.
    /// - Returns: false, and nothing changes, when that is not so, and on category axes, whose items have a distance of 1.
    @discardableResult
    public func configureColumns(spacing: Double, minimum: Double, maximum: Double) -> Bool {
        configure(.column, spacing, NumberRange(minimum, maximum))
    }

    /// The same for the bars on this axis.
    @discardableResult
    public func configureBars(spacing: Double, minimum: Double, maximum: Double) -> Bool {
        configure(.bar, spacing, NumberRange(minimum, maximum))
    }

    /// Columns and bars are looked at again from the next load on.
    public func resetColumnsAndBars() { barSpacings = [:] }

    private func configure(_ kind: SlotKind, _ spacing: Double, _ range: NumberRange) -> Bool {
        let isRange = range.minimum <= range.maximum && maps(range.minimum) && maps(range.maximum) && range.span.isFinite
        guard spacing > 0, spacing.isFinite, isRange, !(self is CategoryAxis) else { return false }
        barSpacings[kind] = BarSpacing(spacing: spacing, range: range)
        return true
    }
}
