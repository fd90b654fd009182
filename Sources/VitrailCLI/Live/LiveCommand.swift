#if Server
    import ArgumentParser
    import Vitrail
    import VitrailLive
    import VitrailLiveServer
    import VitrailServer

    struct LiveCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "live", abstract: "Show a chart in a browser, where it can be moved.",
            discussion: """
                Prints the address of a page with the chart. Every picture is drawn here, from all samples; the browser only shows it.

                EXAMPLES
                  vitrail live prices.csv              as vitrail plot draws it
                  vitrail live samples.f64 --axes x    movements along the x-axis only
                  vitrail live chart.json --port 8080  a chart description
                  vitrail live load.csv memory.csv     two charts, one above the other, that move together
                  program | vitrail live - --stream --x time --window 5min
                                                       rows that arrive, CSV or NDJSON
                  vitrail live samples.f64 --overview  with a small chart of all data below

                IN THE PAGE
                A drag moves the chart, a wheel or a pinch zooms, over an axis only that axis (also with Shift for x, Alt for y). A double click zooms in. \
                A long press shows the nearest values. Arrow keys move, + and - zoom, 0 shows everything, Tab goes to the next series and the arrows then from value \
                to value, Escape leaves it.

                SEVERAL CHARTS
                Charts of several files lie one above the other and are linked: x-axes of the same kind show one range (--link), the crosshair of one chart marks \
                the nearest values in the others, and series of the same title are selected together. Heights in descriptions are shares of the page.

                STREAMS
                With --stream, rows on standard input are appended to the chart: CSV, or a JSON object in each line. The header and the first row decide about the \
                columns. The x-axis shows the newest rows (--window) until it is moved; 0 follows them again. Wrong rows are left out, with a warning. The values of x \
                must not decrease.

                OVERVIEW
                --overview adds a small chart of all data below. Its window is the visible range: drag it, or the handles at its ends. Tab reaches the handles after \
                the series; the arrows then move them, with Shift ten times as far.

                ACCESS
                The address contains a name that cannot be guessed; whoever has it can open the chart. Without --host, only programs on this machine can. There is no \
                encryption: use ssh -L, or a proxy, for other machines. docs/live.md has the protocol and the limits.

                Exit codes: 0 stopped by SIGTERM or SIGINT · 64 usage · 65 bad data · 66 no input · 69 no device, or the address is not free.
                """)

        @Argument(
            help:
                "A description (.json), or - for one on standard input; with --stream, - for rows on standard input; any other file is data, and the chart is that of vitrail plot. Several: linked charts."
        )
        var inputs: [String]
        @OptionGroup(title: "Chart of a data file") var plot: LivePlotOptions
        @Option(help: "flat, light, dark or flatDark.")
        var theme: String?
        @Option(help: "x, y or xy: the axes that can be moved.")
        var axes = LiveAxes.both
        @Option(help: "x, y, xy or none: the directions whose ranges several charts share. Default: x.")
        var link: LiveLinks?
        @OptionGroup(title: "Stream") var streaming: LiveStreamOptions
        @OptionGroup(title: "How the file is written") var table: TableOptions
        @Flag(
            help:
                "Show an overview of all data below, with the visible range of the x-axis; of several charts, the first one's."
        )
        var overview = false
        @OptionGroup(title: "Address") var address: LiveAddressOptions
        @OptionGroup(title: "Limits") var limits: LiveLimitOptions
        @Flag(
            help: "Copy data files into memory instead of mapping them: for files that other programs write meanwhile.")
        var noMap = false
        @OptionGroup(title: "Device") var device: DeviceOptions

        func validate() throws {
            if let theme, Theme.named(theme) == nil {
                throw ValidationError("--theme is flat, light, dark or flatDark, not \(theme)")
            }
            guard (1...LinkedCharts.maxCharts).contains(inputs.count) else {
                throw ValidationError("a page has 1 to \(LinkedCharts.maxCharts) charts, not \(inputs.count)")
            }
            guard inputs.count(where: { $0 == "-" }) <= 1 else {
                throw ValidationError("standard input can be only one of the charts")
            }
            if streaming.stream {
                guard inputs == ["-"] else {
                    throw ValidationError("--stream reads rows from standard input: the only input is -")
                }
                guard !overview else { throw ValidationError("--stream has no --overview: see --window and --keep") }
                return try stream.validate()
            }
            let options = plot.arguments + table.arguments
            guard options.isEmpty || !inputs.allSatisfy(Self.isDescription) else {
                throw ValidationError(
                    "\(options[0]) needs a data file: \(CommandError.clean(inputs[0])) is a description"
                        + (inputs == ["-"] ? "; with --stream, it is data" : ""))
            }
            guard link == nil || inputs.count > 1 else { throw ValidationError("--link needs several charts") }
        }

        private static func isDescription(_ input: String) -> Bool {
            input == "-" || Input.fileExtension(input).lowercased() == "json"
        }

        private var stream: LiveStream {
            LiveStream(
                plot: plot, options: streaming, table: table, theme: theme.flatMap(Theme.named),
                maxMemory: limits.maxMemory ?? .ofMachine)
        }

        func run() async throws {
            try await Exit.reporting {
                let renderer = Renderer(try device.glOptions())
                renderer.startOpening()
                do {
                    try await run(on: renderer)
                } catch {
                    // The process must not end while the device is opened.
                    await renderer.close()
                    throw error
                }
                await renderer.close()
            }
        }

        private nonisolated(nonsending) func run(on renderer: Renderer) async throws {
            try device.addFonts()
            let store = StreamStore(limit: streaming.keep ?? LiveStreamOptions.defaultKeep)
            let sessions = LiveSessions(
                renderer: renderer, limits: limits.limits,
                make: streaming.stream ? figure(of: store) : try figure(of: try descriptions()))
            do {
                try await renderer.open()
            } catch {
                throw device.described(error)
            }
            let (failures, failure) = AsyncStream.makeStream(of: (any Error).self)
            if streaming.stream { stream.start(store) { failure.yield($0) } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [address] in try await Self.serve(sessions, address) }
                group.addTask {
                    for await error in failures {
                        await sessions.endAll(reason: "\(error)")
                        throw error
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }

        /// Runs the server until a signal ends it.
        private static func serve(_ sessions: LiveSessions, _ address: LiveAddressOptions) async throws {
            var options = LiveServer.Options(name: UnguessableName.make())
            (options.host, options.port) = (address.host, address.port)
            do {
                try await LiveServer(options, SessionHost(sessions: sessions)).run { address in
                    StandardStreams.tell("vitrail: open this address in a browser; Control-C ends it")
                    // The page also works if the output is closed.
                    try? StandardStreams.print(address)
                }
            } catch {
                throw CommandError.cannotServe(address: "\(address.host):\(address.port)", reason: "\(error)")
            }
        }

        private func descriptions() throws -> [(ChartDescription, name: String)] {
            try inputs.map { (try description($0), name: Input($0).name) }
        }

        private func figure(of store: StreamStore) -> LiveSessions.MakeFigure {
            { [title = plot.title ?? "", axes, window = streaming.window?.window] in
                try StreamedChart(store, title: title, axes: axes, window: window)
            }
        }

        /// The description in the file, or that of `vitrail plot` for a data file.
        private func description(_ name: String) throws -> ChartDescription {
            let input = Input(name)
            guard Self.isDescription(name) else {
                let command = try PlotCommand.parse(
                    plot.arguments + table.arguments + (noMap ? ["--no-map"] : []) + ["--", name])
                guard !input.isStream else {
                    throw CommandError.usage("live needs a file: every session reads the data of \(input.name) again")
                }
                return try command.made(input).description
            }
            do {
                guard input.isStream else { return try ChartDescription(contentsOf: input.path) }
                return try ChartDescription(json: try input.read(limit: ChartDescription.maxBytes))
            } catch let error as DescriptionError {
                throw CommandError.description(error, source: input.name)
            }
        }

        /// Checks the descriptions once, so that a wrong one ends the command rather than the first page.
        private func figure(
            of named: [(ChartDescription, name: String)]
        ) throws -> LiveSessions.MakeFigure {
            let theme = theme.flatMap(Theme.named)
            var descriptions: [ChartDescription] = []
            var data = 0
            for (description, name) in named {
                var description = description
                description.reading = ReadingOptions(mapsFiles: !noMap)
                guard description.frames == nil else {
                    throw CommandError.usage(
                        "live shows charts without frames: \(CommandError.clean(name)) has frames")
                }
                do {
                    var estimate = try description.memoryEstimate(
                        size: PixelSize(width: 1_920, height: 1_080), output: .pixels(encoder: 0, isBanded: false),
                        pictures: .standard)
                    estimate.data += data
                    if overview, descriptions.isEmpty { estimate.kept *= 2 }
                    try estimate.check(limits.maxMemory ?? .ofMachine)
                    data = estimate.data
                    let chart = try description.makeChart(pictures: .standard)
                    guard !overview || !descriptions.isEmpty || chart.hasCrossingAxes else {
                        throw CommandError.usage(
                            "--overview needs a chart with an x-axis: \(CommandError.clean(name)) has none")
                    }
                } catch let error as DescriptionError {
                    throw CommandError.description(error, source: name)
                }
                descriptions.append(description)
            }
            return { [descriptions, axes, link, overview] in
                var charts = try descriptions.enumerated().flatMap { index, description in
                    // The overview shares the data of the first chart.
                    try description.makeCharts(overview && index == 0 ? 2 : 1, pictures: .standard)
                }
                if let theme { for chart in charts { chart.applyTheme(theme, keepingStyles: true) } }
                if overview {
                    let small = charts.remove(at: 1)
                    return OverviewFigure(charts, overview: small, axes: axes, links: link ?? .x)
                }
                return charts.count == 1
                    ? LiveChart(charts[0], axes: axes) : LinkedCharts(charts, axes: axes, links: link ?? .x)
            }
        }
    }

    extension LiveLinks: ExpressibleByArgument {}
    extension LiveAxes: ExpressibleByArgument {}

    /// The options of `vitrail plot` that a data file usually needs.
    struct LivePlotOptions: ParsableArguments {
        @Option(help: "Column of the x values. Default: as in vitrail plot.")
        var x: String?
        @Option(help: "Column of the y values; may be repeated. Default: as in vitrail plot.")
        var y: [String] = []
        @Option(help: "Column whose values split the rows into series.")
        var by: String?
        @Option(help: "Kind of chart, as in vitrail plot.")
        var type: PlotCommand.Kind?
        @Option(help: "Title of the chart. Default: none.")
        var title: String?

        /// The options as arguments.
        var arguments: [String] {
            func option(_ name: String, _ value: String?) -> [String] { value.map { ["--\(name)=\($0)"] } ?? [] }
            return option("x", x) + y.map { "--y=\($0)" } + option("by", by) + option("type", type?.rawValue)
                + option("title", title)
        }
    }

    struct LiveAddressOptions: ParsableArguments {
        @Option(help: "Address to listen on; 0.0.0.0 for all of IPv4. The printed address then has the machine's name.")
        var host = "127.0.0.1"
        @Option(help: "Port to listen on; 0 = a free port, which the printed address contains.")
        var port = 0

        func validate() throws {
            guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535, not \(port)") }
        }
    }

    struct LiveLimitOptions: ParsableArguments {
        @Option(help: "Maximum number of sessions: pages, each with a state of its own.")
        var maxSessions = 16
        @Option(help: "Seconds without input after which a session ends.")
        var idleTimeout = 600.0
        @Option(help: "Seconds that a session waits for a page whose connection was lost.")
        var reconnectTimeout = 60.0
        @Option(help: "Maximum number of frames per second of one session.")
        var frameRate = 60.0
        @Option(
            help:
                "Memory limit, such as 512M or 2G: a chart that is estimated to need more is rejected. Default: the memory of the machine or container."
        )
        var maxMemory: MemorySize?

        func validate() throws {
            guard (1...10_000).contains(maxSessions) else {
                throw ValidationError("--max-sessions is 1 to 10000, not \(maxSessions)")
            }
            for (name, value) in [("idle-timeout", idleTimeout), ("reconnect-timeout", reconnectTimeout)]
            where !(0.1...604_800).contains(value) {
                throw ValidationError("--\(name) is 0.1 to 604800 seconds, not \(value)")
            }
            guard (1...240).contains(frameRate) else {
                throw ValidationError("--frame-rate is 1 to 240, not \(frameRate)")
            }
        }

        var limits: LiveLimits {
            var limits = LiveLimits()
            limits.sessions = maxSessions
            (limits.idleSeconds, limits.reconnectSeconds) = (idleTimeout, reconnectTimeout)
            limits.frameRate = frameRate
            return limits
        }
    }
#endif
