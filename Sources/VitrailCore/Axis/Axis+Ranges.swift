extension Axis {
    /// Visible range and padding, unless a default was set.
    public var defaultRange: NumberRange {
        if let explicitDefaultRange { return explicitDefaultRange }
        guard let visible = visibleRange ?? dataRange else { return emptyRange }
        let full = visible.span > 0 ? visible : widened(visible.minimum)
        let padded = padded(full)
        return accepts(padded) ? padded : (accepts(full) ? full : emptyRange)
    }

    /// Shows a range; false, and nothing changes, when the axis cannot: min ≥ max, not finite, not positive on a logarithmic axis.
    @discardableResult
    public func setRange(_ minimum: Double, _ maximum: Double) -> Bool {
        let range = NumberRange(minimum, maximum)
        guard accepts(range) else { return false }
        axisRange = range
        hasRange = true
        return true
    }

    /// Shows the default range again.
    public func resetZoomLevel() {
        axisRange = defaultRange
        hasRange = true
    }
}
