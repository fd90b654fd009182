import CGL
import Synchronization

/// An initialised EGL display. The last lease on a display terminates it.
struct DisplayLease: ~Copyable {
    let gl: GLTable
    let handle: EGLDisplay
    let version: String
    let turn: DisplayLock
    private let node: NodeLease?

    /// Opens and initialises a candidate's display.
    ///
    /// - Throws: `GLError.contextCreation` with the step and the library's error.
    init(_ candidate: DeviceCandidate, driver: Driver) throws(GLError) {
        let opened = try Self.open(candidate, driver: driver)
        (version, turn) = try DisplayUses.begin(opened.display, driver.gl)
        gl = driver.gl
        handle = opened.display
        node = opened.node
    }

    private static func open(
        _ candidate: DeviceCandidate, driver: Driver
    ) throws(GLError) -> (
        display: EGLDisplay, node: NodeLease?
    ) {
        let gl = driver.gl
        let empty: [EGLint]? = candidate.isSecondDisplay ? [EGL_NONE] : nil
        func platformDisplay(_ platform: Int32, _ native: UnsafeMutableRawPointer?) -> EGLDisplay? {
            guard let empty else { return gl.eglGetPlatformDisplay?(GLenum(platform), native, nil) }
            return empty.withUnsafeBufferPointer { gl.eglGetPlatformDisplay?(GLenum(platform), native, $0.baseAddress) }
        }
        var node: NodeLease?
        let display: EGLDisplay?
        switch candidate.platform {
        case .device:
            display = platformDisplay(EGL_PLATFORM_DEVICE_EXT, candidate.device)
        case .gbm(let path):
            let opened = try NodeLease(path, driver: driver)
            display = platformDisplay(EGL_PLATFORM_GBM_KHR, opened.device)
            node = opened
        case .surfaceless:
            display = platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nil)
        case .defaultDisplay:
            display = gl.eglGetDisplay(nil)
        }
        guard let display else {
            throw .contextCreation(
                step: candidate.platform == .defaultDisplay ? "eglGetDisplay" : "eglGetPlatformDisplay",
                reason: gl.eglGetPlatformDisplay == nil && candidate.platform != .defaultDisplay
                    ? "the library lacks it" : GLNames.eglError(gl.eglGetError()))
        }
        return (display, node)
    }

    /// The display's extensions.
    var extensions: Set<Substring> {
        let list = gl.eglQueryString(handle, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
        return Set(list.split(separator: " "))
    }

    deinit { DisplayUses.end(handle, gl) }
}

/// A render node opened through GBM. It closes after the display that uses it.
final class NodeLease {
    let device: UnsafeMutableRawPointer
    private let descriptor: Int32
    private let gbm: GBMTable
    private let driver: Driver

    init(_ path: String, driver: Driver) throws(GLError) {
        func failed(_ step: String, _ failure: DriverFailure) -> GLError {
            .contextCreation(step: step, reason: failure.reason)
        }
        switch driver.gbm() {
        case .failure(let failure): throw failed("libgbm", failure)
        case .success(let table): gbm = table
        }
        switch driver.openNode(path) {
        case .failure(let failure): throw failed(path, failure)
        case .success(let number): descriptor = number
        }
        guard let created = gbm.create(descriptor) else {
            driver.closeNode(descriptor)
            throw failed("gbm_create_device", DriverFailure("it refuses \(path)"))
        }
        device = created
        self.driver = driver
    }

    deinit {
        gbm.destroy(device)
        driver.closeNode(descriptor)
    }
}

/// Counts the leases on each display of the process. EGL returns the same display for all requests of one platform and
/// does not count them. Without this count, closing one renderer would end the contexts of the others.
private enum DisplayUses {
    private struct Key: Hashable {
        var library: UInt
        var display: UInt

        init(_ display: EGLDisplay, _ gl: GLTable) {
            library = unsafeBitCast(gl.eglInitialize, to: UInt.self)
            self.display = UInt(bitPattern: display)
        }
    }
    private struct Use {
        var count = 0
        let turn = DisplayLock()
    }
    private static let uses = Mutex<[Key: Use]>([:])

    static func begin(_ display: EGLDisplay, _ gl: GLTable) throws(GLError) -> (version: String, turn: DisplayLock) {
        let key = Key(display, gl)
        let handle = UInt(bitPattern: display)
        let answer: Result<(version: String, turn: DisplayLock), GLError> = uses.withLock { uses in
            var major: EGLint = 0
            var minor: EGLint = 0
            guard gl.eglInitialize(EGLDisplay(bitPattern: handle), &major, &minor) == EGL_TRUE else {
                return .failure(
                    .contextCreation(
                        step: "eglInitialize", reason: GLNames.eglError(gl.eglGetError())))
            }
            uses[key, default: Use()].count += 1
            return .success(("\(major).\(minor)", uses[key]!.turn))
        }
        return try answer.get()
    }

    static func end(_ display: EGLDisplay, _ gl: GLTable) {
        let key = Key(display, gl)
        let handle = UInt(bitPattern: display)
        uses.withLock { uses in
            guard let count = uses[key]?.count, count > 0 else { return }
            uses[key]?.count = count - 1
            guard count == 1 else { return }
            uses[key] = nil
            _ = gl.eglTerminate(EGLDisplay(bitPattern: handle))
        }
    }
}
