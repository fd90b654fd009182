import CGL
import Glibc
import Synchronization
package import VitrailGL

/// A driver that draws nothing and records its calls, EGL and GBM included.
///
/// Its functions are plain C functions, so they share one log for the process: `record` admits one caller at a time,
/// and everything between opening and closing must happen on that caller's thread.
package enum RecordingDriver {
    /// One call.
    package struct Call: Sendable, Hashable, CustomStringConvertible {
        package var name: String
        /// Numbers, enumerants and object names, in order; pointers only where they are offsets.
        package var arguments: [Double]
        package var text = ""
        /// Bytes sent by an upload.
        package var bytes: [UInt8] = []

        package init(_ name: String, _ arguments: Double...) {
            self.name = name
            self.arguments = arguments
        }

        package var description: String {
            let numbers = arguments.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
            return "\(name)(\((numbers + (text.isEmpty ? [] : [text])).joined(separator: ", ")))"
        }
    }

    /// The driver's claimed properties.
    package struct Profile: Sendable {
        package struct Device: Sendable {
            package var extensions: String
            package var node: String

            package init(extensions: String = "", node: String = "") {
                self.extensions = extensions
                self.node = node
            }
        }
        package var clientExtensions =
            "EGL_EXT_platform_base EGL_EXT_device_base EGL_EXT_platform_device EGL_KHR_platform_gbm EGL_MESA_platform_surfaceless"
        package var displayExtensions = "EGL_KHR_surfaceless_context"
        package var devices: [Device] = []
        package var renderNodes: [String] = []
        /// The loader's message if libgbm cannot be opened.
        package var gbmFailure: String?
        /// GL_RENDERER by EGL platform number; 0 is the default display. A platform without one fails to initialise.
        package var renderers: [Int32: String] = [EGL_PLATFORM_SURFACELESS_MESA: "Recorder llvmpipe"]
        package var version = "OpenGL ES 3.0 recorder"
        package var extensions = "GL_EXT_color_buffer_half_float"
        package var uniformAlignment = 64
        package var textureSize = 4096
        package var lineWidth: Float = 255
        package var pointSize: Float = 255
        /// The call that leaves a GL error, and the error.
        package var failure: (call: String, error: Int32)?

        package init() {}
    }

    /// Runs `body` with a driver of this profile. Returns its result and all its calls, in order.
    package static func record<R>(
        _ profile: Profile = Profile(), _ body: (Driver) throws -> R
    ) rethrows -> (
        result: R, calls: [Call]
    ) {
        // One at a time: recordings of different tests must not mix.
        while !recorderBusy.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {
            usleep(200)
        }
        defer { recorderBusy.store(false, ordering: .releasing) }
        recorder.withLock { $0 = RecorderState(profile: profile) }
        // swift-format-ignore: NeverUseForceTry
        let result = try body(try! driver())
        return (result, recorder.withLock { $0.calls })
    }

    /// The calls so far, from inside `record`.
    package static var calls: [Call] { recorder.withLock { $0.calls } }

    /// Discards the calls so far, from inside `record`.
    package static func forgetCalls() { recorder.withLock { $0.calls = [] } }

    /// Changes the driver's claimed properties, from inside `record`.
    package static func change(_ body: (inout Profile) -> Void) {
        recorder.withLock { body(&$0.profile) }
    }

    private static func driver() throws -> Driver {
        let functions = eglFunctions.merging(glFunctions) { first, _ in first }
        let find: @Sendable (String) -> UnsafeMutableRawPointer? = { name in
            functions[name].flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
        }
        return Driver(
            name: "recorder", gl: try GLTable(library: "recorder", find: find), findFunction: find,
            renderNodes: { recorder.withLock { $0.profile.renderNodes } },
            openNode: { path in
                log("open", text: path)
                return .success(7)
            },
            closeNode: { log("close", Double($0)) },
            gbm: {
                if let reason = recorder.withLock({ $0.profile.gbmFailure }) {
                    return .failure(DriverFailure(reason))
                }
                return .success(gbmTable)
            })
    }
}

/// The recording in progress.
struct RecorderState: Sendable {
    var profile = RecordingDriver.Profile()
    var calls: [RecordingDriver.Call] = []
    var names: [String: UInt32] = [:]
    /// The platform each display handle was opened on.
    var platforms: [UInt: Int32] = [:]
    var current: UInt = 0
    var error: Int32 = 0
}

let recorder = Mutex(RecorderState())
let recorderBusy = Atomic(false)

func log(_ name: String, _ arguments: Double..., text: String = "", bytes: [UInt8] = []) {
    recorder.withLock { state in
        var call = RecordingDriver.Call(name)
        call.arguments = arguments
        call.text = text
        call.bytes = bytes
        state.calls.append(call)
        if let failure = state.profile.failure, failure.call == name {
            state.error = failure.error
            state.profile.failure = nil
        }
    }
}

/// A fresh object name of a kind, counted from 1.
func freshName(_ kind: String) -> UInt32 {
    recorder.withLock { state in
        state.names[kind, default: 0] += 1
        return state.names[kind]!
    }
}

/// A C string that lives as long as the process, like the strings of EGL and GL.
func lasting(_ text: String) -> UnsafePointer<CChar> {
    let known = lastingTexts.withLock { texts in
        if let address = texts[text] { return address }
        let address = UInt(bitPattern: strdup(text))
        texts[text] = address
        return address
    }
    return UnsafePointer(bitPattern: known)!
}
private let lastingTexts = Mutex<[String: UInt]>([:])

/// A C function's address.
func address<F>(_ function: F) -> UInt {
    unsafeBitCast(function, to: UInt.self)
}
