#if canImport(Glibc)
    import Glibc
#endif

extension DeviceList {
    /// Whether this machine has device files of a graphics card: render nodes, or those of drivers without them. Some
    /// of them may not open, so a device may turn out to be a software rasteriser nevertheless. Takes microseconds.
    package static var mayHaveHardware: Bool { deviceFiles.contains { access($0, F_OK) == 0 } }

    private static let deviceFiles = [
        "/dev/dri/renderD128", "/dev/dri/card0", "/dev/nvidiactl", "/dev/kgsl-3d0", "/dev/dxg",
    ]
}
