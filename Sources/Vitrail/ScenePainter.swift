import VitrailChart
import VitrailDrawList
import VitrailGL
import VitrailImage
import VitrailScene
import VitrailSystem
import VitrailTessellation
import VitrailText
import VitrailVector

/// Draws scenes: one renderer, or a pool that uses any free renderer. The steps from chart to scene and the timing are
/// shared.
protocol ScenePainter: Sendable {
    var engine: TextEngine { get }

    /// The kind of device that scenes are drawn on. Waits for the device to open only if it may be a graphics card.
    nonisolated(nonsending) func drawingDevice() async throws -> DrawingDevice

    /// - Parameter format: the format that the picture will be encoded in, if known.
    nonisolated(nonsending) func paint(
        _ scene: Scene, for format: ImageFormat?, hooks: [Hook: HookAction]
    ) async throws -> RenderedImage

    /// Passes the picture on in bands, from the top.
    ///
    /// - Returns: the statistics of the whole picture.
    nonisolated(nonsending) func paint(
        _ scene: Scene, hooks: [Hook: HookAction],
        bands receive: nonisolated(nonsending) (DrawnBand) async throws -> Void
    ) async throws -> RenderStatistics
}

/// A band as drawn by the device, with the statistics of the picture up to it.
struct DrawnBand {
    var image: PixelImage
    var isOpaque: Bool
    var statistics: RenderStatistics
}

extension ScenePainter {
    /// Plans the chart on the caller's executor, and passes only its scene on. If the caller keeps no reference, the
    /// chart is freed before its picture is drawn.
    nonisolated(nonsending) func picture(
        of chart: consuming Chart, for format: ImageFormat?, hooks: [Hook: HookAction],
        deadline: ContinuousClock.Instant?
    ) async throws -> RenderedImage {
        var chart: Chart? = consume chart
        return try await WorkLimit.run(until: deadline) { try await picture(taking: &chart, for: format, hooks: hooks) }
    }

    private nonisolated(nonsending) func picture(
        taking chart: inout Chart?, for format: ImageFormat?, hooks: [Hook: HookAction]
    ) async throws -> RenderedImage {
        let clock = ContinuousClock()
        let start = clock.now
        guard let taken = chart else { preconditionFailure("a chart can be taken only once") }
        let plan = try plan(taken, engine: engine, for: try await drawingDevice())
        _ = consume taken
        chart = nil
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
        let plan = try plan(chart, engine: engine, for: try await drawingDevice())
        let planned = clock.now
        let scene = plan.scene
        var picture = StreamedPicture(
            size: scene.size, scale: scene.scale, title: plan.title, altText: plan.altText,
            statistics: RenderStatistics(plotArea: scene.plotArea))
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

    nonisolated(nonsending) func vector(
        of chart: Chart, policy: VectorPolicy, largestMark: Int, deadline: ContinuousClock.Instant?
    ) async throws -> RenderedVector {
        try await WorkLimit.run(until: deadline) {
            try await vectorNow(of: chart, policy: policy, largestMark: largestMark)
        }
    }

    private nonisolated(nonsending) func vectorNow(
        of chart: Chart, policy: VectorPolicy, largestMark: Int
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
                let part = try await self.paint(scene, for: nil, hooks: [:])
                statistics.add(part.statistics)
                return part.image
            })
        try plan.checkFiles()
        statistics.samplesRead = plan.samplesRead
        statistics.samplesDrawn = plan.samplesDrawn
        statistics.milliseconds.plan = (planned - start).milliseconds
        statistics.milliseconds.total = (clock.now - start).milliseconds
        statistics.milliseconds.encode =
            statistics.milliseconds.total - statistics.milliseconds.plan - statistics.milliseconds.sumAfterPlan
        return RenderedVector(bytes: document.bytes, notes: document.notes, statistics: statistics)
    }
}

/// A scene as a draw list for the device.
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

    /// The picture, with the time since tessellation.
    ///
    /// - Parameters:
    ///   - open: milliseconds spent waiting for the device to open.
    ///   - encoding: the receiver of the frame's rows, if any.
    func image(_ frame: DrawnFrame, on device: DeviceInfo, open: Double, _ encoding: EarlyEncoding?) -> RenderedImage {
        RenderedImage(
            image: frame.image, scale: scale,
            statistics: statistics(frame.totals, frame.timings, on: device, open: open),
            strips: frame.wasReceived ? encoding?.strips : nil)
    }

    /// The statistics of a frame, or of all bands of one, with the time since tessellation.
    func statistics(
        _ totals: FrameTotals, _ timings: FrameTimings, on device: DeviceInfo, open: Double
    ) -> RenderStatistics {
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
    /// Adds the statistics of another picture from the same device.
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
