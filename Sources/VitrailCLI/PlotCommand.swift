import ArgumentParser
import Foundation
import Vitrail

struct PlotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot", abstract: "Plot columns of a CSV file, without a description.")

    /// Series that two columns can make.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case line, area, scatter, column, bar, pie, donut
    }

    @Argument(help: "CSV file with a header row.")
    var data: String
    @Option(help: "Column of the x values, or of a pie's names. Default: the row's number.")
    var x: String?
    @Option(help: "Column of the y values; may be repeated.")
    var y: [String]
    @Option(help: "line, area, scatter, column, bar, pie or donut.")
    var type = Kind.line
    @Option(help: "Title of the chart. Default: none.")
    var title: String?
    @OptionGroup var options: RenderOptions

    func validate() throws {
        guard !y.isEmpty else { throw ValidationError("--y names at least one column") }
    }

    func run() async throws {
        try await Exit.reporting {
            let chart = try QuickChart(path: data, x: x, y: y, kind: type, title: title).chart()
            try await options.write(chart, defaultName: (data as NSString).deletingPathExtension)
        }
    }
}

/// Columns of a file → a chart with fitting axes.
struct QuickChart {
    var path: String
    var x: String?
    var y: [String]
    var kind: PlotCommand.Kind
    var title: String?

    func chart() throws -> Chart {
        let columns = try CSV.columns(y + [x].compactMap { $0 }, ofFile: path)
        let along = x.flatMap { columns[$0] }
        let chart = Chart(frame: Rect(x: 0, y: 0, width: 960, height: 540))
        chart.scale = 2
        chart.title = title ?? ""
        let isBar = kind == .bar
        let axis = Self.axis(for: along, isWide: kind == .column || isBar)
        axis.title = x ?? ""
        let values = NumberAxis()
        values.title = y.count == 1 ? y[0] : ""
        chart.xAxis = isBar ? values : axis
        chart.yAxis = isBar ? axis : values
        for name in y { if let values = columns[name] { chart.add(series(name, along, values)) } }
        let isRound = kind == .pie || kind == .donut
        chart.legend.hidden = y.count < 2 && !isRound
        chart.legend.position = isRound ? .middleRight : .bottomMiddle
        return chart
    }

    private static func axis(for column: Column?, isWide: Bool) -> Axis {
        switch column?.kind {
        case .date: DateTimeAxis()
        case .category: CategoryAxis()
        case .number, nil: isWide ? CategoryAxis() : NumberAxis()
        }
    }

    private func series(_ name: String, _ along: Column?, _ values: Column) -> Series {
        let columns = kind == .bar ? SeriesColumns(x: values, y: along) : SeriesColumns(x: along, y: values)
        switch kind {
        case .line: return LineSeries(title: name, columns: columns)
        case .area: return LineSeries(title: name, columns: columns, style: LineSeriesStyle(showFill: true))
        case .scatter: return ScatterSeries(title: name, columns: columns)
        case .column: return ColumnSeries(title: name, columns: columns)
        case .bar: return BarSeries(title: name, columns: columns)
        case .pie: return PieSeries(title: name, columns: columns)
        case .donut: return DonutSeries(title: name, columns: columns)
        }
    }
}
