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
    /// The lines of comments directly above, each with its `#`.
    package var comments: [String] = []

    /// Text of the line in a file of expectations: four columns with a width that suits most lines.
    package var line: String {
        let names = drivers.map(\.description).joined(separator: ",")
        let words = String(reason.map { $0.isNewline ? " " : $0 })
        return [Self.padded(state.rawValue, 7), Self.padded(names, 11), Self.padded(cases.description, 33), words]
            .joined(separator: "  ")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

/// The drivers of an expectation: `all`, a name as in GL_RENDERER or GL_VENDOR, or a name with a version,
/// `llvmpipe@22.3`.
package struct DriverModifier: Sendable, Equatable, CustomStringConvertible {
    package static let all = DriverModifier(name: "all")

    var name: String
    /// A leading part of a dotted version. `nil`: all versions.
    var version: String?

    private init(name: String) { self.name = name }

    package init?(_ text: String) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map { $0.lowercased() }
        guard let name = parts.first, !name.isEmpty, parts.count == 1 || !parts[1].isEmpty else { return nil }
        self.name = name
        version = parts.count == 2 ? parts[1] : nil
    }

    package var description: String { name + (version.map { "@" + $0 } ?? "") }

    package func holds(for device: DeviceReport) -> Bool {
        guard name == "all" || (device.renderer + " " + device.vendor).lowercased().contains(name) else { return false }
        guard let version else { return true }
        return device.version.split(separator: " ").contains { $0 == version || $0.hasPrefix(version + ".") }
    }

    /// Returns the modifier for a device's driver: the first word of GL_RENDERER that names more than the vendor, an
    /// adapter or an API; otherwise the first word of GL_VENDOR, or `all`. It has no version, so that the expectation
    /// also holds for the next one.
    package init(naming device: DeviceReport) {
        let vendor = Set(Self.words(of: device.vendor))
        let candidates =
            Self.words(of: device.renderer).filter { !vendor.contains($0) && !Self.generic.contains($0) }
            + Self.words(of: device.vendor)
        self = candidates.lazy.compactMap { DriverModifier($0) }.first { $0.holds(for: device) } ?? .all
    }

    /// Words of GL_RENDERER that many drivers share.
    private static let generic: Set = [
        "adapter", "angle", "corporation", "device", "driver", "gl", "google", "graphics", "inc", "llvm", "mesa",
        "opengl", "vulkan",
    ]

    /// Returns the words that start with a letter and have at least two characters, in lower case.
    private static func words(of text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0.isNumber || "_-".contains($0)) }.map(String.init).filter {
            $0.count > 1 && $0.first?.isLetter == true
        }
    }
}
