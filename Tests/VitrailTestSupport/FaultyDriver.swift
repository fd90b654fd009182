import CGL
import Synchronization
package import VitrailGL

/// A real driver that can return wrong answers and counts its objects by kind, at its entry points.
///
/// Its functions are plain C functions over one state for the process: one test at a time may use it, `.serialized` or
/// with `use`.
package enum FaultyDriver {
    package enum Fault: Sendable {
        /// One GL_OUT_OF_MEMORY.
        case outOfMemory
        /// GL_OUT_OF_MEMORY from then on.
        case outOfMemoryForGood
        /// The context is lost, and every answer reports it, until another context is made.
        case contextLost
        /// The context is lost, and only `glGetGraphicsResetStatus` reports it.
        case silentReset
        /// The context is lost, and `eglMakeCurrent` reports it; GL reports another error.
        case powerEvent
    }

    fileprivate struct State {
        var real: [String: UInt] = [:]
        /// Names of live objects, by kind.
        var objects: [String: Set<UInt32>] = [:]
        /// Number of live contexts.
        var contexts = 0
        var fault: Fault?
        /// Remaining error queries that are answered truthfully.
        var countdown = 0
        var isLost = false
        var questions = 0
    }

    package static func load(_ library: String?) throws -> Driver {
        var driver = try Driver.load(library)
        let find = driver.findFunction
        let overrides = overrides
        let found: @Sendable (String) -> UnsafeMutableRawPointer? = { name in
            guard let address = find(name) else { return nil }
            guard let own = overrides[name] else { return address }
            state.withLock { $0.real[name] = UInt(bitPattern: address) }
            return UnsafeMutableRawPointer(bitPattern: own)
        }
        driver.gl = try GLTable(library: "faulty", find: found)
        driver.findFunction = found
        state.withLock { state in
            let real = state.real
            state = State()
            state.real = real
        }
        return driver
    }

    /// The fault appears at the `n`th error query from this call, counted from 1.
    package static func arm(_ fault: Fault, at n: Int) {
        state.withLock { ($0.fault, $0.countdown, $0.questions) = (fault, n, 0) }
    }

    package static func disarm() { state.withLock { ($0.fault, $0.isLost) = (nil, false) } }

    /// Whether the armed fault has appeared.
    package static var hasShown: Bool { state.withLock { $0.countdown <= 0 } }

    /// Numbers of live objects, `texture: 3`, without kinds that have none.
    package static var objects: [String: Int] {
        state.withLock { $0.objects.filter { !$0.value.isEmpty }.mapValues(\.count) }
    }

    package static var contexts: Int { state.withLock { $0.contexts } }
}

private let state = Mutex(FaultyDriver.State())

private func real<F>(_ name: String, as type: F.Type) -> F {
    unsafeBitCast(UnsafeMutableRawPointer(bitPattern: state.withLock { $0.real[name]! })!, to: type)
}

private func born(_ kind: String, _ count: GLsizei, _ names: UnsafePointer<GLuint>?) {
    guard let names else { return }
    let new = Array(UnsafeBufferPointer(start: names, count: Int(count)))
    state.withLock { $0.objects[kind, default: []].formUnion(new) }
}

private func died(_ kind: String, _ count: GLsizei, _ names: UnsafePointer<GLuint>?) {
    guard let names else { return }
    let old = Array(UnsafeBufferPointer(start: names, count: Int(count)))
    state.withLock { $0.objects[kind, default: []].subtract(old) }
}

private func generate(_ name: String, _ kind: String, _ count: GLsizei, _ names: UnsafeMutablePointer<GLuint>?) {
    real(name, as: PFNGLGENTEXTURESPROC.self)(count, names)
    born(kind, count, names)
}

private func delete(_ name: String, _ kind: String, _ count: GLsizei, _ names: UnsafePointer<GLuint>?) {
    died(kind, count, names)
    real(name, as: PFNGLDELETETEXTURESPROC.self)(count, names)
}

