import Vitrail

/// Makes the charts of one workload, a new one for every picture: no chart, axis or series is reused, except where
/// points stream in.
///
/// Values stay in the arrays that were read; each picture wraps them in new `Column`s that share the arrays, so that no
/// computed summary outlives a picture.
struct Workload {
    /// The chart of picture i.
    let chart: (Int) throws -> Chart

    static let size = (width: 1920.0, height: 1080.0)
    private static let blue = Color(0x1F77B4)

    /// - Parameter isOnce: whether only picture 0 will be requested.
    /// - Throws: `Skip` for an unsupported workload, `PeerData.Missing` if its data do not exist.
    init(_ code: String, count: Int, isOnce: Bool) throws {
        let data = try PeerData()
        switch code {
        case "L1": chart = try Self.line(data, count)
        case "S1": chart = try Self.scatter(data, count)
        case "C1": chart = try Self.columns(data, count)
        case "B1": chart = try Self.bubbles(data, count)
        case "A1": chart = try Self.band(data, count)
        case "K1": chart = try Self.candles(data, count)
        case "P1": chart = try Self.donut(data, count)
        case "T1": chart = try Self.report(data, isOnce: isOnce)
        case "M1": chart = try Self.stream(data, count)
        default:
            guard let variation = LineVariation(rawValue: code) else { throw Skip(reason: "no such workload here") }
            chart = try variation.charts(data, count)
        }
    }

    // MARK: One series

    static let lineStyle = LineSeriesStyle(lineColor: blue, lineWidth: 1.5)

    private static func line(_ data: PeerData, _ count: Int) throws -> (Int) -> Chart {
        let (x, y) = (try data.values("walk_x", count), try data.values("walk_y", count))
        return { _ in
            single("Line", LineSeries(columns: SeriesColumns(x: Column(x), y: Column(y)), style: lineStyle))
        }
    }

    private static func scatter(_ data: PeerData, _ count: Int) throws -> (Int) -> Chart {
        let (x, y) = (try data.values("scatter_x", count), try data.values("scatter_y", count))
        let point = PointStyle(showPoints: true, color: blue.faded(0.3), radius: 1.5, innerRadius: 0)
        return { _ in
            single(
                "Scatter",
                ScatterSeries(
                    columns: SeriesColumns(x: Column(x), y: Column(y)), style: ScatterSeriesStyle(pointStyle: point)))
        }
    }

    private static func columns(_ data: PeerData, _ count: Int) throws -> (Int) -> Chart {
        let (x, y) = (data.indices(count), try data.values("columns_y", count))
        let style = BarColumnSeriesStyle(showAreaWithGradient: false, areaColor: blue, lineWidth: 0)
        return { _ in
            single("Columns", ColumnSeries(columns: SeriesColumns(x: Column(x), y: Column(y)), style: style))
        }
    }

    private static func bubbles(_ data: PeerData, _ count: Int) throws -> (Int) -> Chart {
        let (x, y) = (try data.values("bubble_x", count), try data.values("bubble_y", count))
        let area = try data.values("bubble_r", count).map { .pi * $0 * $0 }
        let point = PointStyle(showPoints: true, color: blue.faded(0.5), innerRadius: 0)
        // One square pixel is one unit of area.
        let style = BubbleSeriesStyle(scale: 1, pointStyle: point)
        return { _ in
            single(
                "Bubbles",
                BubbleSeries(columns: SeriesColumns(x: Column(x), y: Column(y), area: Column(area)), style: style))
        }
    }

    private static func band(_ data: PeerData, _ count: Int) throws -> (Int) -> Chart {
        let x = try data.values("walk_x", count)
        let (low, high) = (try data.values("area_lo", count), try data.values("area_hi", count))
        let style = BandSeriesStyle(showFill: true, lineWidth: 0, areaColorNormal: blue.faded(0.5))
        return { _ in
            single(
                "Band",
                BandSeries(columns: SeriesColumns(x: Column(x), high: Column(high), low: Column(low)), style: style))
        }
    }

