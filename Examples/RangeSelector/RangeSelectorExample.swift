import Foundation
import VitrailLiveServer

/// Two linked charts, with the tutorial's own classes and with the library's `RangeSelector`: `RangeSelectorExample
/// FOLDER [SCALE] [--large]`, from the root of the repository.
///
/// For each build it writes a still and three animations to FOLDER: `range-selector-BUILD.png`,
/// `range-selector-BUILD-window.apng`, `-handles.apng` and `-chart.apng`. SCALE is device pixels per point of the
/// stills, 2 by default; animations have one. With `--large` the data are 10⁸ samples, and the files are
/// `range-selector-large-BUILD.png` and `range-selector-large-BUILD-window.apng`; this takes 1 GB of memory.
///
/// `RangeSelectorExample --live [BUILD] [--port PORT] [--large]` shows one of the builds (`library` by default) on a
/// live page instead, and prints its address. It needs `swift build --traits Server`.
@main
struct RangeSelectorExample {
    /// Points.
    static let stillSize = (width: 720.0, height: 420.0)
    static let animationSize = (width: 480.0, height: 320.0)

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isLarge = arguments.contains("--large")
        arguments.removeAll { $0 == "--large" }
        if arguments.first == "--live" { return try await live(arguments.dropFirst(), isLarge: isLarge) }
        let scale = arguments.count > 1 ? Double(arguments[1]) : 2
        guard (1...2).contains(arguments.count), let folder = arguments.first, !folder.hasPrefix("-"), let scale,
            scale > 0
        else {
            fail("usage: RangeSelectorExample FOLDER [SCALE] [--large], or --live [BUILD] [--port PORT] [--large]")
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let renderer = Renderer()
        let datasource = try makeDatasource(isLarge: isLarge)
        for build in Build.allCases {
            let name = "\(folder)/range-selector-\(isLarge ? "large-" : "")\(build.rawValue)"
            try await writeStill(build, datasource, scale: scale, to: "\(name).png", renderer)
            for scene in isLarge ? [TouchScene.window] : TouchScene.all {
                try await writeAnimation(scene, build, datasource, to: "\(name)-\(scene.name).apng", renderer)
            }
        }
        await renderer.close()
    }

    private static func makeDatasource(isLarge: Bool) throws -> any DatasourceLookup {
        isLarge ? LargeDatasource() : ChartDatasource(try TemperatureData(folder: "Examples/data"))
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(64)
    }

    /// Each page has its own charts.
    private static func live(_ arguments: ArraySlice<String>, isLarge: Bool) async throws {
        var (arguments, build) = (arguments, Build.library)
        if let name = arguments.first, let named = Build(rawValue: name) {
            build = named
            arguments.removeFirst()
        }
        var options = LiveProgram.Options()
        if arguments.first == "--port", arguments.count == 2, let port = arguments.last.flatMap(Int.init) {
            options.port = port
            arguments = []
        }
        guard arguments.isEmpty else {
            fail("usage: RangeSelectorExample --live [tutorial|library] [--port PORT] [--large]")
        }
        try await LiveProgram.run(options) { [build] in
            LiveCharts(build.makeCharts(size: stillSize, datasource: try makeDatasource(isLarge: isLarge)))
        }
    }

    nonisolated(nonsending) static func writeStill(
        _ build: Build, _ datasource: any DatasourceLookup, scale: Double, to path: String, _ renderer: Renderer
    ) async throws {
        let charts = build.makeCharts(size: stillSize, datasource: datasource)
        (charts.main.scale, charts.overview.scale) = (scale, scale)
        try write(try await renderer.render(charts).encoded(as: .png), to: path)
    }

    nonisolated(nonsending) static func writeAnimation(
        _ scene: TouchScene, _ build: Build, _ datasource: any DatasourceLookup, to path: String, _ renderer: Renderer
    ) async throws {
        let charts = build.makeCharts(size: animationSize, datasource: datasource)
        try write(try await Film(scene, on: charts, renderer).encoded(), to: path)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        print(path)
    }
}
