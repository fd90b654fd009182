import VitrailCore
import VitrailGL
import VitrailImage
import VitrailScene
import VitrailText
import VitrailVector

/// Makes pictures of scenes: one renderer, or whichever of a pool is free. What leads from a chart to a scene, and the clock over all of it,
/// is the same for both.
protocol ScenePainter: Sendable {
    var engine: TextEngine { get }

    nonisolated(nonsending) func paint(_ scene: Scene, hooks: [Hook: HookAction]) async throws -> RenderedImage
}

extension ScenePainter {
    /// The chart is planned where the caller runs; only its scene goes further.
    nonisolated(nonsending) func picture(of chart: Chart, hooks: [Hook: HookAction]) async throws -> RenderedImage {
        let clock = ContinuousClock()
        let start = clock.now
        let plan = try plan(chart, engine: engine)
        let planned = clock.now
        var image = try await paint(plan.scene, hooks: hooks)
        try plan.checkFiles()
        image.statistics.samplesRead = plan.samplesRead
        image.statistics.samplesDrawn = plan.samplesDrawn
        image.statistics.milliseconds.plan = (planned - start).milliseconds
        image.statistics.milliseconds.total = (clock.now - start).milliseconds
        image.title = plan.title
        image.altText = plan.altText
        return image
    }

    nonisolated(nonsending) func vector(of chart: Chart, policy: VectorPolicy, largestMark: Int) async throws -> RenderedVector {
        let clock = ContinuousClock()
        let start = clock.now
        let plan = try plan(chart, engine: engine)
        let planned = clock.now
        let options = SVGOptions(title: plan.title, description: plan.altText, policy: policy, largestMark: largestMark)
        var statistics = RenderStatistics(plotArea: plan.scene.plotArea)
        let document = try await SVGEncoder.encode(
            plan.scene, options: options, png: { image throws in try ImageEncoder.encode(image, as: .png) },
            rasterize: { scene in
                let part = try await self.paint(scene, hooks: [:])
                statistics.add(part.statistics)
                return part.image
            })
        try plan.checkFiles()
        statistics.samplesRead = plan.samplesRead
        statistics.samplesDrawn = plan.samplesDrawn
        statistics.milliseconds.plan = (planned - start).milliseconds
        statistics.milliseconds.total = (clock.now - start).milliseconds
        statistics.milliseconds.encode = statistics.milliseconds.total - statistics.milliseconds.plan - statistics.milliseconds.sumAfterPlan
        return RenderedVector(bytes: document.bytes, notes: document.notes, statistics: statistics)
    }
}

/// A scene as the device gets it.
struct Tessellated {
    let list: DrawList
    private let plotArea: PixelRect
    private let scale: Double
    private let start: ContinuousClock.Instant
    private let milliseconds: Double

    init(_ scene: Scene) {
        start = .now
        list = tessellate(scene)
        plotArea = scene.plotArea
        scale = scene.scale
        milliseconds = (.now - start).milliseconds
    }

    /// The picture, with the time from tessellation until now.
    ///
    /// - Parameter open: milliseconds spent waiting for the device to open.
    func image(_ frame: DrawnFrame, on device: DeviceInfo, open: Double) -> RenderedImage {
        var statistics = RenderStatistics(device: device, plotArea: plotArea, totals: frame.totals)
        statistics.milliseconds.open = open
        statistics.milliseconds.tessellate = milliseconds
        statistics.milliseconds.upload = frame.timings.upload
        statistics.milliseconds.draw = frame.timings.draw
        statistics.milliseconds.readback = frame.timings.readback
        statistics.milliseconds.total = (.now - start).milliseconds
        statistics.series = list.series
        return RenderedImage(image: frame.image, scale: scale, statistics: statistics)
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
