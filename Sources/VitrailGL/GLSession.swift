package import VitrailDrawList
package import VitrailScene
package import VitrailShaders

/// A context and its player, on one thread.
///
/// The session survives failures. After `outOfMemory` it releases everything kept on the device; after `contextLost` it
/// reopens the device for the next frame.
package final class GLSession {
    package let info: DeviceInfo
    /// Limits of the part of a picture that can be drawn at one time.
    let tileLimits: TileLimits
    /// Core of the open context, or of the last one.
    package private(set) var core: GLCore
    private let options: GLOptions
    private let driver: Driver
    private let shaders: (ProgramVariant) -> ShaderSource?
    private let candidate: DeviceCandidate
    private var slot: DisplaySlot?
    /// Lock for each frame, if only one context of a display may run at a time. `nil`: no lock is needed.
    private var turn: DisplayLock?
    private var context: GLContext?
    private var player: FramePlayer?
    /// Number of players created so far.
    private var playerCount = 1
    private let overlapsReadback: Bool?
    /// Number of frames that were taken after others had started.
    package private(set) var overlappedFrames = 0
    private var hasDrawn = false
    private var isClosed = false

    /// Opens the device on the calling thread. The session stays on that thread until `close`.
    package init(
        _ options: GLOptions, driver: Driver, shaders: @escaping (ProgramVariant) -> ShaderSource?
    ) throws(GLError) {
        let slot = options.slot.map(DisplaySlot.init(kept:)) ?? driver.slots.take()
        let context = try GLContext.open(options, slot: slot.number, driver: driver)
        self.context = context
        self.slot = slot
        turn = context.info.isLLVMpipe ? context.turn : nil
        info = context.info
        let limit = context.pictureLimit
        tileLimits = options.tileLimits.intersection(
            TileLimits(width: limit.width, height: limit.height, pixels: .max, bandPixels: .max))
        core = context.core
        candidate = context.candidate
        (self.options, self.driver, self.shaders) = (options, driver, shaders)
        overlapsReadback = options.overlapsReadback ?? (info.isHardware ? nil : false)
        player = Self.player(on: context, options, driver, shaders)
    }

    private static func player(
        on context: GLContext, _ options: GLOptions, _ driver: Driver,
        _ shaders: @escaping (ProgramVariant) -> ShaderSource?
    ) -> FramePlayer {
        let usesRectangles = options.usesRectangles ?? Rectangles.areFaster(on: context.info, context.core)
        return FramePlayer(
            context, residentLimit: options.residentLimit,
            usesBlockLines: options.usesBlockLines ?? BlockLines.areExact(on: context.info),
            usesRectangles: usesRectangles && options.surface == .framebuffer,
            usesLinePoints: options.usesLinePoints ?? LinePoints.areFaster(on: context.info),
            programCache: options.programCache.map(ProgramCache.init),
            shaders: shaders, findFunction: driver.findFunction)
    }

    /// Returns the player; reopens it if the last frame lost it.
    private func openPlayer() throws(GLError) -> FramePlayer {
        guard !isClosed else { throw .closed }
        if let player { return player }
        if context == nil {
            let opened = try GLContext(candidate, driver: driver, options: options)
            context = opened
            turn = opened.info.isLLVMpipe ? opened.turn : nil
            core = opened.core
        }
        let made = Self.player(on: context!, options, driver, shaders)
        player = made
        playerCount += 1
        return made
    }

    /// Releases the objects that a failure may have come from or invalidated.
    ///
    /// - Returns: the error to report.
    private func recover(from failure: GLError) -> GLError {
        var failure = failure
        if let position = failure.positionOnDevice, let cause = context?.lossCause() {
            failure = .contextLost(cause: cause, during: position)
        }
        switch failure {
        case .outOfMemory: player = nil
        case .contextLost:
            player = nil
            context?.close()
            context = nil
        default: break
        }
        return failure
    }

    package var liveObjects: Int { core.liveObjects }

    /// - Throws: `GLError`; it does not affect the next frame.
    package func draw(
        _ list: DrawList, hooks: [Hook: HookAction] = [:], rows: (any RowReceiver)? = nil
    ) throws(GLError) -> DrawnFrame {
        try playing { player throws(GLError) in try player.read(player.send(list, hooks: hooks), rows: rows) }
    }

    private func playing<Frame>(_ body: (FramePlayer) throws(GLError) -> Frame) throws(GLError) -> Frame {
        // The lock of the current display, because another display may be open when the frame ends.
        let turn = turn
        turn?.begin()
        defer { turn?.end() }
        let frame: Frame
        do throws(GLError) {
            frame = try onPlayer(body)
        } catch {
            throw recover(from: error)
        }
        // Compilers inside drivers register their exit handlers on first use.
        if !hasDrawn { GLThreadsAtExit.arm() }
        hasDrawn = true
        return frame
    }

    /// Releases its reference to the player before an error is handled, because `recover` deletes the player's objects.
    private func onPlayer<Frame>(_ body: (FramePlayer) throws(GLError) -> Frame) throws(GLError) -> Frame {
        try body(openPlayer())
    }

    /// Draws a band of a picture: draws and reads back its tiles one after the other.
    ///
    /// If the device runs out of memory, it tries again with tiles of half the width and height and nothing else kept
    /// on the device.
    /// - Parameters:
    ///   - index: index of a band in the list's plan.
    ///   - rows: also receives the rows during readback if the picture is drawn in one piece.
    package func draw(
        _ tiled: TiledDrawList, band index: Int, rows: (any RowReceiver)? = nil
    ) throws(GLError) -> DrawnFrame {
        let area = tiled.plan.band(index)
        do throws(GLError) {
            return try draw(tiled, area, tiled.plan.tiles(of: index), rows)
        } catch {
            guard case .outOfMemory = error, let smaller = tiled.smallerTiles(of: area) else { throw error }
            return try draw(tiled, area, smaller, nil)
        }
    }

    /// Starts a band. A band that is the whole picture in one tile is left to `finish` if another frame is waiting; all
    /// others are drawn at once. On software rasterisers all bands are drawn at once, because overlapping gains
    /// nothing.
    ///
    /// - Parameter isAnotherWaiting: called when the band's commands are sent.
    package func start(
        _ tiled: TiledDrawList, band index: Int, rows: (any RowReceiver)?, isAnotherWaiting: () -> Bool
    ) throws(GLError) -> StartedFrame {
        let area = tiled.plan.band(index)
        guard overlapsReadback != false, tiled.plan.isWhole, tiled.plan.tiles(of: index) == [area] else {
            return .done(try draw(tiled, band: index, rows: rows))
        }
        do throws(GLError) {
            return try playing { player throws(GLError) in
                let sent = try player.send(tiled.list, hooks: tiled.hooks)
                guard overlapsReadback == true || isAnotherWaiting() else {
                    return .done(try player.read(sent, rows: rows))
                }
                var frame = try player.copy(sent)
                frame.player = playerCount
                return .copying(frame)
            }
        } catch {
            guard case .outOfMemory = error, let smaller = tiled.smallerTiles(of: area) else { throw error }
            return .done(try draw(tiled, area, smaller, nil))
        }
    }

    /// Takes a band that was started; draws it again if the device has failed in between.
    package func finish(
        _ frame: CopyingFrame, of tiled: TiledDrawList, band index: Int, rows: (any RowReceiver)?
    ) throws(GLError) -> DrawnFrame {
        guard !isClosed else { throw .closed }
        do throws(GLError) {
            if player != nil, frame.player == playerCount,
                let done = try playing({ player throws(GLError) in try player.take(frame, rows: rows) })
            {
                overlappedFrames += 1
                return done
            }
        } catch {
            guard case .outOfMemory = error else { throw error }
        }
        // A receiver accepts only one picture, so this draw has none.
        return try draw(tiled, band: index)
    }

    private func draw(
        _ tiled: TiledDrawList, _ area: PixelRect, _ tiles: [PixelRect], _ rows: (any RowReceiver)?
    ) throws(GLError) -> DrawnFrame {
        func part(_ tile: PixelRect) throws(GLError) -> DrawnFrame {
            try tiled.plan.isWhole && tile == area
                ? draw(tiled.list, hooks: tiled.hooks, rows: rows)
                : draw(tiled.part(tile, textureSide: info.limits.textureSize))
        }
        if tiles.count == 1 { return try part(tiles[0]) }
        var band = ComposedFrame(size: PixelSize(width: area.width, height: area.height))
        for tile in tiles { band.add(try part(tile), x: tile.x, y: tile.y - area.y) }
        return band.finish()
    }

    /// Returns the GL name of a program and compiles it if necessary. `nil`: the session is closed.
    func programName(_ program: ProgramVariant) throws(GLError) -> UInt32? {
        isClosed ? nil : try openPlayer().programs.entry(program).program.name
    }

    /// Deletes all objects, then the context. Calling it again has no effect.
    package func close() {
        isClosed = true
        turn?.begin()
        player = nil
        turn?.end()
        context?.close()
        context = nil
        slot = nil
    }

    deinit { close() }
}

@available(*, unavailable)
extension GLSession: Sendable {}

extension GLError {
    /// The step that failed on the device. `nil`: the error is the caller's, or the cause is already reported.
    fileprivate var positionOnDevice: String? {
        switch self {
        case .call(_, _, let position), .outOfMemory(let position): position
        case .compile(let name, _, _), .link(let name, _): "making the program \(name)"
        case .framebufferIncomplete(let target, _): "making the \(target) target"
        case .contextCreation(let step, _): step
        case .library, .noDevice, .shaderMissing, .sizeBeyondLimit, .extensionMissing, .pictureTooLarge, .contextLost,
            .hookMissing, .invalidDrawList,
            .closed, .interrupted:
            nil
        }
    }
}
