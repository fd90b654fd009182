import CGL
import VitrailDrawList
import VitrailScene
import VitrailShaders

/// Plays draw lists on a context: uploads all data, sets the common state once, replays the commands, reads the picture
/// back.
final class FramePlayer {
    private let context: GLContext
    private let core: GLCore
    private let state: DrawState
    let programs: ProgramStore
    private let targets: TargetStore
    private let vertices: VertexStore
    private let samples: SampleStore
    /// Bytes of block origins that this frame has sent.
    private var sentOrigins = 0
    private let textures: TextureStore
    private let uniforms: UniformStore
    private let readbacks: ReadbackBuffers
    private let findFunction: (String) -> UnsafeMutableRawPointer?
    private let usesBlockLines: Bool
    private let usesRectangles: Bool
    private let usesLinePoints: Bool
    /// Maximum number of instances that are sent but not drawn yet.
    private let maxWaiting: Int
    /// Pace of the current frame.
    private var pace: DrawPace

    /// A software driver stores its results for each instance, a kilobyte or more, until it draws the pixels. Without
    /// this limit it may use gigabytes before it waits by itself.
    private static let maxWaitingInSoftware = 1 << 16

    init(
        _ context: GLContext, residentLimit: Int, usesBlockLines: Bool, usesRectangles: Bool, usesLinePoints: Bool,
        programCache: ProgramCache?,
        shaders: @escaping (ProgramVariant) -> ShaderSource?,
        findFunction: @escaping (String) -> UnsafeMutableRawPointer?
    ) {
        self.context = context
        self.findFunction = findFunction
        core = context.core
        (self.usesBlockLines, self.usesRectangles, self.usesLinePoints) = (
            usesBlockLines, usesRectangles, usesLinePoints
        )
        state = DrawState(core)
        programs = ProgramStore(core, usesRectangles: usesRectangles, cache: programCache, shaders: shaders)
        targets = TargetStore(context, usesRectangles: usesRectangles)
        vertices = VertexStore(core, residentLimit: residentLimit)
        samples = SampleStore(core, limit: residentLimit)
        textures = TextureStore(core, limit: context.info.limits.textureSize)
        uniforms = UniformStore(core, alignment: context.info.limits.uniformAlignment)
        readbacks = ReadbackBuffers(core)
        maxWaiting = context.info.isHardware ? .max : Self.maxWaitingInSoftware
        pace = DrawPace(maxWaiting: maxWaiting)
    }

    /// Locations of a draw list's data on the device.
    private struct Uploaded {
        var positions: [VertexStore.Position]
        var textures: [GLuint]
        /// The parts of each draw, in the order of the draws.
        var parts: [[Part]]
        var targets: Set<Target>
    }

    /// Instances of a draw that use the same primitive.
    private struct Part {
        enum Form { case strips, rectangles, blockLines, points }

        var form: Form
        var range: Range<Int>
        /// Index of its uniform block.
        var block: Int
    }

    /// Sends all commands of a list. All thread-bound state is set again, so that a failed frame has no effect on later
    /// ones. Call `read` or `copy` next.
    func send(_ list: DrawList, hooks: [Hook: HookAction]) throws(GLError) -> SentFrame {
        pace = DrawPace(maxWaiting: maxWaiting)
        try pace.check()
        try DrawListValidation.check(list, hooks: hooks)
        core.drainErrors()
        defer { textures.endFrame() }
        let clock = ContinuousClock()
        let start = clock.now
        let uploaded = try upload(list)
        try pace.check()
        let sent = clock.now
        try replay(list, uploaded, hooks)
        let totals = list.totals
        return SentFrame(
            size: list.size, upload: (sent - start).milliseconds, uploaded: sent,
            totals: FrameTotals(
                draws: totals.draws, instances: totals.instances, vertices: totals.vertices,
                uploadedBytes: vertices.uploadedBytes + textures.uploadedBytes + uniforms.uploadedBytes
                    + samples.uploadedBytes + sentOrigins))
    }

