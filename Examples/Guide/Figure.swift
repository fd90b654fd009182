import Foundation
import Vitrail

/// A picture or an animation of the guide: a chart, and its changes before each frame.
struct Figure {
    /// The file's name without its extension.
    let name: String
    let chart: Chart
    /// Keeps the data source and the delegate alive; the chart does not.
    var host: AnyObject?
    /// 1: a still.
    var frameCount = 1
    /// Seconds per frame.
    var delay = 1.0
    /// Called before each frame, in order, with 0 ..< `frameCount`.
    var step: (Int) -> Void = { _ in }

    /// Renders the next frame; call it in the order of the frames.
    ///
    /// A touch needs the layout of an earlier picture, so the chart is rendered once before the first step.
    func frame(_ index: Int, with renderer: Renderer) async throws -> RenderedImage {
        if index == 0 { _ = try await renderer.render(chart) }
        step(index)
        return try await renderer.render(chart)
    }

    /// Writes NAME.png, or NAME.apng, which loops forever.
    ///
    /// - Returns: its path.
    func write(to folder: String, with renderer: Renderer) async throws -> String {
        let path = "\(folder)/\(name).\(frameCount == 1 ? "png" : "apng")"
        try Data(try await encoded(with: renderer)).write(to: URL(fileURLWithPath: path), options: .atomic)
        return path
    }

    private func encoded(with renderer: Renderer) async throws -> [UInt8] {
        let first = try await frame(0, with: renderer)
        guard frameCount > 1 else { return try first.encoded(as: .png) }
        var animation = try AnimatedPNG(first: first, frameCount: frameCount)
        try animation.append(first, delay: delay)
        for index in 1..<frameCount { try animation.append(try await frame(index, with: renderer), delay: delay) }
        return try animation.finish()
    }
}
