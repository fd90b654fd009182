package import VitrailScene
package import VitrailShaders

/// A context with what draws on it, on one thread.
package final class GLSession {
    package let info: DeviceInfo
    /// What can be drawn at one time.
    let tileLimits: TileLimits
    package let core: GLCore
    private var context: GLContext?
    private var player: FramePlayer?
    private var hasDrawn = false

    /// Opens the device on the calling thread, which then belongs to it until `close`.
    package init(
        _ options: GLOptions, driver: Driver, shaders: @escaping (Program) -> ShaderSource?
    ) throws(GLError) {
        let context = try GLContext.open(options, driver: driver)
        self.context = context
        info = context.info
        let limit = context.pictureLimit
        tileLimits = options.tileLimits.intersection(TileLimits(width: limit.width, height: limit.height, pixels: .max, bandPixels: .max))
        core = context.core
        player = FramePlayer(
            context, residentLimit: options.residentLimit, usesBlockLines: options.usesBlockLines ?? BlockLines.areExact(on: context.info), shaders: shaders, findFunction: driver.findFunction)
    }

    package var liveObjects: Int { core.liveObjects }

    /// - Throws: `GLError`; the next frame is not affected by it.
    package func draw(_ list: DrawList, hooks: [Hook: HookAction] = [:]) throws(GLError) -> DrawnFrame {
        guard let player else { throw .closed }
        let frame = try player.play(list, hooks: hooks)
        // Compilers inside drivers register what they end with when they are first used.
        if !hasDrawn { GLThreadsAtExit.arm() }
        hasDrawn = true
        return frame
    }

    /// A band of a picture: its tiles are drawn and read back one after the other.
    ///
    /// - Parameter index: of the list's plan.
    package func draw(_ tiled: TiledDrawList, band index: Int) throws(GLError) -> DrawnFrame {
        if tiled.plan.isWhole { return try draw(tiled.list, hooks: tiled.hooks) }
        let area = tiled.plan.band(index)
        guard tiled.plan.columns > 1 else { return try draw(tiled.part(area, textureSide: info.limits.textureSize)) }
        var band = ComposedFrame(size: PixelSize(width: area.width, height: area.height))
        for tile in tiled.plan.tiles(of: index) {
            band.add(try draw(tiled.part(tile, textureSide: info.limits.textureSize)), x: tile.x, y: 0)
        }
        return band.finish()
    }

    /// The GL name of a program, compiled if it is not yet; nil after `close`.
    func programName(_ program: Program) throws(GLError) -> UInt32? {
        try player?.programs.entry(program).program.name
    }

    /// Deletes all objects, then the context. Nothing happens the second time.
    package func close() {
        player = nil
        context?.close()
        context = nil
    }

    deinit { close() }
}

@available(*, unavailable)
extension GLSession: Sendable {}
