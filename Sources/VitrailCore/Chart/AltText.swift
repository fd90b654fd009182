import Foundation
import VitrailScene

extension Chart {
    /// What the chart shows, in a few English sentences for those who do not see it: its kind, its axes with titles and ranges, its series with their
    /// number of points, extremes and trend.
    ///
    /// As of the last render, and the same for the same chart. The title is not repeated. Extremes are those of the data, whatever part is shown; the
    /// trend is the correlation of at most 1,000 points.
    public var altText: String { AltText(chart: self).text }
}

/// Writes what a chart shows.
struct AltText {
    let chart: Chart

    /// More series than this are named, not described, but for the first two: five sentences are as much as one listens to.
    private static let mostDescribed = 3
    /// Names of series and slices that one sentence lists.
    private static let mostNamed = 8

    var text: String {
        let shown = chart.series.filter { !$0.hidden }
        guard !shown.isEmpty else { return chart.awaitsData ? "A chart whose data are being loaded." : "An empty chart." }
        var sentences = chart.isPie ? pieSentences : [kindSentence, axesSentence] + seriesSentences
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
        if kinds.count == 1 { return (kinds[0].isEmpty ? "A chart" : Self.withArticle(Self.withNoun(kinds[0]))) + count + "." }
        // Those without a name come last.
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
        }
        guard let first = clauses.first else { return "" }
        return "T" + first.dropFirst() + clauses.dropFirst().map { "; " + $0 }.joined() + "."
    }

    private func name(of axis: Axis) -> String {
        guard chart.isRadial else { return axis.isHorizontal ? "x-axis" : "y-axis" }
        return axis.isHorizontal ? "circle" : "distance from the centre"
    }

    /// Nil where the axis' own labels have no words for its ends.
    private func shown(on axis: Axis) -> String? {
        let range = axis.axisRange
        if let categories = axis as? CategoryAxis {
            let items = categories.items.indices.filter { range.contains(Double($0)) }
            guard let first = items.first, let last = items.last else { return "shows no items" }
            if items.count == 1 { return "has the one item \(Self.quoted(categories.items[first]))" }
            return "has \(items.count) items from \(Self.quoted(categories.items[first])) to \(Self.quoted(categories.items[last]))"
        }
        let values = AxisWords(axis)
        let scale = axis is LogarithmicAxis || axis is SymmetricLogarithmicAxis ? " on a logarithmic scale" : ""
        let (low, high) = (values.text(range.minimum), values.text(range.maximum))
        return low.isEmpty || high.isEmpty ? nil : "runs from \(low) to \(high)\(scale)"
    }

    // MARK: Series

    private var seriesSentences: [String] {
        let all = cartesian
        guard all.count > Self.mostDescribed else { return all.map(sentence) }
        return all.prefix(2).map(sentence) + ["The others are \(Self.list(all.dropFirst(2).map(name)))."]
    }

    private func name(_ series: Series) -> String {
        series.title.isEmpty ? "series \(series.index + 1)" : Self.quoted(series.title)
    }

    private func sentence(_ series: CartesianSeries) -> String {
        let subject = Self.capital(cartesian.count == 1 && series.title.isEmpty ? "the series" : name(series))
        if let grid = (series as? HeatmapSeries)?.grid { return "\(subject) is a grid of \(grid.columns) by \(grid.rows) cells." }
        guard let loaded = series.loaded, loaded.count > 0, let words = axes(of: series) else { return "\(subject) has no points." }
        if let density = series as? DensitySeries { return sentence(density, subject, loaded.count) }
        let shown = ShownRows(loaded, in: words.along.range)
        let all = loaded.count == 1 ? "1 point" : "\(Self.digits(loaded.count)) points"
        let points = shown.rows.count == loaded.count ? "has \(all)" : "shows \(Self.digits(shown.rows.count)) of \(all)"
        guard let low = shown.low, let high = shown.high else { return "\(subject) \(points), none with a value." }
        var parts = [points]
        if let trend = trend(series, loaded, shown, words) { parts.append(trend) }
        if low.value < high.value {
            parts.append("lies between \(extreme(low, loaded, words)) and \(extreme(high, loaded, words))")
        }
        return "\(subject) \(Self.list(parts))." + closes(loaded, shown.rows)
    }

    /// How many points there are, and what they come to in a pixel.
    private func sentence(_ series: DensitySeries, _ subject: String, _ count: Int) -> String {
        let points = "\(subject) has " + (count == 1 ? "1 point" : "\(Self.digits(count)) points")
        let names = series.categories.map(Self.quoted)
        let kinds = series.aggregation == .category && !names.isEmpty ? " of \(names.count == 1 ? "the category" : "the categories") \(Self.list(names))" : ""
        guard let scale = series.lastScale else { return points + kinds + ", none in view." }
        let (low, high) = (ColorBar.short(scale.low), ColorBar.short(scale.high))
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

    /// Of prices: how often they rise within their sample.
    private func closes(_ loaded: LoadedSeries, _ rows: Range<Int>) -> String {
        guard let open = loaded.column(.open), let close = loaded.column(.close), rows.count > 1, rows.count <= ShownRows.mostSearched else { return "" }
        var (rising, falling) = (0, 0)
        open.lend { open in
            close.lend { close in
                for row in rows {
                    if close[row] > open[row] { rising += 1 }
                    if close[row] < open[row] { falling += 1 }
                }
            }
        }
        guard rising + falling > 0 else { return "" }
        return " It closes above its open \(Self.times(rising)) and below it \(Self.times(falling))."
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 0: "never"
        case 1: "once"
        case 2: "twice"
        default: "\(digits(count)) times"
        }
    }

    /// How values on the axes of a series are written.
    private func axes(of series: CartesianSeries) -> (along: AxisWords, across: AxisWords)? {
        guard let x = chart.ownAxis(series, .x), let y = chart.ownAxis(series, .y) else { return nil }
        let (along, across) = series.orientation == .horizontal ? (x, y) : (y, x)
        return (AxisWords(along), AxisWords(across))
    }

    /// A value, and where it is when that is known.
    private func extreme(_ extreme: ShownRows.Extreme, _ loaded: LoadedSeries, _ words: (along: AxisWords, across: AxisWords)) -> String {
        let value = words.across.text(extreme.value)
        guard let row = extreme.row else { return value }
        let place = words.along.text(loaded.along.lend { $0[row] })
        if place.isEmpty { return value }
        return value + (words.along.isNumber ? " (at \(place))" : " (\(place))")
    }

    private func trend(
        _ series: CartesianSeries, _ loaded: LoadedSeries, _ shown: ShownRows, _ words: (along: AxisWords, across: AxisWords)
    ) -> String? {
        // Round a circle nothing goes on rising.
        // Of prices, the close is what one goes by.
        let close = loaded.values.firstIndex(of: .keyed(.close))
        guard series.chartKind != .radial, let index = close ?? loaded.values.firstIndex(where: \.isOnAxis), shown.rows.count > 1, let low = shown.low else { return nil }
        if low.value == shown.high?.value { return "stays at \(words.across.text(low.value))" }
        // Items of a category axis have no order that means something.
        guard !words.along.isCategory else { return nil }
        let trend = Trend(along: (loaded.along, words.along.mapper), across: (loaded.across[index], words.across.mapper), rows: shown.rows)
        // A line that turns back, as a track does, goes nowhere in particular.
        guard let trend, trend.isAscending || !(series is LineSeries) else { return nil }
        let (first, last) = (words.across.text(trend.first), words.across.text(trend.last))
        if close != nil, let open = loaded.column(.open), let start = open.firstValue(in: shown.rows) {
            return "\(trend.verb), opening at \(words.across.text(start)) and closing at \(last),"
        }
        // Of several values a sample, none is the one.
        let isOne = series.values.filter(\.isOnAxis).count == 1 && !(series is ScatterSeries) && !(series is BubbleSeries)
        guard isOne, trend.agreesWithEnds, first != last else { return trend.verb }
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
            let shares = order.prefix(Self.mostNamed).map { "\(Self.quoted(slices[$0].name)) with \(Self.percent(slices[$0].value / total))" }
            let rest = slices.count > Self.mostNamed ? "The largest are" : slices.count == 1 ? "It is" : "They are"
            return ["\(kind)\(title) of \(slices.count) \(slices.count == 1 ? "slice" : "slices").", "\(rest) \(Self.list(shares))."]
        }
    }

    // MARK: Words

    /// `a, b and c`; what is beyond the bound is counted.
    private static func list(_ items: [String]) -> String {
        guard items.count > mostNamed else {
            guard let last = items.last, items.count > 1 else { return items.first ?? "" }
            return items.dropLast().joined(separator: ", ") + " and " + last
        }
        return items.prefix(mostNamed).joined(separator: ", ") + " and \(items.count - mostNamed) more"
    }

    /// In quotes, on one line, cut after 60 characters.
    static func quoted(_ text: String) -> String {
        // As nearly every title and name.
        if text.utf8.count <= 60, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return "“" + text + "”" }
        let line = String(text.prefix(60).map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0 })
        return "“\(line)\(text.count > 60 ? "…" : "")”"
    }

    private static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
    private static func digits(_ count: Int) -> String { DecimalText.fixed(Double(count), decimals: 0, groupsFrom: NumberLabel.groupsFrom) }
    private static func percent(_ share: Double) -> String {
        share < 0.01 ? "less than 1%" : "\(Int((share * 100).rounded(), within: 0...100))%"
    }
}

