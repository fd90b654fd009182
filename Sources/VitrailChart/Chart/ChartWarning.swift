public import VitrailColumns

/// Something that a chart left out or ignored, with the reason. The picture was made nevertheless. Each case names its
/// JSON path.
public enum ChartWarning: Sendable, Hashable {
    /// Points have a value of a type that their axis does not accept; `first` is the index of the first of them.
    case wrongValues(path: String, found: DataValue.Kind, wanted: Column.Kind, points: Int, first: Int)
    /// Points have no value under a key that the series expects.
    case missingKey(path: String, key: DataKey, points: Int, first: Int)
    /// The first series decides the kind of chart; this series is of another kind.
    case seriesOfAnotherKind(path: String)
    /// The series is already on the chart.
    case repeatedSeries(path: String)
    /// The series is shown by another chart.
    case seriesOfAnotherChart(path: String)
    /// Series were added to the chart itself, but there is a data source.
    case addedSeriesUnused(count: Int)
    /// A data source returned a negative count.
    case negativeCount(path: String, count: Int)
    /// `dataPoints` returned more or fewer points than `numberOfDataPoints`. All returned points are shown.
    case countMismatch(path: String, said: Int, given: Int)
    /// More points were announced as added or removed than there are. The existing ones were added or removed.
    case tooFewPoints(path: String, said: Int, found: Int)
    /// A call that has no effect here.
    case ignored(path: String, reason: String)
    /// Drawn as specified, but probably not as intended.
    case doubtful(path: String, reason: String)
}

extension ChartWarning: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongValues(let path, let found, let wanted, let points, let first):
            "\(path): \(Self.points(points, first)): the value is a \(found), the axis takes \(wanted.plural)"
        case .missingKey(let path, let key, let points, let first):
            "\(path): \(Self.points(points, first)): there is no value for \(key)"
        case .seriesOfAnotherKind(let path): "\(path): left out: it is of another kind than the chart's first series"
        case .repeatedSeries(let path): "\(path): left out: the chart has this series already"
        case .seriesOfAnotherChart(let path): "\(path): left out: another chart shows this series"
        case .addedSeriesUnused(let count):
            "series: \(count) added to the chart \(count == 1 ? "is" : "are") not shown, because there is a data source"
        case .negativeCount(let path, let count): "\(path): \(count) is read as 0"
        case .countMismatch(let path, let said, let given):
            "\(path): numberOfDataPoints says \(said), dataPoints gives \(given); these are shown"
        case .tooFewPoints(let path, let said, let found):
            "\(path): \(said) \(said == 1 ? "point is" : "points are") announced, there \(found == 1 ? "is" : "are") \(found)"
        case .ignored(let path, let reason): "\(path): ignored: \(reason)"
        case .doubtful(let path, let reason): "\(path): \(reason)"
        }
    }

    private static func points(_ count: Int, _ first: Int) -> String {
        count == 1 ? "point \(first) skipped" : "\(count) points skipped, the first is \(first)"
    }
}

extension Chart {
    /// Adds a warning, if it is new.
    func warn(_ warning: ChartWarning) {
        guard warnings.count < Self.warningLimit, !warnings.contains(warning) else { return }
        warnings.append(warning)
        warningHandler?(warning)
    }

    /// Warns about a format that gives neighbouring ticks the same label: 0.1 and 0.2 as 0 %.
    func warn(ofEqualLabels layout: AxisLayout) {
        let axis = layout.axis
        guard axis.labelFormatString != nil, axis.labelFormatter == nil, !axis.isCategory else { return }
        let labels = layout.ticks.lazy.filter { $0.isMajor && $0.showLabel }.map(\.tick.label)
        guard let label = zip(labels, labels.dropFirst()).first(where: ==)?.0 else { return }
        let reason = "neighbouring ticks have the same label, \(quoted(label)): the format does not distinguish them"
        warn(.doubtful(path: "\(axis.direction.rawValue)Axis.labelFormatString", reason: reason))
    }

    /// Warns if a description has few items and some names do not fit. In contrast to years and hours, names cannot be
    /// guessed from their neighbours.
    func warn(ofMissingNames layout: AxisLayout) {
        let axis = layout.axis
        guard isDescribed, let items = axis.itemNames, axis.majorTickValues == nil, axis.majorTickFrequency == nil,
            axis.tickCount == nil, layout.major.showLabels == true
        else { return }
        let first = Int(max(axis.axisRange.minimum, 0).rounded(.up), within: 0...items.count)
        let end = Int(axis.axisRange.maximum.rounded(.down) + 1, within: first...max(items.count, first))
        let shown = first..<end
        guard (2...Self.maxNames).contains(shown.count),
            shown.contains(where: { items[$0].first?.isNumber == false })
        else { return }
        let named = Set(layout.ticks.lazy.filter(\.showLabel).map { Int($0.value) })
        let missing = shown.filter { !named.contains($0) && !items[$0].isEmpty }
        guard !missing.isEmpty else { return }
        let reason =
            "\(missing.count) of \(shown.count) names do not fit and are left out, \(quoted(items[missing[0]])) is the first;"
            + " a larger size or a smaller style.majorTickStyle.labelFont makes them fit"
        warn(.doubtful(path: "\(axis.direction.rawValue)Axis", reason: reason))
    }

    /// Max number of items. A reader does not expect every name of more items.
    private static let maxNames = 30

    /// Max number of warnings. Enough to find the cause; a chart with thousands of broken series does not need a line
    /// for each.
    private static let warningLimit = 100
}