    /// Waits until the frame is drawn, and reads it back.
    ///
    /// - Parameter rows: also receives the rows while they are read back.
    func read(_ frame: SentFrame, rows: (any RowReceiver)?) throws(GLError) -> DrawnFrame {
        try finishDrawing()
        let clock = ContinuousClock()
        let drawn = clock.now
        var end = drawn
        let image = try readBack(frame.size, rows) { end = clock.now }
        return frame.drawn(
            image, (drawn - frame.uploaded).milliseconds, (end - drawn).milliseconds,
            rows == nil ? nil : (clock.now - end).milliseconds)
    }

    /// Requests the frame's pixels for `take`; returns before the frame is drawn.
    func copy(_ frame: SentFrame) throws(GLError) -> CopyingFrame {
        state.bindFramebuffer(try targets.framebuffer(.canvas))
        let number = try readbacks.copy(frame.size, GLenum(pixelFormat))
        state.forget()
        return CopyingFrame(number: number, sent: frame, draw: (.now - frame.uploaded).milliseconds)
    }

    /// Returns the picture of a copied frame.
    ///
    /// - Returns: `nil` if the device no longer has it.
    func take(_ frame: CopyingFrame, rows: (any RowReceiver)?) throws(GLError) -> DrawnFrame? {
        core.drainErrors()
        let clock = ContinuousClock()
        let start = clock.now
        var (drawn, end) = (start, start)
        let size = frame.sent.size
        let pixels = try readbacks.take(frame.number) { source in
            drawn = clock.now
            return [UInt8](unsafeUninitializedCapacity: source.count) { memory, count in
                count = source.count
                guard let start = memory.baseAddress else { return }
                UnsafeMutableRawBufferPointer(memory).copyMemory(from: source)
                if usesRectangles { cgl_swap_red_and_blue(start, source.count / 4) }
                handOver(start, size, to: rows) { end = clock.now }
            }
        }
        guard let pixels else { return nil }
        try core.checkAlive(during: "readback")
        return frame.sent.drawn(
            PixelImage(size: size, pixels: pixels), frame.draw + (drawn - start).milliseconds,
            (end - drawn).milliseconds,
            rows == nil ? nil : (clock.now - end).milliseconds)
    }

    /// Passes a picture in memory to the receiver.
    private func handOver(
        _ start: UnsafePointer<UInt8>, _ size: PixelSize, to rows: (any RowReceiver)?, _ didRead: () -> Void
    ) {
        rows?.receive(start, size, rowCount: size.height)
        didRead()
        rows?.end()
    }

    private var pixelFormat: Int32 { usesRectangles ? Rectangles.bgra : GL_RGBA }

    /// Creates missing targets and programs, and sends the list's data. Leaves the GL state undefined.
    private func upload(_ list: DrawList) throws(GLError) -> Uploaded {
        state.resetTransfer()
        samples.beginFrame()
        sentOrigins = 0
        try targets.prepare(list.size)
        var uploaded = Uploaded(positions: [], textures: [], parts: [], targets: [.canvas])
        var blocks: [DrawUniforms] = []
        let canvas = PixelRect(x: 0, y: 0, width: list.size.width, height: list.size.height)
        for command in list.commands {
            switch command {
            case .target(let target, _): uploaded.targets.insert(target)
            case .draw(let draw):
                _ = try programs.entry(draw.program)
                uploaded.parts.append(parts(of: draw, in: list.buffers[draw.buffer], canvas, &blocks))
            case .hook: break
            }
        }
        for target in Target.allCases where uploaded.targets.contains(target) {
            _ = try targets.framebuffer(target)
        }
        programs.forgetSources()
        uploaded.positions = try vertices.upload(list.buffers)
        uploaded.textures = try textures.upload(list.textures)
        try uniforms.upload(blocks)
        return uploaded
    }

