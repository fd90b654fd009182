package import CGL
import FoundationEssentials
import Glibc
import Synchronization
import VitrailScene

/// The outside that devices are found through: the EGL library's functions, the render nodes and libgbm. Tests bring their own.
package struct Driver: Sendable {
    /// The library's path or name, for messages.
    package var name: String
    package var gl: GLTable
    /// A function's address by name, for hooks.
    package var findFunction: @Sendable (String) -> UnsafeMutableRawPointer?
    /// Paths of the render nodes there are, in order.
    package var renderNodes: @Sendable () -> [String]
    /// Opens a node; a failure is in the system's words.
    package var openNode: @Sendable (String) -> Result<Int32, DriverFailure>
    package var closeNode: @Sendable (Int32) -> Void
    /// Loads libgbm when it is first needed.
    package var gbm: @Sendable () -> Result<GBMTable, DriverFailure>
    /// Who draws through it now.
    let seats = Seats()

    package init(
        name: String, gl: GLTable, findFunction: @escaping @Sendable (String) -> UnsafeMutableRawPointer?,
        renderNodes: @escaping @Sendable () -> [String],
        openNode: @escaping @Sendable (String) -> Result<Int32, DriverFailure>,
        closeNode: @escaping @Sendable (Int32) -> Void,
        gbm: @escaping @Sendable () -> Result<GBMTable, DriverFailure>
    ) {
        self.name = name
        self.gl = gl
        self.findFunction = findFunction
        self.renderNodes = renderNodes
        self.openNode = openNode
        self.closeNode = closeNode
        self.gbm = gbm
    }
}

/// Why something outside did not open, in its own words.
package struct DriverFailure: Error, Sendable, Hashable {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

/// What is needed of libgbm.
package struct GBMTable: Sendable {
    package var create: CGLGBMCreateDevice
    package var destroy: CGLGBMDestroyDevice

    package init(create: CGLGBMCreateDevice, destroy: CGLGBMDestroyDevice) {
        self.create = create
        self.destroy = destroy
    }
}

extension Driver {
    /// The system's EGL library.
    package static let systemLibrary = "libEGL.so.1"
    /// The EGL library of the driver that Vitrail was delivered with; nil = with none.
    package static let deliveredLibrary = DeliveredFiles.path("drivers/libEGL.so")
    private static let loaded = Mutex<[String: Driver]>([:])

    /// The driver behind a library; each library is loaded once per process and never unloaded.
    ///
    /// - Throws: `GLError.library`, with the loader's words.
    package static func load(_ library: String?) throws(GLError) -> Driver {
        let path = library ?? systemLibrary
        let result: Result<Driver, GLError> = loaded.withLock { drivers in
            if let driver = drivers[path] { return .success(driver) }
            do throws(GLError) {
                let driver = try Driver(opening: path)
                drivers[path] = driver
                return .success(driver)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// EGL 1.4's own functions come from the library, all others through `eglGetProcAddress`; a library that does not
    /// give core functions that way has them in the libGLESv2 beside it.
    private init(opening path: String) throws(GLError) {
        let egl = try Self.open(path)
        guard let address = cgl_symbol(egl, "eglGetProcAddress") else {
            throw .library(path: path, reason: "it has no function eglGetProcAddress")
        }
        let lookUp = unsafeBitCast(address, to: PFNEGLGETPROCADDRESSPROC.self)
        // Libraries stay open, so that their addresses are good on every thread.
        let libraries = [UInt(bitPattern: egl), UInt(bitPattern: Self.glesBeside(path))]
        let find: @Sendable (String) -> UnsafeMutableRawPointer? = { name in
            func symbol(_ library: UInt) -> UnsafeMutableRawPointer? {
                UnsafeMutableRawPointer(bitPattern: library).flatMap { cgl_symbol($0, name) }
            }
            if name.hasPrefix("egl"), let address = symbol(libraries[0]) { return address }
            if let function = lookUp(name) {
                return unsafeBitCast(function, to: UnsafeMutableRawPointer.self)
            }
            return symbol(libraries[1])
        }
        self.init(
            name: path, gl: try GLTable(library: path, find: find), findFunction: find, renderNodes: Self.systemRenderNodes, openNode: Self.openSystemNode,
            closeNode: { _ = close($0) }, gbm: { Self.systemGBM })
    }

    private static func open(_ path: String) throws(GLError) -> UnsafeMutableRawPointer {
        var reason: UnsafePointer<CChar>?
        guard let library = cgl_open_library(path, &reason) else {
            throw .library(path: path, reason: reason.map { String(cString: $0) } ?? "it cannot be opened")
        }
        return library
    }

    private static func glesBeside(_ path: String) -> UnsafeMutableRawPointer? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var reason: UnsafePointer<CChar>?
        return cgl_open_library(folder + "libGLESv2.so.2", &reason)
            ?? cgl_open_library(folder + "libGLESv2.so", &reason)
    }

    private static let systemGBM: Result<GBMTable, DriverFailure> = {
        var reason: UnsafePointer<CChar>?
        guard let library = cgl_open_library("libgbm.so.1", &reason) else {
            return .failure(DriverFailure(reason.map { String(cString: $0) } ?? "libgbm.so.1 cannot be opened"))
        }
        guard let create = cgl_symbol(library, "gbm_create_device"),
            let destroy = cgl_symbol(library, "gbm_device_destroy")
        else { return .failure(DriverFailure("libgbm.so.1 lacks gbm_create_device")) }
        return .success(
            GBMTable(
                create: unsafeBitCast(create, to: CGLGBMCreateDevice.self),
                destroy: unsafeBitCast(destroy, to: CGLGBMDestroyDevice.self)))
    }()

    private static let nodeFolder = "/dev/dri"

    @Sendable private static func systemRenderNodes() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: nodeFolder)) ?? []
        return names.filter { $0.hasPrefix("renderD") }.sorted().map { "\(nodeFolder)/\($0)" }
    }

    @Sendable private static func openSystemNode(_ path: String) -> Result<Int32, DriverFailure> {
        var code: Int32 = 0
        let descriptor = cgl_open_node(path, &code)
        guard descriptor >= 0 else {
            return .failure(DriverFailure("open: " + String(cString: strerror(code))))
        }
        return .success(descriptor)
    }
}
