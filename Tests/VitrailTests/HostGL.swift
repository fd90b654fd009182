import Testing
import Vitrail

/// GL functions called by a host's hook, loaded through the hook's context like in any host, without the renderer's own
/// table.
struct HostGL {
    let enable: @convention(c) (UInt32) -> Void
    let disable: @convention(c) (UInt32) -> Void
    let clearColor: @convention(c) (Float, Float, Float, Float) -> Void
    let clear: @convention(c) (UInt32) -> Void
    let colorMask: @convention(c) (UInt8, UInt8, UInt8, UInt8) -> Void
    let viewport: @convention(c) (Int32, Int32, Int32, Int32) -> Void
    let scissor: @convention(c) (Int32, Int32, Int32, Int32) -> Void
    let blendFunc: @convention(c) (UInt32, UInt32) -> Void
    let blendEquation: @convention(c) (UInt32) -> Void
    let pixelStore: @convention(c) (UInt32, Int32) -> Void
    let bindFramebuffer: @convention(c) (UInt32, UInt32) -> Void
    let bindBufferBase: @convention(c) (UInt32, UInt32, UInt32) -> Void
    let bindBuffer: @convention(c) (UInt32, UInt32) -> Void
    let activeTexture: @convention(c) (UInt32) -> Void
    let bindTexture: @convention(c) (UInt32, UInt32) -> Void
    let createShader: @convention(c) (UInt32) -> UInt32
    let shaderSource:
        @convention(c) (UInt32, Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>?) -> Void
    let compileShader: @convention(c) (UInt32) -> Void
    let createProgram: @convention(c) () -> UInt32
    let attachShader: @convention(c) (UInt32, UInt32) -> Void
    let deleteShader: @convention(c) (UInt32) -> Void
    let linkProgram: @convention(c) (UInt32) -> Void
    let getProgram: @convention(c) (UInt32, UInt32, UnsafeMutablePointer<Int32>) -> Void
    let useProgram: @convention(c) (UInt32) -> Void
    let deleteProgram: @convention(c) (UInt32) -> Void
    let bindVertexArray: @convention(c) (UInt32) -> Void
    let drawArrays: @convention(c) (UInt32, Int32, Int32) -> Void

    init(_ hook: HookContext) {
        func find<F>(_ name: String) -> F { unsafeBitCast(hook.function(name)!, to: F.self) }
        enable = find("glEnable")
        disable = find("glDisable")
        clearColor = find("glClearColor")
        clear = find("glClear")
        colorMask = find("glColorMask")
        viewport = find("glViewport")
        scissor = find("glScissor")
        blendFunc = find("glBlendFunc")
        blendEquation = find("glBlendEquation")
        pixelStore = find("glPixelStorei")
        bindFramebuffer = find("glBindFramebuffer")
        bindBufferBase = find("glBindBufferBase")
        bindBuffer = find("glBindBuffer")
        activeTexture = find("glActiveTexture")
        bindTexture = find("glBindTexture")
        createShader = find("glCreateShader")
        shaderSource = find("glShaderSource")
        compileShader = find("glCompileShader")
        createProgram = find("glCreateProgram")
        attachShader = find("glAttachShader")
        deleteShader = find("glDeleteShader")
        linkProgram = find("glLinkProgram")
        getProgram = find("glGetProgramiv")
        useProgram = find("glUseProgram")
        deleteProgram = find("glDeleteProgram")
        bindVertexArray = find("glBindVertexArray")
        drawArrays = find("glDrawArrays")
    }

    /// A host's own program; 0 and a failed expectation if it does not link.
    func makeProgram(vertex: String, fragment: String) -> UInt32 {
        let program = createProgram()
        for (kind, text) in [(0x8B31 as UInt32, vertex), (0x8B30, fragment)] {
            let shader = createShader(kind)
            text.withCString { text in
                var source: UnsafePointer<CChar>? = text
                shaderSource(shader, 1, &source, nil)
            }
            compileShader(shader)
            attachShader(program, shader)
            deleteShader(shader)
        }
        linkProgram(program)
        var isLinked: Int32 = 0
        getProgram(program, 0x8B82, &isLinked)
        #expect(isLinked == 1)
        return isLinked == 1 ? program : 0
    }

    /// Leaves the context in a state that would corrupt every later draw.
    func vandalize() {
        // Depth test, face culling, rasterizer discard, stencil test, dithering.
        for capability in [0x0B71, 0x0B44, 0x8C89, 0x0B90, 0x0BD0] as [UInt32] { enable(capability) }
        // Blending, scissor test.
        for capability in [0x0BE2, 0x0C11] as [UInt32] { disable(capability) }
        clearColor(0, 1, 0, 1)
        colorMask(0, 1, 0, 1)
        viewport(3, 3, 5, 5)
        scissor(0, 0, 1, 1)
        blendFunc(0, 0)
        blendEquation(0x8007)  // GL_MIN
        pixelStore(0x0D02, 77)  // GL_PACK_ROW_LENGTH
        pixelStore(0x0CF4, 5)  // GL_UNPACK_SKIP_PIXELS
        bindFramebuffer(0x8D40, 0)
        bindVertexArray(0)
        bindBufferBase(0x8A11, 0, 0)  // GL_UNIFORM_BUFFER
        bindBuffer(0x8892, 0)  // GL_ARRAY_BUFFER
        for unit in 0..<4 as Range<UInt32> {
            activeTexture(0x84C0 + unit)
            bindTexture(0x0DE1, 0)
        }
    }
}