    private func replay(_ list: DrawList, _ uploaded: Uploaded, _ hooks: [Hook: HookAction]) throws(GLError) {
        let canvas = PixelRect(x: 0, y: 0, width: list.size.width, height: list.size.height)
        state.reset(size: list.size)
        try clearCanvas(canvas, list.background)
        var target = Target.canvas
        var drawIndex = 0
        for command in list.commands {
            switch command {
            case .target(let next, let clear):
                target = next
                state.bindFramebuffer(try targets.framebuffer(next))
                if next != .canvas, let clear { try clearScratch(next, clear.intersection(canvas)) }
            case .draw(let draw):
                try pace.check()
                if case .samples(let columns) = list.buffers[draw.buffer] {
                    try self.draw(draw, columns, uploaded, uploaded.parts[drawIndex], canvas)
                } else {
                    try self.draw(draw, uploaded, uploaded.parts[drawIndex], list.buffers[draw.buffer], canvas)
                }
                drawIndex += 1
            case .hook(let hook, let clip):
                if let action = hooks[hook] { try run(action, hook, clip.intersection(canvas), list.size) }
                state.bindFramebuffer(try targets.framebuffer(target))
            }
        }
        targets.discard(uploaded.targets)
        state.forget()
    }

    private func finishDrawing() throws(GLError) {
        core.gl.finish()
        try core.checkAlways("glFinish", during: "the frame")
        try core.checkAlive(during: "the frame")
    }

    private func clearCanvas(_ canvas: PixelRect, _ background: Color) throws(GLError) {
        let framebuffer = try targets.framebuffer(.canvas)
        state.bindFramebuffer(framebuffer)
        state.setScissor(canvas)
        let color = background.premultiplied
        core.gl.clearColor(color.x, color.y, color.z, color.w)
        core.gl.clear(GLbitfield(GL_COLOR_BUFFER_BIT))
        targets.refreshHeight(framebuffer)
        try core.check("glClear", during: "clearing the canvas")
    }

    private func clearScratch(_ target: Target, _ rect: PixelRect) throws(GLError) {
        guard !rect.isEmpty else { return }
        state.setScissor(rect)
        let zero: [GLfloat] = [0, 0, 0, 0]
        for index in 0..<target.textureCount {
            core.gl.clearBufferfv(GLenum(GL_COLOR), GLint(index), zero)
        }
        targets.refreshHeight(try targets.framebuffer(target))
        try core.check("glClearBufferfv", during: "clearing the \(target.rawValue) target")
    }

    private func draw(
        _ draw: Draw, _ uploaded: Uploaded, _ parts: [Part], _ buffer: VertexData, _ canvas: PixelRect
    ) throws(GLError) {
        let scissor = draw.scissor.intersection(canvas)
        guard !scissor.isEmpty, draw.instanceCount > 0 else { return }
        let entry = try use(draw, uploaded, scissor)
        for part in parts {
            // Sends as many instances as may be pending, and waits for the device before sending more.
            var rest = part
            while !rest.range.isEmpty {
                let count = pace.take(rest.range, of: DrawCost(of: draw, in: buffer, scissor: scissor))
                if count == 0 {
                    try waitForDevice()
                    continue
                }
                var next = rest
                next.range = rest.range.prefix(count)
                rest.range = rest.range.dropFirst(count)
                self.draw(next, of: draw, entry, uploaded.positions[draw.buffer])
            }
        }
        try core.check(
            "glDrawArraysInstanced", during: draw.label.isEmpty ? "a draw of \(draw.program.rawValue)" : draw.label)
    }

    /// Sets the program, textures, blend mode and scissor of a draw.
    private func use(_ draw: Draw, _ uploaded: Uploaded, _ scissor: PixelRect) throws(GLError) -> ProgramStore.Entry {
        let entry = try programs.entry(draw.program)
        state.use(program: entry.program.name, vertexArray: entry.vertexArray.name)
        for (unit, binding) in draw.textures.enumerated() {
            switch binding {
            case .texture(let index): state.bind(texture: uploaded.textures[index], unit: unit)
            case .target(let target, let index):
                state.bind(texture: try targets.texture(target, index), unit: unit)
            }
        }
        state.setBlend(draw.blend)
        state.setScissor(scissor)
        return entry
    }