    private static func candles(_ data: PeerData, _ count: Int) throws -> (Int) -> Chart {
        let x = data.indices(count)
        let (open, high) = (try data.values("candle_o", count), try data.values("candle_h", count))
        let (low, close) = (try data.values("candle_l", count), try data.values("candle_c", count))
        return { _ in
            let columns = SeriesColumns(
                x: Column(x),
                keyed: [.open: Column(open), .high: Column(high), .low: Column(low), .close: Column(close)])
            return single("Candles", CandlestickSeries(columns: columns))
        }
    }

    private static func donut(_ data: PeerData, _ count: Int) throws -> (Int) -> Chart {
        let names = [
            "North", "South", "East", "West", "Online", "Retail", "Partner", "Export", "Service", "Licence", "Spares",
            "Other",
        ]
        guard count <= names.count else { throw Skip(reason: "\(names.count) slices at most") }
        let values = try data.values("pie_v", count)
        // Outside, where there is space for labels of thin slices, too.
        let style = PieSeriesStyle(
            showLabels: true, labelContent: .nameAndShare, spokeStyle: SpokeStyle(showSpokes: true))
        return { _ in
            let chart = Chart(frame: Rect(x: 0, y: 0, width: size.width, height: size.height))
            chart.title = "Donut"
            chart.add(
                DonutSeries(
                    columns: SeriesColumns(x: Column(names.prefix(count).map { Optional($0) }), y: Column(values)),
                    style: style))
            return chart
        }
    }

    /// 1920 × 1080 with title and two named axes.
    private static func single(_ title: String, _ series: Series) -> Chart {
        let chart = Chart(width: size.width, height: size.height)
        chart.title = title
        chart.xAxis?.title = "Sample"
        chart.yAxis?.title = "Value"
        chart.add(series)
        return chart
    }

    // MARK: Many pictures

    /// 800 × 400, three lines of 1000 points, other data for every chart: parts of the walk, shifted to begin at 0.
    private static func report(_ data: PeerData, isOnce: Bool) throws -> (Int) -> Chart {
        let walk = try data.values("walk_y", isOnce ? 3_000 : 3_000_000)
        let x = data.indices(1_000)
        return { picture in
            let chart = Chart(width: 800, height: 400)
            chart.title = "Report \(picture): three series"
            chart.xAxis?.title = "Sample"
            chart.yAxis?.title = "Value"
            chart.legend.hidden = false
            for (k, name) in ["alpha", "beta", "gamma"].enumerated() {
                let start = picture * 3_000 % 2_990_000 + k * 1_000
                let y = walk[start..<start + 1_000].map { $0 - walk[start] }
                chart.add(LineSeries(title: name, columns: SeriesColumns(x: Column(x), y: Column(y))))
            }
            return chart
        }
    }

    /// `count` points of the walk; before every picture 1000 more are appended to the same chart. It restarts when the
    /// data run out.
    private static func stream(_ data: PeerData, _ count: Int) throws -> (Int) throws -> Chart {
        let (step, room) = (1_000, 2_000_000)
        let (x, y) = (try data.values("walk_x", count + room), try data.values("walk_y", count + room))
        var (shown, grown): (chart: Chart?, line: LineSeries?) = (nil, nil)
        return { _ in
            if let chart = shown, let line = grown, line.columns.count + step <= x.count {
                let new = line.columns.count..<line.columns.count + step
                try line.append(SeriesColumns(x: Column(Array(x[new])), y: Column(Array(y[new]))))
                return chart
            }
            let line = LineSeries(
                columns: SeriesColumns(x: Column(Array(x[..<count])), y: Column(Array(y[..<count]))), style: lineStyle)
            let chart = single("Line", line)
            (shown, grown) = (chart, line)
            return chart
        }
    }
}
