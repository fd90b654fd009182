import ArgumentParser
import Vitrail

struct PlotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot", abstract: "Plot columns of a CSV file, without a description.",
        discussion: """
            The first line names the columns. Whether one holds numbers, dates (2013-01-31, 2013/01/31, with or without a time of day) or texts \
            is told by its cells; an empty cell is a gap. Commas, semicolons and tabs separate.

            A pie of more than 12 rows shows the 11 largest and the others together. Everything else is for `vitrail render`.
            """)

    /// Series that two columns can make.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case line, area, scatter, column, bar, radar, pie, donut

        /// Whether a row is a shape of its own, with a name.
        var isItemised: Bool { isRound || isWide }
        var isRound: Bool { self == .pie || self == .donut }
        var isWide: Bool { self == .column || self == .bar || self == .radar }
    }

    @Argument(help: "CSV file, or - for standard input.")
    var data: String
    @Option(
        help: """
            Column of the x values, or of the names of bars and slices. Default: the first column if it holds dates, or texts that name \
            columns, bars or slices; otherwise the row's number, from 1.
            """)
    var x: String?
    @Option(help: "Column of the y values; may be repeated.")
    var y: [String] = []
    @Flag(help: "Put the row's number on the x-axis, whatever the first column holds.")
    var rowNumbers = false
    @Option(help: "What to draw.")
    var type = Kind.line
    @Option(help: "Title of the chart. Default: none.")
    var title: String?
    @OptionGroup var options: RenderOptions

    func validate() throws {
        guard x == nil || !rowNumbers else { throw ValidationError("--x and --row-numbers exclude each other") }
        guard y.count < 2 || !type.isRound else { throw ValidationError("a \(type) takes one --y") }
    }

    func run() async throws {
        try await Exit.reporting {
            let input = Input(data)
            try await options.render(from: input) {
                let table = try PlotTable.read(input, x: x, rowNumbers: rowNumbers, y: y, kind: type)
                return try QuickChart(table: table, kind: type, title: title ?? "").chart()
            }
        }
    }
}
