import ArgumentParser
import Vitrail

struct PlotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Plot columns of a CSV or Arrow file, or arrays of numbers, without a description.",
        discussion: """
            EXAMPLES
              vitrail plot prices.csv                                    one line over the dates of the first column
              vitrail plot prices.csv --x day --y open --y close         two lines, a legend
              vitrail plot prices.csv --x day --y price --by symbol      a line for each value of the column symbol
              vitrail plot prices.csv --x day --y price --where symbol=IBM --x-range 2020-01-01:
              vitrail plot sales.csv --type bar --y revenue --aggregation sum
              vitrail plot weather.csv --y rain --right temperature      a second y-axis, on the right
              vitrail plot prices.csv --describe > chart.json            the chart as a description for vitrail render

            DATA
            The first line of a CSV file names the columns. Cells say whether a column holds numbers, dates or texts; an empty cell is a gap. \
            Separators, decimal signs and date formats are recognised; if that fails, set them with the options below. A warning reports \
            each assumption.

            An Arrow file or stream (.arrow, .feather, .arrows; also on standard input) is also a table, with typed columns. Without --x, \
            rows are counted from 0.

            An .npy file (an array that NumPy saved), an .f64 or an .f32 file (raw little-endian numbers) is one column. It is drawn over its indexes from \
            0, or over --x, another such file of the same length. NaN is a gap. An .npz archive, a structured array and an array of shape (n, m) are tables: \
            --x and --y name arrays, fields, or columns by number from 1.

            PICTURE
            The picture has 960 × 540 points at scale 2, which is 1920 × 1080 pixels; --size and --scale change that. Lines and areas over dates are drawn \
            in the order of the dates. A pie of more than 12 rows shows the 11 largest and the others together. A candlestick or ohlc chart reads the columns \
            open, high, low and close, in lower or upper case, and leaves out weekends if no row is on one. For everything else, edit the description \
            that --describe prints.
            """)

    /// The series kinds of `plot`.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case line, area, scatter, density, column, bar, candlestick, ohlc, errorBar, radar, pie, donut

        /// Whether each row is a shape of its own with a name.
        var isItemised: Bool { isRound || isWide }
        var isRound: Bool { self == .pie || self == .donut }
        var isWide: Bool { self == .column || self == .bar || self == .radar }
        /// Whether a row has open, high, low and close.
        var isOfPrices: Bool { self == .candlestick || self == .ohlc }
    }

    @Argument(
        help: "CSV or Arrow file, or - for one on standard input; or an .npy, .npz, .f64 or .f32 file of the y values.")
    var data: String
    @Option(
        help: """
            Column of the x values, or of the names of bars and slices; or a .npy, .f64 or .f32 file with the x values for a file of y values. Default: the first \
            column if it holds dates, or texts that name columns, bars or slices; otherwise the row's number, from 1.
            """)
    var x: String?
    @Option(help: "Column of the y values; may be repeated. Default: the only column of numbers other than x.")
    var y: [String] = []
    @Option(
        help:
            "Column of y values on a second y-axis on the right; may be repeated. Example: --y rain --right temperature"
    )
    var right: [String] = []
    @Option(
        name: [.customLong("by"), .customLong("color")],
        help:
            "Column whose values split the rows: each value becomes a series with its own colour, at most 50. Example: --by symbol"
    )
    var by: String?
    @Option(
        name: .customLong("where"),
        help: """
            Rows to draw: COLUMN=VALUE, COLUMN>=VALUE or COLUMN<=VALUE; may be repeated. Several values of one column are alternatives. \
            Examples: --where symbol=IBM, --where 'year>=2010'
            """)
    var conditions: [String] = []
    @Option(help: "Column of the opening prices of a candlestick or ohlc chart. Default: the one called open.")
    var open: String?
    @Option(help: "Column of the highest prices, or of the high ends of error bars.")
    var high: String?
    @Option(help: "Column of the lowest prices, or of the low ends of error bars.")
    var low: String?
    @Option(help: "Column of the closing prices.")
    var close: String?
    @Option(
        help: """
            Column of the distances from y to both ends of an error bar, such as standard errors. \
            Example: --type errorBar --x day --y mean --error sem
            """)
    var error: String?
    @Flag(help: "Use the row number as x, regardless of the first column.")
    var rowNumbers = false
    @Option(help: "Kind of chart.")
    var type = Kind.line
    @Option(help: "Title of the chart. Default: none.")
    var title: String?
    @Option(help: "A line below the title, in smaller type.")
    var subtitle: String?
    @Option(help: "A note at the bottom left of the picture.")
    var caption: String?
    @Option(help: "Where the data come from, at the bottom right. Example: --source 'Statistical Office, 2024'")
    var source: String?
    @Flag(help: "Write values at points, columns and bars, where they fit. Example: --type bar --labels")
    var labels = false
    @Flag(name: .customLong("end-labels"), help: "Write the name of each line at its end, instead of a legend.")
    var endLabels = false
    @Option(
        help: """
            Combine rows with the same x: sum, mean, min, max, count or last. Prices take last. Example: --type column --x region --y sales --aggregation sum
            """,
        transform: Self.aggregation)
    var aggregation: SampleAggregation?
    @Flag(name: .customLong("log-x"), help: "A logarithmic x-axis. Example: --x size --log-x")
    var logX = false
    @Flag(name: .customLong("log-y"), help: "A logarithmic y-axis. Example: --y cases --log-y")
    var logY = false
    @Flag(
        name: .customLong("sqrt-x"),
        help: "A square-root x-axis: small values have more room than on a linear one. Example: --x size --sqrt-x")
    var sqrtX = false
    @Flag(name: .customLong("sqrt-y"), help: "A square-root y-axis. Example: --y cases --sqrt-y")
    var sqrtY = false
    @Option(
        name: .customLong("x-range"), parsing: .unconditional,
        help: """
            Range of the x-axis: A:B, or A..B if the limits contain colons. An empty limit is computed from the data. The y-axis fits the samples in this range. \
            Examples: --x-range 1:6, --x-range 2020-01-01:, --x-range 2020-01-01T12:00..2020-01-02T12:00
            """,
        transform: PlotRange.init)
    var xRange: PlotRange?
    @Option(
        name: .customLong("y-range"), parsing: .unconditional,
        help: "Range of the y-axis, written like --x-range. Example: --y-range 0:",
        transform: PlotRange.init)
    var yRange: PlotRange?
    @Flag(name: .customLong("reverse-x"), help: "Larger x values to the left.")
    var reverseX = false
    @Flag(name: .customLong("reverse-y"), help: "Larger y values further down, such as rank 1 at the top.")
    var reverseY = false
    @Flag(help: "Include 0 in the axis of the y values.")
    var includeZero = false
    @Option(
        name: .customLong("connect-gaps"), defaultAsFlag: "all",
        help: """
            Draw lines across gaps. With a distance, only across gaps up to this width: a number, or a count with s, min, h, d, w, mo or y on a date axis. \
            Examples: --connect-gaps, --connect-gaps=6h
            """)
    var connectGaps: String?
    @Option(
        help: "Interrupt lines between rows that are farther apart than this distance. Example: --break-at 1d",
        transform: PlotDistance.init)
    var breakAt: PlotDistance?
    @Option(
        help: """
            Language and country of numbers and dates. They also decide whether ambiguous dates start with the day or the month. Example: --locale de-DE
            """,
        transform: Self.locale)
    var locale: String?
    @Option(help: "Currency of the y values, a code of ISO 4217. Example: --currency EUR", transform: Self.currency)
    var currency: String?
    @Flag(help: "Short numbers on the axis of y values: 1.2M for 1,200,000.")
    var compact = false
    @Option(
        help: """
            Colours of series and slices, separated by commas, or the name of a palette: \(PaletteOption.names). \
            Example: --palette '#036,#c60'
            """,
        transform: PaletteOption.read)
    var palette: PaletteDescription?
    @Option(help: "Font family of all texts. Example: --font 'DejaVu Serif'")
    var font: String?
    @Option(help: "Font size of labels in points, 1 to 100; the title scales with it. Default: 11.")
    var fontSize: Double?
    @Flag(
        help:
            "Print the description of the chart (JSON) on standard output, and draw no picture. Example: --describe > chart.json; vitrail render chart.json"
    )
    var describe = false
    @OptionGroup(title: "How the file is written") var file: TableOptions
    @OptionGroup var options: RenderOptions

    private static func aggregation(_ text: String) throws -> SampleAggregation {
        guard let aggregation = SampleAggregation(rawValue: text) else {
            throw ValidationError(
                "--aggregation is sum, mean, min, max, count or last, not \(CommandError.clean(text))")
        }
        return aggregation
    }

    private static func locale(_ name: String) throws -> String {
        if let problem = DescriptionError.ofLocale(name) { throw ValidationError(problem) }
        return name
    }

    private static func currency(_ code: String) throws -> String {
        if let problem = DescriptionError.ofCurrency(code) { throw ValidationError(problem) }
        return code
    }

    func validate() throws {
        guard x == nil || !rowNumbers else { throw ValidationError("--x and --row-numbers exclude each other") }
        guard y.count < 2 || !type.isRound && type != .density else {
            throw ValidationError("--type \(type) takes one --y")
        }
        if NumberFile(data)?.isRaw == true { try validateNumbers() }
        if type.isOfPrices {
            guard y.isEmpty else {
                throw ValidationError("--type \(type) takes --open, --high, --low and --close, not --y")
            }
            guard aggregation == nil || aggregation == .last else {
                throw ValidationError(
                    "--type \(type) takes --aggregation last: the first open, the highest high, the lowest low, the last close"
                )
            }
        } else if type == .errorBar {
            try validateErrorBars()
        } else {
            guard prices.allSatisfy({ $0 == nil }) else {
                throw ValidationError("--open, --high, --low and --close need --type candlestick or --type ohlc")
            }
        }
        guard type == .errorBar || error == nil else { throw ValidationError("--error needs --type errorBar") }
        try validateKind()
        if let fontSize, !(1...100).contains(fontSize) {
            throw ValidationError("--font-size is 1 to 100, not \(fontSize)")
        }
        guard !rowNumbers || file.dateFormat == nil && file.dateUnit == nil else {
            throw ValidationError("--row-numbers takes no dates: leave out --date-format and --date-unit")
        }
        for (letter, isLog, isSqrt) in [("x", logX, sqrtX), ("y", logY, sqrtY)] where isLog && isSqrt {
            throw ValidationError("--log-\(letter) and --sqrt-\(letter) exclude each other")
        }
        guard !includeZero || !(type == .bar ? logX : logY) else {
            throw ValidationError("--include-zero: a logarithmic axis starts above 0")
        }
        guard !includeZero || (type == .bar ? xRange : yRange) == nil else {
            throw ValidationError(
                "--include-zero needs an automatic range: leave out --\(type == .bar ? "x" : "y")-range")
        }
        _ = try gapConnection()
    }

    private func validateErrorBars() throws {
        guard open == nil, close == nil else {
            throw ValidationError("--open and --close need --type candlestick or --type ohlc")
        }
        guard y.count < 2 else { throw ValidationError("--type errorBar takes one --y") }
        guard (error == nil) != (low == nil && high == nil), (low == nil) == (high == nil) else {
            throw ValidationError("--type errorBar takes --y and --error, or --low and --high")
        }
        guard error == nil || !y.isEmpty else { throw ValidationError("--error is a distance from y: give --y, too") }
        guard aggregation == nil || aggregation == .last else {
            throw ValidationError(
                "--type errorBar takes --aggregation last: the error of combined rows does not follow from theirs")
        }
    }

    /// Rejects options that the series kind does not have.
    private func validateKind() throws {
        let lines = [Kind.line, .area, .radar]
        let flat = Kind.allCases.filter { !$0.isRound }
        let options: [(option: String, isGiven: Bool, kinds: [Kind])] = [
            ("--right", !right.isEmpty, [Kind.line, .area, .scatter]),
            ("--by", by != nil, [.line, .area, .scatter, .column, .bar, .errorBar, .radar]),
            ("--aggregation", aggregation != nil, Kind.allCases.filter { $0 != .density }),
            ("--connect-gaps", connectGaps != nil, lines), ("--break-at", breakAt != nil, lines),
            ("--currency", currency != nil, flat), ("--compact", compact, flat),
            ("--log-x", logX, Kind.allCases.filter { !$0.isRound && $0 != .radar }),
            ("--log-y", logY, Kind.allCases.filter { !$0.isRound && $0 != .radar }),
            ("--sqrt-x", sqrtX, Kind.allCases.filter { !$0.isRound && $0 != .radar }),
            ("--sqrt-y", sqrtY, Kind.allCases.filter { !$0.isRound && $0 != .radar }),
            ("--labels", labels, flat.filter { $0 != .radar && $0 != .density }),
            ("--end-labels", endLabels, [.line, .area]),
            ("--reverse-x", reverseX, flat.filter { $0 != .radar }),
            ("--reverse-y", reverseY, flat.filter { $0 != .radar }),
            ("--include-zero", includeZero, flat), ("--x-range", xRange != nil, flat),
            ("--y-range", yRange != nil, flat),
        ]
        for (option, isGiven, kinds) in options where isGiven && !kinds.contains(type) {
            throw ValidationError(
                "\(option) does not work with --type \(type); it works with \(kinds.map(\.rawValue).joined(separator: ", "))"
            )
        }
    }

    private func gapConnection() throws -> GapConnection {
        switch connectGaps {
        case nil: .none
        case "all"?: .all
        case let text?: .within(try PlotDistance(text).step)
        }
    }

    /// - Precondition: the data are a file of numbers.
    private func validateNumbers() throws {
        let name = CommandError.clean(data)
        guard !type.isOfPrices, type != .errorBar else {
            throw ValidationError("--type \(type) takes columns of a CSV file: \(name) is a file of numbers")
        }
        guard y.isEmpty else { throw ValidationError("--y names a column of a CSV file: \(name) holds the y values") }
        guard right.isEmpty else {
            throw ValidationError("--right names a column of a table: \(name) is a file of numbers")
        }
        if let x, NumberFile(x) == nil {
            throw ValidationError(
                "with a file of numbers, --x names another one (.npy, .f64 or .f32), not \(CommandError.clean(x))")
        }
    }

    /// Column names as given.
    private var prices: [String?] { [open, high, low, close] }

    /// The columns of the values. For error bars: y and error, or low and high, after y if it is given.
    var values: PlotTable.Values {
        if type.isOfPrices { return .prices(prices) }
        return .named(type == .errorBar ? y + [error, low, high].compactMap { $0 } : y)
    }

    func run() async throws {
        try await Exit.reporting {
            let input = Input(data)
            guard !describe else { return try printDescription(input) }
            try await options.render(from: input) {
                let made = try made(input)
                return (.chart(made.chart), made.estimated)
            }
        }
    }

    /// - Returns: the description, the chart, and the estimated memory in bytes, drawing included.
    func made(_ input: Input) throws -> (description: ChartDescription, chart: Chart, estimated: Int) {
        var estimated = 0
        let table = try table(input) { estimated = try checkedEstimate(of: $0).total }
        for note in table.notes { StandardStreams.tell("vitrail: warning: \(note)") }
        let (description, chart) = try made(table)
        return (description, chart, estimated)
    }

    /// - Parameter isStream: whether the rows are the first ones of a stream, which may lack numbers.
    func made(_ table: PlotTable, isStream: Bool = false) throws -> (description: ChartDescription, chart: Chart) {
        let isOfDates = table.x?.column.kind == .date
        let connection = try gapConnection()
        if case .within(.calendar) = connection, !isOfDates {
            throw CommandError.usage("--connect-gaps \(connectGaps ?? ""): units of time need dates on the x-axis")
        }
        if breakAt?.isOfDates == true, !isOfDates {
            throw CommandError.usage("--break-at: units of time need dates on the x-axis")
        }
        let drawnStyle = PlotStyle(
            logX: logX, logY: logY, sqrtX: sqrtX, sqrtY: sqrtY, xRange: xRange, yRange: yRange, timeZone: file.timeZone,
            aggregation: aggregation, connectGaps: connection,
            breakAt: breakAt?.step, showsLabels: labels, endLabels: endLabels, locale: locale, currency: currency,
            compact: compact, reverseX: reverseX,
            reverseY: reverseY, includeZero: includeZero, palette: palette,
            font: FontStyle(family: font, size: fontSize),
            texts: PlotTexts(subtitle: subtitle, caption: caption, source: source))
        return try QuickChart(
            table: table, kind: type, title: title ?? "", hasError: error != nil, drawnStyle: drawnStyle
        ).made(isStream: isStream)
    }

    private func printDescription(_ input: Input) throws {
        guard !input.isStream else {
            throw CommandError.usage(
                "--describe needs a file: a description refers to its data by a path, and \(input.name) has none")
        }
        guard options.output == nil else {
            throw CommandError.usage("--describe prints on standard output; -o names a picture")
        }
        var description = try made(input).description
        let picture = try options.picture.choices()
        description.size = ChartDescription.Size(
            width: picture.width ?? description.size.width, height: picture.height ?? description.size.height)
        description.scale = picture.scale ?? description.scale
        description.theme = picture.theme.flatMap(Theme.named).flatMap { ThemeName(rawValue: $0.name) }
        try StandardStreams.print(description.plotText)
    }

    private func table(_ input: Input, _ checkMemory: (PlotTable.Source) throws -> Void) throws -> PlotTable {
        let reading = options.picture.reading
        let choices = PlotChoices(
            right: right, by: by, conditions: conditions, csv: try file.csv(), reading: reading,
            xMeaning: try file.xMeaning(), locale: locale)
        if let numbers = NumberFile(data), !numbers.isRaw {
            if let option = choices.csvOption {
                throw CommandError.usage("\(option) needs a CSV file: \(CommandError.clean(data)) has arrays")
            }
            let file = try ArrayFile(path: data, reading: reading)
            guard file.isSingleColumn else {
                return try PlotTable(
                    file, x: x, rowNumbers: rowNumbers, values, kind: type, choices: choices, checkMemory)
            }
            do { try validateNumbers() } catch let error as ValidationError { throw CommandError.usage(error.message) }
        }
        if let numbers = NumberFile(data) {
            if let option = choices.csvOption {
                throw CommandError.usage("\(option) needs a CSV file: \(CommandError.clean(data)) has numbers only")
            }
            return try PlotTable(
                numbers, x: x.flatMap { NumberFile($0) }, unit: choices.xMeaning?.unit, reading: reading, checkMemory)
        }
        return try PlotTable.read(
            input, x: x, rowNumbers: rowNumbers, values, kind: type, choices: choices, checkMemory)
    }

    /// - Throws: `CommandError.tooMuchMemory`; `DataError` for a file without a header.
    private func checkedEstimate(of source: PlotTable.Source) throws -> MemoryEstimate {
        let choices = try options.picture.choices()
        let format = try options.format(for: Input(data))
        var estimate = MemoryEstimate(
            size: choices.pixels(width: QuickChart.size.width, height: QuickChart.size.height, scale: QuickChart.scale),
            output: choices.memoryOutput(as: format, isBanded: RenderOptions.isBanded(format)))
        let (rows, isOrdered): (Int, Bool)
        switch source {
        // The x values of a table need not be in order.
        case .csv(let file, let columns): (rows, isOrdered) = (try estimate.add(file, columns: columns), x == nil)
        case .arrays(let count, let bytes):
            estimate.data += bytes
            (rows, isOrdered) = (count, x == nil)
        case .numbers(let y, let x):
            estimate.data += y.copiedFileBytes + (x?.copiedFileBytes ?? 0)
            (rows, isOrdered) = (y.count, x?.isAscending ?? true)
        }
        let kind: SeriesDescription.Kind =
            switch type {
            case .area: .line
            case .radar: .radialLine
            default: SeriesDescription.Kind(rawValue: type.rawValue) ?? .line
            }
        // All rows of a pie except the largest become one slice.
        var load = SeriesLoad(kind, samples: kind == .pie || kind == .donut ? min(rows, QuickChart.maxSlices) : rows)
        load.isAscending = isOrdered
        load.isPlain = type == .line
        load.isFilled = type == .area
        estimate.add(load)
        try estimate.check(options.memoryLimit)
        return estimate
    }
}
