/// The known state of some cases on some drivers.
public struct Expectation: Sendable, Equatable {
    public enum State: String, Sendable, CaseIterable {
        case pass = "PASS"
        /// Fails, crashes or does not end.
        case fail = "FAIL"
        /// Sometimes passes, sometimes fails.
        case flaky = "FLAKY"
        /// Must not be run.
        case skip = "SKIP"
    }

    public var state: State
    package var drivers: [DriverModifier]
    package var cases: Glob
    public var reason: String
}

/// The drivers of an expectation: `all`, a name as in GL_RENDERER or GL_VENDOR, or a name with a version,
/// `llvmpipe@22.3`.
package struct DriverModifier: Sendable, Equatable {
    var name: String
    /// A leading part of a dotted version. `nil`: all versions.
    var version: String?

    package init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map { $0.lowercased() }
        guard let name = parts.first, !name.isEmpty, parts.count == 1 || !parts[1].isEmpty else { return nil }
        self.name = name
        version = parts.count == 2 ? parts[1] : nil
    }

    package func holds(for device: DeviceReport) -> Bool {
        guard name == "all" || (device.renderer + " " + device.vendor).lowercased().contains(name) else { return false }
        guard let version else { return true }
        return device.version.split(separator: " ").contains { $0 == version || $0.hasPrefix(version + ".") }
    }
}
