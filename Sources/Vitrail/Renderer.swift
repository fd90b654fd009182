import Synchronization
public import VitrailChart
public import VitrailGL
public import VitrailImage
public import VitrailScene
import VitrailSystem
public import VitrailText

/// Renders charts into pictures on one device.
///
/// ```swift
/// let image = try await Renderer().render(chart, for: .png)
/// try image.encoded(as: .png)
/// ```
///
/// A picture that is too large for the device or for its memory is drawn in tiles. `render(_:bands:)` and
/// `render(_:as:to:)` keep only one band of rows in memory.
///
/// The device opens with the first picture and stays open. The pictures of one renderer are drawn one after another;
/// several renderers work in parallel.
public final class Renderer: Sendable {
    public let options: GLOptions
    let engine: TextEngine
    private let opening = Mutex<Task<GLRenderer, any Error>?>(nil)

    /// - Parameters:
    ///   - options: selects the device. Default: a hardware device if there is one.
    ///   - engine: the text engine with its fonts. Default: the shared one.
    public init(_ options: GLOptions = GLOptions(), engine: TextEngine = .shared) {
        self.options = options
        self.engine = engine
    }

    /// Begins to open the device unless it is open, and returns at once. Data can be read and charts planned in the
    /// meantime. The first picture throws the error if opening fails.
    public func startOpening() { _ = openingTask() }

    /// Opens the device unless it is open. Returns its description.
    @discardableResult
    public func open() async throws -> DeviceInfo { try await device().info }

    /// Renders the chart as a picture.
    ///
    /// The chart is planned on the caller's executor. Only its scene crosses to the device's thread. A chart that is
    /// handed over, as in `render(consume chart)`, is freed with its cached data before its picture is drawn.
    /// - Parameters:
    ///   - chart: each side at most `PictureLimits.side` pixels.
    ///   - format: the format that the picture will be encoded in, if known. A PNG is then encoded during readback, so
    ///     `RenderedImage.encoded` has little left to do.
    ///   - hooks: the closures for the hooks of the chart's series, by token.
    ///   - deadline: time at which rendering stops. `nil`: never. After the deadline, and after the task is cancelled,
    ///     every stage ends within some hundredths of a second. Exceptions: a device that is being opened, and a host's
    ///     hooks and callbacks, which are waited for. The chart and the renderer remain usable; the chart reads its
    ///     data again.
    /// - Throws: `ChartError` with a path in the chart, `GLError` with the driver's message,
    ///   `RenderError.deadlineExceeded`, `CancellationError`.
    public nonisolated(nonsending) func render(
        _ chart: consuming Chart, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> RenderedImage {
        try await picture(of: consume chart, for: format, hooks: hooks, deadline: deadline)
    }

    /// Renders a scene as a picture. `hooks` holds the closures for its hook marks. `format` and `deadline` are as for
    /// a chart.
    public nonisolated(nonsending) func render(
        _ scene: Scene, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> RenderedImage {
        try await WorkLimit.run(until: deadline) { try await paint(scene, for: format, hooks: hooks) }
    }

    /// Releases the device. The next picture opens it again.
    ///
    /// - Returns: the number of GL objects that were not deleted: 0 unless there is a bug.
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

    /// Draws a draw list.
    nonisolated(nonsending) func draw(
        _ tessellated: Tessellated, for format: ImageFormat?, hooks: [Hook: HookAction]
    ) async throws -> RenderedImage {
        try WorkLimit.check()
        let start = ContinuousClock.now
        let device = try await device()
        let open = (.now - start).milliseconds
        let encoding = format == .png ? EarlyEncoding() : nil
        let frame = try await device.draw(tessellated.list, hooks: hooks, rows: encoding)
        return tessellated.image(frame, on: device.info, open: open, encoding)
    }

    /// Draws a draw list band by band. The next band is drawn after `receive` returns.
    nonisolated(nonsending) func draw(
        _ tessellated: Tessellated, hooks: [Hook: HookAction],
        receive: nonisolated(nonsending) (DrawnBand) async throws -> Void
    ) async throws -> RenderStatistics {
        let start = ContinuousClock.now
        let device = try await device()
        let open = (.now - start).milliseconds
        let tiled = try device.tiles(of: tessellated.list, hooks: hooks)
        var sum = FrameSum()
        for index in 0..<tiled.plan.bandCount {
            try WorkLimit.check()
            let frame = try await device.draw(tiled, band: index)
            sum.add(frame)
            // A picture on an opaque background is opaque. The pixels are checked only if the picture is one band,
            // because a host's hook may paint anything.
            let isOpaque = tiled.plan.bandCount == 1 ? frame.image.isOpaque : tiled.list.background.alpha == 255
            let statistics = tessellated.statistics(sum.totals, sum.timings, on: device.info, open: open)
            try await receive(DrawnBand(image: frame.image, isOpaque: isOpaque, statistics: statistics))
        }
        return tessellated.statistics(sum.totals, sum.timings, on: device.info, open: open)
    }

    private func openingTask() -> Task<GLRenderer, any Error> {
        opening.withLock { current in
            if let current { return current }
            // Other callers wait for this task, too, so it does not inherit the limit of the first one.
            let made = Task.detached { [options] in try await GLRenderer(options) }
            current = made
            return made
        }
    }

    private func device() async throws -> GLRenderer {
        let task = openingTask()
        do {
            return try await task.value
        } catch {
            // A device that did not open may open later, for example after a driver is installed.
            opening.withLock { if $0 == task { $0 = nil } }
            throw error
        }
    }
}

extension Renderer: ScenePainter {
    nonisolated(nonsending) func drawingDevice() async throws -> DrawingDevice {
        if options.assumesHardware { return .hardware }
        // On a machine without a card, planning does not wait for the rasteriser to open.
        guard DeviceList.mayHaveHardware else { return .software }
        return try await device().info.isHardware ? .hardware : .software
    }

    nonisolated(nonsending) func paint(
        _ scene: Scene, for format: ImageFormat?, hooks: [Hook: HookAction]
    ) async throws -> RenderedImage {
        startOpening()
        return try await draw(Tessellated(scene), for: format, hooks: hooks)
    }

    nonisolated(nonsending) func paint(
        _ scene: Scene, hooks: [Hook: HookAction],
        bands receive: nonisolated(nonsending) (DrawnBand) async throws -> Void
    ) async throws -> RenderStatistics {
        startOpening()
        return try await draw(Tessellated(scene), hooks: hooks, receive: receive)
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
