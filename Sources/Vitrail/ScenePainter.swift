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

    /// - Parameter format: what the picture will be encoded as, where that is known.
    nonisolated(nonsending) func paint(_ scene: Scene, for format: ImageFormat?, hooks: [Hook: HookAction]) async throws -> RenderedImage

    /// Hands the picture over in bands, from the top.
    ///
    /// - Returns: what it took.
    nonisolated(nonsending) func paint(
        _ scene: Scene, hooks: [Hook: HookAction], bands receive: nonisolated(nonsending) (DrawnBand) async throws -> Void
    ) async throws -> RenderStatistics
}

/// A band as its device drew it, and what the picture took up to it.
struct DrawnBand {
    var image: PixelImage
    var isOpaque: Bool
    var statistics: RenderStatistics
}

extension ScenePainter {
    /// The chart is planned where the caller runs; only its scene goes further. A chart that nobody else has is gone before it is drawn.
    nonisolated(nonsending) func picture(of chart: consuming Chart, for format: ImageFormat?, hooks: [Hook: HookAction]) async throws -> RenderedImage {
        let clock = ContinuousClock()
        let start = clock.now
        let plan = try plan(chart, engine: engine)
        _ = consume chart
        let planned = clock.now
        var image = try await paint(plan.scene, for: format, hooks: hooks)
        try plan.checkFiles()
        image.statistics.samplesRead = plan.samplesRead
        image.statistics.samplesDrawn = plan.samplesDrawn
        image.statistics.milliseconds.plan = (planned - start).milliseconds
        image.statistics.milliseconds.total = (clock.now - start).milliseconds - image.statistics.milliseconds.encode
        image.title = plan.title
        image.altText = plan.altText
        image.warnings = plan.warnings
        return image
    }

    nonisolated(nonsending) func stream(
        _ chart: Chart, hooks: [Hook: HookAction], receive: nonisolated(nonsending) (PictureBand) async throws -> Void
    ) async throws -> StreamedPicture {
        let clock = ContinuousClock()
        let start = clock.now
        let plan = try plan(chart, engine: engine)
        let planned = clock.now
        let scene = plan.scene
        var picture = StreamedPicture(
            size: scene.size, scale: scene.scale, title: plan.title, altText: plan.altText, statistics: RenderStatistics(plotArea: scene.plotArea))
        picture.statistics = try await paint(scene, hooks: hooks) { band in
            picture.statistics = band.statistics
            try await receive(PictureBand(image: band.image, picture: picture, isOpaque: band.isOpaque))
        }
        try plan.checkFiles()
        picture.statistics.samplesRead = plan.samplesRead
        picture.statistics.samplesDrawn = plan.samplesDrawn
        picture.statistics.milliseconds.plan = (planned - start).milliseconds
        picture.statistics.milliseconds.total = (clock.now - start).milliseconds
        return picture
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
                let part = try await self.paint(scene, for: nil, hooks: [:])
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
    /// - Parameters:
    ///   - open: milliseconds spent waiting for the device to open.
    ///   - encoding: was to receive the frame's rows.
    func image(_ frame: DrawnFrame, on device: DeviceInfo, open: Double, _ encoding: EarlyEncoding?) -> RenderedImage {
        RenderedImage(
            image: frame.image, scale: scale, statistics: statistics(frame.totals, frame.timings, on: device, open: open),
            strips: frame.wasReceived ? encoding?.strips : nil)
    }

    /// What a frame took, or the bands of one together, with the time from tessellation until now.
    func statistics(_ totals: FrameTotals, _ timings: FrameTimings, on device: DeviceInfo, open: Double) -> RenderStatistics {
        var statistics = RenderStatistics(device: device, plotArea: plotArea, totals: totals)
        statistics.milliseconds.open = open
        statistics.milliseconds.tessellate = milliseconds
        statistics.milliseconds.upload = timings.upload
        statistics.milliseconds.draw = timings.draw
        statistics.milliseconds.readback = timings.readback
        statistics.milliseconds.encode = timings.receive
        statistics.milliseconds.total = (.now - start).milliseconds - timings.receive
        statistics.series = list.series
        return statistics
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
