public import VitrailChart
public import VitrailDescription
public import VitrailGL
public import VitrailImage
public import VitrailScene
import VitrailSystem
public import VitrailText
public import VitrailVector

/// Renders charts on several renderers in parallel. Each has its own GL context and thread.
///
/// ```
///  callers ──► slots ──► plan, tessellate ──► renderers ──► draw, read back ──► callers
///          wait in turn    on their tasks    wait in turn    GL threads
/// ```
///
/// ```swift
/// let pool = RendererPool()
/// try await withThrowingTaskGroup { group in
///     for report in reports { group.addTask { try await pool.render(report, for: .png).encoded(as: .png) } }
///     …
/// }
/// await pool.close()
/// ```
///
/// A chart holds a slot from planning to the result, and a renderer while it is drawn. The renderer that was used last
/// is acquired first. If none is free, callers wait in order, so at most `slotCount` charts are in memory at any time.
/// All renderers share the text engine with its fonts and glyph images. Each renderer has its own compiled programs and
/// glyph textures, because contexts of several threads would block each other.
///
/// A cancelled task throws `CancellationError` while it waits and while its picture is drawn. A deadline ends both in
/// the same way.
///
/// The pool does *not* encode, and does not move a `Chart` to another thread: the chart is planned on the caller's
/// executor.
///
/// On a software rasteriser, each display has a thread for each processor. A program that uses several renderers at a
/// time can divide the processors among them: `RasterizerThreads.set`.
public final class RendererPool: Sendable {
    /// One renderer per processor that this process may use, because a software rasteriser takes most of the time of a
    /// picture.
    public static let defaultCount = Processors.count

    public let rendererCount: Int
    public let slotCount: Int
    let engine: TextEngine
    /// `GLOptions.assumesHardware` of the renderers.
    let assumesHardware: Bool
    private let all: [Renderer]
    fileprivate let renderers: AsyncPool<Renderer>
    /// The renderer of live charts, which draw without a slot. It also draws pictures of the pool.
    package var live: Renderer { all[0] }
    private let slots: AsyncPool<Void>

    /// Creates the pool without opening devices. Each renderer opens its device with its first picture.
    ///
    /// - Parameters:
    ///   - count: number of renderers, at least 1.
    ///   - slots: maximum number of charts in work, at least `count`. `nil`: twice the number of renderers, so the next
    ///     charts are planned while others are drawn.
    ///   - options: the options of each renderer.
    ///   - engine: the text engine with its fonts.
    public init(
        count: Int = RendererPool.defaultCount, slots: Int? = nil, _ options: GLOptions = GLOptions(),
        engine: TextEngine = .shared
    ) {
        rendererCount = max(1, count)
        slotCount = max(rendererCount, slots ?? 2 * rendererCount)
        self.engine = engine
        assumesHardware = options.assumesHardware
        let all = (0..<rendererCount).map { _ in Renderer(options, engine: engine) }
        self.all = all
        renderers = AsyncPool(all)
        self.slots = AsyncPool([Void](repeating: (), count: slotCount))
    }

