import Foundation
import Vitrail

/// Renders charts with custom kinds of series: `CustomSeries FOLDER [SCALE]`, from the root of the repository.
///
/// Writes `rounded-columns.png`, `heat-map.png`, `box-plot.png` and `markers.png` to FOLDER; SCALE is device pixels per
/// point, 2 by default.
@main
struct CustomSeries {
    static let data = "Examples/data"
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let scale = arguments.count > 1 ? arguments.dropFirst().first.flatMap(Double.init) : 2
        guard (1...2).contains(arguments.count), let folder = arguments.first, let scale, scale > 0 else {
            FileHandle.standardError.write(Data("usage: CustomSeries FOLDER [SCALE]\n".utf8))
            exit(64)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let renderer = Renderer()
        let (markers, halos) = try markers()
        let charts = [
            ("rounded-columns", try roundedColumns()), ("heat-map", try heatMap()), ("box-plot", try boxPlot()),
            ("markers", markers),
        ]
        for (name, chart) in charts {
            chart.scale = scale
            let picture = try await renderer.render(chart, hooks: [halos.hook: halos.action]).encoded(as: .png)
            let path = "\(folder)/\(name).png"
            try Data(picture).write(to: URL(fileURLWithPath: path), options: .atomic)
            print(path)
        }
        await renderer.close()
    }

    // MARK: Charts

    static func roundedColumns() throws -> Chart {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 960, height: 420))
        chart.title = "US jobs won and lost each month, 2008–2010"
        chart.xAxis = DateTimeAxis()
        let jobs = NumberAxis()
        jobs.title = "Thousand jobs"
        (jobs.rangePaddingLow, jobs.rangePaddingHigh) = (40, 40)
        chart.yAxis = jobs
        let rows = try rows(of: "us-employment.csv", "month", "nonfarm_change").filter {
            (2008...2010).contains($0.year)
        }
        let columns = SeriesColumns(x: Column(secondsSince1970: rows.map(\.seconds)), y: Column(rows.map(\.value)))
        chart.add(
            RoundedColumnSeries(title: "change", columns: columns, color: Color(0x2C6FDB), colorBelow: Color(0xE8811A)))
        return chart
    }

    static func heatMap() throws -> Chart {
        var days = months.map { _ in [Double?](repeating: nil, count: 31) }
        for row in try rows(of: "seattle-weather.csv", "date", "temp_max") {
            days[row.month - 1][row.day - 1] = row.value
        }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 960, height: 440))
        chart.title = "Seattle 2015, highest temperature of each day, °C"
        chart.xAxis = NumberAxis()
        chart.yAxis = NumberAxis()
        // January is at the top. An axis may request a label just outside its visible range.
        chart.yAxis?.labelFormatter = LabelFormatter { value in
            let month = months.count - 1 - Int(value.rounded())
            return months.indices.contains(month) ? months[month] : ""
        }
        for axis in chart.allAxes {
            axis.majorTickFrequency = 1
            axis.anchorPoint = 0
            axis.style.lineWidth = 0
            axis.style.majorTickStyle = TickStyle(showTicks: false)
            axis.style.majorGridLineStyle = MajorGridLineStyle(showMajorGridLines: false)
        }
        let stops = [0x31508C, 0x5E9BC8, 0xBFE0D6, 0xFBF1B4, 0xF2A95A, 0xB93A2B].map { Color($0) }
        chart.add(CalendarSeries(months: days, colors: CalendarSeries.scale(through: stops)))
        return chart
    }

    static func boxPlot() throws -> Chart {
        var groups = months.map { _ in [Double]() }
        for row in try rows(of: "seattle-weather.csv", "date", "temp_max") { groups[row.month - 1].append(row.value) }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 960, height: 420))
        chart.title = "Seattle 2015, highest temperature of the day"
        let (names, degrees) = (CategoryAxis(), NumberAxis())
        names.style.interSeriesSetPadding = 0.45
        degrees.title = "°C"
        (degrees.rangePaddingLow, degrees.rangePaddingHigh) = (2, 2)
        (chart.xAxis, chart.yAxis) = (names, degrees)
        chart.add(BoxPlotSeries(names: months, groups: groups))
        return chart
    }

    /// - Returns: the chart, and the series that provides the renderer's hook action.
    static func markers() throws -> (chart: Chart, halos: HaloSeries) {
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 960, height: 420))
        chart.title = "Seattle 2015: highest temperature of each day, and its rain"
        let (year, degrees) = (DateTimeAxis(), NumberAxis())
        // Three days.
        (year.rangePaddingLow, year.rangePaddingHigh) = (259_200, 259_200)
        degrees.title = "°C"
        (degrees.rangePaddingLow, degrees.rangePaddingHigh) = (2, 2)
        (chart.xAxis, chart.yAxis) = (year, degrees)
        chart.legend.hidden = false
        chart.legend.position = .bottomMiddle
        let (days, rain) = (
            try rows(of: "seattle-weather.csv", "date", "temp_max"),
            try rows(of: "seattle-weather.csv", "date", "precipitation")
        )
        let (x, y) = (Column(secondsSince1970: days.map(\.seconds)), Column(days.map(\.value)))
        let halos = HaloSeries(
            title: "Rain", columns: SeriesColumns(x: x, y: y, keyed: [.z: Column(rain.map(\.value))]),
            color: Color(0x2C6FDB, alpha: 0.55), areaPerUnit: 60)
        chart.add(halos)
        let style = PointStyle(color: Color(0xB93A2B), radius: 3, innerColor: .white, innerRadius: 1.2)
        chart.add(MarkerSeries(title: "Temperature", columns: SeriesColumns(x: x, y: y), pointStyle: style))
        return (chart, halos)
    }

    // MARK: Data

    /// A day's value.
    struct Row {
        var seconds: Double
        var value: Double
        var year, month, day: Int
    }

    static func rows(of file: String, _ date: String, _ value: String) throws -> [Row] {
        let columns = try CSV.columns([date, value], ofFile: "\(data)/\(file)")
        guard let dates = columns[date], let values = columns[value] else { return [] }
        let calendar = DateTimeAxis.defaultCalendar
        return dates.withValues { dates in
            values.withValues { values in
                dates.indices.filter { dates[$0].isFinite && values[$0].isFinite }.map { k in
                    let parts = calendar.dateComponents(
                        [.year, .month, .day], from: Date(timeIntervalSince1970: dates[k]))
                    return Row(
                        seconds: dates[k], value: values[k], year: parts.year ?? 0, month: parts.month ?? 1,
                        day: parts.day ?? 1)
                }
            }
        }
    }
}
