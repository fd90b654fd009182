/// The devices of a library; each was opened once to query it.
public struct DeviceList: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        /// Index for `DeviceChoice.index`.
        public var index: Int
        public var platform: DevicePlatform
        /// `nil`: the device did not open.
        public var info: DeviceInfo?
        /// Why it did not open: the step and its error. `nil`: it opened.
        public var failure: String?
    }

    /// All devices in the order of their indices, including devices that did not open.
    public var entries: [Entry]
    /// Platforms without entries, with reasons, for example why GBM was not tried.
    public var notes: [DeviceAttempt]

    /// Opens each device in turn, on a separate thread.
    ///
    /// - Parameter eglLibrary: as in `GLOptions`.
    /// - Throws: `GLError.library`, or `GLError.noDevice` if no device opens.
    public static func survey(eglLibrary: String? = nil) async throws(GLError) -> DeviceList {
        try await survey(GLOptions(eglLibrary: eglLibrary))
    }

    package static func survey(_ options: GLOptions) async throws(GLError) -> DeviceList {
        try await Driver.opening(options) { driver throws(GLError) in
            let thread = try GLThread()
            defer { thread.stop() }
            return try await thread.run { () throws(GLError) in try surveyOnThisThread(driver) }
        }
    }

    package static func surveyOnThisThread(_ driver: Driver) throws(GLError) -> DeviceList {
        try GLContext.survey(driver)
    }
}

extension DeviceList: CustomStringConvertible {
    public var description: String {
        var lines: [String] = []
        for entry in entries {
            guard let info = entry.info else {
                lines.append("\(entry.index)  \(entry.platform)  —  \(entry.failure ?? "did not open")")
                continue
            }
            let limits = info.limits
            lines.append(
                "\(entry.index)  \(entry.platform)  —  \(info.renderer)  (\(info.isHardware ? "hardware" : "software"))"
            )
            lines.append("   \(info.vendor), \(info.version), EGL \(info.eglVersion)")
            lines.append(
                "   texture \(limits.textureSize), renderbuffer \(limits.renderbufferSize), viewport \(limits.viewportWidth)×\(limits.viewportHeight), "
                    + "draw buffers \(limits.drawBuffers), uniform block \(limits.uniformBlockSize) B")
        }
        let advice = entries.compactMap(\.info?.advice).first.map { ["note: \($0)"] } ?? []
        return (lines + notes.map { "-  \($0)" } + advice).joined(separator: "\n")
    }
}
