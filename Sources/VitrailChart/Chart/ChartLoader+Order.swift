import VitrailColumns
import VitrailScales

/// Warnings about samples that hide others, and about lines that join samples in an order that is probably not
/// intended.
extension ChartLoader {
    /// Warns about lines whose independent values are not monotonic.
    ///
    /// On a date axis time never runs backwards: a single step back is enough, unless all values are descending. On
    /// other axes a line may be a curve. So with at most 100 samples, it must reverse at more than half of its inner
    /// samples, and not end where it begins; with more samples, the values must look shuffled.
    func warn(ofOrder series: CartesianSeries, _ loaded: LoadedSeries) {
        guard series.joinsSamples, !loaded.alongExtent.isAscending, loaded.count >= 3 else { return }
        let axis = chart.ownAxis(series, series.orientation == .horizontal ? .x : .y)
        let isShuffled =
            axis?.isDate == true ? loaded.along.goesBack : loaded.along.looksShuffled || loaded.turnsBack(on: axis)
        guard isShuffled else { return }
        let reason = "the values are in no order, so the line runs back and forth: sort the rows by this column"
        chart.warn(.doubtful(path: "\(series.jsonPath).\(series.independentField.name)", reason: reason))
    }

    /// Warns about columns and bars with equal independent values: each hides the others.
    func warn(ofRepeatedPositions series: CartesianSeries, _ loaded: LoadedSeries) {
        guard series is BarColumnSeries, let across = loaded.across.first else { return }
        let found = ColumnView.withView(loaded.along, across) { along, across -> (count: Int, first: Int)? in
            Self.repeated(along, isAscending: loaded.alongExtent.isAscending) { across[$0].isFinite }
        }
        guard let found else { return }
        let axis = chart.ownAxis(series, series.orientation == .horizontal ? .x : .y)
        let value = loaded.along.withView { $0[found.first] }
        chart.warn(
            .doubtful(
                path: "\(series.jsonPath).\(series.independentField.name)",
                reason: Self.repetition(found.count, axis?.words(value) ?? NumberLabel.text(value), "overlap")))
    }

    fileprivate static func repetition(_ count: Int, _ first: String, _ effect: String) -> String {
        let rows =
            count == 1 ? "1 row repeats the value of an earlier row" : "\(count) rows repeat the values of earlier rows"
        return
            "\(rows), first \(first): they \(effect); --aggregation sum or \"aggregation\": \"sum\" (mean, min, max, count, last) combines them"
    }

    /// The number of samples with the same independent value as an earlier sample, and the first of them.
    private static func repeated(
        _ along: ColumnView, isAscending: Bool, _ isShown: (Int) -> Bool
    ) -> (count: Int, first: Int)? {
        var (count, first) = (0, Int.max)
        func add(_ i: Int) { (count, first) = (count + 1, min(first, i)) }
        if along.areIndices { return nil }
        if isAscending {
            var last = Double.nan
            for i in along.indices where isShown(i) {
                if along[i] == last { add(i) }
                last = along[i]
            }
        } else {
            var order = along.indices.filter { along[$0].isFinite && isShown($0) }
            order.sort { (along[$0], $0) < (along[$1], $1) }
            for (i, next) in zip(order, order.dropFirst()) where along[i] == along[next] { add(next) }
        }
        return count > 0 ? (count, first) : nil
    }

