public import FoundationEssentials
public import VitrailScene

/// Errors of drawing a draw list, with the driver's message if there is one.
public enum GLError: Error, Sendable, Hashable {
    /// The EGL library cannot be opened or lacks a function.
    case library(path: String, reason: String)
    /// No device opened; the attempts are in the order they were made.
    case noDevice(attempts: [DeviceAttempt])
    /// A display opened, but creating a context on it failed.
    case contextCreation(step: String, reason: String)
    /// The shader library has no program with this name.
    case shaderMissing(name: String)
    case compile(name: String, stage: ShaderStage, log: String)
    case link(name: String, log: String)
    case framebufferIncomplete(target: String, status: String)
    /// The driver reported an error for a command; `code` is the value of glGetError.
    case call(String, code: UInt32, during: String)
    case sizeBeyondLimit(what: String, size: Int, limit: Int)
    /// A draw list needs one of these extensions, and the device has none of them; `need` is the purpose.
    case extensionMissing(anyOf: [String], need: String)
    /// The picture has more pixels than the limit for pictures that are in memory as a whole.
    case pictureTooLarge(PixelSize, limit: Int)
    case outOfMemory(during: String)
    /// The device was reset or removed; `cause` is the reported error. The renderer reopens it for its next picture.
    case contextLost(cause: String, during: String)
    /// A draw list contains a hook without an action.
    case hookMissing(token: UInt64)
    /// A draw list is inconsistent.
    case invalidDrawList(at: String, reason: String)
    /// The renderer is closed.
    case closed
    /// The task was cancelled, or its deadline has passed. Renderers throw `CancellationError` or
    /// `RenderError.deadlineExceeded` instead.
    case interrupted
}

public enum ShaderStage: String, Sendable, Hashable {
    case vertex, fragment
}

/// One step of opening a device, and its error.
public struct DeviceAttempt: Sendable, Hashable, CustomStringConvertible {
    /// The step: `EGL device 0`, `GBM /dev/dri/renderD128`, `surfaceless platform`.
    public var what: String
    /// The error: `eglInitialize: EGL_NOT_INITIALIZED`.
    public var answer: String

    public init(what: String, answer: String) {
        self.what = what
        self.answer = answer
    }

    public var description: String { "\(what): \(answer)" }
}

extension GLError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .library(let path, let reason):
            "The EGL library \(path) cannot be used: \(reason). " + Self.installHint
        case .noDevice(let attempts):
            "No device for OpenGL ES 3 was found. Tried:\n"
                + attempts.map { "  \($0)\n" }.joined() + Self.installHint
        case .contextCreation(let step, let reason):
            "No OpenGL ES 3 context could be made: \(step): \(reason)."
        case .shaderMissing(let name):
            "There is no shader program named \(name)."
        case .compile(let name, let stage, let log):
            "The \(stage.rawValue) shader of \(name) does not compile:\n\(log)"
        case .link(let name, let log):
            "The shader program \(name) does not link:\n\(log)"
        case .framebufferIncomplete(let target, let status):
            "The driver cannot draw to the \(target) target: \(status)."
        case .call(let name, let code, let path):
            "\(name) failed with \(GLNames.glError(code)) during \(path)."
        case .sizeBeyondLimit(let what, let size, let limit):
            "\(what) is \(size); this device allows at most \(limit)."
        case .extensionMissing(let names, let need):
            "This device cannot \(need): it has no \(names.joined(separator: " and no "))."
        case .pictureTooLarge(let size, let limit):
            "A picture of \(size.width) × \(size.height) pixels is too large for memory: the limit is \(limit). `vitrail render` "
                + "draws larger pictures in bands, into a PNG or raw file."
        case .outOfMemory(let path):
            "The device ran out of memory during \(path)."
        case .contextLost(let cause, let path):
            "The device lost its context during \(path): \(cause). The next picture opens it again."
        case .hookMissing(let token):
            "The draw list calls hook \(token), which was not given."
        case .invalidDrawList(let path, let reason):
            "The draw list is wrong at \(path): \(reason)."
        case .closed:
            "The renderer is closed."
        case .interrupted:
            "The picture was interrupted before it was finished."
        }
    }

    static let installHint =
        "On Debian and Ubuntu, install libegl1, libgl1-mesa-dri and libgles2 for software rendering, or the graphics card's driver."
}

extension GLError: LocalizedError {
    public var errorDescription: String? { description }
}
