package import Foundation

/// Name of a time zone next to labels.
package enum ZoneName {
    /// Names that identify the zone in a title; the first one is used for output.
    ///
    /// `UTC` for UTC, the offset for a zone without a region (`UTC−04:00`), otherwise the region's name
    /// (`America/New York`), because its offset and its abbreviation depend on the season.
    package static func names(of zone: TimeZone) -> [String] {
        let identifier = zone.identifier
        if ["GMT", "UTC", "Etc/UTC", "Etc/GMT", "Zulu", "Etc/Zulu"].contains(identifier) { return ["UTC", "GMT"] }
        // Foundation names a zone made from an offset `GMT-0400`. `Etc/GMT+4` has the POSIX sign, which readers would
        // misunderstand.
        if identifier.hasPrefix("GMT") || identifier.hasPrefix("Etc/") {
            return [offset(zone.secondsFromGMT(for: .distantPast))]
        }
        return [identifier.replacing("_", with: " "), identifier]
    }

    /// `UTC−04:00`, `UTC+05:45`.
    private static func offset(_ seconds: Int) -> String {
        guard seconds != 0 else { return "UTC" }
        func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let (size, second) = (abs(seconds), abs(seconds) % 60)
        let time = "\(digits(size / 3600)):\(digits(size / 60 % 60))" + (second == 0 ? "" : ":\(digits(second))")
        return "UTC" + (seconds < 0 ? "\u{2212}" : "+") + time
    }
}