extension LoadedSeries {
    /// The values under a key on the dependent axis; nil = the series has none.
    fileprivate func column(_ key: DataKey) -> Column? { values.firstIndex(of: .keyed(key)).map { across[$0] } }
}

extension Column {
    /// The first value among some rows that is there.
    fileprivate func firstValue(in rows: Range<Int>) -> Double? {
        lend { values in rows.first { values[$0].isFinite }.map { values[$0] } }
    }
}

/// The rows of a series that its axis shows, and the extremes among them.
struct ShownRows {
    struct Extreme {
        var value: Double
        /// Nil when nobody looked.
        var row: Int?
    }

    let rows: Range<Int>
    private(set) var low: Extreme?
    private(set) var high: Extreme?

    /// Up to here all values are looked at once more; beyond, the extremes are those of all the data, as loading found them.
    static let mostSearched = 10_000

    init(_ loaded: LoadedSeries, in range: NumberRange) {
        rows = Self.rows(of: loaded, in: range)
        guard rows.count <= Self.mostSearched else {
            let ends = zip(loaded.values, loaded.acrossExtent).filter { $0.0.isOnAxis }
            let extent = ends.reduce(NumberRange?.none) { NumberRange.union($0, $1.1.range) }
            low = extent.map { Extreme(value: $0.minimum, row: nil) }
            high = extent.map { Extreme(value: $0.maximum, row: nil) }
            return
        }
        for (kind, column) in zip(loaded.values, loaded.across) where kind.isOnAxis {
            column.lend { values in
                for row in rows where row < values.count && values[row].isFinite {
                    if values[row] < low?.value ?? .infinity { low = Extreme(value: values[row], row: row) }
                    if values[row] > high?.value ?? -.infinity { high = Extreme(value: values[row], row: row) }
                }
            }
        }
    }

