public import VitrailScene
public import VitrailShaders

/// Draws draw lists into pictures, on a device and a thread of its own.
///
/// ```
///  any task ──draw(DrawList)──►  GL thread: upload → clear → replay commands → read back  ──DrawnFrame──►  any task
/// ```
///
/// A frame crosses threads twice, whatever it holds. Several renderers draw at the same time; one renderer draws one frame after
/// another. It knows neither series nor axes, compiles each program when it is first used, and keeps on the device: programs,
/// targets of the last size, glyph atlases, resident points.
///
/// It does *not* open windows, keep the picture on the device, or draw pictures larger than `info.limits` in parts.
public actor GLRenderer {
    private let thread: GLThread
    private let session: Confined<GLSession>
    /// The device it draws on.
    public nonisolated let info: DeviceInfo

    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens a device.
    ///
    /// - Parameter shaders: the source of a program; nil makes drawing with it an error.
    /// - Throws: `GLError.library`, `GLError.noDevice`.
    public init(
        _ options: GLOptions = GLOptions(),
        shaders: @escaping @Sendable (Program) -> ShaderSource? = { ShaderLibrary.source(of: $0.rawValue) }
    ) async throws(GLError) {
        try await self.init(options, driver: try Driver.load(options.eglLibrary), shaders: shaders)
    }

    package init(
        _ options: GLOptions, driver: Driver, shaders: @escaping @Sendable (Program) -> ShaderSource?
    ) async throws(GLError) {
        let thread = try GLThread()
        let session = Confined<GLSession>()
        do throws(GLError) {
            info = try await thread.run { () throws(GLError) in
                let opened = try GLSession(options, driver: driver, shaders: shaders)
                session.value = opened
                return opened.info
            }
        } catch {
            thread.stop()
            throw error
        }
        self.thread = thread
        self.session = session
    }

    /// The list's picture: premultiplied RGBA, row 0 at the top.
    ///
    /// - Parameter hooks: the closures that the list's hooks stand for.
    /// - Throws: `GLError`; after it the renderer can draw the next list.
    public func draw(_ list: DrawList, hooks: [Hook: HookAction] = [:]) throws(GLError) -> DrawnFrame {
        guard let session = session.value else { throw .closed }
        return try session.draw(list, hooks: hooks)
    }

    /// GL objects that live now: 0 after `close`.
    public var liveObjects: Int { session.value?.liveObjects ?? 0 }

    /// Gives the device back. Drawing afterwards throws `GLError.closed`; closing again does nothing.
    public func close() {
        session.value?.close()
    }

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