    /// Renders the chart as a picture. `format`, `hooks` and `deadline` are as for `Renderer.render`. The wait for a
    /// slot counts towards the deadline.
    ///
    /// - Throws: the errors of `Renderer.render`; `GLError.closed` after `close`.
    public nonisolated(nonsending) func render(
        _ chart: Chart, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> RenderedImage {
        try await inSlot(until: deadline) {
            try await $0.picture(of: chart, for: format, hooks: hooks, deadline: deadline)
        }
    }

    /// Renders a scene as a picture. `hooks` holds the closures for its hook marks. `format` and `deadline` are as for
    /// a chart.
    public nonisolated(nonsending) func render(
        _ scene: Scene, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:],
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> RenderedImage {
        try await inSlot(until: deadline) { slot in
            try await WorkLimit.run(until: deadline) { try await slot.paint(scene, for: format, hooks: hooks) }
        }
    }

    /// Runs `body` with a slot, outside the caller's actor. For charts that are read, made and encoded after a slot is
    /// acquired, so at most `slotCount` of them are in memory.
    ///
    /// - Throws: the errors of `body`; `CancellationError`; `GLError.closed` after `close`.
    @concurrent
    public func withSlot<Result: Sendable>(_ body: @Sendable (Slot) async throws -> Result) async throws -> Result {
        try await inSlot(body)
    }

    /// Renders the described chart as a picture. Its data are read after a slot is acquired.
    ///
    /// - Throws: `DescriptionError` for its data; the errors of `render(_:for:hooks:deadline:)`.
    @concurrent
    public func render(
        _ description: ChartDescription, for format: ImageFormat? = nil, pictures: PictureDecoder = .standard,
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> RenderedImage {
        try await inSlot(until: deadline) { slot in
            try await WorkLimit.run(until: deadline) {
                try await slot.picture(
                    of: try description.makeChart(pictures: pictures), for: format, hooks: [:], deadline: deadline)
            }
        }
    }

    /// Renders the chart as an SVG document, like `Renderer.renderVector`.
    public nonisolated(nonsending) func renderVector(
        _ chart: Chart, policy: VectorPolicy = .auto, largestMark: Int = SVGOptions.defaultLargestMark,
        deadline: ContinuousClock.Instant? = nil
    ) async throws -> RenderedVector {
        try await inSlot(until: deadline) {
            try await $0.vector(of: chart, policy: policy, largestMark: largestMark, deadline: deadline)
        }
    }

    /// Begins to open the device of one renderer, and returns at once. The first picture throws the error if opening
    /// fails. The other devices open when one renderer is not enough.
    public func startOpening() { all.last?.startOpening() }

    /// Opens the device of one renderer unless it is open.
    ///
    /// - Returns: a description of the device.
    ///
    /// - Throws: `GLError`.
    public func open() async throws -> DeviceInfo {
        guard let renderer = all.last else { preconditionFailure("a pool has a renderer") }
        return try await renderer.open()
    }

    /// Rejects new charts, waits until the earlier ones are finished, and releases the devices.
    ///
    /// - Returns: the number of GL objects that were not deleted: 0 unless there is a bug.
    @discardableResult
    public func close() async -> Int {
        await slots.drain()
        await renderers.drain()
        var left = 0
        for renderer in all { left += await renderer.close() }
        return left
    }

    private nonisolated(nonsending) func inSlot<Result>(
        until deadline: ContinuousClock.Instant? = nil, _ body: nonisolated(nonsending) (Slot) async throws -> Result
    ) async throws -> Result {
        try await slots.take(orThrow: GLError.closed, until: deadline)
        defer { slots.release(()) }
        return try await body(Slot(pool: self))
    }
}

extension RendererPool {
    /// Permission to have one chart in work. It must not be used after the body that received it has returned.
    public struct Slot: Sendable {
        fileprivate let pool: RendererPool

        /// Like `Renderer.render`.
        public nonisolated(nonsending) func render(
            _ chart: consuming Chart, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:],
            deadline: ContinuousClock.Instant? = nil
        ) async throws -> RenderedImage {
            try await picture(of: consume chart, for: format, hooks: hooks, deadline: deadline)
        }

        public nonisolated(nonsending) func renderVector(
            _ chart: Chart, policy: VectorPolicy = .auto, largestMark: Int = SVGOptions.defaultLargestMark,
            deadline: ContinuousClock.Instant? = nil
        ) async throws -> RenderedVector {
            try await vector(of: chart, policy: policy, largestMark: largestMark, deadline: deadline)
        }
    }
}

extension RendererPool.Slot: ScenePainter {
    var engine: TextEngine { pool.engine }

    nonisolated(nonsending) func drawingDevice() async throws -> DrawingDevice {
        if !DeviceList.mayHaveHardware, !pool.assumesHardware { return .software }
        // All renderers of a pool have the same options.
        let renderer = try await pool.renderers.take(orThrow: GLError.closed, until: WorkLimit.current?.deadline)
        defer { pool.renderers.release(renderer) }
        return try await renderer.drawingDevice()
    }

    nonisolated(nonsending) func paint(
        _ scene: Scene, for format: ImageFormat?, hooks: [Hook: HookAction]
    ) async throws -> RenderedImage {
        let tessellated = Tessellated(scene)
        try WorkLimit.check()
        let renderer = try await pool.renderers.take(orThrow: GLError.closed, until: WorkLimit.current?.deadline)
        defer { pool.renderers.release(renderer) }
        return try await renderer.draw(tessellated, for: format, hooks: hooks)
    }

    nonisolated(nonsending) func paint(
        _ scene: Scene, hooks: [Hook: HookAction],
        bands receive: nonisolated(nonsending) (DrawnBand) async throws -> Void
    ) async throws -> RenderStatistics {
        let tessellated = Tessellated(scene)
        try WorkLimit.check()
        let renderer = try await pool.renderers.take(orThrow: GLError.closed, until: WorkLimit.current?.deadline)
        defer { pool.renderers.release(renderer) }
        return try await renderer.draw(tessellated, hooks: hooks, receive: receive)
    }
}
