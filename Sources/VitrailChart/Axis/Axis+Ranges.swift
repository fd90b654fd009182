public import VitrailColumns

#if canImport(Glibc)
    import Glibc
#endif

extension Axis {
    /// Range of the visible series plus padding, unless a default range was set. Without padding, layout widens it so
    /// that the marks of the outermost samples are complete; before the first render it is the visible range itself.
    ///
    /// Setting it is the same as `setDefaultRange(_:)`. A range that the axis cannot show is ignored with a warning of
    /// the chart.
    public var defaultRange: NumberRange {
        get {
            if let wholeRange, wholeRange.of == automaticRange { return wholeRange.range }
            return bareDefaultRange
        }
        set {
            guard !setDefaultRange(newValue) else { return }
            rejectedDefaultRange = newValue
            warnOfRejectedRange()
        }
    }

    /// Warns about a default range that the axis cannot show.
    func warnOfRejectedRange() {
        guard let chart, let rejectedDefaultRange else { return }
        chart.warn(
            .ignored(
                path: "\(direction.rawValue)Axis.defaultRange", reason: "this axis cannot show \(rejectedDefaultRange)")
        )
    }

    /// Default range without space for complete marks.
    var bareDefaultRange: NumberRange {
        if let explicitDefaultRange { return explicitDefaultRange }
        guard let visible = visibleRange ?? dataRange else { return wished(emptyRange) }
        let full = visible.span > 0 ? visible : widened(visible.minimum)
        let padded = padded(full)
        return wished([padded, clamped(padded), full, clamped(full)].first(where: accepts) ?? emptyRange)
    }

    /// Default range, if layout may widen it. `nil` if it was set or padded, if there are no data, and on category
    /// axes.
    var automaticRange: NumberRange? {
        let isPadded = rangePaddingLow != 0 || rangePaddingHigh != 0
        guard explicitDefaultRange == nil, !isPadded || wishes.zero != .own, !isCategory,
            visibleRange ?? dataRange != nil
        else { return nil }
        return bareDefaultRange
    }

    /// Sets the initial range, which `resetZoomLevel()` restores, whatever the data. `nil`: the range of the data.
    /// - Returns: `false`, without any change, if the axis cannot show the range.
    @discardableResult
    public func setDefaultRange(_ range: NumberRange?) -> Bool {
        if let range, !accepts(range) { return false }
        (explicitDefaultRange, rejectedDefaultRange) = (range, nil)
        return true
    }

    /// Shows a range within the limits: a range wider than the limit becomes the limit, a range that exceeds it is
    /// moved back inside.
    ///
    /// - Parameter animated: whether the range is eased, in 0.3 s of the time of `Chart.advance(by:)`. `axisRange`
    ///   changes only then, and the delegate receives each step. The change is immediate if `animationEnabled` is off,
    ///   before the first render, and without a chart. The same holds for every method with this parameter.
    /// - Returns: `false`, without any change, if the axis cannot show the range: min ≥ max, not finite, a distance too
    ///   large for a Double, not positive on a logarithmic axis, outside years 1…9999 on a date axis, excluded entirely
    ///   on a discontinuous one.
    @discardableResult
    public func setRange(_ minimum: Double, _ maximum: Double, animated: Bool = false) -> Bool {
        set(NumberRange(minimum, maximum), .zoom, RangeMotion(isAnimated: animated))
    }

    /// Shows the default range again.
    public func resetZoomLevel(animated: Bool = false) { show(defaultRange, .zoom, RangeMotion(isAnimated: animated)) }

    private func set(_ range: NumberRange, _ gesture: RangeGesture, _ motion: RangeMotion) -> Bool {
        guard accepts(range) else { return false }
        let limited = limited(range)
        guard accepts(limited) else { return false }
        show(limited, gesture, motion)
        return true
    }

    /// - Parameter range: range within the limits that the axis accepts.
    private func show(_ range: NumberRange, _ gesture: RangeGesture, _ motion: RangeMotion) {
        if motion.isAnimated, animationEnabled, hasRange, let chart, chart.hasLoaded {
            chart.interaction.motions.ease(self, gesture, to: range, bounces: motion.bounces)
            return
        }
        chart?.interaction.motions.halt(self)
        axisRange = range
        hasRange = true
    }

    /// Starting range of a call: for animated calls the target of the running animation, otherwise the present range.
    private func aim(_ isAnimated: Bool) -> NumberRange {
        isAnimated ? chart?.interaction.motions.target(of: self) ?? axisRange : axisRange
    }

    /// Whether the axis belongs to a radial chart, which neither pans nor zooms; the chart then issues a warning.
    /// `setRange` works on every chart.
    private func refuses(_ call: String) -> Bool {
        guard let radialChart else { return false }
        radialChart.warn(
            .ignored(path: "\(direction.rawValue)Axis.\(call)", reason: "a radial chart is not panned or zoomed"))
        return true
    }

    // MARK: Panning

    /// Alignment of `panTo`.
    public enum PanTarget: String, Sendable, CaseIterable { case start, end, center }

    /// Keeps the span and aligns the range with the visible range: minimum with minimum, maximum with maximum, or
    /// centre with centre.
    @discardableResult
    public func panTo(_ target: PanTarget, animated: Bool = false) -> Bool {
        guard !refuses("panTo"), let visible = visibleRange ?? dataRange else { return false }
        let shown = aim(animated)
        return switch target {
        case .start: panBy(visible.minimum - shown.minimum, animated: animated)
        case .end: panBy(visible.maximum - shown.maximum, animated: animated)
        case .center: panBy(visible.center - shown.center, animated: animated)
        }
    }

