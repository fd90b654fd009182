import Foundation
import Vitrail

/// Two linked charts, with the tutorial's own classes and with the library's `RangeSelector`: `RangeSelectorExample
/// FOLDER [SCALE] [--large]`, from the root of the repository.
///
/// For each build it writes a still and three animations to FOLDER: `range-selector-BUILD.png`,
/// `range-selector-BUILD-window.apng`, `-handles.apng` and `-chart.apng`. SCALE is device pixels per point of the
/// stills, 2 by default; animations have one. With `--large` the data are 10⁸ samples, and the files are
/// `range-selector-large-BUILD.png` and `range-selector-large-BUILD-window.apng`; this takes 1 GB of memory.
@main
struct RangeSelectorExample {
    /// Points.
    static let stillSize = (width: 720.0, height: 420.0)
    static let animationSize = (width: 480.0, height: 320.0)

    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isLarge = arguments.contains("--large")
        arguments.removeAll { $0 == "--large" }
        let scale = arguments.count > 1 ? Double(arguments[1]) : 2
        guard (1...2).contains(arguments.count), let folder = arguments.first, !folder.hasPrefix("-"), let scale,
            scale > 0
        else {
            FileHandle.standardError.write(Data("usage: RangeSelectorExample FOLDER [SCALE] [--large]\n".utf8))
            exit(64)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let renderer = Renderer()
        let datasource: any DatasourceLookup =
            isLarge ? LargeDatasource() : ChartDatasource(try TemperatureData(folder: "Examples/data"))
        for build in Build.allCases {
            let name = "\(folder)/range-selector-\(isLarge ? "large-" : "")\(build.rawValue)"
            try await writeStill(build, datasource, scale: scale, to: "\(name).png", renderer)
            for scene in isLarge ? [TouchScene.window] : TouchScene.all {
                try await writeAnimation(scene, build, datasource, to: "\(name)-\(scene.name).apng", renderer)
            }
        }
        await renderer.close()
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
