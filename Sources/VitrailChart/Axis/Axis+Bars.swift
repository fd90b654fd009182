import VitrailColumns

/// Spacing and range of the columns or bars on an axis, as configured by the host; avoids a search in the data.
struct BarSpacing: Equatable {
    /// Distance between neighbouring samples in data units.
    var spacing: Double
    /// First and last sample.
    var range: NumberRange
}

extension Axis {
    /// Sets the spacing of the columns on this axis and the positions of the first and the last one, instead of
    /// searching the data. The axis reserves space for them, whatever the data. Takes precedence over `barColSpacing`;
    /// takes effect at the next load.
    ///
    /// - Parameters:
    ///   - spacing: > 0, data units; seconds on date axes.
    ///   - minimum: ≤ `maximum`; the axis must map both.
    /// - Returns: `false`, without any change, for invalid arguments, and on category axes, whose items have a distance
    ///   of 1.
    @discardableResult
    public func configureColumns(spacing: Double, minimum: Double, maximum: Double) -> Bool {
        configure(.column, spacing, NumberRange(minimum, maximum))
    }

    /// Same as `configureColumns` for the bars on this axis.
    @discardableResult
    public func configureBars(spacing: Double, minimum: Double, maximum: Double) -> Bool {
        configure(.bar, spacing, NumberRange(minimum, maximum))
    }

    /// Removes both configurations: from the next load on, the axis searches the data again.
    public func resetColumnsAndBars() { barSpacings = [:] }

    private func configure(_ kind: SlotKind, _ spacing: Double, _ range: NumberRange) -> Bool {
        let isRange =
            range.minimum <= range.maximum && maps(range.minimum) && maps(range.maximum) && range.span.isFinite
        guard spacing > 0, spacing.isFinite, isRange, !isCategory else { return false }
        barSpacings[kind] = BarSpacing(spacing: spacing, range: range)
        return true
    }
}