    /// All of them where they are in no order.
    private static func rows(of loaded: LoadedSeries, in range: NumberRange) -> Range<Int> {
        guard loaded.alongExtent.isAscending else { return 0..<loaded.count }
        return loaded.along.lend { values in
            /// The first row whose value is not before.
            func first(_ isBefore: (Double) -> Bool) -> Int {
                var (low, high) = (0, values.count)
                while low < high {
                    let middle = (low + high) / 2
                    if isBefore(values[middle]) { low = middle + 1 } else { high = middle }
                }
                return low
            }
            let start = first { $0 < range.minimum }
            return start..<max(start, first { $0 <= range.maximum })
        }
    }
}

/// Values of an axis in running text: rounded to a thousandth of what the axis shows, dates as far as they differ.
struct AxisWords {
    private let axis: Axis
    private let unit: Double
    private let date: DateLabel?

    init(_ axis: Axis) {
        self.axis = axis
        let span = axis.axisRange.span
        unit = span > 0 && span.isFinite ? pow(10, (log10(span) - 2.5).rounded(.down)) : 0
        if let dates = axis as? DateTimeAxis, axis.labelFormatter == nil {
            let pattern = span >= 5 * 86_400 ? "d MMM yyyy" : span >= 600 ? "d MMM yyyy HH:mm" : "d MMM yyyy HH:mm:ss"
            date = DateLabel(pattern: pattern, calendar: dates.calendar)
        } else {
            date = nil
        }
    }

