import ArgumentParser
import Vitrail

struct PlotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot", abstract: "Plot columns of a CSV file, or arrays of numbers, without a description.",
        discussion: """
            The first line of a CSV file names the columns. Whether one holds numbers, dates (2013-01-31, 2013/01/31, with or without a time of day, or \
            2013-01) or texts is told by its cells; an empty cell is a gap. Commas, semicolons and tabs separate.

            A file that ends in .npy (an array that NumPy saved), .f64 or .f32 (raw little-endian numbers) is one column, read where it \
            lies, drawn over its indexes from 0, or over --x, another such file as long. NaN is a gap. An .npz archive, a structured array and an array of \
            shape (n, m) are tables: --x and --y name arrays, fields or the numbers of columns from 1.

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

    @Argument(help: "CSV file, or - for one on standard input; or an .npy, .npz, .f64 or .f32 file of the y values.")
    var data: String
    @Option(
        help: """
            Column of the x values, or of the names of bars and slices; or their .npy, .f64 or .f32 file, beside one of y values. Default: the first \
            column if it holds dates, or texts that name columns, bars or slices; otherwise the row's number, from 1.
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
        guard y.count < 2 || !type.isRound && type != .density else { throw ValidationError("--type \(type) takes one --y") }
        if NumberFile(data)?.isRaw == true { try validateNumbers() }
        if type.isOfPrices {
            guard y.isEmpty else { throw ValidationError("--type \(type) takes --open, --high, --low and --close, not --y") }
        } else {
            guard prices.allSatisfy({ $0 == nil }) else {
                throw ValidationError("--open, --high, --low and --close go with --type candlestick and --type ohlc")
            }
        }
    }

    /// - Precondition: the data are a file of numbers.
    private func validateNumbers() throws {
        guard !type.isOfPrices else { throw ValidationError("--type \(type) takes columns of a CSV file: \(CommandError.clean(data)) is one of numbers") }
        guard y.isEmpty else { throw ValidationError("--y names a column of a CSV file: \(CommandError.clean(data)) is the y values itself") }
        if let x, NumberFile(x) == nil {
            throw ValidationError("beside a file of numbers --x names another one, .npy, .f64 or .f32, not \(CommandError.clean(x))")
        }
    }

    /// As given.
    private var prices: [String?] { [open, high, low, close] }

    func run() async throws {
        try await Exit.reporting {
            let input = Input(data)
            try await options.render(from: input) {
                let table = try table(input)
                if let note = table.note { StandardStreams.tell("vitrail: warning: \(note)") }
                return try QuickChart(table: table, kind: type, title: title ?? "").chart()
            }
        }
    }

    private func table(_ input: Input) throws -> PlotTable {
        if let numbers = NumberFile(data), !numbers.isRaw {
            let file = try ArrayFile(path: data)
            guard file.isSingleColumn else {
                return try PlotTable(
                    file, x: x, rowNumbers: rowNumbers, type.isOfPrices ? .prices(prices) : .named(y), kind: type, checkMemory)
            }
            do { try validateNumbers() } catch let error as ValidationError { throw CommandError.usage(error.message) }
        }
        if let numbers = NumberFile(data) { return try PlotTable(numbers, x: x.flatMap { NumberFile($0) }, checkMemory) }
        let values = type.isOfPrices ? PlotTable.Values.prices(prices) : .named(y)
        return try PlotTable.read(input, x: x, rowNumbers: rowNumbers, values, kind: type, checkMemory)
    }

    /// - Throws: `CommandError.tooMuchMemory`, `DataError` for a file without a header.
    private func checkMemory(_ source: PlotTable.Source) throws {
        guard options.maxMemory != nil else { return }
        var estimate = MemoryEstimate(
            size: try options.picture.choices().pixels(width: QuickChart.size.width, height: QuickChart.size.height, scale: QuickChart.scale))
        let format = try options.format(for: Input(data))
        estimate.isBanded = RenderOptions.isBanded(format)
        estimate.count(format)
        let (rows, isOrdered): (Int, Bool)
        switch source {
        // In a table, lines may go back and forth.
        case .csv(let file, let columns): (rows, isOrdered) = (try estimate.add(file, columns: columns), x == nil)
        case .arrays(let count, let bytes):
            estimate.data += bytes
            (rows, isOrdered) = (count, x == nil)
        case .numbers(let y, let x): (rows, isOrdered) = (y.count, x?.isAscending ?? true)
        }
        let kind: SeriesDescription.Kind =
            switch type {
            case .area: .line
            case .radar: .radialLine
            default: SeriesDescription.Kind(rawValue: type.rawValue) ?? .line
            }
        // Of a pie all but the largest rows become one slice.
        let samples = kind == .pie || kind == .donut ? min(rows, QuickChart.mostSlices) : rows
        estimate.add(kind, samples: samples, isReduced: isOrdered || ![.line, .stepLine, .band].contains(kind))
        try estimate.check(options.maxMemory)
    }
}
