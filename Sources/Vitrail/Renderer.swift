import Synchronization
public import VitrailCore
public import VitrailGL
public import VitrailImage
public import VitrailScene
public import VitrailText

/// Renders charts into pictures on one device.
///
/// ```swift
/// let image = try await Renderer().render(chart, for: .png)
/// try image.encoded(as: .png)
/// ```
///
/// A picture that is too large for the device, or for its memory, is drawn in tiles; `render(_:bands:)` and `render(_:as:to:)` keep no more
/// of it in memory than a band of rows.
///
/// The device opens at the first picture and stays open; pictures of one renderer follow each other, several renderers work side by side.
public final class Renderer: Sendable {
    public let options: GLOptions
    let engine: TextEngine
    private let opening = Mutex<Task<GLRenderer, any Error>?>(nil)

    /// - Parameters:
    ///   - options: which device, and how; by default hardware where there is some.
    ///   - engine: fonts; shared by default.
    public init(_ options: GLOptions = GLOptions(), engine: TextEngine = .shared) {
        self.options = options
        self.engine = engine
    }

    /// Begins to open the device, unless it is open, and returns at once: data are read and charts planned meanwhile. What fails is thrown
    /// by the first picture.
    public func startOpening() { _ = openingTask() }

    /// Opens the device unless it is open; what it is.
    @discardableResult
    public func open() async throws -> DeviceInfo { try await device().info }

    /// The chart's picture.
    ///
    /// The chart is planned where the caller runs; only its scene crosses to the device's thread. A chart that is handed over, as in `render(consume chart)`,
    /// is gone before its picture is drawn, with what was kept of its data for the next one.
    /// - Parameters:
    ///   - chart: each side at most `PictureLimits.side` pixels.
    ///   - format: what the picture will be encoded as, where that is known: a PNG is then encoded while it is read back, and
    ///     `RenderedImage.encoded` has little left to do.
    ///   - hooks: the closures that hooks of its series stand for, by token.
    /// - Throws: `ChartError` naming a place in the chart, `GLError` with the driver's words.
    public nonisolated(nonsending) func render(
        _ chart: consuming Chart, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:]
    ) async throws -> RenderedImage {
        try await picture(of: consume chart, for: format, hooks: hooks)
    }

    /// A scene's picture. `hooks` are the closures that its hook marks stand for; `format` as for a chart.
    public nonisolated(nonsending) func render(
        _ scene: Scene, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:]
    ) async throws -> RenderedImage {
        try await paint(scene, for: format, hooks: hooks)
    }

    /// Gives the device back; the next picture opens it again.
    ///
    /// - Returns: GL objects that were left: 0 unless there is a bug.
    @discardableResult
    public func close() async -> Int {
        let task = opening.withLock { task in
            defer { task = nil }
            return task
        }
        guard let device = try? await task?.value else { return 0 }
        await device.close()
        return await device.liveObjects
    }

    /// A draw list's picture.
    nonisolated(nonsending) func draw(
        _ tessellated: Tessellated, for format: ImageFormat?, hooks: [Hook: HookAction]
    ) async throws -> RenderedImage {
        let start = ContinuousClock.now
        let device = try await device()
        let open = (.now - start).milliseconds
        let encoding = format == .png ? EarlyEncoding() : nil
        let frame = try await device.draw(tessellated.list, hooks: hooks, rows: encoding)
        return tessellated.image(frame, on: device.info, open: open, encoding)
    }

    /// A draw list's picture, band by band; nothing is drawn while one is being received.
    nonisolated(nonsending) func draw(
        _ tessellated: Tessellated, hooks: [Hook: HookAction], receive: nonisolated(nonsending) (DrawnBand) async throws -> Void
    ) async throws -> RenderStatistics {
        let start = ContinuousClock.now
        let device = try await device()
        let open = (.now - start).milliseconds
        let tiled = try device.tiles(of: tessellated.list, hooks: hooks)
        var sum = FrameSum()
        for index in 0..<tiled.plan.bandCount {
            let frame = try await device.draw(tiled, band: index)
            sum.add(frame)
            // Painted over what is opaque, nothing is translucent; what a host paints, and a picture in one piece, is looked at.
            let isOpaque = tiled.plan.bandCount == 1 ? frame.image.isOpaque : tiled.list.background.alpha == 255
            let statistics = tessellated.statistics(sum.totals, sum.timings, on: device.info, open: open)
            try await receive(DrawnBand(image: frame.image, isOpaque: isOpaque, statistics: statistics))
        }
        return tessellated.statistics(sum.totals, sum.timings, on: device.info, open: open)
    }

    private func openingTask() -> Task<GLRenderer, any Error> {
        opening.withLock { current in
            if let current { return current }
            let made = Task { [options] in try await GLRenderer(options) }
            current = made
            return made
        }
    }

    private func device() async throws -> GLRenderer {
        let task = openingTask()
        do {
            return try await task.value
        } catch {
            // A device that did not open may open later: plugged in, or a driver installed.
            opening.withLock { if $0 == task { $0 = nil } }
            throw error
        }
    }
}

extension Renderer: ScenePainter {
    nonisolated(nonsending) func paint(_ scene: Scene, for format: ImageFormat?, hooks: [Hook: HookAction]) async throws -> RenderedImage {
        startOpening()
        return try await draw(Tessellated(scene), for: format, hooks: hooks)
    }

    nonisolated(nonsending) func paint(
        _ scene: Scene, hooks: [Hook: HookAction], bands receive: nonisolated(nonsending) (DrawnBand) async throws -> Void
    ) async throws -> RenderStatistics {
        startOpening()
        return try await draw(Tessellated(scene), hooks: hooks, receive: receive)
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