private let overrides: [String: UInt] = {
    func address<F>(_ function: F) -> UInt { unsafeBitCast(function, to: UInt.self) }
    let getError: PFNGLGETERRORPROC = {
        let truth = real("glGetError", as: PFNGLGETERRORPROC.self)()
        return state.withLock { state in
            state.questions += 1
            guard let fault = state.fault else { return truth }
            state.countdown -= 1
            if state.countdown == 0, fault != .outOfMemory, fault != .outOfMemoryForGood { state.isLost = true }
            switch fault {
            case .outOfMemory: return state.countdown == 0 ? GLenum(GL_OUT_OF_MEMORY) : truth
            case .outOfMemoryForGood: return state.countdown <= 0 ? GLenum(GL_OUT_OF_MEMORY) : truth
            case .contextLost: return state.isLost ? GLenum(GL_CONTEXT_LOST) : truth
            case .silentReset: return truth
            case .powerEvent: return state.isLost ? GLenum(GL_INVALID_OPERATION) : truth
            }
        }
    }
    let resetStatus: PFNGLGETGRAPHICSRESETSTATUSPROC = {
        state.withLock {
            $0.isLost && $0.fault != .powerEvent ? GLenum(GL_INNOCENT_CONTEXT_RESET) : GLenum(GL_NO_ERROR)
        }
    }
    let makeCurrent: PFNEGLMAKECURRENTPROC = { display, draw, read, context in
        if context != nil, state.withLock({ $0.isLost && $0.fault == .powerEvent }) { return EGLBoolean(EGL_FALSE) }
        return real("eglMakeCurrent", as: PFNEGLMAKECURRENTPROC.self)(display, draw, read, context)
    }
    let eglError: PFNEGLGETERRORPROC = {
        let truth = real("eglGetError", as: PFNEGLGETERRORPROC.self)()
        return state.withLock { $0.isLost && $0.fault == .powerEvent } ? EGLint(EGL_CONTEXT_LOST) : truth
    }
    let createContext: PFNEGLCREATECONTEXTPROC = { display, config, shared, attributes in
        let context = real("eglCreateContext", as: PFNEGLCREATECONTEXTPROC.self)(display, config, shared, attributes)
        if context != nil {
            state.withLock { state in
                state.contexts += 1
                if state.isLost { (state.isLost, state.fault) = (false, nil) }
            }
        }
        return context
    }
    let destroyContext: PFNEGLDESTROYCONTEXTPROC = { display, context in
        state.withLock { $0.contexts -= 1 }
        return real("eglDestroyContext", as: PFNEGLDESTROYCONTEXTPROC.self)(display, context)
    }
    let genBuffers: PFNGLGENBUFFERSPROC = { generate("glGenBuffers", "buffer", $0, $1) }
    let genTextures: PFNGLGENTEXTURESPROC = { generate("glGenTextures", "texture", $0, $1) }
    let genFramebuffers: PFNGLGENFRAMEBUFFERSPROC = { generate("glGenFramebuffers", "framebuffer", $0, $1) }
    let genVertexArrays: PFNGLGENVERTEXARRAYSPROC = { generate("glGenVertexArrays", "vertex array", $0, $1) }
    let deleteBuffers: PFNGLDELETEBUFFERSPROC = { delete("glDeleteBuffers", "buffer", $0, $1) }
    let deleteTextures: PFNGLDELETETEXTURESPROC = { delete("glDeleteTextures", "texture", $0, $1) }
    let deleteFramebuffers: PFNGLDELETEFRAMEBUFFERSPROC = { delete("glDeleteFramebuffers", "framebuffer", $0, $1) }
    let deleteVertexArrays: PFNGLDELETEVERTEXARRAYSPROC = { delete("glDeleteVertexArrays", "vertex array", $0, $1) }
    let createShader: PFNGLCREATESHADERPROC = { kind in
        var name = real("glCreateShader", as: PFNGLCREATESHADERPROC.self)(kind)
        born("shader", 1, &name)
        return name
    }
    let deleteShader: PFNGLDELETESHADERPROC = { name in
        var name = name
        died("shader", 1, &name)
        real("glDeleteShader", as: PFNGLDELETESHADERPROC.self)(name)
    }
    let createProgram: PFNGLCREATEPROGRAMPROC = {
        var name = real("glCreateProgram", as: PFNGLCREATEPROGRAMPROC.self)()
        born("program", 1, &name)
        return name
    }
    let deleteProgram: PFNGLDELETEPROGRAMPROC = { name in
        var name = name
        died("program", 1, &name)
        real("glDeleteProgram", as: PFNGLDELETEPROGRAMPROC.self)(name)
    }
    return [
        "glGetError": address(getError), "glGetGraphicsResetStatus": address(resetStatus),
        "eglMakeCurrent": address(makeCurrent),
        "eglGetError": address(eglError), "eglCreateContext": address(createContext),
        "eglDestroyContext": address(destroyContext),
        "glGenBuffers": address(genBuffers), "glGenTextures": address(genTextures),
        "glGenFramebuffers": address(genFramebuffers),
        "glGenVertexArrays": address(genVertexArrays), "glDeleteBuffers": address(deleteBuffers),
        "glDeleteTextures": address(deleteTextures), "glDeleteFramebuffers": address(deleteFramebuffers),
        "glDeleteVertexArrays": address(deleteVertexArrays), "glCreateShader": address(createShader),
        "glDeleteShader": address(deleteShader), "glCreateProgram": address(createProgram),
        "glDeleteProgram": address(deleteProgram),
    ]
}()
