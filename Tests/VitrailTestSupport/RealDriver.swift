import VitrailGL

/// Whether this machine can draw at all, asked once.
package enum RealDriver {
    /// Why tests that draw are left out.
    package static let reason = "no OpenGL ES 3 device opens on this machine"

    private static let survey = Task { () -> DeviceList? in
        try? await DeviceList.survey()
    }

    package static func isAvailable() async -> Bool { await survey.value != nil }
}
