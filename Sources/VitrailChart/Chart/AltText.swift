import Foundation
import VitrailColumns
import VitrailScales

extension Chart {
    /// A description of the chart in a few English sentences, for readers who cannot see it: its kind, its axes with
    /// titles and ranges, and its series with their number of points, extremes and trend.
    ///
    /// Describes the chart as of the last render; equal charts have equal texts. The title is not repeated. A series'
    /// extremes are the extremes of its visible points; with more than 10,000 of them, or as many unordered points, the
    /// extremes of all its points. The trend is the correlation of at most 1,000 points.
    public var altText: String { AltText(chart: self).text }
}

/// Writes the description of a chart.
struct AltText {
    let chart: Chart

    /// Max number of series that are all described. With more, only the first two are described and the others are
    /// named, because five sentences are enough for a listener.
    private static let maxDescribed = 3
    /// Max number of names of series or slices in one sentence.
    private static let maxNamed = 8

    var text: String {
        let shown = chart.series.filter { !$0.hidden }
        guard !shown.isEmpty else {
            return chart.awaitsData ? "A chart whose data are being loaded." : "An empty chart."
        }
        var sentences = chart.isPie ? pieSentences : [kindSentence, axesSentence] + seriesSentences
        for (name, text) in [("Subtitle", chart.subtitle), ("Caption", chart.caption), ("Source", chart.source)]
        where !text.isEmpty {
            sentences.append("\(name): \(Self.quoted(text)).")
        }
        if chart.awaitsData { sentences.append("New data are being loaded.") }
        return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Kind

    private var cartesian: [CartesianSeries] { chart.cartesian.filter { !$0.hidden } }

    private var kindSentence: String {
        var kinds: [String] = []
        for series in cartesian {
            let kind = series.kindName(theme: chart.theme)
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        let count = cartesian.count == 1 ? "" : " of \(cartesian.count) series"
        if kinds.count == 1 {
            return (kinds[0].isEmpty ? "A chart" : Self.withArticle(Self.withNoun(kinds[0]))) + count + "."
        }
        // Series without a kind name come last.
        let named = kinds.filter { !$0.isEmpty } + (kinds.contains("") ? ["others"] : [])
        return "A combined chart\(count): \(Self.list(named))."
    }

    /// `a line chart`, but `a box plot`, `a heat map`.
    private static func withNoun(_ kind: String) -> String {
        ["chart", "plot", "map"].contains { kind.hasSuffix($0) } ? kind : kind + " chart"
    }

    private static func withArticle(_ words: String) -> String {
        (words.first.map { "aeiouAEIOU".contains($0) } == true ? "An " : "A ") + words
    }

    // MARK: Axes

    private var axesSentence: String {
        let clauses = chart.allAxes.prefix(4).compactMap { axis -> String? in
            guard let shown = shown(on: axis) else { return nil }
            let name = "the \(name(of: axis))" + (axis.shownTitle.isEmpty ? "" : ", \(Self.quoted(axis.shownTitle)),")
            return name + " " + shown + (chart.isRadial && axis.isHorizontal ? ", clockwise from the top" : "")
                + (axis.isReversed ? axis.isHorizontal ? ", from right to left" : ", from the top down" : "")
        }
        guard let first = clauses.first else { return "" }
        return "T" + first.dropFirst() + clauses.dropFirst().map { "; " + $0 }.joined() + "."
    }

    private func name(of axis: Axis) -> String {
        guard chart.isRadial else { return axis.isHorizontal ? "x-axis" : "y-axis" }
        return axis.isHorizontal ? "circle" : "distance from the centre"
    }

    /// The part of the sentence about an axis. nil: the axis's own labels have no text for its ends.
    private func shown(on axis: Axis) -> String? {
        // Use the range without the space for markers at the ends, which is not part of the range as readers see it.
        let range = axis.tickEnds
        if let names = axis.itemNames {
            let items = names.indices.filter { range.contains(Double($0)) }
            guard let first = items.first, let last = items.last else { return "shows no items" }
            if items.count == 1 { return "has the one item \(Self.quoted(names[first]))" }
            return "has \(items.count) items from \(Self.quoted(names[first])) to \(Self.quoted(names[last]))"
        }
        let values = AxisWords(axis).telling([range.minimum, range.maximum])
        let scale = axis.scaleName.map { " on a \($0) scale" } ?? ""
        let (low, high) = (values.text(range.minimum), values.text(range.maximum))
        return low.isEmpty || high.isEmpty ? nil : "runs from \(low) to \(high)\(scale)"
    }

    // MARK: Series

    private var seriesSentences: [String] {
        let all = cartesian
        guard all.count > Self.maxDescribed else { return all.map(sentence) }
        return all.prefix(2).map(sentence) + ["The others are \(Self.list(all.dropFirst(2).map(name)))."]
    }

    private func name(_ series: Series) -> String {
        series.title.isEmpty ? "series \(series.index + 1)" : Self.quoted(series.title)
    }

    private func sentence(_ series: CartesianSeries) -> String {
        let subject = Self.capital(cartesian.count == 1 && series.title.isEmpty ? "the series" : name(series))
        if let grid = (series as? HeatmapSeries)?.grid {
            return "\(subject) is a grid of \(grid.columns) by \(grid.rows) cells."
        }
        guard let loaded = series.loaded, loaded.count > 0, var words = axes(of: series) else {
            return "\(subject) has no points."
        }
        let shown = ShownRows(loaded, in: words.along.range)
        if let density = series as? DensitySeries { return sentence(density, subject, shown.total) }
        let all = shown.total == 1 ? "1 point" : "\(digits(shown.total)) points"
        let points = shown.count == shown.total ? "has \(all)" : "shows \(digits(shown.count)) of \(all)"
        guard let low = shown.low, let high = shown.high else {
            return "\(subject) " + (shown.total == 0 ? "has no points." : "shows none of its \(all).")
        }
        var course = course(series, loaded, shown, words)
        // If the difference is less than a thousandth of the axis's range, both ends have the same text.
        if let ends = course { course?.endsDiffer = words.across.text(ends.first) != words.across.text(ends.last) }
        words.across = words.across.telling(
            [low.value, high.value] + (course.map { $0.endsDiffer ? [$0.first, $0.last] : [] } ?? []))
        words.along = words.along.telling(
            [low.row, high.row].compactMap { $0.map { row in loaded.along.withView { $0[row] } } })
        var parts = [points]
        if let trend = trend(series, shown, words, course) { parts.append(trend) }
        if low.value < high.value {
            let (low, high) = (extreme(low, loaded, words), extreme(high, loaded, words))
            parts.append("\(series.rangeVerb) between \(low) and \(high)")
        }
        return "\(subject) \(Self.list(parts))." + closes(loaded, shown.order)
    }

    /// Describes a density series: its number of points, and the range of their aggregate per pixel.
    private func sentence(_ series: DensitySeries, _ subject: String, _ count: Int) -> String {
        let points = "\(subject) has " + (count == 1 ? "1 point" : "\(digits(count)) points")
        let names = series.categories.map(Self.quoted)
        let kinds =
            series.aggregation == .category && !names.isEmpty
            ? " of \(names.count == 1 ? "the category" : "the categories") \(Self.list(names))" : ""
        guard let scale = series.lastScale else { return points + kinds + ", none in view." }
        let ends = ColorBar.short(scale.low, scale.high)
        let (low, high) = (chart.numbers.text(ends.low), chart.numbers.text(ends.high))
        let range = low == high ? low : "from \(low) to \(high)"
        let what: String
        switch series.aggregation {
        case .count, .category: what = "a pixel that is not empty holds \(range) of them"
        case .sum: what = "the sum of their values in a pixel is \(range)"
        case .mean: what = "the mean of their values in a pixel is \(range)"
        case .max: what = "the greatest of their values in a pixel is \(range)"
        case .min: what = "the least of their values in a pixel is \(range)"
        }
        return points + kinds + "; " + what + "."
    }

    /// For prices: how often they rise and fall from open to close.
    private func closes(_ loaded: LoadedSeries, _ rows: RowOrder) -> String {
        guard let open = loaded.column(.open), let close = loaded.column(.close), rows.count > 1,
            rows.count <= ShownRows.maxSearched
        else { return "" }
        var (rising, falling) = (0, 0)
        open.withView { open in
            close.withView { close in
                for row in (0..<rows.count).lazy.map({ rows[$0] }) {
                    if close[row] > open[row] { rising += 1 }
                    if close[row] < open[row] { falling += 1 }
                }
            }
        }
        guard rising + falling > 0 else { return "" }
        return " It closes above its open \(times(rising)) and below it \(times(falling))."
    }

    private func times(_ count: Int) -> String {
        switch count {
        case 0: "never"
        case 1: "once"
        case 2: "twice"
        default: "\(digits(count)) times"
        }
    }

    /// The formats of the values on the axes of a series.
    private func axes(of series: CartesianSeries) -> (along: AxisWords, across: AxisWords)? {
        guard let x = chart.ownAxis(series, .x), let y = chart.ownAxis(series, .y) else { return nil }
        let (along, across) = series.orientation == .horizontal ? (x, y) : (y, x)
        return (AxisWords(along), AxisWords(across))
    }

    /// A value, and its position if that is known.
    private func extreme(
        _ extreme: ShownRows.Extreme, _ loaded: LoadedSeries, _ words: (along: AxisWords, across: AxisWords)
    ) -> String {
        let value = words.across.text(extreme.value)
        guard let row = extreme.row else { return value }
        let position = words.along.text(loaded.along.withView { $0[row] })
        if position.isEmpty { return value }
        return value + (words.along.isNumber ? " (at \(position))" : " (\(position))")
    }

    /// First and last value of a series, in the order of the axis, not of the rows.
    private struct Course {
        var trend: Trend
        /// For prices, the first opening.
        var first: Double
        var last: Double
        var isOfPrices: Bool
        var endsDiffer = true
    }

    /// nil: the series has no overall trend.
    private func course(
        _ series: CartesianSeries, _ loaded: LoadedSeries, _ shown: ShownRows,
        _ words: (along: AxisWords, across: AxisWords)
    ) -> Course? {
        // Items of a category axis have no meaningful order, and on a circle no value goes on rising.
        guard series.chartKind != .radial, !words.along.isCategory else { return nil }
        // For prices, use the close.
        let close = loaded.values.firstIndex(of: .keyed(.close))
        guard let index = close ?? loaded.values.firstIndex(where: \.isOnAxis) else { return nil }
        // A line that is not monotonic, such as a track, has no overall trend.
        guard shown.isMonotonic || !(series is LineSeries) else { return nil }
        let trend = Trend(
            along: (loaded.along, words.along.mapper), across: (loaded.across[index], words.across.mapper),
            rows: shown.order)
        guard let trend else { return nil }
        let start = close == nil ? nil : loaded.column(.open)?.firstValue(in: shown.order)
        return Course(trend: trend, first: start ?? trend.first, last: trend.last, isOfPrices: start != nil)
    }

    private func trend(
        _ series: CartesianSeries, _ shown: ShownRows, _ words: (along: AxisWords, across: AxisWords), _ course: Course?
    ) -> String? {
        let isTold = series.chartKind != .radial && shown.count > 1
        if isTold, let low = shown.low, low.value == shown.high?.value {
            return "stays at \(words.across.text(low.value))"
        }
        guard isTold, let course else { return nil }
        let (trend, first, last) = (course.trend, words.across.text(course.first), words.across.text(course.last))
        if course.isOfPrices { return "\(trend.verb), opening at \(first) and closing at \(last)," }
        // With several values per sample, none of them represents the series.
        let isOne =
            series.values.filter(\.isOnAxis).count == 1 && !(series is ScatterSeries) && !(series is BubbleSeries)
        guard isOne, trend.agreesWithEnds, course.endsDiffer else { return trend.verb }
        return "\(trend.verb), from \(first) to \(last),"
    }

    // MARK: Pies

    private var pieSentences: [String] {
        chart.pies.filter { !$0.hidden }.prefix(2).flatMap { pie -> [String] in
            let slices = pie.slices.filter { $0.value > 0 }
            let total = slices.reduce(0) { $0 + $1.value }
            let kind = pie is DonutSeries ? "A donut chart" : "A pie chart"
            let title = pie.title.isEmpty ? "" : " \(Self.quoted(pie.title))"
            guard total > 0, total.isFinite else { return ["\(kind)\(title) without slices."] }
            let order = slices.indices.sorted { (slices[$1].value, $0) < (slices[$0].value, $1) }
            let shares = order.prefix(Self.maxNamed).map {
                "\(Self.quoted(slices[$0].name)) with \(percent(slices[$0].value / total))"
            }
            let rest = slices.count > Self.maxNamed ? "The largest are" : slices.count == 1 ? "It is" : "They are"
            return [
                "\(kind)\(title) of \(slices.count) \(slices.count == 1 ? "slice" : "slices").",
                "\(rest) \(Self.list(shares)).",
            ]
        }
    }

    // MARK: Words

    /// `a, b and c`; items beyond the limit are counted.
    private static func list(_ items: [String]) -> String {
        guard items.count > maxNamed else {
            guard let last = items.last, items.count > 1 else { return items.first ?? "" }
            return items.dropLast().joined(separator: ", ") + " and " + last
        }
        return items.prefix(maxNamed).joined(separator: ", ") + " and \(items.count - maxNamed) more"
    }

    /// The text in quotes, on one line, cut after 60 characters.
    static func quoted(_ text: String) -> String {
        // The common case for titles and names.
        if text.utf8.count <= 60, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return "“" + text + "”" }
        let line = String(
            text.prefix(60).map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0 })
        return "“\(line)\(text.count > 60 ? "…" : "")”"
    }

    private static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
    private func digits(_ count: Int) -> String {
        chart.numbers.text(DecimalText.fixed(Double(count), decimals: 0, groupsFrom: NumberLabel.groupsFrom))
    }

    private func percent(_ share: Double) -> String {
        let number = chart.numbers.text("\(Int((max(share, 0.01) * 100).rounded(), within: 0...100))%")
        return share < 0.01 ? "less than \(number)" : number
    }
}

extension LoadedSeries {
    /// The values of a key on the dependent axis. nil: the series has none.
    fileprivate func column(_ key: DataKey) -> Column? { values.firstIndex(of: .keyed(key)).map { across[$0] } }
}

extension Column {
    /// The first finite value among some rows.
    fileprivate func firstValue(in rows: RowOrder) -> Double? {
        withView { values in (0..<rows.count).lazy.map { values[rows[$0]] }.first(where: \.isFinite) }
    }
}
