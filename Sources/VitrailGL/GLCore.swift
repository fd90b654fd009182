import CGL

/// The state that all objects of one context share: functions, number of live objects, error checks.
package final class GLCore {
    package let gl: GLTable
    /// Number of GL objects that are not deleted yet.
    package internal(set) var liveObjects = 0
    /// Called for every shader stage and program when it is created. `nil`: logs of successful steps are not fetched.
    package var recordShader: ((ShaderRecord) -> Void)?
    private let thread = cgl_current_thread()

    /// `nil`: the context cannot report resets.
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

    /// Checks for a context loss that no error has reported.
    ///
    /// - Throws: `GLError.contextLost`.
    func checkAlive(during position: @autoclosure () -> String) throws(GLError) {
        guard let status = resetStatus?(), status != GLenum(GL_NO_ERROR) else { return }
        throw .contextLost(cause: GLNames.resetStatus(status), during: position())
    }

    /// Stops a debug build that uses the context on another thread.
    func assertOnThread() {
        assert(cgl_current_thread() == thread, "a GL context is used away from its thread")
    }

    /// Checks for an error after a command, in debug builds only, because the query may stall a real device.
    func check(_ command: StaticString, during position: @autoclosure () -> String) throws(GLError) {
        #if DEBUG
            try checkAlways(command, during: position())
        #endif
    }

    /// Checks for an error after a command, or once per frame.
    func checkAlways(_ command: StaticString, during position: @autoclosure () -> String) throws(GLError) {
        assertOnThread()
        let code = gl.getError()
        guard code != GLenum(GL_NO_ERROR) else { return }
        drainErrors()
        if code == GLenum(GL_OUT_OF_MEMORY) { throw .outOfMemory(during: position()) }
        if code == GLenum(GL_CONTEXT_LOST) { throw .contextLost(cause: GLNames.glError(code), during: position()) }
        throw .call("\(command)", code: code, during: position())
    }

    /// Discards the errors of a failed frame. The number is limited, because a lost context may report errors forever.
    func drainErrors() {
        for _ in 0..<16 where gl.getError() == GLenum(GL_NO_ERROR) { return }
    }

    /// Queries an integer from the driver.
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
