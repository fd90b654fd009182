import Vitrail

/// The GL functions that `HaloShader` calls, loaded through the hook's context.
struct GLFunctions {
    static let points: UInt32 = 0x0000
    static let float: UInt32 = 0x1406
    static let arrayBuffer: UInt32 = 0x8892
    static let streamDraw: UInt32 = 0x88E0
    private static let vertexShader: UInt32 = 0x8B31
    private static let fragmentShader: UInt32 = 0x8B30

    let useProgram: @convention(c) (UInt32) -> Void
    let deleteProgram: @convention(c) (UInt32) -> Void
    let uniform2f: @convention(c) (Int32, Float, Float) -> Void
    let uniform4f: @convention(c) (Int32, Float, Float, Float, Float) -> Void
    let genVertexArrays: @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void
    let bindVertexArray: @convention(c) (UInt32) -> Void
    let deleteVertexArrays: @convention(c) (Int32, UnsafePointer<UInt32>) -> Void
    let genBuffers: @convention(c) (Int32, UnsafeMutablePointer<UInt32>) -> Void
    let bindBuffer: @convention(c) (UInt32, UInt32) -> Void
    let deleteBuffers: @convention(c) (Int32, UnsafePointer<UInt32>) -> Void
    let bufferData: @convention(c) (UInt32, Int, UnsafeRawPointer?, UInt32) -> Void
    let vertexAttribPointer: @convention(c) (UInt32, Int32, UInt32, UInt8, Int32, UnsafeRawPointer?) -> Void
    let enableVertexAttribArray: @convention(c) (UInt32) -> Void
    let drawArrays: @convention(c) (UInt32, Int32, Int32) -> Void
    private let createProgram: @convention(c) () -> UInt32
    private let linkProgram: @convention(c) (UInt32) -> Void
    private let createShader: @convention(c) (UInt32) -> UInt32
    private let shaderSource:
        @convention(c) (UInt32, Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>?) -> Void
    private let compileShader: @convention(c) (UInt32) -> Void
    private let attachShader: @convention(c) (UInt32, UInt32) -> Void
    private let deleteShader: @convention(c) (UInt32) -> Void
    private let getUniformLocation: @convention(c) (UInt32, UnsafePointer<CChar>) -> Int32
    private let getAttribLocation: @convention(c) (UInt32, UnsafePointer<CChar>) -> Int32

    /// A function that the driver does not have.
    struct Missing: Error {
        let name: String
    }

    /// - Throws: `Missing`.
    init(_ context: HookContext) throws {
        func find<F>(_ name: String) throws -> F {
            guard let address = context.function(name) else { throw Missing(name: name) }
            return unsafeBitCast(address, to: F.self)
        }
        useProgram = try find("glUseProgram")
        deleteProgram = try find("glDeleteProgram")
        uniform2f = try find("glUniform2f")
        uniform4f = try find("glUniform4f")
        genVertexArrays = try find("glGenVertexArrays")
        bindVertexArray = try find("glBindVertexArray")
        deleteVertexArrays = try find("glDeleteVertexArrays")
        genBuffers = try find("glGenBuffers")
        bindBuffer = try find("glBindBuffer")
        deleteBuffers = try find("glDeleteBuffers")
        bufferData = try find("glBufferData")
        vertexAttribPointer = try find("glVertexAttribPointer")
        enableVertexAttribArray = try find("glEnableVertexAttribArray")
        drawArrays = try find("glDrawArrays")
        createProgram = try find("glCreateProgram")
        linkProgram = try find("glLinkProgram")
        createShader = try find("glCreateShader")
        shaderSource = try find("glShaderSource")
        compileShader = try find("glCompileShader")
        attachShader = try find("glAttachShader")
        deleteShader = try find("glDeleteShader")
        getUniformLocation = try find("glGetUniformLocation")
        getAttribLocation = try find("glGetAttribLocation")
    }

    /// Compiles and links a program from two shaders.
    func program(_ vertex: String, _ fragment: String) -> UInt32 {
        let program = createProgram()
        for (kind, text) in [(Self.vertexShader, vertex), (Self.fragmentShader, fragment)] {
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
        return program
    }

    func uniform(_ program: UInt32, _ name: String) -> Int32 { name.withCString { getUniformLocation(program, $0) } }

    func attribute(_ program: UInt32, _ name: String) -> Int32 { name.withCString { getAttribLocation(program, $0) } }
}
