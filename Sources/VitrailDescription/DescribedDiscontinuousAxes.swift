import VitrailChart

enum DescribedDiscontinuousNumberAxis: DescribedNumberLabels {
    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError) {
        try axis.readNumbers(&object)
        try axis.readExclusions(&object)
    }

    static func makeNumbers(_ description: AxisDescription) throws(AxisError) -> NumberAxis {
        let axis = DiscontinuousNumberAxis(defaultRange: description.defaultRange)
        axis.calculateMajorTickFrequencyFromDiscontinuousRange =
            description.calculateMajorTickFrequencyFromDiscontinuousRange
        axis.discontinuousTickLabelClipping = description.discontinuousTickLabelClipping ?? .low
        for case .range(let range) in description.exclusions { try axis.addExcludedRange(range) }
        return axis
    }
}

enum DescribedDiscontinuousDateTimeAxis: DescribedAxisType {
    static func read(_ axis: inout AxisDescription, _ object: inout DescriptionObject) throws(DescriptionError) {
        try axis.readCalendar(&object)
        try axis.readExclusions(&object)
    }

    static func make(_ description: AxisDescription, origin: Int, locale: String?) throws(AxisError) -> Axis {
        let axis = DiscontinuousDateTimeAxis()
        try description.setClock(of: axis, origin: origin, locale: locale)
        axis.calculateMajorTickFrequencyFromDiscontinuousRange =
            description.calculateMajorTickFrequencyFromDiscontinuousRange
        axis.discontinuousTickLabelClipping = description.discontinuousTickLabelClipping ?? .low
        for exclusion in description.exclusions {
            switch exclusion {
            case .time(let period): axis.addExcludedTimePeriod(period)
            case .repeatedTime(let period): axis.addExcludedRepeatedTimePeriod(period)
            case .range: break
            }
        }
        return axis
    }
}
