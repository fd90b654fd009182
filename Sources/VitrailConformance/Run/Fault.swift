package import VitrailDrawList
package import VitrailScene

/// Deliberate errors, only in the worker. The cases must detect each of them on every driver.
public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// All shapes are half a pixel too far right and down, as if the tessellator confused pixel corners and centres.
    case halfPixel = "half-pixel"
    /// The destination's factor is ONE instead of ONE_MINUS_SRC_ALPHA.
    case blendFactor = "blend-factor"
    /// Red and blue are exchanged, as if the readback used the wrong order.
    case swappedChannel = "swapped-channel"
    /// The last vertex of each draw is missing.
    case droppedVertex = "dropped-vertex"
    /// Draws have no effect; clears have.
    case noDraws = "no-draws"
    /// In feature cases: divisors above 1 act as 1, renderbuffers have no samples, the scissor stays on, GL_MIN adds,
    /// glClearBufferfv does nothing.
    case ignoredState = "ignored-state"

    package func changed(_ scene: Scene) -> Scene {
        guard self == .halfPixel else { return scene }
        var scene = scene
        for layer in scene.layers.indices {
            for mark in scene.layers[layer].marks.indices {
                scene.layers[layer].marks[mark].shape = scene.layers[layer].marks[mark].shape.moved(x: 0.5, y: 0.5)
            }
        }
        return scene
    }

    package func changed(_ list: DrawList) -> DrawList {
        var list = list
        for index in list.commands.indices {
            guard case .draw(var draw) = list.commands[index] else { continue }
            switch self {
            case .blendFactor where draw.blend == .over: draw.blend = .add
            case .noDraws: draw.instanceCount = 0
            case .droppedVertex: draw.instanceCount = max(0, draw.instanceCount - 1)
            default: continue
            }
            list.commands[index] = .draw(draw)
        }
        return list
    }

    package func changed(_ image: PixelImage) -> PixelImage {
        guard self == .swappedChannel else { return image }
        var image = image
        for pixel in stride(from: 0, to: image.pixels.count, by: 4) { image.pixels.swapAt(pixel, pixel + 2) }
        return image
    }
}
