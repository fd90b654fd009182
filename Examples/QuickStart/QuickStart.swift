import Foundation
import Vitrail

/// Renders the charts of the quick start guide: `QuickStart FOLDER [SCALE]`.
///
/// Writes `quick-start-plain.png`, `quick-start.png` and `quick-start-crosshair.apng` to FOLDER; SCALE is device pixels
/// per point, 2 by default.
@main
struct QuickStart {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let scale = arguments.count > 1 ? arguments.dropFirst().first.flatMap(Double.init) : 2
        guard (1...2).contains(arguments.count), let folder = arguments.first, let scale, scale > 0 else {
            FileHandle.standardError.write(Data("usage: QuickStart FOLDER [SCALE]\n".utf8))
            exit(64)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let renderer = Renderer()
        for figure in [plain(), styled(), crosshair()] {
            figure.chart.scale = scale
            print(try await figure.write(to: folder, with: renderer))
        }
        await renderer.close()
    }

    /// A title, axes and three lines.
    static func plain() -> Figure {
        let host = FirstChart(isStyled: false)
        return Figure(name: "quick-start-plain", chart: host.chart, host: host)
    }

    /// With titles, legend, wide lines and a gradient.
    static func styled() -> Figure {
        let host = FirstChart()
        return Figure(name: "quick-start", chart: host.chart, host: host)
    }

    /// A crosshair that follows a line.
    static func crosshair() -> Figure {
        let host = FirstChart()
        let walk = CrosshairWalk(chart: host.chart)
        return Figure(
            name: "quick-start-crosshair", chart: host.chart, host: host, frameCount: CrosshairWalk.frameCount,
            delay: CrosshairWalk.delay, step: walk.step)
    }
}
