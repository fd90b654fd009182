public import VitrailScene
public import VitrailShaders

/// Draws draw lists into pictures, on a device and a thread of its own.
///
/// ```
///  any task ──draw(DrawList)──►  GL thread: upload → clear → replay commands → read back  ──DrawnFrame──►  any task
/// ```
///
/// A frame crosses threads twice, whatever it holds. Several renderers draw at the same time; one renderer draws one frame after
/// another, and on hardware copies one out while it draws the next. It knows neither series nor axes, compiles each program when it is
/// first used, and keeps on the device: programs, targets of the last size, glyph atlases, resident points.
///
/// A picture that is larger than the device's limits, or than `GLOptions.tileLimits`, is drawn in tiles; band by band, no more of it than a band is
/// in memory at one time.
///
/// It does *not* open windows, or keep the picture on the device.
public actor GLRenderer {
    private let thread: GLThread
    private let session: Confined<GLSession>
    /// Begun, and not taken yet.
    private var copyingFrames = 0
    /// The device it draws on.
    public nonisolated let info: DeviceInfo
    /// What is drawn at one time.
    public nonisolated let tileLimits: TileLimits
    /// Pixels of a picture that is asked for as a whole: 1 GiB.
    public static let mostPixels = 1 << 28

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens a device.
    ///
    /// - Parameter shaders: the source of a program; nil makes drawing with it an error.
    /// - Throws: `GLError.library`, `GLError.noDevice`.
    public init(
        _ options: GLOptions = GLOptions(),
        shaders: @escaping @Sendable (Program) -> ShaderSource? = { ShaderLibrary.source(of: $0.rawValue) }
    ) async throws(GLError) {
        self.init(try await Driver.opening(options) { driver throws(GLError) in try await Opened(options, driver: driver, shaders: shaders) })
    }

    package init(
        _ options: GLOptions, driver: Driver, shaders: @escaping @Sendable (Program) -> ShaderSource?
    ) async throws(GLError) {
        self.init(try await Opened(options, driver: driver, shaders: shaders))
    }

    private init(_ opened: Opened) {
        (thread, session, info, tileLimits) = (opened.thread, opened.session, opened.info, opened.tileLimits)
    }

    /// A session on a thread of its own.
    private struct Opened: Sendable {
        let thread: GLThread
        let session = Confined<GLSession>()
        let info: DeviceInfo
        let tileLimits: TileLimits

        init(_ options: GLOptions, driver: Driver, shaders: @escaping @Sendable (Program) -> ShaderSource?) async throws(GLError) {
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

    /// The list's picture: premultiplied RGBA, row 0 at the top.
    ///
    /// - Parameter hooks: the closures that the list's hooks stand for.
    /// - Throws: `GLError`; after it the renderer can draw the next list, as after `contextLost`, when it opens its device again, and after
    ///   `outOfMemory`, when smaller tiles did not help. `pictureTooLarge` for more than `mostPixels` pixels.
    public func draw(_ list: DrawList, hooks: [Hook: HookAction] = [:]) async throws(GLError) -> DrawnFrame {
        try await draw(list, hooks: hooks, rows: nil)
    }

    /// As above.
    ///
    /// - Parameter rows: gets a picture that is drawn in one piece while it is read back, too.
    package func draw(_ list: DrawList, hooks: [Hook: HookAction], rows: (any RowReceiver)?) async throws(GLError) -> DrawnFrame {
        let tiled = try tiles(of: list, hooks: hooks)
        if tiled.plan.bandCount == 1 { return try await draw(tiled, band: 0, rows: rows) }
        guard list.size.width * list.size.height <= Self.mostPixels else { throw .pictureTooLarge(list.size, limit: Self.mostPixels) }
        var picture = ComposedFrame(size: list.size)
        for index in 0..<tiled.plan.bandCount {
            picture.add(try await draw(tiled, band: index), x: 0, y: tiled.plan.band(index).y)
        }
        return picture.finish()
    }

    /// The list, cut as this device draws it.
    ///
    /// - Throws: `GLError.invalidDrawList`, `GLError.hookMissing`.
    public nonisolated func tiles(of list: DrawList, hooks: [Hook: HookAction] = [:]) throws(GLError) -> TiledDrawList {
        try TiledDrawList(list, hooks: hooks, limits: tileLimits)
    }

    /// One band of the list's picture, for pictures that are larger than memory. Bands can be drawn in any order.
    ///
    /// - Parameters:
    ///   - tiled: by `tiles(of:)` of this renderer, or of one whose device allows less.
    ///   - index: of a band of `tiled.plan`.
    public func draw(_ tiled: TiledDrawList, band index: Int) async throws(GLError) -> DrawnFrame {
        try await draw(tiled, band: index, rows: nil)
    }

    private func draw(_ tiled: TiledDrawList, band index: Int, rows: (any RowReceiver)?) async throws(GLError) -> DrawnFrame {
        while copyingFrames == ReadbackBuffers.mostFrames { await Task.yield() }
        guard let session = session.value else { throw .closed }
        let frame: CopyingFrame
        switch try session.start(tiled, band: index, rows: rows, isAnotherWaiting: { thread.hasWork }) {
        case .done(let done): return done
        case .copying(let started): frame = started
        }
        // Who waits sends the next frame's commands now.
        copyingFrames += 1
        await Task.yield()
        copyingFrames -= 1
        return try session.finish(frame, of: tiled, band: index, rows: rows)
    }

    /// GL objects that live now: 0 after `close`.
    public var liveObjects: Int { session.value?.liveObjects ?? 0 }

    /// Gives the device back. Drawing afterwards throws `GLError.closed`; closing again does nothing.
    public func close() async {
        while copyingFrames > 0 { await Task.yield() }
        session.value?.close()
    }

    /// Frames that were read back while others were drawn; 0 on software rasterisers.
    package var overlappedFrames: Int { session.value?.overlappedFrames ?? 0 }

    isolated deinit {
        session.value?.close()
        session.value = nil
        thread.stop()
    }
}

/// Holds what only one thread may touch, where the compiler cannot see which. Everyone who reads or sets `value` runs on the GL thread:
/// `GLThread.run` while opening, the actor's executor ever after.
private final class Confined<Value>: @unchecked Sendable {
    var value: Value?
}