    /// Shifts the range by a distance in data units.
    ///
    /// - Parameter bounce: whether an animated change overshoots its end and returns.
    @discardableResult
    public func panBy(_ value: Double, animated: Bool = false, bounce: Bool = false) -> Bool {
        guard !refuses("panBy") else { return false }
        let shown = aim(animated)
        return set(
            NumberRange(shown.minimum + value, shown.maximum + value), .pan,
            RangeMotion(isAnimated: animated, bounces: bounce))
    }

    // MARK: Zooming

    public enum ZoomLevel: String, Sendable, CaseIterable {
        /// The default range.
        case original
        /// Twice the present span: everything gets smaller.
        case double
        /// Half the present span.
        case half
    }

    /// Present span ÷ span of the default range, both in mapped units; 0.5 is a magnification of 2.
    public var zoom: Double {
        let (shown, full) = (mapped(axisRange), mapped(defaultRange))
        return full.span > 0 ? shown.span / full.span : 1
    }

    /// Zooms around the middle of the axis.
    @discardableResult
    public func setZoomLevel(_ level: ZoomLevel, animated: Bool = false) -> Bool {
        guard !refuses("setZoomLevel") else { return false }
        switch level {
        case .original:
            resetZoomLevel(animated: animated)
            return true
        case .double: return zoom(by: 2, around: nil, RangeMotion(isAnimated: animated))
        case .half: return zoom(by: 0.5, around: nil, RangeMotion(isAnimated: animated))
        }
    }

    /// Shows `zoom` times the span of the default range.
    ///
    /// - Parameters:
    ///   - zoom: > 0; 0.5 is a magnification of 2.
    ///   - position: data value that keeps its pixel position. `nil`: the middle of the axis.
    ///   - bounce: whether an animated change overshoots its end, also beyond a limit, and returns.
    @discardableResult
    public func setZoom(
        _ zoom: Double, from position: Double? = nil, animated: Bool = false, bounce: Bool = false
    ) -> Bool {
        let (current, full) = (mapped(aim(animated)), mapped(defaultRange))
        guard !refuses("setZoom"), zoom > 0, current.span > 0, full.span > 0 else { return false }
        return self.zoom(
            by: zoom * full.span / current.span, around: position, RangeMotion(isAnimated: animated, bounces: bounce))
    }

    /// Shows a span in data units, centred on a value.
    ///
    /// - Parameter bounce: whether an animated change overshoots its end and returns.
    @discardableResult
    public func zoomToPoint(_ point: Double, range span: Double, animated: Bool = false, bounce: Bool = false) -> Bool {
        guard !refuses("zoomToPoint") else { return false }
        return set(
            NumberRange(point - span / 2, point + span / 2), .zoom, RangeMotion(isAnimated: animated, bounces: bounce))
    }

    /// Scales in mapped units, so that a logarithmic axis scales ratios.
    private func zoom(by factor: Double, around position: Double?, _ motion: RangeMotion) -> Bool {
        let mapper = mapper
        let shown = mapped(aim(motion.isAnimated))
        let fixed = position.map(mapper.forward) ?? shown.center
        guard factor > 0, factor.isFinite, fixed.isFinite else { return false }
        let low = fixed - (fixed - shown.minimum) * factor
        return set(NumberRange(mapper.inverse(low), mapper.inverse(low + shown.span * factor)), .zoom, motion)
    }

    private func mapped(_ range: NumberRange) -> NumberRange {
        let mapper = mapper
        return NumberRange(mapper.forward(range.minimum), mapper.forward(range.maximum)).ordered
    }

    // MARK: Limits

    /// Range that the axis must not leave. `nil`: no limit.
    private var limit: NumberRange? {
        if !allowPanningOutOfDefaultRange, let explicitDefaultRange { return explicitDefaultRange }
        guard !allowPanningOutOfMaxRange, let dataRange else { return nil }
        return dataRange.union(defaultRange)
    }

    /// Maximum span of the range in mapped units. `nil`: no limit.
    var widestSpan: Double? { limit.map { abs(span(of: $0).length) } }

    /// Range within the limit: moved back inside with its mapped length kept, or the limit itself.
    func limited(_ range: NumberRange) -> NumberRange {
        guard let limit, range.minimum < limit.minimum || range.maximum > limit.maximum else { return range }
        guard !isLinear else { return Self.moved(range, into: limit) }
        let moved = Self.moved(mapped(range), into: mapped(limit))
        // Return the ends of the limit unchanged: mapping back and forth would round them.
        if range.minimum < limit.minimum {
            return NumberRange(
                limit.minimum, min(mapper.inverse(isRising ? moved.maximum : moved.minimum), limit.maximum))
        }
        return NumberRange(max(mapper.inverse(isRising ? moved.minimum : moved.maximum), limit.minimum), limit.maximum)
    }

    /// Whether the mapping increases; logarithms to a base below 1 decrease.
    private var isRising: Bool { mapper.forward(2) > mapper.forward(1) }

    private static func moved(_ range: NumberRange, into limit: NumberRange) -> NumberRange {
        guard range.span < limit.span else { return limit }
        if range.minimum < limit.minimum { return NumberRange(limit.minimum, limit.minimum + range.span) }
        if range.maximum > limit.maximum { return NumberRange(limit.maximum - range.span, limit.maximum) }
        return range
    }
}

/// How a call changes the range.
private struct RangeMotion {
    var isAnimated: Bool
    var bounces = false
}

extension NumberRange {
    fileprivate var ordered: NumberRange { minimum <= maximum ? self : NumberRange(maximum, minimum) }
}