    /// Draws samples, block by block. The blocks that the device lacks are uploaded in between.
    private func draw(
        _ draw: Draw, _ columns: SampleColumns, _ uploaded: Uploaded, _ parts: [Part], _ canvas: PixelRect
    ) throws(GLError) {
        let scissor = draw.scissor.intersection(canvas)
        guard !scissor.isEmpty, draw.instanceCount > 0, let part = parts.first else { return }
        let entry = try use(draw, uploaded, scissor)
        uniforms.bind(part.block)
        let all = draw.firstVertex..<draw.firstVertex + draw.instanceCount
        for number in SampleBlock.number(of: all.lowerBound)...SampleBlock.number(of: all.upperBound - 1) {
            try pace.check()
            let own = SampleBlock.range(of: number)
            let blocks = try samples.blocks(number, of: columns.axes)
            let origins = columns.origins(ofBlock: number)
            var rest = own.clamped(to: all)
            while !rest.isEmpty {
                let count = pace.take(
                    rest.lowerBound - draw.firstVertex..<rest.upperBound - draw.firstVertex,
                    of: DrawCost(of: draw, in: .samples(columns), scissor: scissor))
                if count == 0 {
                    try waitForDevice()
                    continue
                }
                programs.point(
                    draw.program, entry, at: blocks, first: rest.lowerBound - own.lowerBound, origins: origins)
                sentOrigins += MemoryLayout<SIMD4<Float>>.size
                core.gl.drawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(count))
                rest = rest.dropFirst(count)
            }
        }
        try core.check(
            "glDrawArraysInstanced", during: draw.label.isEmpty ? "a draw of \(draw.program.rawValue)" : draw.label)
    }

    private func draw(_ part: Part, of draw: Draw, _ entry: ProgramStore.Entry, _ position: VertexStore.Position) {
        let first = draw.firstVertex + part.range.lowerBound
        programs.point(
            draw.program, entry, at: position.buffer, offset: position.offset + first * draw.program.layout.stride,
            divisor: part.form == .points ? 0 : 1)
        uniforms.bind(part.block)
        let count = GLsizei(part.range.count)
        switch part.form {
        case .strips: core.gl.drawArraysInstanced(GLenum(GL_TRIANGLE_STRIP), 0, 4, count)
        case .rectangles: core.gl.drawArraysInstanced(GLenum(GL_TRIANGLES), 0, 6, count)
        case .blockLines:
            state.setLineWidth(GLfloat(BlockLines.width))
            core.gl.drawArraysInstanced(GLenum(GL_LINES), 0, 2, count)
        case .points: core.gl.drawArraysInstanced(GLenum(GL_POINTS), 0, count, 1)
        }
    }

    private func waitForDevice() throws(GLError) {
        try pace.check()
        let start = ContinuousClock.now
        core.gl.finish()
        pace.didFinish(milliseconds: (.now - start).milliseconds)
        try pace.check()
    }

    /// Divides a draw into parts by primitive. The uniforms of a part select the primitive in the vertex shader.
    private func parts(
        of draw: Draw, in buffer: VertexData, _ canvas: PixelRect, _ blocks: inout [DrawUniforms]
    ) -> [Part] {
        func part(_ form: Part.Form, _ range: Range<Int>, _ change: (inout DrawUniforms) -> Void = { _ in }) -> Part {
            var block = draw.uniforms
            change(&block)
            if blocks.last != block { blocks.append(block) }
            return Part(form: form, range: range, block: blocks.count - 1)
        }
        let all = 0..<draw.instanceCount
        if usesBlockLines, BlockLines.canDraw(draw, in: draw.scissor.intersection(canvas), on: canvas) {
            return [part(.blockLines, all) { $0.shape.y = 1 }]
        }
        if usesRectangles, draw.program.drawsRectangles { return [part(.rectangles, all)] }
        if usesLinePoints, let runs = LinePoints.runs(of: draw, in: buffer, largest: context.info.limits.pointSize) {
            return runs.map { $0.arePoints ? part(.points, $0.range) { $0.shape.w = 1 } : part(.strips, $0.range) }
        }
        return [part(.strips, all)]
    }

    private func run(_ action: HookAction, _ hook: Hook, _ clip: PixelRect, _ size: PixelSize) throws(GLError) {
        guard !clip.isEmpty else { return }
        let framebuffer = try targets.framebuffer(.canvas)
        state.bindFramebuffer(framebuffer)
        state.setScissor(clip)
        state.setBlend(.over)
        state.setLineWidth(1)
        state.use(program: 0, vertexArray: 0)
        core.gl.activeTexture(GLenum(GL_TEXTURE0))
        action(
            HookContext(
                size: size, clip: clip, framebuffer: framebuffer, device: context.info, findFunction: findFunction))
        try core.checkAlways("a GL call of the host", during: "hook \(hook.token)")
        state.reset(size: size)
        targets.expectOtherHeight()
        uniforms.forgetBinding()
    }

    /// - Parameter didRead: called when all rows are in memory, before `rows.end()`.
    private func readBack(
        _ size: PixelSize, _ receiver: (any RowReceiver)?, didRead: () -> Void
    ) throws(GLError) -> PixelImage {
        state.bindFramebuffer(try targets.framebuffer(.canvas))
        let pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { memory, count in
            count = memory.count
            guard let start = memory.baseAddress else { return }
            guard !usesRectangles else { return readSwapped(size, into: start, receiver, didRead) }
            read(0..<size.height, size.width, into: start)
            handOver(start, size, to: receiver, didRead)
        }
        try core.checkAlways("glReadPixels", during: "readback")
        return PixelImage(size: size, pixels: pixels)
    }

    /// Reads blocks of rows that fit into the processor's cache and swaps red and blue there, which is cheap. The
    /// driver would do it pixel by pixel.
    private func readSwapped(
        _ size: PixelSize, into start: UnsafeMutablePointer<UInt8>, _ receiver: (any RowReceiver)?,
        _ didRead: () -> Void
    ) {
        let maximum = max(1, Self.swappedPixels / size.width)
        let part = receiver?.rowsAtOnce(width: size.width) ?? maximum
        let reads = (part + maximum - 1) / maximum
        let step = (part + reads - 1) / reads
        for first in stride(from: 0, to: size.height, by: step) {
            let rows = first..<min(first + step, size.height)
            let position = start + first * size.width * 4
            read(rows, size.width, into: position)
            cgl_swap_red_and_blue(position, rows.count * size.width)
            receiver?.receive(start, size, rowCount: rows.upperBound)
        }
        didRead()
        receiver?.end()
    }

    private static let swappedPixels = 1 << 17

    private func read(_ rows: Range<Int>, _ width: Int, into position: UnsafeMutablePointer<UInt8>) {
        core.gl.readPixels(
            0, GLint(rows.lowerBound), GLsizei(width), GLsizei(rows.count), GLenum(pixelFormat),
            GLenum(GL_UNSIGNED_BYTE), position)
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15
    }
}

extension SampleColumns {
    /// The origins of a block on the axes, in pixels. Composed in Double, so that only the result must fit Float.
    fileprivate func origins(ofBlock number: Int) -> SIMD4<Float> {
        var origins = SIMD4<Float>.zero
        for (k, axis) in axes.enumerated() where k < 4 {
            origins[k] = Float(axis.transform.position(of: axis.source.block(number).origin))
        }
        return origins
    }
}
