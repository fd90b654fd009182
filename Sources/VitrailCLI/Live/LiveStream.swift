#if Server
    import ArgumentParser
    import Vitrail
    import VitrailLive
    import VitrailWorkers

    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    struct LiveStreamOptions: ParsableArguments {
        @Flag(
            help:
                "Read rows from standard input, CSV or NDJSON, and append them to the chart. Example: program | vitrail live - --stream --x time"
        )
        var stream = false
        @Option(
            help: """
                The newest part of a stream that is shown: a distance along x, a time with s, min, h or d if x has dates, or a number of rows. \
                Default: all kept rows. Examples: --window 10, --window 5min, --window 1000rows
                """)
        var window: WindowSize?
        @Option(help: "Maximum number of rows of a stream that are kept; older ones leave the chart. Default: 1000000.")
        var keep: Int?

        static let defaultKeep = 1_000_000

        func validate() throws {
            guard stream || window == nil && keep == nil else {
                throw ValidationError("--\(window == nil ? "keep" : "window") needs --stream")
            }
            if let keep, !(2...100_000_000).contains(keep) {
                throw ValidationError("--keep is 2 to 100000000, not \(keep)")
            }
        }
    }

    /// The value of `--window`.
    struct WindowSize: ExpressibleByArgument {
        let window: StreamWindow
        /// Whether it is a time.
        let isOfDates: Bool

        private static let seconds = [("min", 60.0), ("ms", 1e-3), ("s", 1), ("h", 3_600), ("d", 86_400)]

        init?(argument: String) {
            func number(_ suffix: String) -> Double? {
                guard argument.hasSuffix(suffix) else { return nil }
                return Double(argument.dropLast(suffix.count)).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
            }
            if argument.hasSuffix("rows") {
                guard let count = Int(argument.dropLast(4)), (2...100_000_000).contains(count) else { return nil }
                (window, isOfDates) = (.rows(count), false)
            } else if let (suffix, unit) = Self.seconds.first(where: { argument.hasSuffix($0.0) }) {
                guard let count = number(suffix) else { return nil }
                (window, isOfDates) = (.span(count * unit), true)
            } else {
                guard let span = number("") else { return nil }
                (window, isOfDates) = (.span(span), false)
            }
        }
    }

    /// A stream on standard input: reads it on a thread of its own into a store that all sessions share.
    struct LiveStream: Sendable {
        let plot: LivePlotOptions
        let options: LiveStreamOptions
        let table: TableOptions
        let theme: Theme?
        let maxMemory: MemorySize

        /// - Throws: `ValidationError` for options that a stream does not have.
        func validate() throws {
            guard plot.by == nil else { throw ValidationError("a stream has no --by") }
            if let type = plot.type, ![.line, .area, .scatter].contains(type) {
                throw ValidationError("a stream is drawn with --type line, area or scatter, not \(type)")
            }
            if let encoding = table.encoding, CSVOptions.Encoding(name: encoding) != .utf8 {
                throw ValidationError("a stream is UTF-8: iconv -f \(CommandError.clean(encoding)) converts it")
            }
        }

        // MARK: Plan

        /// The chart that `vitrail plot` draws of the first rows. Without `--y`, all columns of numbers are drawn.
        ///
        /// - Throws: the errors of `vitrail plot`.
        func plan(_ head: CSVFile) throws -> StreamPlan {
            var plot = plot
            if plot.y.isEmpty { plot.y = try numbers(of: head) }
            let command = try PlotCommand.parse(plot.arguments + table.arguments + ["-"])
            let choices = PlotChoices(csv: try table.csv(), xMeaning: try table.xMeaning())
            let read: PlotTable
            do {
                read = try PlotTable.read(head, x: plot.x, command.values, kind: command.type, choices: choices)
            } catch let error as DataError {
                if case .cell = error { throw StreamUndecided(error) }
                throw error
            }
            let (made, _) = try command.made(read, isStream: true)
            let isOfDates = read.x?.column.kind == .date
            if options.window?.isOfDates == true, !isOfDates {
                throw CommandError.usage("--window: units of time need dates on the x-axis")
            }
            guard read.x == nil || read.x?.column.kind != .category else {
                throw CommandError.usage(
                    "--x \(CommandError.clean(read.x?.key ?? "")): a stream needs numbers or dates, and the first row has texts"
                )
            }
            for note in read.notes { StandardStreams.tell("vitrail: warning: \(note)") }
            var file = head
            if let x = read.x, let meaning = choices.xMeaning { file.options.parse[x.key] = meaning }
            let y = read.y.map(\.key)
            var plan = StreamPlan(file: file, x: read.x?.key, isOfDates: isOfDates, y: y) {
                [theme, columns = read.read] in
                var description = made
                description.reading = ReadingOptions(mapsFiles: false)
                let chart = try description.makeChart(
                    pictures: .standard, read: [QuickChart.data: columns.with($0)])
                if let theme { chart.applyTheme(theme, keepingStyles: true) }
                return chart
            }
            plan.file = try OpenCSV(file).settled(plan.wishes)
            // The first row may be a date such as 1/1, which fits both orders of day and month.
            if let x = read.x, choices.xMeaning == nil, let format = plan.file.options.parse[x.key]?.date,
                !read.notes.contains(where: { $0.contains("--date-format") })
            {
                StandardStreams.tell(
                    "vitrail: warning: \(head.path): column \"\(CommandError.clean(x.key))\": dates are read as \(format); --date-format sets another format"
                )
            }
            try checkMemory(columns: y.count + 1)
            return plan
        }

        /// The columns of numbers, without the one of x or the first one, as in `vitrail plot`.
        private func numbers(of head: CSVFile) throws -> [String] {
            let file = OpenCSV(head)
            let names = file.names.filter { $0 != plot.x }
            let free = Array(names.dropFirst(plot.x == nil && names.count > 1 ? 1 : 0))
            let read = try file.read(free.map { ColumnWish($0) })
            let numbers = free.filter { read.columns[$0]?.kind == .number && read.columns[$0]?.range != nil }
            guard !numbers.isEmpty else {
                throw StreamUndecided(
                    CommandError.usage(
                        "--y is needed: it names a column; \(head.path) has \(DataError.list(file.names)), and the first rows no numbers"
                    ))
            }
            return Array(numbers.prefix(Self.maxSeries))
        }

        /// Maximum number of series without `--y`.
        private static let maxSeries = 20

        /// Bytes of a kept value: storage that grows, and the copy while it does.
        private static let bytesPerValue = 32

        private func checkMemory(columns: Int) throws {
            var estimate = MemoryEstimate(size: PixelSize(width: 1_920, height: 1_080))
            estimate.data = (options.keep ?? LiveStreamOptions.defaultKeep) * columns * Self.bytesPerValue
            try estimate.check(maxMemory)
        }

        // MARK: Reading

        private static let chunk = 1 << 17

        /// Reads standard input to its end. Blocks while nothing comes; the writer blocks while rows are read.
        private func read(into store: StreamStore) throws {
            let name = StandardStreams.standardInput
            let reader = StreamReader(
                store, name: name, options: try table.csv(),
                tell: { StandardStreams.tell("vitrail: warning: \($0)") }, plan: plan)
            var chunk = [UInt8](repeating: 0, count: Self.chunk)
            while true {
                let count = try StandardStreams.readChunk(STDIN_FILENO, into: &chunk, name: name)
                guard count > 0 else { break }
                try reader.add(chunk[..<count])
            }
            try reader.finish()
        }

        /// Begins to read on a thread of its own.
        ///
        /// - Parameter fail: called if the stream cannot be drawn.
        func start(_ store: StreamStore, fail: @escaping @Sendable (any Error) -> Void) {
            BlockingExecutor.detached("vitrail-stream") {
                do {
                    try read(into: store)
                } catch {
                    store.fail("\(error)")
                    fail(error)
                }
            }
        }
    }
#endif
