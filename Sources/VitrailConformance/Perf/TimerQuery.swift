import CGL
import VitrailGL

/// Measures a frame with the device's timer, by `GL_EXT_disjoint_timer_query`.
final class TimerQuery {
    private typealias Generate = @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void
    private typealias Delete = @convention(c) (GLsizei, UnsafePointer<GLuint>?) -> Void
    private typealias Begin = @convention(c) (GLenum, GLuint) -> Void
    private typealias End = @convention(c) (GLenum) -> Void
    private typealias Result = @convention(c) (GLuint, GLenum, UnsafeMutablePointer<UInt64>?) -> Void

    // Constants of the extension's specification.
    private static let timeElapsed: GLenum = 0x88BF
    private static let queryResult: GLenum = 0x8866
    private static let disjoint: GLenum = 0x8FBB

    private let gl: GLTable
    private let begin: Begin
    private let end: End
    private let result: Result
    private let delete: Delete
    private var name: GLuint = 0

    /// `nil`: the device has no such timer. The session's context must be current, and stay current for the lifetime of
    /// this object.
    init?(_ session: GLSession, _ driver: Driver) {
        gl = session.core.gl
        let extensions = gl.getString(GLenum(GL_EXTENSIONS)).map { String(cString: $0) } ?? ""
        func function<F>(_ name: String) -> F? { driver.findFunction(name).map { unsafeBitCast($0, to: F.self) } }
        guard extensions.split(separator: " ").contains("GL_EXT_disjoint_timer_query"),
            let generate: Generate = function("glGenQueriesEXT"),
            let delete: Delete = function("glDeleteQueriesEXT"), let begin: Begin = function("glBeginQueryEXT"),
            let end: End = function("glEndQueryEXT"),
            let result: Result = function("glGetQueryObjectui64vEXT")
        else { return nil }
        (self.begin, self.end, self.result, self.delete) = (begin, end, result, delete)
        generate(1, &name)
        _ = isDisjoint
    }

    /// Whether the timer was interrupted since the last query.
    private var isDisjoint: Bool {
        var value: GLint = 0
        gl.getIntegerv(Self.disjoint, &value)
        return value != 0
    }

    /// Returns the milliseconds that a frame took on the device. `nil`: the timer was interrupted.
    func milliseconds<E>(_ body: () throws(E) -> Void) throws(E) -> Double? {
        begin(Self.timeElapsed, name)
        defer { _ = gl.getError() }
        do throws(E) { try body() } catch {
            end(Self.timeElapsed)
            throw error
        }
        end(Self.timeElapsed)
        var nanoseconds: UInt64 = 0
        result(name, Self.queryResult, &nanoseconds)
        return isDisjoint || gl.getError() != GLenum(GL_NO_ERROR) ? nil : Double(nanoseconds) / 1e6
    }

    deinit { delete(1, &name) }
}
