package import VitrailColumns

// The ends of the window for keyboards and for readers of the screen.
extension RangeSelector {
    /// Moves an end of the window, as a drag of its handle does.
    ///
    /// - Parameter share: fraction of the overview's width; above 0: to the right.
    /// - Returns: whether the end has moved. `false` before the first render.
    @discardableResult
    public func moveEnd(_ end: End, by share: Double) -> Bool {
        guard share.isFinite, let plot = overview.plotAreaFrame, plot.width > 0, let window, let before = range,
            let position = overview.xAxis?.pixelValue(
                forDataValue: end == .minimum ? window.minimum : window.maximum)
        else { return false }
        stopMotions()
        move(end == .minimum ? .left : .right, to: min(max(position / plot.width + share, 0), 1))
        return range != before
    }

    /// The ends of the window in the words of alternative texts. `nil` before the first render, and if labels of the
    /// x-axis have no text for an end.
    package var windowTexts: (minimum: String, maximum: String)? {
        guard let axis = main.xAxis, let window else { return nil }
        return texts(of: window, on: axis)
    }

    /// The ends of all data, likewise.
    package var wholeTexts: (minimum: String, maximum: String)? {
        guard let axis = overview.xAxis, let whole else { return nil }
        return texts(of: whole, on: axis)
    }

    private func texts(of range: NumberRange, on axis: Axis) -> (minimum: String, maximum: String)? {
        var (low, high) = (range.minimum, range.maximum)
        if let items = axis.itemNames {
            // The first and the last item in the range.
            let last = Double(items.count - 1)
            (low, high) = (min(max(low.rounded(.up), 0), last), min(max(high.rounded(.down), 0), last))
        }
        let words = AxisWords(axis).telling([low, high])
        let texts = (words.text(low), words.text(high))
        return texts.0.isEmpty || texts.1.isEmpty ? nil : texts
    }

    /// The position on the main chart of the value at a position on the overview, or of the end of the visible range
    /// next to it, in points from the left edge. `nil` before the first render.
    package func mainPosition(atOverviewX x: Double) -> Double? {
        guard let plot = main.plotAreaFrame, let below = overview.plotAreaFrame, let range, let axis = main.xAxis,
            let value = overview.xAxis?.dataValue(forPixelValue: x - below.x),
            let position = axis.pixelValue(forDataValue: min(max(value, range.minimum), range.maximum))
        else { return nil }
        return plot.x + position
    }

    /// Makes the overview show at least a range, beside all of its data.
    ///
    /// - Returns: whether it has to be drawn again.
    package func showAtLeast(_ other: NumberRange) -> Bool {
        guard let axis = overview.xAxis, let whole, other.isValid,
            other.minimum < whole.minimum || other.maximum > whole.maximum
        else { return false }
        let union = NumberRange(min(other.minimum, whole.minimum), max(other.maximum, whole.maximum))
        axis.setDefaultRange(union)
        axis.setRange(union.minimum, union.maximum)
        overview.redrawChart()
        return true
    }
}
