public import VitrailCore
public import VitrailGL
public import VitrailImage
public import VitrailScene
public import VitrailText
public import VitrailVector

/// Renders charts on several renderers side by side, each with its device's context and its thread.
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
/// A chart takes a slot while it is in work, and a renderer while it is drawn: whichever is free, the one used last first. Who finds none
/// waits in turn, so that however many call, no more than `slotCount` charts are in memory. Text, with its fonts and glyph pictures, is
/// shared by all; each renderer keeps compiled programs and glyph textures of its own, since contexts of several threads would wait for each other's.
///
/// A task that is cancelled while it waits throws `CancellationError`; a picture that is being drawn is finished.
///
/// It does *not* encode, or move a `Chart` to another thread: that one is planned where the caller runs.
public final class RendererPool: Sendable {
    /// One for each processor that this process may use, since a software rasteriser takes most of the time of a picture.
    public static let defaultCount = Processors.count

    public let rendererCount: Int
    public let slotCount: Int
    let engine: TextEngine
    private let all: [Renderer]
    fileprivate let renderers: Lending<Renderer>
    private let slots: Lending<Void>

    /// Opens nothing yet: a renderer opens its device with its first picture.
    ///
    /// - Parameters:
    ///   - count: renderers, at least 1.
    ///   - slots: charts in work at one time, at least `count`; nil = twice as many as renderers, so that the next ones are planned while
    ///     others are drawn.
    ///   - options: as of each renderer.
    ///   - engine: fonts.
    public init(
        count: Int = RendererPool.defaultCount, slots: Int? = nil, _ options: GLOptions = GLOptions(), engine: TextEngine = .shared
    ) {
        rendererCount = max(1, count)
        slotCount = max(rendererCount, slots ?? 2 * rendererCount)
        self.engine = engine
        var own = options
        if rendererCount > 1 { own.rasteriserThreads = RasteriserThreads.share(renderers: rendererCount, processors: Processors.count) }
        let all = (0..<rendererCount).map { [own] _ in Renderer(own, engine: engine) }
        self.all = all
        renderers = Lending(all)
        self.slots = Lending([Void](repeating: (), count: slotCount))
    }

    /// The chart's picture. `format` and `hooks` are as for `Renderer.render`.
    ///
    /// - Throws: as `Renderer.render`; `CancellationError`; `GLError.closed` after `close`.
    public nonisolated(nonsending) func render(
        _ chart: Chart, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:]
    ) async throws -> RenderedImage {
        try await inSlot { try await $0.picture(of: chart, for: format, hooks: hooks) }
    }

    /// A scene's picture. `hooks` are the closures that its hook marks stand for; `format` as for a chart.
    public nonisolated(nonsending) func render(
        _ scene: Scene, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:]
    ) async throws -> RenderedImage {
        try await inSlot { try await $0.paint(scene, for: format, hooks: hooks) }
    }

    /// Runs `body` with a slot, away from the caller's actor: for charts that are read, made and encoded when their turn has come, so that no
    /// more of them are in memory than there are slots.
    ///
    /// - Throws: as `body`; `CancellationError`; `GLError.closed` after `close`.
    @concurrent
    public func withSlot<Result: Sendable>(_ body: @Sendable (Slot) async throws -> Result) async throws -> Result {
        try await inSlot(body)
    }

    /// The described chart's picture; its data are read when its turn has come.
    ///
    /// - Throws: `DescriptionError` for its data; as `render(_:for:hooks:)`.
    @concurrent
    public func render(
        _ description: ChartDescription, for format: ImageFormat? = nil, pictures: PictureDecoder = .standard
    ) async throws -> RenderedImage {
        try await inSlot { try await $0.picture(of: try description.makeChart(pictures: pictures), for: format, hooks: [:]) }
    }

    /// The chart as an SVG document, as `Renderer.renderVector` makes it.
    public nonisolated(nonsending) func renderVector(
        _ chart: Chart, policy: VectorPolicy = .auto, largestMark: Int = SVGOptions.defaultLargestMark
    ) async throws -> RenderedVector {
        try await inSlot { try await $0.vector(of: chart, policy: policy, largestMark: largestMark) }
    }

    /// Begins to open one renderer's device, and returns at once; the first picture throws the error if that fails. The others open when there is
    /// more than one can draw.
    public func startOpening() { all.last?.startOpening() }

    /// Opens one renderer's device, unless it is open.
    ///
    /// - Returns: a description of the device.
    ///
    /// - Throws: `GLError`.
    public func open() async throws -> DeviceInfo {
        guard let renderer = all.last else { preconditionFailure("a pool has a renderer") }
        return try await renderer.open()
    }

    /// Takes no more charts, waits until those called for before are finished, and gives the devices back.
    ///
    /// - Returns: GL objects that were left: 0 unless there is a bug.
    @discardableResult
    public func close() async -> Int {
        await slots.drain()
        await renderers.drain()
        var left = 0
        for renderer in all { left += await renderer.close() }
        return left
    }

    private nonisolated(nonsending) func inSlot<Result>(
        _ body: nonisolated(nonsending) (Slot) async throws -> Result
    ) async throws -> Result {
        try await slots.take(orThrow: GLError.closed)
        defer { slots.giveBack(()) }
        return try await body(Slot(pool: self))
    }
}

extension RendererPool {
    /// A place among the charts that are in work. It is of no use after the body that it was given to.
    public struct Slot: Sendable {
        fileprivate let pool: RendererPool

        /// As `Renderer.render`.
        public nonisolated(nonsending) func render(
            _ chart: consuming Chart, for format: ImageFormat? = nil, hooks: [Hook: HookAction] = [:]
        ) async throws -> RenderedImage {
            try await picture(of: consume chart, for: format, hooks: hooks)
        }

        public nonisolated(nonsending) func renderVector(
            _ chart: Chart, policy: VectorPolicy = .auto, largestMark: Int = SVGOptions.defaultLargestMark
        ) async throws -> RenderedVector {
            try await vector(of: chart, policy: policy, largestMark: largestMark)
        }
    }
}

extension RendererPool.Slot: ScenePainter {
    var engine: TextEngine { pool.engine }

    nonisolated(nonsending) func paint(_ scene: Scene, for format: ImageFormat?, hooks: [Hook: HookAction]) async throws -> RenderedImage {
        let tessellated = Tessellated(scene)
        let renderer = try await pool.renderers.take(orThrow: GLError.closed)
        defer { pool.renderers.giveBack(renderer) }
        return try await renderer.draw(tessellated, for: format, hooks: hooks)
    }

    nonisolated(nonsending) func paint(
        _ scene: Scene, hooks: [Hook: HookAction], bands receive: nonisolated(nonsending) (DrawnBand) async throws -> Void
    ) async throws -> RenderStatistics {
        let tessellated = Tessellated(scene)
        let renderer = try await pool.renderers.take(orThrow: GLError.closed)
        defer { pool.renderers.giveBack(renderer) }
        return try await renderer.draw(tessellated, hooks: hooks, receive: receive)
    }
}
