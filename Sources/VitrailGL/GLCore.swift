import CGL

/// What all objects of one context share: the functions, the count of living objects, the question for errors.
package final class GLCore {
    package let gl: GLTable
    /// GL objects made and not yet deleted.
    package internal(set) var liveObjects = 0
    /// Is told of every stage and program as it is made; nil = nobody asks, and logs of what succeeded are not fetched.
    package var recordShader: ((ShaderRecord) -> Void)?
    private let thread = cgl_current_thread()

    /// Nil where the context cannot tell.
    private(set) lazy var resetStatus: PFNGLGETGRAPHICSRESETSTATUSPROC? = findResetStatus()

    init(gl: GLTable) {
        self.gl = gl
    }

    private func findResetStatus() -> PFNGLGETGRAPHICSRESETSTATUSPROC? {
        let functions = gl.getGraphicsResetStatus
        if let version = DeviceInfo.glesVersion(text(GL_VERSION)), version >= (3, 2) { return functions.core }
        let extensions = text(GL_EXTENSIONS).split(separator: " ")
        if extensions.contains("GL_KHR_robustness") { return functions.khr }
        return extensions.contains("GL_EXT_robustness") ? functions.ext : nil
    }

    /// Asks whether the context was lost without an error having told so.
    ///
    /// - Throws: `GLError.contextLost`.
    func checkAlive(during place: @autoclosure () -> String) throws(GLError) {
        guard let status = resetStatus?(), status != GLenum(GL_NO_ERROR) else { return }
        throw .contextLost(cause: GLNames.resetStatus(status), during: place())
    }

    /// Stops a debug build that has left the context's thread.
    func assertOnThread() {
        assert(cgl_current_thread() == thread, "a GL context is used away from its thread")
    }

    /// Asks for an error after a command, in debug builds only: a question may stall a real device.
    func check(_ command: StaticString, during place: @autoclosure () -> String) throws(GLError) {
        #if DEBUG
            try checkAlways(command, during: place())
        #endif
    }

    /// Asks for an error after a command, or once a frame.
    func checkAlways(_ command: StaticString, during place: @autoclosure () -> String) throws(GLError) {
        assertOnThread()
        let code = gl.getError()
        guard code != GLenum(GL_NO_ERROR) else { return }
        drainErrors()
        if code == GLenum(GL_OUT_OF_MEMORY) { throw .outOfMemory(during: place()) }
        if code == GLenum(GL_CONTEXT_LOST) { throw .contextLost(cause: GLNames.glError(code), during: place()) }
        throw .call("\(command)", code: code, during: place())
    }

    /// Forgets errors of a frame that failed. Bounded: a lost context may answer with errors for ever.
    func drainErrors() {
        for _ in 0..<16 where gl.getError() == GLenum(GL_NO_ERROR) { return }
    }

    /// A number the driver states.
    func integer(_ name: Int32) -> Int {
        var value: GLint = 0
        gl.getIntegerv(GLenum(name), &value)
        return Int(value)
    }

    func text(_ name: Int32) -> String {
        gl.getString(GLenum(name)).map { String(cString: $0) } ?? ""
    }
}

@available(*, unavailable)
extension GLCore: Sendable {}
