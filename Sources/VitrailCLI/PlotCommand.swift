import ArgumentParser
import Vitrail

struct PlotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot", abstract: "Plot columns of a CSV file, without a description.",
        discussion: """
            The first line names the columns. Whether one holds numbers, dates (2013-01-31, 2013/01/31, with or without a time of day, or \
            2013-01) or texts is told by its cells; an empty cell is a gap. Commas, semicolons and tabs separate.

            Columns and bars of up to 24 dates that follow each other evenly are named by them, and those of up to 60 numbers; others stand where dates \
            and numbers lie. The first row is the top bar. Several areas lie over one another.

            The picture has 960 × 540 points at scale 2, so 1920 × 1080 pixels, unless --size and --scale say otherwise.

            A pie of more than 12 rows shows the 11 largest and the others together. A candlestick or ohlc chart reads the columns open, high, low and \
            close, in small or capital letters, and leaves out weekends where no row is on one. Everything else is for `vitrail render`.
            """)

    /// Series that two columns can make.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case line, area, scatter, density, column, bar, candlestick, ohlc, radar, pie, donut

        /// Whether a row is a shape of its own, with a name.
        var isItemised: Bool { isRound || isWide }
        var isRound: Bool { self == .pie || self == .donut }
        var isWide: Bool { self == .column || self == .bar || self == .radar }
        /// Whether a row is open, high, low and close.
        var isOfPrices: Bool { self == .candlestick || self == .ohlc }
    }

    @Argument(help: "CSV file, or - for standard input.")
    var data: String
    @Option(
        help: """
            Column of the x values, or of the names of bars and slices. Default: the first column if it holds dates, or texts that name \
            columns, bars or slices; otherwise the row's number, from 1.
            """)
    var x: String?
    @Option(help: "Column of the y values; may be repeated. Default: the only column, or the only one beside x.")
    var y: [String] = []
    @Option(help: "Column of the opening prices of a candlestick or ohlc chart. Default: the one called open.")
    var open: String?
    @Option(help: "Column of the highest prices.")
    var high: String?
    @Option(help: "Column of the lowest prices.")
    var low: String?
    @Option(help: "Column of the closing prices.")
    var close: String?
    @Flag(help: "Put the row's number on the x-axis, whatever the first column holds.")
    var rowNumbers = false
    @Option(help: "What to draw.")
    var type = Kind.line
    @Option(help: "Title of the chart. Default: none.")
    var title: String?
    @OptionGroup var options: RenderOptions

    func validate() throws {
        guard x == nil || !rowNumbers else { throw ValidationError("--x and --row-numbers exclude each other") }
        guard y.count == 1 || type != .density else { throw ValidationError("--type density takes one --y") }
        guard y.count < 2 || !type.isRound else { throw ValidationError("a \(type) takes one --y") }
        if type.isOfPrices {
            guard y.isEmpty else { throw ValidationError("--type \(type) takes --open, --high, --low and --close, not --y") }
        } else {
            guard prices.allSatisfy({ $0 == nil }) else {
                throw ValidationError("--open, --high, --low and --close go with --type candlestick and --type ohlc")
            }
        }
    }

    /// As given.
    private var prices: [String?] { [open, high, low, close] }

    func run() async throws {
        try await Exit.reporting {
            let input = Input(data)
            try await options.render(from: input) {
                let values = type.isOfPrices ? PlotTable.Values.prices(prices) : .named(y)
                let table = try PlotTable.read(input, x: x, rowNumbers: rowNumbers, values, kind: type) { source, columns in
                    try checkMemory(source, columns: columns)
                }
                if let note = table.note { StandardStreams.tell("vitrail: warning: \(note)") }
                return try QuickChart(table: table, kind: type, title: title ?? "").chart()
            }
        }
    }

    /// - Throws: `CommandError.tooMuchMemory`, `DataError` for a file without a header.
    private func checkMemory(_ source: CSVSource, columns: Int) throws {
        guard options.maxMemory != nil else { return }
        var estimate = MemoryEstimate(
            size: try options.picture.choices().pixels(width: QuickChart.size.width, height: QuickChart.size.height, scale: QuickChart.scale))
        let format = try options.format(for: Input(data))
        estimate.isBanded = RenderOptions.isBanded(format)
        estimate.count(format)
        let rows = try estimate.add(source, columns: columns)
        let kind: SeriesDescription.Kind =
            switch type {
            case .area: .line
            case .radar: .radialLine
            default: SeriesDescription.Kind(rawValue: type.rawValue) ?? .line
            }
        // Of a pie all but the largest rows become one slice.
        let samples = kind == .pie || kind == .donut ? min(rows, QuickChart.mostSlices) : rows
        // In a table, lines may go back and forth.
        estimate.add(kind, samples: samples, isReduced: x == nil || ![.line, .stepLine, .band].contains(kind))
        try estimate.check(options.maxMemory)
    }
}
