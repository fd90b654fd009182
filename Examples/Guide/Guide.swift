import Foundation
import Vitrail

/// Renders the charts of the long guide: `Guide FOLDER [SCALE]`, from the root of the repository.
///
/// Writes the stills and animations that the README lists to FOLDER; SCALE is device pixels per point of a still, 2 by
/// default. Animations have half as many: 1 by default, and 1 for a scale of 1.
@main
struct Guide {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let scale = arguments.count > 1 ? arguments.dropFirst().first.flatMap(Double.init) : 2
        guard (1...2).contains(arguments.count), let folder = arguments.first, let scale, scale > 0 else {
            FileHandle.standardError.write(Data("usage: Guide FOLDER [SCALE]\n".utf8))
            exit(64)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let renderer = Renderer()
        for figure in try figures() {
            figure.chart.scale = figure.frameCount == 1 ? scale : max(scale / 2, min(scale, 1))
            print(try await figure.write(to: folder, with: renderer))
        }
        await renderer.close()
    }

    /// In the order of the guide.
    static func figures() throws -> [Figure] {
        try [
            Spokes.figure(), Axes.pinned(), Axes.broken(), Axes.several(), Tickmarks.figure(),
            Momentum.figure(), Limits.figure(), BoxZoom.figure(), PieRotation.figure(),
            TimeSeries.figure(), Annotations.figure(), Selection.figure(),
        ] + Themes.figures()
    }
}
