package import CGL
import FoundationEssentials
import Glibc
import Synchronization
import VitrailScene

/// The environment for finding devices: the functions of the EGL library, the render nodes and libgbm. Tests replace
/// it.
package struct Driver: Sendable {
    /// The library's path or name, for messages.
    package var name: String
    package var gl: GLTable
    /// Returns the address of a function, for hooks.
    package var findFunction: @Sendable (String) -> UnsafeMutableRawPointer?
    /// Returns the paths of all render nodes, sorted.
    package var renderNodes: @Sendable () -> [String]
    /// Opens a node; a failure contains the system's message.
    package var openNode: @Sendable (String) -> Result<Int32, DriverFailure>
    package var closeNode: @Sendable (Int32) -> Void
    /// Loads libgbm on first use.
    package var gbm: @Sendable () -> Result<GBMTable, DriverFailure>
    /// The numbers of the renderers that use this driver.
    let slots = DisplaySlots()

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

/// Why a library or a node did not open; contains the system's message.
package struct DriverFailure: Error, Sendable, Hashable {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

/// The required functions of libgbm.
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
    /// The EGL library of the driver delivered with Vitrail. `nil`: none was delivered.
    package static let deliveredLibrary = DeliveredFiles.path("drivers/libEGL.so")
    private static let loaded = Mutex<[String: Driver]>([:])

    /// Returns the driver behind a library. Each library is loaded once per process and never unloaded.
    ///
    /// - Throws: `GLError.library` with the loader's message.
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

    /// The functions of EGL 1.4 come from the library itself, all others through `eglGetProcAddress`. If a library does
    /// not return core functions there, they come from the libGLESv2 in the same folder.
    private init(opening path: String) throws(GLError) {
        let egl = try Self.open(path)
        guard let address = cgl_symbol(egl, "eglGetProcAddress") else {
            throw .library(path: path, reason: "it has no function eglGetProcAddress")
        }
        let lookUp = unsafeBitCast(address, to: PFNEGLGETPROCADDRESSPROC.self)
        // Libraries are never closed, so their addresses are valid on every thread.
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
            name: path, gl: try GLTable(library: path, find: find), findFunction: find,
            renderNodes: Self.systemRenderNodes, openNode: Self.openSystemNode,
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