    var range: NumberRange { axis.axisRange }
    var mapper: AxisScale.Mapper { axis.mapper }
    var isCategory: Bool { axis is CategoryAxis }
    var isNumber: Bool { !isCategory && !(axis is DateTimeAxis) }

    private static func hasOwnFormat(_ axis: Axis) -> Bool { axis.labelFormatString != nil || axis.labelFormatter != nil }

    func text(_ value: Double) -> String {
        if let date { return date.text(value) }
        if let categories = axis as? CategoryAxis {
            let index = value.rounded()
            return index >= 0 && index < Double(categories.items.count) ? AltText.quoted(categories.items[Int(index)]) : ""
        }
        if Self.hasOwnFormat(axis) { return axis.string(forId: value) }
        // On a logarithmic axis a thousandth of the span would be more than the small values.
        guard unit > 0, unit.isFinite, axis.isLinear else { return NumberLabel.text(value) }
        let rounded = (value / unit).rounded() * unit
        return NumberLabel.text(rounded.isFinite ? rounded : value)
    }
}

/// How one column goes with another, by some of their rows.
struct Trend {
    /// Of the rows looked at that have both values.
    let first: Double
    let last: Double
    /// −1…1.
    let correlation: Double
    /// Whether each row is beyond the one before.
    let isAscending: Bool

    private static let mostRows = 1_000

    /// Values are compared as they lie on their axes. Nil when there are fewer than three, or when all of one column are equal.
    init?(along: (Column, AxisScale.Mapper), across: (Column, AxisScale.Mapper), rows shown: Range<Int>) {
        let count = min(shown.count, Self.mostRows)
        guard count > 1 else { return nil }
        var rows: [(x: Double, y: Double)] = []
        rows.reserveCapacity(count)
        var ends: (first: Double, last: Double)?
        along.0.lend { x in
            across.0.lend { y in
                for k in 0..<count {
                    let row = shown.lowerBound + k * (shown.count - 1) / (count - 1)
                    let (mappedX, mappedY) = (along.1.forward(x[row]), across.1.forward(y[row]))
                    guard mappedX.isFinite, mappedY.isFinite else { continue }
                    rows.append((mappedX, mappedY))
                    ends = (ends?.first ?? y[row], y[row])
                }
            }
        }
        guard rows.count > 2, let ends else { return nil }
        (first, last) = ends
        isAscending = zip(rows, rows.dropFirst()).allSatisfy { $0.x <= $1.x }
        let n = Double(rows.count)
        let meanX = rows.reduce(0) { $0 + $1.x / n }
        let meanY = rows.reduce(0) { $0 + $1.y / n }
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for row in rows {
            let (dx, dy) = (row.x - meanX, row.y - meanY)
            xx += dx * dx
            yy += dy * dy
            xy += dx * dy
        }
        // A product of the sums may be beyond a Double where their roots are not.
        let size = xx.squareRoot() * yy.squareRoot()
        guard size > 0, size.isFinite else { return nil }
        correlation = xy / size
    }

    /// The ends go the way that the correlation says.
    var agreesWithEnds: Bool { abs(correlation) >= Self.weak && (last > first) == (correlation > 0) && last != first }

    private static let weak = 0.4
    private static let strong = 0.8

    var verb: String {
        switch correlation {
        case Self.strong...: "rises"
        case Self.weak...: "tends to rise"
        case ...(-Self.strong): "falls"
        case ...(-Self.weak): "tends to fall"
        default: "shows no overall trend"
        }
    }
}
