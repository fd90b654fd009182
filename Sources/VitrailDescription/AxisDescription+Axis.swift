import VitrailChart
package import VitrailColumns

extension AxisDescription {
    /// Creates the axis.
    ///
    /// - Parameters:
    ///   - origin: Origin of a date axis, in seconds since 1970.
    ///   - locale: Locale of the chart.
    ///   - path: JSON path of the axis, for errors.
    /// - Throws: `DescriptionError` for values that decoding rejects, such as a base of 1 or an unknown time zone, and
    ///   for a range of two dates that are equal as Doubles.
    func makeAxis(origin: Int, locale: String?, path: String) throws(DescriptionError) -> Axis {
        let axis: Axis
        do throws(AxisError) {
            axis = try kind.described.make(self, origin: origin, locale: self.locale ?? locale)
        } catch {
            throw DescriptionError(path: path, message: "\(error)")
        }
        axis.isReversed = reversed ?? false
        axis.title = title ?? ""
        axis.axisPosition = axisPosition ?? .normal
        axis.axisPositionValue = axisPositionValue
        axis.axisLabelsAreFixed = axisLabelsAreFixed
        axis.tickLabelClippingModeHigh = tickLabelClippingModeHigh
        axis.tickLabelClippingModeLow = tickLabelClippingModeLow
        axis.gridPosition = gridPosition ?? .belowData
        axis.allowPanningOutOfDefaultRange = allowPanningOutOfDefaultRange
        axis.allowPanningOutOfMaxRange = allowPanningOutOfMaxRange
        try setValues(of: axis, path)
        axis.majorTickLabels = majorTickLabels
        axis.labelFormatString = labelFormatString
        axis.longestLabelHint = longestLabelHint
        axis.width = width
        axis.secondaryAxisOffset = secondaryAxisOffset
        axis.barColSpacing = barColSpacing
        axis.style = style
        axis.nice = nice
        axis.rangePaddingLow = rangePaddingLow ?? 0
        axis.rangePaddingHigh = rangePaddingHigh ?? 0
        axis.majorTickFrequency = majorTickFrequency
        axis.minorTickFrequency = minorTickFrequency
        axis.tickCount = tickCount
        return axis
    }

    /// Sets ticks and ranges in units of the axis: on a date axis relative to its origin.
    private func setValues(of axis: Axis, _ path: String) throws(DescriptionError) {
        let (isDate, origin) = (axis.isDate, axis.valueOrigin)
        func value(_ number: Double, _ key: String) -> Double {
            isDate ? fineDates.value(number, at: key, after: origin) : number
        }
        axis.anchorPoint = anchorPoint.map { value($0, "anchorPoint") }
        axis.majorTickValues = majorTickValues.map { values in
            values.enumerated().map { value($1, "majorTickValues[\($0)]") }
        }
        axis.wishes = wishes(value)
        guard isDate, let defaultRange else { return }
        let range = NumberRange(
            value(defaultRange.minimum, "defaultRange[0]"), value(defaultRange.maximum, "defaultRange[1]"))
        guard range.minimum < range.maximum else {
            throw DescriptionError(
                path: "\(path).defaultRange",
                message:
                    "the ends are less than a quarter of a microsecond apart; the axis distinguishes them only if its data are finer than milliseconds and span at most 100 days"
            )
        }
        axis.setDefaultRange(range)
    }

    /// - Parameter value: Converts a value, given with its key, to axis units.
    private func wishes(_ value: (Double, String) -> Double) -> RangeWishes {
        RangeWishes(
            low: defaultMinimum.map { value($0, "defaultRange[0]") },
            high: defaultMaximum.map { value($0, "defaultRange[1]") },
            suggestedLow: suggestedMin.map { value($0, "suggestedMin") },
            suggestedHigh: suggestedMax.map { value($0, "suggestedMax") },
            includesZero: includeZero, zero: alignZero ? .aligned : .own)
    }

    /// Sets the default range to that between two dates.
    package mutating func setDefaultRange(_ low: FineDate, _ high: FineDate) {
        defaultRange = NumberRange(low.seconds, high.seconds)
        (fineDates["defaultRange[0]"], fineDates["defaultRange[1]"]) = (low, high)
    }

    /// The ends of the default range, if one of them is finer than a Double of seconds since 1970; otherwise `nil`.
    package var fineDefaultRange: (low: FineDate, high: FineDate)? {
        guard let defaultRange else { return nil }
        func date(_ seconds: Double, _ path: String) -> FineDate? {
            fineDates[path].flatMap { $0.seconds == seconds ? $0 : nil }
        }
        let (low, high) = (date(defaultRange.minimum, "defaultRange[0]"), date(defaultRange.maximum, "defaultRange[1]"))
        guard low != nil || high != nil else { return nil }
        return (low ?? FineDate(defaultRange.minimum, after: 0), high ?? FineDate(defaultRange.maximum, after: 0))
    }
}
