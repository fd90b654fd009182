public import VitrailCore
import VitrailImage
import VitrailScene
public import VitrailVector

/// A chart as an SVG document, with what it took to make it.
public struct RenderedVector: Sendable {
    /// UTF-8, with title and description filled.
    public var bytes: [UInt8]
    /// What is not in the picture, and why, one sentence each.
    public var notes: [String]
    public var statistics: RenderStatistics
}

extension Renderer {
    /// The chart as an SVG document: shapes and text, and pictures in place of series that are too large for shapes.
    ///
    /// The device is opened when there is such a series, and only then.
    /// - Parameters:
    ///   - chart: is loaded and laid out, as for `render`.
    ///   - policy: which marks are pictures.
    ///   - largestMark: points or items that `VectorPolicy.auto` still writes as shapes.
    /// - Throws: as `render`.
    public nonisolated(nonsending) func renderVector(
        _ chart: Chart, policy: VectorPolicy = .auto, largestMark: Int = SVGOptions.defaultLargestMark
    ) async throws -> RenderedVector {
        let clock = ContinuousClock()
        let start = clock.now
        let plan = try plan(chart, engine: engine)
        let planned = clock.now
        let options = SVGOptions(title: plan.title, description: plan.altText, policy: policy, largestMark: largestMark)
        var statistics = RenderStatistics(plotArea: plan.scene.plotArea)
        let document = try await SVGEncoder.encode(
            plan.scene, options: options, png: { image throws in try ImageEncoder.encode(image, as: .png) },
            rasterize: { scene in
                let part = try await self.render(scene)
                statistics.add(part.statistics)
                return part.image
            })
        statistics.samplesRead = plan.samplesRead
        statistics.samplesDrawn = plan.samplesDrawn
        statistics.milliseconds.plan = (planned - start).milliseconds
        statistics.milliseconds.total = (clock.now - start).milliseconds
        statistics.milliseconds.encode = statistics.milliseconds.total - statistics.milliseconds.plan - statistics.milliseconds.sumAfterPlan
        return RenderedVector(bytes: document.bytes, notes: document.notes, statistics: statistics)
    }
}

extension RenderStatistics {
    /// Takes in another picture of the same device.
    fileprivate mutating func add(_ part: RenderStatistics) {
        (renderer, device, isHardware, glesVersion) = (part.renderer, part.device, part.isHardware, part.glesVersion)
        draws += part.draws
        instances += part.instances
        vertices += part.vertices
        uploadedBytes += part.uploadedBytes
        milliseconds.open += part.milliseconds.open
        milliseconds.tessellate += part.milliseconds.tessellate
        milliseconds.upload += part.milliseconds.upload
        milliseconds.draw += part.milliseconds.draw
        milliseconds.readback += part.milliseconds.readback
    }
}
