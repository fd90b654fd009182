import Foundation

extension AxisDescription {
    /// The axis that the description tells of.
    ///
    /// - Parameter place: what errors call it.
    /// - Throws: `DescriptionError` for what decoding would have refused: a base of 1, an unknown time zone.
    func makeAxis(place: String) throws(DescriptionError) -> Axis {
        let axis: Axis
        do throws(AxisError) { axis = try makeKind() } catch {
            throw DescriptionError(place: place, message: "\(error)")
        }
        axis.title = title ?? ""
        axis.axisPosition = axisPosition ?? .normal
        axis.axisPositionValue = axisPositionValue
        axis.axisLabelsAreFixed = axisLabelsAreFixed
        axis.tickLabelClippingModeHigh = tickLabelClippingModeHigh
        axis.tickLabelClippingModeLow = tickLabelClippingModeLow
        axis.gridPosition = gridPosition ?? .belowData
        axis.allowPanningOutOfDefaultRange = allowPanningOutOfDefaultRange
        axis.allowPanningOutOfMaxRange = allowPanningOutOfMaxRange
        axis.anchorPoint = anchorPoint
        axis.majorTickValues = majorTickValues
        axis.labelFormatString = labelFormatString
        axis.longestLabelHint = longestLabelHint
        axis.width = width
        axis.secondaryAxisOffset = secondaryAxisOffset
        axis.barColSpacing = barColSpacing
        axis.style = style
        axis.rangePaddingLow = rangePaddingLow ?? 0
        axis.rangePaddingHigh = rangePaddingHigh ?? 0
        axis.majorTickFrequency = majorTickFrequency
        axis.minorTickFrequency = minorTickFrequency
        return axis
    }

    /// The axis with what only its kind has.
    private func makeKind() throws(AxisError) -> Axis {
        switch kind {
        case .number: return NumberAxis(defaultRange: defaultRange)
        case .category: return CategoryAxis(defaultRange: defaultRange)
        case .logarithmic: return try LogarithmicAxis(base: base ?? 10, defaultRange: defaultRange)
        case .symmetricLogarithmic:
            return try SymmetricLogarithmicAxis(threshold: threshold ?? 1, base: base ?? 10, defaultRange: defaultRange)
        case .dateTime:
            let axis = DateTimeAxis(defaultRange: defaultRange)
            try setClock(of: axis)
            return axis
        case .discontinuousNumber: return try makeDiscontinuousNumber()
        case .discontinuousDateTime: return try makeDiscontinuousDateTime()
        }
    }

    private func makeDiscontinuousNumber() throws(AxisError) -> Axis {
        let axis = DiscontinuousNumberAxis(defaultRange: defaultRange)
        axis.calculateMajorTickFrequencyFromDiscontinuousRange = calculateMajorTickFrequencyFromDiscontinuousRange
        axis.discontinuousTickLabelClipping = discontinuousTickLabelClipping ?? .low
        for case .range(let range) in exclusions { try axis.addExcludedRange(range) }
        return axis
    }

    private func makeDiscontinuousDateTime() throws(AxisError) -> Axis {
        let axis = DiscontinuousDateTimeAxis(defaultRange: defaultRange)
        try setClock(of: axis)
        axis.calculateMajorTickFrequencyFromDiscontinuousRange = calculateMajorTickFrequencyFromDiscontinuousRange
        axis.discontinuousTickLabelClipping = discontinuousTickLabelClipping ?? .low
        for exclusion in exclusions {
            switch exclusion {
            case .time(let period): axis.addExcludedTimePeriod(period)
            case .repeatedTime(let period): axis.addExcludedRepeatedTimePeriod(period)
            case .range: break
            }
        }
        return axis
    }

    private func setClock(of axis: DateTimeAxis) throws(AxisError) {
        if let timeZone { try axis.setTimeZone(identifier: timeZone) }
        if let locale { axis.locale = Locale(identifier: locale) }
        calendar.apply(to: axis)
        axis.showsDateAtMidnight = showsDateAtMidnight
        axis.namesTimeZone = showsTimeZone
    }
}
