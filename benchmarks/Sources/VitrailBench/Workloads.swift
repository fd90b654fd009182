import Vitrail

/// The timed charts.
enum Workloads {
    /// A random walk.
    static func walk(_ count: Int, seed: UInt64) -> Column {
        var random = Seeded(seed)
        var value = 0.0
        return Column(
            (0..<count).map { _ in
                value += random.normal()
                return value
            })
    }

    /// A faster version for very many samples: steps are uniformly distributed.
    static func cheapWalk(_ count: Int) -> Column {
        var random = Seeded(3)
        var value = 0.0
        return Column(
            (0..<count).map { _ in
                value += random.next() - 0.5
                return value
            })
    }

    /// 800 × 400, three lines of 1,000 samples, title, axes, axis titles, legend.
    ///
    /// - Parameter data: one column per line.
    static func report(_ data: [Column]) -> Chart {
        let chart = Chart(width: 800, height: 400)
        chart.title = "Requests per second"
        chart.xAxis?.title = "Minute"
        chart.yAxis?.title = "Requests"
        chart.legend.hidden = false
        chart.legend.position = .bottomMiddle
        for (name, column) in zip(["frontend", "api", "storage"], data) {
            chart.add(LineSeries(title: name, columns: SeriesColumns(y: column)))
        }
        return chart
    }

    /// 320 × 200, a line of 1,000 samples with axes.
    static func small(_ data: [Column]) -> Chart {
        let chart = Chart(width: 320, height: 200)
        chart.add(LineSeries(columns: SeriesColumns(y: data[0])))
        return chart
    }

    static func columns(_ y: Column) -> Chart { large("Columns", ColumnSeries(columns: SeriesColumns(y: y))) }

    static func candles(_ prices: [DataKey: Column]) -> Chart {
        large("Candles", CandlestickSeries(columns: SeriesColumns(keyed: prices)))
    }

    /// A line of a random walk.
    static func line(_ y: Column) -> Chart { large("A random walk", LineSeries(columns: SeriesColumns(y: y))) }

    /// The path of a random walk in the plane.
    static func unorderedPolyline(_ x: Column, _ y: Column) -> Chart {
        large("A way", LineSeries(columns: SeriesColumns(x: x, y: y)))
    }

    /// One series at 1920 × 1080.
    private static func large(_ title: String, _ series: Series) -> Chart {
        let chart = Chart(width: 1920, height: 1080)
        chart.title = title
        chart.add(series)
        return chart
    }

    /// A walk of opening prices, each with a high, a low and a close.
    static func prices(_ count: Int) -> [DataKey: Column] {
        var random = Seeded(11)
        var (open, high, low, close) = ([Double](), [Double](), [Double](), [Double]())
        var price = 0.0
        for _ in 0..<count {
            let end = price + random.next() - 0.5
            open.append(price)
            close.append(end)
            high.append(max(price, end) + random.next() * 0.3)
            low.append(min(price, end) - random.next() * 0.3)
            price = end
        }
        return [.open: Column(open), .high: Column(high), .low: Column(low), .close: Column(close)]
    }

    /// Data for `count` reports, so that consecutive reports differ.
    static func reportData(_ count: Int = 32) -> [[Column]] {
        (0..<count).map { round in (0..<3).map { walk(1000, seed: UInt64(round * 3 + $0 + 1)) } }
    }

    /// The ranges of `fourAxes`, in the order of `allAxes`: a year and a half from 1 January 2013, twelve items,
    /// numbers, four decades.
    static let fourRanges = [
        NumberRange(1_356_998_400, 1_404_259_200), NumberRange(-0.5, 11.5), NumberRange(-37, 1_240),
        NumberRange(0.5, 8_000),
    ]

    /// 1920 × 1080, two x-axes (date, category), two y-axes (number, logarithmic), titles, and a series of twelve
    /// points that provides the items.
    static func fourAxes() -> Chart {
        let chart = Chart(width: 1920, height: 1080, xAxisType: .dateTime, yAxisType: .number)
        let (items, powers) = (CategoryAxis(), LogarithmicAxis())
        chart.addXAxis(items)
        chart.addYAxis(powers)
        items.axisPosition = .reverse
        powers.axisPosition = .reverse
        for (axis, title) in zip(chart.allAxes, ["Date", "Month", "Requests", "Latency, ms"]) { axis.title = title }
        for (axis, range) in zip(chart.allAxes, fourRanges) {
            axis.setDefaultRange(range)
            axis.allowPanningOutOfMaxRange = true
        }
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let line = LineSeries(
            columns: SeriesColumns(x: Column(names.map { Optional($0) }), y: Column((0..<12).map { Double($0 * 100) })))
        line.xAxis = items
        chart.add(line)
        return chart
    }
}

extension Workloads {
    /// Four clouds of samples: x, y; optionally a value for each sample and one of up to nine categories.
    static func cloud(_ count: Int, hasValues: Bool = false) -> SeriesColumns {
        var random = Seeded(7)
        var (x, y, values) = ([Double](), [Double](), [Double]())
        x.reserveCapacity(count)
        y.reserveCapacity(count)
        values.reserveCapacity(hasValues ? count : 0)
        for i in 0..<count {
            // A sum of four is approximately normal.
            let (a, b) = (
                random.next() + random.next() + random.next() + random.next(),
                random.next() + random.next() + random.next() + random.next()
            )
            let spread = [1, 0.5, 2, 0.1][i & 3]
            x.append((a - 2) * spread + Double(i & 1) * 3)
            y.append((b - 2) * spread + Double(i >> 1 & 1) * 2)
            if hasValues { values.append(a + b) }
        }
        guard hasValues else { return SeriesColumns(x: Column(x), y: Column(y)) }
        return SeriesColumns(
            x: Column(x), y: Column(y), keyed: [.value: Column(values), .category: Column(values.map { $0.rounded() })])
    }

    /// The plot area is at most 900 × 420 pixels by default; the style is that of other charts.
    static func density(
        _ columns: SeriesColumns, _ aggregation: DensityAggregation = .count, _ scaling: ColorScaling? = nil,
        width: Double = 1_000, height: Double = 500
    ) -> Chart {
        let chart = Chart(width: width, height: height)
        chart.title = "Four clouds"
        chart.legend.hidden = false
        chart.add(
            DensitySeries(
                title: "Samples", columns: columns, aggregation: aggregation,
                style: DensitySeriesStyle(colorScaling: scaling)))
        return chart
    }
}

/// Elements in a cycle, endlessly.
struct Turns<Element> {
    private let elements: [Element]
    private var next = 0

    init(_ elements: [Element]) { self.elements = elements }

    mutating func take() -> Element {
        defer { next = (next + 1) % elements.count }
        return elements[next]
    }
}
