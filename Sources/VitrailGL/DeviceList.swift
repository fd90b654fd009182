/// The devices that a library offers, each opened once to ask what it is.
public struct DeviceList: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        /// For `DeviceChoice.index`.
        public var index: Int
        public var platform: DevicePlatform
        /// Nil when it did not open.
        public var info: DeviceInfo?
        /// Why it did not open: the step and its answer.
        public var failure: String?
    }

    /// In the order of their indices; those that did not open are among them.
    public var entries: [Entry]
    /// Platforms without any entry, and why: where GBM was not tried, it says so here.
    public var notes: [DeviceAttempt]

    /// Opens every device in turn, on a thread of its own.
    ///
    /// - Parameter eglLibrary: as in `GLOptions`.
    /// - Throws: `GLError.library`, or `GLError.noDevice` when nothing opens.
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
            lines.append("\(entry.index)  \(entry.platform)  —  \(info.renderer)  (\(info.isHardware ? "hardware" : "software"))")
            lines.append("   \(info.vendor), \(info.version), EGL \(info.eglVersion)")
            lines.append(
                "   texture \(limits.textureSize), renderbuffer \(limits.renderbufferSize), viewport \(limits.viewportWidth)×\(limits.viewportHeight), "
                    + "draw buffers \(limits.drawBuffers), uniform block \(limits.uniformBlockSize) B")
        }
        let advice = entries.compactMap(\.info?.advice).first.map { ["note: \($0)"] } ?? []
        return (lines + notes.map { "-  \($0)" } + advice).joined(separator: "\n")
    }
}