    /// Warns about columns that are closer together than their width, if most of them are far apart.
    func warn(ofOverlaps all: [CartesianSeries]) {
        for series in all where series is BarColumnSeries && series.takesPlace {
            let direction: Axis.Direction = series.orientation == .horizontal ? .x : .y
            guard let loaded = series.loaded, loaded.count > 1, let axis = chart.ownAxis(series, direction),
                axis.isLinear, !axis.isCategory
            else { continue }
            let members = BarSlots.members(with: series, of: all) {
                chart.ownAxis($0, $0.orientation == .horizontal ? .x : .y) ?? axis
            }
            guard BarSlots.isUneven(members, on: axis) else { continue }
            let style = axis.style.filled(from: direction == .x ? chart.theme.xAxis : chart.theme.yAxis)
            let width =
                BarSlots.spacing(of: members, on: axis) * (1 - min(max(style.interSeriesSetPadding ?? 0.2, 0), 1))
            var values = loaded.along.withView { span in span.indices.map { span[$0] }.filter(\.isFinite) }
            if !loaded.alongExtent.isAscending { values.sort() }
            let near = values.indices.dropLast().filter {
                values[$0] < values[$0 + 1] && values[$0 + 1] - values[$0] < width
            }
            guard let first = near.first else { continue }
            let reason = near.count == 1 ? "2 neighbours overlap" : "\(near.count) neighbours overlap"
            chart.warn(
                .doubtful(
                    path: "\(series.jsonPath).\(series.independentField.name)",
                    reason:
                        "\(reason), first at \(axis.words(values[first])): the median distance sets the width, as a few values are much nearer"
                ))
        }
    }
}

extension PieSeries {
    /// Warns about slices with the same name.
    func warnOfRepeatedNames(_ texts: [String?]?) {
        guard let texts else { return }
        var known: Set<String> = []
        let repeated = texts.enumerated().filter { k, text in
            slices[k].value > 0 && text.map { !known.insert($0).inserted } == true
        }
        guard let first = repeated.first?.element else { return }
        chart?.warn(
            .doubtful(
                path: "\(jsonPath).x",
                reason: ChartLoader.repetition(repeated.count, quoted(first), "have a slice each")))
    }
}

extension DateTimeAxis {
    /// A date in UTC, to the second: `2024-05-01T00:00:00Z`; with nine decimals if `nanoseconds` is not 0.
    static func isoText(_ seconds: Double, _ nanoseconds: Int) -> String {
        guard seconds >= DateTicks.earliest, seconds <= DateTicks.latest else { return NumberLabel.text(seconds) }
        let whole = Int(seconds.rounded(.down))
        let day = whole >= 0 ? whole / 86_400 : -((86_399 - whole) / 86_400)
        // Days count from 1 March of the year 0, in eras of 400 years.
        let (shifted, time) = (day + 719_468, whole - day * 86_400)
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * ofYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        func padded(_ value: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(width - String(value).count, 0)) + String(value)
        }
        let date = [
            padded(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4), padded(month, 2),
            padded(ofYear - (153 * part + 2) / 5 + 1, 2),
        ]
        return date.joined(separator: "-") + "T"
            + [time / 3_600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
            + (nanoseconds == 0 ? "" : "." + padded(nanoseconds, 9)) + "Z"
    }
}

extension Column {
    /// Whether successive values both rise and fall.
    fileprivate var goesBack: Bool {
        withView { values in
            var (last, rises, falls) = (Double.nan, false, false)
            for start in stride(from: 0, to: values.count, by: ColumnView.blockLength) {
                let goesBack = values.withDoubles(start..<min(start + ColumnView.blockLength, values.count)) { block in
                    for i in block.indices where block[i].isFinite {
                        rises = rises || block[i] > last
                        falls = falls || block[i] < last
                        if rises && falls { return true }
                        last = block[i]
                    }
                    return false
                }
                if goesBack { return true }
            }
            return false
        }
    }
}

extension LoadedSeries {
    /// Whether at most 100 samples reverse at more than half of the inner ones, and do not end where they begin.
    fileprivate func turnsBack(on axis: Axis?) -> Bool {
        guard count <= 100, let across = across.first else { return false }
        return ColumnView.withView(along, across) { along, across in
            let mapsPositiveOnly = axis?.mapsPositiveOnly == true
            let shown = along.indices.filter { along[$0].isFinite && (!mapsPositiveOnly || along[$0] > 0) }
            guard let first = shown.first, let last = shown.last,
                along[first] != along[last] || across[first] != across[last]
            else { return false }
            let steps = zip(shown, shown.dropFirst()).map { along[$1] - along[$0] }.filter { $0 != 0 }
            let turns = zip(steps, steps.dropFirst()).count { ($0 < 0) != ($1 < 0) }
            return 2 * turns > max(shown.count - 2, 0)
        }
    }
}
