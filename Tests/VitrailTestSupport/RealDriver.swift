import Glibc
package import VitrailGL

/// The driver for drawing tests: the system's, or the one whose EGL library `VITRAIL_TEST_EGL` names.
package enum RealDriver {
    /// Why drawing tests are skipped.
    package static let reason = "no OpenGL ES 3 device opens on this machine"

    package static let library = getenv("VITRAIL_TEST_EGL").map { String(cString: $0) }

    private static let survey = Task { () -> DeviceList? in
        try? await DeviceList.survey(eglLibrary: library)
    }

    /// Queried once.
    package static func isAvailable() async -> Bool { await survey.value != nil }
}

extension GLOptions {
    package static func real(_ surface: CanvasSurface = .framebuffer, device: DeviceChoice = .auto) -> GLOptions {
        GLOptions(device: device, surface: surface, eglLibrary: RealDriver.library)
    }
}
