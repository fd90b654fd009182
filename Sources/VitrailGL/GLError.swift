public import FoundationEssentials
public import VitrailScene

/// What can go wrong between a draw list and its picture, with the driver's own words where it has some.
public enum GLError: Error, Sendable, Hashable {
    /// The EGL library cannot be opened or lacks a function.
    case library(path: String, reason: String)
    /// No device answered; one attempt per step, in the order they were made.
    case noDevice(attempts: [DeviceAttempt])
    /// A display opened, but no context on it.
    case contextCreation(step: String, reason: String)
    /// The shader library has no such program.
    case shaderMissing(name: String)
    case compile(name: String, stage: ShaderStage, log: String)
    case link(name: String, log: String)
    case framebufferIncomplete(target: String, status: String)
    /// The driver refused a command: `code` is glGetError's.
    case call(String, code: UInt32, during: String)
    case sizeBeyondLimit(what: String, size: Int, limit: Int)
    /// A draw list needs one of these extensions, and the device has none of them; `need` is what for.
    case extensionMissing(anyOf: [String], need: String)
    /// More pixels than a picture may have that is in memory as a whole.
    case pictureTooLarge(PixelSize, limit: Int)
    case outOfMemory(during: String)
    /// The device was reset, or taken away; `cause` is what was answered. The renderer opens it again for its next picture.
    case contextLost(cause: String, during: String)
    /// A draw list names a hook that was not passed with it.
    case hookMissing(token: UInt64)
    /// A draw list contradicts itself.
    case invalidDrawList(at: String, reason: String)
    /// The renderer was closed before.
    case closed
}

public enum ShaderStage: String, Sendable, Hashable {
    case vertex, fragment
}

/// One step on the way to a device, and what it answered.
public struct DeviceAttempt: Sendable, Hashable, CustomStringConvertible {
    /// What was tried: `EGL device 0`, `GBM /dev/dri/renderD128`, `surfaceless platform`.
    public var what: String
    /// What was answered: `eglInitialize: EGL_NOT_INITIALIZED`.
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
        case .call(let name, let code, let place):
            "\(name) failed with \(GLNames.glError(code)) during \(place)."
        case .sizeBeyondLimit(let what, let size, let limit):
            "\(what) is \(size); this device allows at most \(limit)."
        case .extensionMissing(let names, let need):
            "This device cannot \(need): it has no \(names.joined(separator: " and no "))."
        case .pictureTooLarge(let size, let limit):
            "A picture of \(size.width) × \(size.height) pixels is too large to be in memory as a whole, which at most \(limit) may be; `vitrail render` "
                + "draws such a one in bands, into a PNG or raw file."
        case .outOfMemory(let place):
            "The device ran out of memory during \(place)."
        case .contextLost(let cause, let place):
            "The device lost its context during \(place): \(cause). The next picture opens it again."
        case .hookMissing(let token):
            "The draw list calls hook \(token), which was not given."
        case .invalidDrawList(let place, let reason):
            "The draw list is wrong at \(place): \(reason)."
        case .closed:
            "The renderer is closed."
        }
    }

    static let installHint =
        "On Debian and Ubuntu, install libegl1, libgl1-mesa-dri and libgles2 for software rendering, or the graphics card's driver."
}

extension GLError: LocalizedError {
    public var errorDescription: String? { description }
}
