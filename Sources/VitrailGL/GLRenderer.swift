public import VitrailDrawList
public import VitrailScene
public import VitrailShaders

/// Renders draw lists to pictures on a device, on its own thread.
///
/// ```
///  any task ──draw(DrawList)──►  GL thread: upload → clear → replay commands → read back  ──DrawnFrame──►  any task
/// ```
///
/// Each frame crosses threads twice, regardless of its content. Several renderers can draw in parallel. One renderer
/// draws frames one after another; on hardware it copies one out while it draws the next. It does not depend on series
/// or axes. It compiles each program on first use, and keeps on the device: programs, targets of the last size, glyph
/// atlases, resident points.
///
/// A picture that exceeds the device's limits or `GLOptions.tileLimits` is drawn in tiles. When drawn band by band, at
/// most one band is in memory at a time.
///
/// The renderer does *not* open windows or keep the picture on the device.
public actor GLRenderer {
    private let thread: GLThread
    private let session: Confined<GLSession>
    /// Number of frames that are started and not taken yet.
    private var copyingFrames = 0
    /// The device of this renderer.
    public nonisolated let info: DeviceInfo
    /// Limits of the part of a picture that is drawn at one time.
    public nonisolated let tileLimits: TileLimits
    /// Maximum number of pixels of a picture that is returned as a whole: 1 GiB.
    public static let maxPixels = 1 << 28

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens a device.
    ///
    /// - Parameter shaders: returns the source of a program. `nil`: drawing with the program is an error.
    /// - Throws: `GLError.library`, `GLError.noDevice`.
    public init(
        _ options: GLOptions = GLOptions(),
        shaders: @escaping @Sendable (ProgramVariant) -> ShaderSource? = { ShaderLibrary.source(of: $0) }
    ) async throws(GLError) {
        self.init(
            try await Driver.opening(options) { driver throws(GLError) in
                try await Opened(options, driver: driver, shaders: shaders)
            })
    }

    package init(
        _ options: GLOptions, driver: Driver, shaders: @escaping @Sendable (ProgramVariant) -> ShaderSource?
    ) async throws(GLError) {
        self.init(try await Opened(options, driver: driver, shaders: shaders))
    }

    private init(_ opened: Opened) {
        (thread, session, info, tileLimits) = (opened.thread, opened.session, opened.info, opened.tileLimits)
    }

    /// A session on its own thread.
    private struct Opened: Sendable {
        let thread: GLThread
        let session = Confined<GLSession>()
        let info: DeviceInfo
        let tileLimits: TileLimits

        init(
            _ options: GLOptions, driver: Driver, shaders: @escaping @Sendable (ProgramVariant) -> ShaderSource?
        ) async throws(GLError) {
            thread = try GLThread()
            do throws(GLError) {
                (info, tileLimits) = try await thread.run { [session] () throws(GLError) in
                    let opened = try GLSession(options, driver: driver, shaders: shaders)
                    session.value = opened
                    return (opened.info, opened.tileLimits)
                }
            } catch {
                thread.stop()
                throw error
            }
        }
    }

    /// Returns the list's picture: premultiplied RGBA, row 0 at the top.
    ///
    /// - Parameter hooks: the actions for the list's hooks.
    /// - Throws: `GLError`. The renderer can draw the next list afterwards. After `contextLost` it reopens its device.
    ///   `outOfMemory` is thrown only if smaller tiles also fail, `pictureTooLarge` for more than `maxPixels` pixels.
    public func draw(_ list: DrawList, hooks: [Hook: HookAction] = [:]) async throws(GLError) -> DrawnFrame {
        try await draw(list, hooks: hooks, rows: nil)
    }

    /// Draws with a receiver of rows.
    ///
    /// - Parameter rows: also receives the rows during readback if the picture is drawn in one piece.
    package func draw(
        _ list: DrawList, hooks: [Hook: HookAction], rows: (any RowReceiver)?
    ) async throws(GLError) -> DrawnFrame {
        let tiled = try tiles(of: list, hooks: hooks)
        if tiled.plan.bandCount == 1 { return try await draw(tiled, band: 0, rows: rows) }
        guard list.size.width * list.size.height <= Self.maxPixels else {
            throw .pictureTooLarge(list.size, limit: Self.maxPixels)
        }
        var picture = ComposedFrame(size: list.size)
        for index in 0..<tiled.plan.bandCount {
            picture.add(try await draw(tiled, band: index), x: 0, y: tiled.plan.band(index).y)
        }
        return picture.finish()
    }

    /// Divides the list into the tiles that this device draws.
    ///
    /// - Throws: `GLError.invalidDrawList`, `GLError.hookMissing`.
    public nonisolated func tiles(of list: DrawList, hooks: [Hook: HookAction] = [:]) throws(GLError) -> TiledDrawList {
        try TiledDrawList(list, hooks: hooks, limits: tileLimits)
    }

    /// Returns one band of the list's picture, for pictures larger than memory. Bands can be drawn in any order.
    ///
    /// - Parameters:
    ///   - tiled: from `tiles(of:)` of this renderer, or of one whose device has smaller limits.
    ///   - index: index of a band in `tiled.plan`.
    public func draw(_ tiled: TiledDrawList, band index: Int) async throws(GLError) -> DrawnFrame {
        try await draw(tiled, band: index, rows: nil)
    }

    private func draw(
        _ tiled: TiledDrawList, band index: Int, rows: (any RowReceiver)?
    ) async throws(GLError) -> DrawnFrame {
        while copyingFrames == ReadbackBuffers.maxFrames { await Task.yield() }
        guard let session = session.value else { throw .closed }
        let frame: CopyingFrame
        switch try session.start(tiled, band: index, rows: rows, isAnotherWaiting: { thread.hasWork }) {
        case .done(let done): return done
        case .copying(let started): frame = started
        }
        // A waiting task sends the commands of the next frame at this point.
        copyingFrames += 1
        await Task.yield()
        copyingFrames -= 1
        return try session.finish(frame, of: tiled, band: index, rows: rows)
    }

    /// Number of live GL objects; 0 after `close`.
    public var liveObjects: Int { session.value?.liveObjects ?? 0 }

    /// Releases the device. Drawing afterwards throws `GLError.closed`; closing again has no effect.
    public func close() async {
        while copyingFrames > 0 { await Task.yield() }
        session.value?.close()
    }

    /// Number of frames that were read back while others were drawn; 0 on software rasterisers.
    package var overlappedFrames: Int { session.value?.overlappedFrames ?? 0 }

    isolated deinit {
        session.value?.close()
        session.value = nil
        thread.stop()
    }
}

/// Holds a value that only one thread may use, which the compiler cannot check. All accesses run on the GL thread: in
/// `GLThread.run` during opening, on the actor's executor afterwards.
private final class Confined<Value>: @unchecked Sendable {
    var value: Value?
}
