/// What a chart left out or ignored, and why: the picture was made all the same. Each names its place.
public enum ChartWarning: Sendable, Hashable {
    /// Points have a value that their axis does not take; `first` is the index of the first of them.
    case wrongValues(place: String, found: DataValue.Kind, wanted: Column.Kind, points: Int, first: Int)
    /// Points have no value under a key that the series expects.
    case missingKey(place: String, key: DataKey, points: Int, first: Int)
    /// The first series decides what kind of chart it is; this one is of another.
    case seriesOfAnotherKind(place: String)
    /// The series stands in the chart already.
    case repeatedSeries(place: String)
    /// The series is shown by another chart.
    case seriesOfAnotherChart(place: String)
    /// Series were added to the chart itself, but there is a data source.
    case addedSeriesUnused(count: Int)
    /// A data source told of less than nothing.
    case negativeCount(place: String, count: Int)
    /// `dataPoints` gave more or fewer points than `numberOfDataPoints` said; what it gave is shown.
    case countMismatch(place: String, said: Int, given: Int)
    /// More points were said to have come or gone than there are; those that there are have.
    case tooFewPoints(place: String, said: Int, found: Int)
    /// A call that has no effect here.
    case ignored(place: String, reason: String)
    /// Drawn as it is, and hardly as it was meant.
    case doubtful(place: String, reason: String)
}

extension ChartWarning: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongValues(let place, let found, let wanted, let points, let first):
            "\(place): \(Self.points(points, first)): the value is a \(found), the axis takes \(wanted.plural)"
        case .missingKey(let place, let key, let points, let first):
            "\(place): \(Self.points(points, first)): there is no value for \(key)"
        case .seriesOfAnotherKind(let place): "\(place): left out: it is of another kind than the chart's first series"
        case .repeatedSeries(let place): "\(place): left out: the chart has this series already"
        case .seriesOfAnotherChart(let place): "\(place): left out: another chart shows this series"
        case .addedSeriesUnused(let count):
            "series: \(count) added to the chart \(count == 1 ? "is" : "are") not shown, because there is a data source"
        case .negativeCount(let place, let count): "\(place): \(count) is taken for 0"
        case .countMismatch(let place, let said, let given):
            "\(place): numberOfDataPoints says \(said), dataPoints gives \(given); these are shown"
        case .tooFewPoints(let place, let said, let found):
            "\(place): \(said) \(said == 1 ? "point is" : "points are") announced, there \(found == 1 ? "is" : "are") \(found)"
        case .ignored(let place, let reason): "\(place): ignored: \(reason)"
        case .doubtful(let place, let reason): "\(place): \(reason)"
        }
    }

    private static func points(_ count: Int, _ first: Int) -> String {
        count == 1 ? "point \(first) skipped" : "\(count) points skipped, the first is \(first)"
    }
}

extension Column.Kind {
    /// As errors and warnings name what a column holds.
    var plural: String {
        switch self {
        case .number: "numbers"
        case .date: "dates"
        case .category: "texts"
        }
    }
}

extension Chart {
    /// Tells of something that was left out, once.
    func warn(_ warning: ChartWarning) {
        guard warnings.count < Self.warningLimit, !warnings.contains(warning) else { return }
        warnings.append(warning)
        warningHandler?(warning)
    }

    /// Tells of a format that writes neighbouring ticks alike: 0.1 and 0.2 as 0 %.
    func warn(ofEqualLabels layout: AxisLayout) {
        let axis = layout.axis
        guard axis.labelFormatString != nil, axis.labelFormatter == nil, !(axis is CategoryAxis) else { return }
        let labels = layout.ticks.lazy.filter { $0.isMajor && $0.showLabel }.map(\.tick.label)
        guard let label = zip(labels, labels.dropFirst()).first(where: ==)?.0 else { return }
        let reason = "neighbouring ticks have the same label, \(quoted(label)): the format tells too little of them"
        warn(.doubtful(place: "\(axis.direction.rawValue)Axis.labelFormatString", reason: reason))
    }

    /// Tells of a description's few items whose names have no room: nobody can guess them from their neighbours, as years and hours can be.
    func warn(ofMissingNames layout: AxisLayout) {
        guard isDescribed, let axis = layout.axis as? CategoryAxis, axis.majorTickValues == nil, axis.majorTickFrequency == nil,
            axis.tickCount == nil, layout.major.showLabels == true
        else { return }
        let first = Int(max(axis.axisRange.minimum, 0).rounded(.up), within: 0...axis.items.count)
        let end = Int(axis.axisRange.maximum.rounded(.down) + 1, within: first...max(axis.items.count, first))
        let shown = first..<end
        guard (2...Self.mostNames).contains(shown.count), shown.contains(where: { axis.items[$0].first?.isNumber == false }) else { return }
        let named = Set(layout.ticks.lazy.filter(\.showLabel).map { Int($0.value) })
        let missing = shown.filter { !named.contains($0) && !axis.items[$0].isEmpty }
        guard !missing.isEmpty else { return }
        let reason = "\(missing.count) of \(shown.count) names have no room and are left out, \(quoted(axis.items[missing[0]])) is the first;"
            + " a larger size or a smaller style.majorTickStyle.labelFont shows them"
        warn(.doubtful(place: "\(axis.direction.rawValue)Axis", reason: reason))
    }

    /// A reader does not expect each name of more items.
    private static let mostNames = 30

    /// Enough to see what is wrong; a chart of thousands of broken series does not need a line for each.
    private static let warningLimit = 100
}
