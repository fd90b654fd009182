import Foundation
import Vitrail

/// Times the stages and the whole, and prints one table.
///
///     chart, columns ─ plan ─► Scene ─ tessellate ─► DrawList ─ upload, draw, readback ─► PixelImage ─ encode ─► bytes
///             Load, Layout, Plan, Zoom Tessellation             Drawing                              Encoding
///     ╰─────────────────────── WholeCharts, Variations, Selector, Density, Memory, Raw, Resident, Tracker ───────────╯
///     process start ────────────────────────────────── ColdStart ──────────────────────────────────► process end
///
/// It does not judge: the table lists goals beside the figures. Machines differ; compare two versions on one machine
/// with `compare.py`.
@main
struct VitrailBench {
    typealias Stage = (name: String, rows: @Sendable (Bench) async throws -> [Row])

    static let stages: [Stage] = [
        ("cold", ColdStart.rows), ("csv", CSVStage.rows), ("load", LoadStage.rows), ("plan", PlanStage.rows),
        ("zoom", ZoomStage.rows),
        ("layout", LayoutStage.rows), ("tessellate", TessellationStage.rows), ("draw", DrawingStage.rows),
        ("encode", EncodingStage.rows),
        ("charts", WholeCharts.rows), ("variations", VariationsStage.rows), ("selector", SelectorStage.rows),
        ("density", DensityStage.rows), ("memory", MemoryStage.rows),
        ("raw", RawStage.rows), ("resident", ResidentStage.rows), ("tracker", TrackerStage.rows),
        ("crossovers", CrossoverStage.rows), ("many", MemoryStage.manyRows),
    ]
    /// Stages that take minutes: they run only if named.
    static let long: Set = ["crossovers", "many"]
    /// Stages with rows that can be named.
    static let partial = ["zoom", "variations"]

    static func main() async throws {
        var options = Options(CommandLine.arguments.dropFirst())
        let unknown = options.stages.filter { name in
            !stages.contains { $0.name == name } && !partial.contains { name.hasPrefix($0 + ".") }
        }
        guard unknown.isEmpty, options.unread.isEmpty else { return usage() }
        if options.stages.isEmpty { options.stages = stages.map(\.name).filter { !long.contains($0) } }
        let bench = Bench(options: options)
        let device = try await bench.renderer.open()
        if !options.isPlain { Surroundings(device: device).print() }
        for stage in stages where options.stages.contains(where: { $0 == stage.name || $0.hasPrefix(stage.name + ".") })
        {
            for row in try await stage.rows(bench) { row.print(isPlain: options.isPlain) }
        }
    }

    private static func usage() {
        print(
            """
            usage: VitrailBench [--cli PATH-OF-vitrail] [--seconds S] [--plain] [STAGE …]
              stages: \(stages.map(\.name).joined(separator: " ")); default: all but \(long.sorted().joined(separator: ", ")). `cold` needs --cli, a release build.
                `zoom.KEY`, `variations.KEY`: only the charts of the stage whose keys begin so, like zoom.band
              --plain: a row is KEY, median, p10, p90 in milliseconds, separated by tabs, for programs
            """)
        exit(64)
    }
}

/// Options of the command line.
struct Options {
    var cli: String?
    /// Measuring time per row.
    var seconds = 3.0
    var isPlain = false
    var stages: [String] = []
    var unread: [String] = []

    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--cli": cli = rest.popFirst()
            case "--seconds": seconds = rest.popFirst().flatMap { Double($0) } ?? seconds
            case "--plain": isPlain = true
            default: if argument.hasPrefix("-") { unread.append(argument) } else { stages.append(argument) }
            }
        }
    }
}

/// State shared by all stages.
struct Bench {
    let options: Options
    let renderer = Renderer()

    /// Whether the options select a chart of a stage.
    func wants(_ key: String, of stage: String) -> Bool {
        options.stages.contains { $0 == stage || "\(stage).\(key)".hasPrefix($0) && $0.count > stage.count }
    }

    /// Runs `body` repeatedly for the requested time, after a warm-up.
    func measure(share: Double = 1, _ body: () async throws -> Void) async throws -> Sample {
        try await Sample(seconds: options.seconds * share, body)
    }
}
